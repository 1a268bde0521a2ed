/**
 * Runs each content rule on its examples in tests/fixtures/rules/<rule>: folders good… and bad…, copied over
 * tests/fixtures/content. A good one has no problems. The problems of a bad one are in <bad…>.txt, one per line:
 * place, rule: what | expected | remedy. Vitest writes that file if it is missing, and rewrites it with -u.
 */
import { cpSync, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkContent, type Problem, RULES } from '../../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../../src/authoring/checks/rule.ts';
import { sections, steady } from '../../../../src/authoring/reading/sections.ts';
import { TRANSLATED, writeRecord } from '../../../../src/authoring/translation/recordFiles.ts';
import { contentFile } from '../../../../src/authoring/translation/translations.ts';
import { mdxFiles } from '../../../../src/catalogue/content.ts';
import { DEFAULT_LOCALE } from '../../../../src/i18n/locales.ts';
import { contentTree } from '../../../helpers/content/contentTree.ts';

const RULES_DIR = 'tests/fixtures/rules';

/** Reading the code takes most of the time of a check. */
const { isNamedInCode } = readKnown('tests/fixtures/content');

const asLine = ({ file, line, rule, what, expected, remedy }: Problem) =>
  `${file}:${line}  ${rule}: ${what} | ${expected} | ${remedy}\n`;

/** The problems in the files of an example, with file names relative to the content folder. */
function toldOf(example: string, key: string) {
  const { dir } = contentTree('tests/fixtures/content');
  cpSync(example, dir, { recursive: true });
  if (key !== 'translation') recordAll(dir, key === 'parity');
  return checkContent(dir, { ...readKnown(dir), isNamedInCode })
    .map((problem) => ({ ...problem, file: problem.file.slice(dir.length + 1) }))
    .filter(({ file }) => existsSync(join(example, file)));
}

/**
 * Only examples of the rule for translations say themselves which of their translations are recorded. Those of parity
 * are recorded as made from the English text beside them, the others from none: nothing compares their words.
 */
function recordAll(dir: string, fromEnglish: boolean): void {
  for (const locale of TRANSLATED) {
    for (const name of mdxFiles(locale, dir)) {
      const parts = fromEnglish ? sections(readFileSync(contentFile(DEFAULT_LOCALE, name, dir), 'utf8')) : [];
      writeRecord(
        locale,
        name,
        parts.map(({ id, shown }) => ({ id, english: steady(shown), own: '' })),
        dir,
      );
    }
  }
}

it('every file of a rule is in the list of rules, and every example is of a rule', () => {
  const files = globSync('src/authoring/checks/*/*.ts').map((file) => basename(file, '.ts'));
  expect(files.sort()).toEqual(Object.keys(RULES).sort());
  expect(readdirSync(RULES_DIR).sort()).toEqual(Object.keys(RULES).sort());
});

describe.each(Object.entries(RULES))('the rule %s', (key, { name }) => {
  const folder = join(RULES_DIR, key);
  const examples = existsSync(folder) ? readdirSync(folder).filter((entry) => !entry.endsWith('.txt')) : [];
  const [good, bad] = ['good', 'bad'].map((kind) => examples.filter((example) => example.startsWith(kind)));

  it('has a good and a bad example', () => {
    expect([good?.length, bad?.length]).not.toContain(0);
  });

  it.each(good ?? [])('tells nothing of %s', (example) => {
    expect(toldOf(join(folder, example), key).map(asLine)).toEqual([]);
  });

  it.each(bad ?? [])('tells of %s, and no other rule does', async (example) => {
    const problems = toldOf(join(folder, example), key);
    expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set([name]));
    await expect(problems.map(asLine).join('')).toMatchFileSnapshot(resolve(folder, `${example}.txt`));
  });
});
