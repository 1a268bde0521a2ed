/** No legal text changes without a new version. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { keepLegalTexts, keptFaults } from '../../../src/authoring/translation/versions.ts';
import { legalFiles, legalVersions } from '../../../src/catalogue/legal.ts';
import { LEGAL_PAGES } from '../../../src/forms/legal.ts';
import { DEFAULT_LOCALE } from '../../../src/i18n/locales.ts';
import { type ContentTree, contentTree, runTool } from '../../helpers/content/contentTree.ts';

function tree(): ContentTree {
  const made = contentTree('content');
  return made;
}

const PRIVACY = 'en-US/pages/legal/privacy.mdx';
const SUMS = '.versions/legal/kept.sha256';
const LATER = '2031-02-03';
/** The problems that the version rule reports of the privacy notices of a folder. */
function reportOf({ dir }: ContentTree): [file: string, line: number, remedy: string][] {
  const known = readKnown(dir);
  const notices = legalFiles(dir).filter(({ text }) => text === 'privacy');
  return notices.flatMap(({ locale, text, file, raw }) =>
    checkPage({ file: relative(dir, file), locale, name: `pages${LEGAL_PAGES[text]}`, raw }, known)
      .filter(({ rule }) => rule === 'version')
      .map(({ file: at, line, remedy }): [string, number, string] => [at, line, remedy]),
  );
}
const setVersion = (made: ContentTree, file: string, version: string) =>
  made.edit(file, /^version: .*$/m, `version: ${version}`);

describe('legal texts', () => {
  it.each([
    ['a changed word', PRIVACY, /$/, '\nAnd one word more.\n'],
    ['a changed title', PRIVACY, 'title: ', 'title: New '],
    ['a changed translation', 'ja/pages/legal/privacy.mdx', /$/, '\nと。\n'],
  ])('%s under the same version is told of, with the remedy', (_, file, from, to) => {
    const made = tree();
    made.edit(file, from, to);
    const remedy = 'write the day from which the new text applies as version: …, then npm run translations -- keep';
    expect(reportOf(made)).toEqual([[file, made.lineOf(file, 'version:'), remedy]]);
    expect(keepLegalTexts(made.dir)).toEqual([]); // The published copy stays unchanged.
    expect(reportOf(made)).toHaveLength(1);
  });

  it('white space is no change', () => {
    const made = tree();
    made.write(PRIVACY, `${made.read(PRIVACY).replaceAll('\n', '\r\n')}\r\n`);
    expect(reportOf(made)).toEqual([]);
  });

  it('a new version is kept by the command, beside the old one', () => {
    const made = tree();
    made.edit(PRIVACY, /$/, '\nAnd one word more.\n');
    const old = legalVersions(DEFAULT_LOCALE, made.dir).privacy;
    setVersion(made, PRIVACY, LATER);
    expect(reportOf(made)).toEqual([[PRIVACY, made.lineOf(PRIVACY, 'version:'), 'npm run translations -- keep']]);
    const { code, out } = runTool('translations', ['keep'], made.dir);
    expect([code, out]).toEqual([0, expect.stringContaining(`privacy.en-US.${LATER}.mdx`)]);
    expect(reportOf(made)).toEqual([]);
    expect(made.read(`.versions/legal/privacy.en-US.${LATER}.mdx`)).toBe(made.read(PRIVACY));
    expect(existsSync(join(made.dir, `.versions/legal/privacy.en-US.${old}.mdx`))).toBe(true);
    const sum = createHash('sha256').update(made.read(PRIVACY)).digest('hex');
    expect(made.read(SUMS)).toBe(`${readFileSync(join('content', SUMS), 'utf8')}${sum}  privacy.en-US.${LATER}.mdx\n`);
  });

  it('a copy that is listed but gone is not written anew, and its list tells of it', () => {
    const made = tree();
    const [version] = /(?<=^version: ).*$/m.exec(made.read(PRIVACY)) ?? [];
    const copy = `privacy.en-US.${version}.mdx`;
    made.remove(`.versions/legal/${copy}`);
    made.edit(PRIVACY, /$/, '\nAnd one word more.\n');
    expect(keepLegalTexts(made.dir)).toEqual([]);
    expect(keptFaults(made.dir)).toEqual([{ kind: 'missing', name: copy, line: made.lineOf(SUMS, copy) }]);
    expect(reportOf(made)).toEqual([]);
  });
});
