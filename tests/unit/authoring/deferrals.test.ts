/** The patterns of content/wording.yml: no page sends readers to Support for nothing, or says what is not stated. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkPage } from '../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { isLocale } from '../../../src/i18n/locales.ts';

const SENTENCES = parse(readFileSync('tests/fixtures/deferrals.yml', 'utf8')) as Record<
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
});

it('en-GB reports what en-US does', () => {
  for (const sentence of SENTENCES['en-US']?.wrong ?? []) expect(told('en-GB', sentence), sentence).not.toEqual([]);
});
