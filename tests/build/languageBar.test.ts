/** The content of the language bar before its script runs, and the languages that it may offer. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALE_IDS, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { contentPath } from '../../src/routes.ts';
import { FALLBACK_CONTENT } from '../helpers/builds.ts';
import { all, byTag, type Page, routePages, site, textOf } from '../helpers/dist.ts';

const placesOf = ({ document }: Page) => all(document, ({ attribs }) => attribs.class === 'place');
const withoutScript = (page: Page) => placesOf(page).flatMap((place) => byTag(place, 'noscript').map(textOf));

/** The locales that a page can offer, each in its own words. */
function offersOf({ document }: Page): string[] {
  return all(document, ({ attribs }) => attribs.class === 'language-offer').map((offer) => {
    const { 'data-locale': locale = '', hidden } = offer.attribs;
    expect(hidden).toBeDefined();
    expect(byTag(offer, 'a').map(textOf)).toEqual([translator(locale as Locale)('language.offer')]);
    return locale;
  });
}

describe('the place in the language bar', () => {
  it('is empty until it was looked up; who has no script reads that it cannot be', () => {
    for (const { locale, page } of routePages(site('site'))) {
      const failed = translator(locale)('language.noLocation');
      expect(placesOf(page).map(textOf), page.file).toEqual([failed]);
      expect(withoutScript(page), page.file).toEqual([failed]);
    }
  });

  it('is the text for a failed detection where no API is asked', () => {
    for (const { locale, page } of routePages(site('fallback'))) {
      expect(placesOf(page).map(textOf), page.file).toEqual([translator(locale)('language.noLocation')]);
      expect(withoutScript(page), page.file).toEqual([]);
    }
  });
});

describe.each([
  ['site', 'content'],
  ['fallback', FALLBACK_CONTENT],
] as const)('the offer of another language in the %s build', (build, content) => {
  const built = site(build);
  const pages = routePages(built);
  /** True if the locale has its own page; a draft exists but is not shown. */
  const isOwn = (locale: Locale, path: string) => {
    const file = join(content, locale, 'pages', `${path}.mdx`);
    return existsSync(file) && !/^draft: true$/m.test(readFileSync(file, 'utf8'));
  };

  it('is made of every language in which the page reads otherwise, and of no other', () => {
    for (const { route, locale, page } of pages) {
      const path = contentPath(route);
      const wordsIn = (of: Locale) => (isOwn(of, path) ? of : 'en-US');
      const expected = built.locales.filter((of) => wordsIn(of) !== wordsIn(locale));
      expect(offersOf(page), page.file).toEqual(expected);
    }
  });

  it('is not made between the two kinds of English where they share a page', () => {
    const shared = pages.filter(({ route }) => !isOwn('en-GB', contentPath(route)));
    expect(shared.length).toBeGreaterThan(0);
    for (const { locale, page } of shared) {
      const other = ({ 'en-US': 'en-GB', 'en-GB': 'en-US' } as Partial<Record<Locale, Locale>>)[locale];
      if (other) expect(offersOf(page), page.file).not.toContain(other);
    }
  });
});

it('names each language so that nobody is offered English on an English page', () => {
  const offers = LOCALE_IDS.map((locale) => translator(locale)('language.offer'));
  expect(new Set(offers).size).toBe(LOCALE_IDS.length);
});
