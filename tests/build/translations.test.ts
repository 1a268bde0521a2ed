/** The notice on an outdated translation. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sections } from '../../src/authoring/reading/sections.ts';
import { outdatedSince } from '../../src/authoring/translation/translations.ts';
import { formatDate } from '../../src/i18n/format.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { FALLBACK_CONTENT, OUTDATED } from '../helpers/builds.ts';
import { all, byId, byTag, only, type Page, pageAt, site, textOf } from '../helpers/dist.ts';

const lineOf = (page: Page) =>
  all(page.document, ({ attribs }) => attribs.class?.split(' ').includes('outdated') === true);

describe('the line on an outdated page', () => {
  const built = site('fallback');
  const address = `/${OUTDATED.page}`;
  const [, first] = sections(readFileSync(`${FALLBACK_CONTENT}/en-US/pages/${OUTDATED.page}.mdx`, 'utf8'));
  const english = LOCALES[DEFAULT_LOCALE].lang;

  it.each(['ja', 'en-GB'] satisfies Locale[])(
    'in %s says since when and how much, and leads to the English sections',
    (locale) => {
      const page = pageAt(built, localize(address, locale));
      const [line, ...others] = lineOf(page);
      expect(others).toEqual([]);
      const date = outdatedSince(locale, `pages/${OUTDATED.page}`, FALLBACK_CONTENT)?.date ?? '';
      expect(line && byTag(line, 'p').map(textOf)).toEqual([
        translator(locale)('page.outdated', { date: formatDate(date, locale), count: 2 }),
      ]);
      const links = line ? byTag(line, 'a') : [];
      expect(links.map((link) => [link.attribs.href, textOf(link)])).toEqual([
        [`${address}#${first?.id}`, first?.heading],
        [`${address}#a-section-of-today`, OUTDATED.added],
      ]);
      const original = pageAt(built, address);
      for (const { attribs } of links) expect(byId(original.document, attribs.href?.split('#')[1] ?? '')).toBeTruthy();
      expect(line && byTag(line, 'li').map(({ attribs }) => attribs.lang)).toEqual([english, english]);
    },
  );

  it('stands on no other page', () => {
    const told = built.pages.filter((page) => lineOf(page).length > 0).map((page) => page.address);
    expect(told.sort()).toEqual([localize(address, 'en-GB'), localize(address, 'ja')].sort());
  });

  it('leaves the headings the ids of the sections that they translate', () => {
    const idsOf = (at: string) =>
      byTag(only(pageAt(built, at).document, 'main'), 'h2').map(({ attribs }) => attribs.id);
    const [ja, original] = [idsOf(localize(address, 'ja')), idsOf(address)];
    expect(ja).toEqual(original.filter((id) => id !== 'a-section-of-today'));
  });
});
