/** The versions of legal texts: which one a locale shows, and that no text changes without a new version. */

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { headingIds } from '../../../src/authoring/reading/sections.ts';
import { recordSource } from '../../../src/authoring/translation/recordProgress.ts';
import { idsForTranslation, outdatedSince } from '../../../src/authoring/translation/translations.ts';
import { keepLegalTexts } from '../../../src/authoring/translation/versions.ts';
import { mdxFiles } from '../../../src/catalogue/content.ts';
import {
  earlierVersions,
  fileInForce,
  keptFolder,
  keptTexts,
  legalVersions,
  pageOfFile,
  waitingTexts,
} from '../../../src/catalogue/legal.ts';
import { LEGAL_PAGES, type LegalText } from '../../../src/forms/legal.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { ROUTES } from '../../../src/routes.ts';
import { readRules } from '../../../src/server/applications/tables.ts';
import { type ContentTree, contentTree } from '../../helpers/content/contentTree.ts';
import { NEXT } from '../../helpers/content/lessons.ts';

const tree = () => contentTree('content');

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
    const versionIn = (locale: Locale, day = LATER) => legalVersions(locale, made.dir, day).privacy;
    const before = versionIn('ja');
    setVersion(made, PRIVACY, LATER);
    expect([versionIn(DEFAULT_LOCALE), versionIn('ja')]).toEqual([LATER, before]);
    made.remove('ja/pages/legal/privacy.mdx');
    expect(versionIn('ja')).toBe(LATER);
    made.write('ja/pages/legal/privacy.mdx', made.read(PRIVACY).replace('---\n', '---\ndraft: true\n'));
    setVersion(made, 'ja/pages/legal/privacy.mdx', '2029-01-01');
    expect(versionIn('ja')).toBe(LATER);
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

describe('a text with a version to come', () => {
  const PAGE = 'pages/legal/privacy';
  const EVE = '2031-02-02';
  const fileOn = (made: ContentTree, locale: Locale, day: string) => {
    const shown = fileInForce(locale, PAGE, made.dir, day);
    return shown && relative(made.dir, shown.file);
  };
  const copyOf = (locale: Locale, version: string) => `.versions/legal/privacy.${locale}.${version}.mdx`;
  /** The notice with a heading and a version to come, kept, and the version before. */
  function waiting(...locales: Locale[]) {
    const made = tree();
    const before = legalVersions(DEFAULT_LOCALE, made.dir, EVE).privacy;
    for (const locale of locales) {
      const file = `${locale}/${PAGE}.mdx`;
      made.edit(file, /^## /m, `## ${locale} ${LATER}\n\nWords.\n\n## `);
      setVersion(made, file, LATER);
    }
    keepLegalTexts(made.dir);
    return { made, before };
  }

  it('waits: until its day readers see the copy of the version before, then the new text', () => {
    const { made, before } = waiting('ja');
    expect(fileOn(made, 'ja', EVE)).toBe(copyOf('ja', before));
    expect(fileOn(made, 'ja', LATER)).toBe(`ja/${PAGE}.mdx`);
    expect(fileOn(made, DEFAULT_LOCALE, EVE)).toBe(`${DEFAULT_LOCALE}/${PAGE}.mdx`);
    expect(waitingTexts(made.dir, EVE).map(({ waits }) => relative(made.dir, waits.file))).toEqual([`ja/${PAGE}.mdx`]);
    expect(waitingTexts(made.dir, LATER)).toEqual([]);
  });

  it('is neither asked for nor listed before its day', () => {
    const { made, before } = waiting(DEFAULT_LOCALE, 'ja');
    for (const locale of [DEFAULT_LOCALE, 'ja'] satisfies Locale[]) {
      expect(legalVersions(locale, made.dir, EVE).privacy).toBe(before);
      expect(legalVersions(locale, made.dir, LATER).privacy).toBe(LATER);
      // A server that is started later asks for the versions of the day of its build.
      expect(readRules(made.dir, EVE).versionsOf(locale).privacy).toBe(before);
      const listed = (day: string) =>
        keptTexts(made.dir, day).some((one) => one.locale === locale && one.version === LATER);
      expect([listed(EVE), listed(LATER)]).toEqual([false, true]);
      const earlier = (day: string) => earlierVersions(locale, 'privacy', made.dir, day)[0]?.version;
      expect(earlier(LATER)).toBe(before);
      expect((earlier(EVE) ?? '') < before).toBe(true);
    }
  });

  it('of a language without an earlier version leaves readers the English one; the first English one is shown', () => {
    const { made, before } = waiting(DEFAULT_LOCALE, 'ja');
    for (const { locale, text, name } of keptTexts(made.dir, EVE))
      if (text === 'privacy' && locale === 'ja') made.remove(`.versions/legal/${name}`);
    expect(fileOn(made, 'ja', EVE)).toBeNull();
    expect(legalVersions('ja', made.dir, EVE).privacy).toBe(before);
    made.remove('.versions');
    expect(fileOn(made, DEFAULT_LOCALE, EVE)).toBe(`${DEFAULT_LOCALE}/${PAGE}.mdx`);
  });

  it('makes no translation outdated before its day, also where the translation waits too', () => {
    const outdated = ({ made }: ReturnType<typeof waiting>, day: string) =>
      outdatedSince('ja', PAGE, made.dir, day)?.changes.map(({ heading }) => heading) ?? [];
    const english = waiting(DEFAULT_LOCALE);
    expect(outdated(english, EVE)).toEqual([]);
    expect(outdated(english, LATER)).toEqual([`${DEFAULT_LOCALE} ${LATER}`]);
    const both = waiting(DEFAULT_LOCALE, 'ja');
    recordSource('ja', PAGE, NEXT, both.made.dir);
    expect([outdated(both, EVE), outdated(both, LATER)]).toEqual([[], []]);
    // The translation comes later than the English text, of whose change readers of the older one are told.
    setVersion(english.made, `ja/${PAGE}.mdx`, '2031-03-01');
    expect(outdatedSince('ja', PAGE, english.made.dir, LATER)).toMatchObject({ date: english.before });
    expect(outdated(english, LATER)).toEqual([`${DEFAULT_LOCALE} ${LATER}`]);
  });

  it('leaves the headings of the copy the ids of the English text of its day', () => {
    const { made } = waiting(DEFAULT_LOCALE, 'ja');
    const kept = fileInForce('ja', PAGE, made.dir, EVE)?.kept;
    const english = fileInForce(DEFAULT_LOCALE, PAGE, made.dir, EVE)?.file ?? '';
    expect(idsForTranslation('ja', PAGE, made.dir, kept)).toEqual(headingIds(readFileSync(english, 'utf8')));
    expect(idsForTranslation('ja', PAGE, made.dir)).not.toEqual(idsForTranslation('ja', PAGE, made.dir, kept));
  });
});

it('a file of the folder says which page in which language it has, also a kept copy', () => {
  const pageOf = (file: string) => {
    const { locale, page, kept } = pageOfFile(join('content', file)) ?? {};
    return [locale, page, kept?.version];
  };
  expect(pageOf('ja/pages/legal/terms.mdx')).toEqual(['ja', 'pages/legal/terms', undefined]);
  expect(pageOf('.versions/legal/terms.ja.2026-11-21.mdx')).toEqual(['ja', 'pages/legal/terms', '2026-11-21']);
  expect(pageOfFile('content/.versions/legal/operator.2026-11-22.yml')).toBeNull();
});
