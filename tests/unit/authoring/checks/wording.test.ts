/** Words and patterns of content/wording.yml: each reports a sentence that it is for, and lets its good wording pass. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkPage } from '../../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../../src/authoring/checks/rule.ts';
import { isLocale } from '../../../../src/i18n/locales.ts';

const SENTENCES = parse(readFileSync('tests/fixtures/sentences.yml', 'utf8')) as Record<
  string,
  { wrong: string[]; right: string[] }
>;
const known = readKnown('content');
/** What `npm run content` says of the wording of a page with this sentence. */
function told(locale: string, sentence: string) {
  if (!isLocale(locale)) throw new Error(`${locale} is no locale`);
  const file = { file: 'adv.mdx', locale, name: 'pages/adv', raw: `---\ntitle: x\n---\n\n${sentence}\n` };
  return checkPage(file, known).filter(({ rule }) => rule === 'wording');
}

describe.each(Object.entries(SENTENCES))('%s', (locale, { wrong, right }) => {
  it.each(wrong)('reports %s', (sentence) => {
    const [problem, ...others] = told(locale, sentence);
    expect(problem?.line).toBe(5);
    expect(problem?.remedy).not.toBe('');
    expect(others.length).toBeLessThanOrEqual(1);
  });

  it.each(right)('allows %s', (sentence) => expect(told(locale, sentence)).toEqual([]));

  it('has a wrong sentence for each pattern', () => {
    if (!isLocale(locale)) throw new Error(`${locale} is no locale`);
    const remedies = wrong.flatMap((sentence) => told(locale, sentence).map(({ remedy }) => remedy));
    for (const { pattern, write } of known.wording[locale] ?? []) {
      if (pattern) expect(remedies, pattern).toContain(write);
    }
  });
});

it('en-GB reports what en-US does, but not its spelling', () => {
  const own = (known.wording['en-US'] ?? []).flatMap((row) => (row.own ? [row.write] : []));
  for (const sentence of SENTENCES['en-US']?.wrong ?? []) {
    const isOwn = told('en-US', sentence).some(({ remedy }) => own.includes(remedy));
    expect(told('en-GB', sentence).length > 0, sentence).toBe(!isOwn);
  }
});
