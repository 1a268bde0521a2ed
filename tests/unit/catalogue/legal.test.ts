/** The versions of legal texts: which one a locale shows, and that no text changes without a new version. */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkPage } from '../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { mdxFiles } from '../../../src/catalogue/content.ts';
import { earlierVersions, keptFolder, legalVersions } from '../../../src/catalogue/legal.ts';
import { LEGAL_PAGES, type LegalText } from '../../../src/forms/legal.ts';
import { DEFAULT_LOCALE, LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { ROUTES } from '../../../src/routes.ts';
import { type ContentTree, contentTree } from '../../helpers/contentTree.ts';

const trees: ContentTree[] = [];
afterEach(() => {
  for (const { dir } of trees.splice(0)) rmSync(dir, { recursive: true });
});
function tree(): ContentTree {
  const made = contentTree('content');
  trees.push(made);
  return made;
}

const PRIVACY = 'en-US/pages/legal/privacy.mdx';
const LATER = '2031-02-03';
const setVersion = (made: ContentTree, file: string, version: string) =>
  made.edit(file, /^version: .*$/m, `version: ${version}`);

describe('legal texts', () => {
  it('are the pages of their kind in the route table', () => {
    const pages = ROUTES.filter((route) => route.kind === 'legal').map(({ path }) => path);
    expect(Object.values(LEGAL_PAGES)).toEqual(pages);
  });

  it('have a version in every locale', () => {
    for (const locale of LOCALE_IDS) {
      const versions = legalVersions(locale);
      expect(Object.keys(versions)).toEqual(Object.keys(LEGAL_PAGES));
      for (const version of Object.values(versions)) expect(version, locale).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it('show in each locale their own version, and that of the English text where there is none', () => {
    const made = tree();
    const before = legalVersions('ja', made.dir);
    setVersion(made, PRIVACY, LATER);
    expect(legalVersions(DEFAULT_LOCALE, made.dir).privacy).toBe(LATER);
    expect(legalVersions('ja', made.dir)).toEqual(before);
    made.remove('ja/pages/legal/privacy.mdx');
    expect(legalVersions('ja', made.dir).privacy).toBe(LATER);
    made.write('ja/pages/legal/privacy.mdx', made.read(PRIVACY).replace('---\n', '---\ndraft: true\n'));
    setVersion(made, 'ja/pages/legal/privacy.mdx', '2029-01-01');
    expect(legalVersions('ja', made.dir).privacy).toBe(LATER);
  });

  it('throw where a text has no version, with its file', () => {
    const made = tree();
    made.edit(PRIVACY, /^version: .*\n/m, '');
    expect(() => legalVersions(DEFAULT_LOCALE, made.dir)).toThrow('pages/legal/privacy.mdx has no version');
  });

  it('as they are shipped are kept, each in every language that it is written in', () => {
    for (const locale of LOCALE_IDS) {
      for (const [text, page] of Object.entries(LEGAL_PAGES)) {
        if (!mdxFiles(locale).includes(`pages${page}`)) continue;
        const version = legalVersions(locale)[text as LegalText];
        expect(
          existsSync(join('content/.versions/legal', `${text}.${locale}.${version}.mdx`)),
          `${locale} ${text}`,
        ).toBe(true);
      }
    }
  });

  it('without a version are told of by the rules of the page', () => {
    const raw = readFileSync(join('content', PRIVACY), 'utf8').replace(/^version: .*\n/m, '');
    const page = { file: PRIVACY, locale: 'en-US', name: 'pages/legal/privacy', raw } as const;
    const problems = checkPage(page, readKnown('content')).filter(({ rule }) => rule === 'version');
    expect(problems.map(({ what }) => what)).toEqual(['a legal text without its version']);
  });
});

it('earlier versions are those that were published before the one that a locale shows, the newest first', () => {
  const made = tree();
  for (const locale of ['en-US', 'ja'] as const) {
    const earlier = earlierVersions(locale, 'terms', made.dir);
    const versions = earlier.map(({ version }) => version);
    expect(versions.length).toBeGreaterThan(0);
    expect(versions).toEqual([...versions].sort().reverse());
    expect(versions).not.toContain(legalVersions(locale, made.dir).terms);
    for (const { name, ...kept } of earlier) {
      expect(kept).toMatchObject({ locale, text: 'terms' });
      expect(existsSync(join(keptFolder(made.dir), name))).toBe(true);
    }
  }
  made.remove('ja/pages/legal/terms.mdx');
  expect(earlierVersions('ja', 'terms', made.dir)).toEqual(earlierVersions(DEFAULT_LOCALE, 'terms', made.dir));
});
