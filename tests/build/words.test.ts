/** The pages that describe the company: long enough, with a drawing, and with the notice where it is required. */
import { describe, expect, it } from 'vitest';
import * as keys from '../../src/browserState/keys.ts';
import { IMPORTANCE } from '../../src/contract/all.ts';
import { isEastAsian } from '../../src/i18n/conventions.ts';
import { LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { type RoutePath, routeAt } from '../../src/routes.ts';
import { all, blocksOf, byId, byTag, type Element, pageAt, site, textOf } from '../helpers/dist.ts';

const built = site();

/** What `/technology` tells is drawn on the pages that it leads to. */
const TOLD: RoutePath[] = [
  '/',
  '/technology',
  '/technology/dataHub',
  '/technology/visual',
  '/download',
  '/adv',
  '/datahub/rules',
  '/info',
  '/info/aIRobot',
  '/info/aPIinfo',
  '/info/butlerService',
  '/info/fingerSocial',
  '/info/howFinger',
  '/info/manageSystem',
  '/info/securityInfo',
  '/info/workForMyself',
];

/** Minimum length of the text: 250 English words, or the equivalent number of Japanese or Chinese characters. */
const least = (locale: Locale) => (!isEastAsian(locale) ? 250 : LOCALES[locale].lang === 'ja' ? 450 : 325);

const hasClass = ({ attribs }: Element, name: string) => attribs.class?.split(' ').includes(name) ?? false;
const proseOf = (path: string, locale: Locale): Element => {
  const { document } = pageAt(built, localize(path, locale));
  return all(document, (element) => hasClass(element, 'prose'))[0] as Element;
};

/** The text of a page without its drawings and without what the layout adds. */
function written(path: string, locale: Locale): string {
  const added = ['figure', 'terms', 'figures-used', 'risk-notice', 'next', 'lessons'];
  return proseOf(path, locale)
    .children.filter((child): child is Element => 'attribs' in child)
    .filter((child) => !added.some((name) => hasClass(child, name)))
    .flatMap((child) => blocksOf(child, LOCALES[locale].lang))
    .join('\n');
}

function length(text: string, locale: Locale): number {
  const unit = !isEastAsian(locale)
    ? /[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu
    : /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
  return text.match(unit)?.length ?? 0;
}

/** Pages whose only drawing stands beside their heading */
const DRAWN_ABOVE = new Set(['/technology', '/download']);

describe.each(built.locales)('%s', (locale) => {
  it.each(TOLD)(
    '%s has its length, drawings in words, and the high-risk notice where its route asks for it',
    (path) => {
      expect(length(written(path, locale), locale)).toBeGreaterThanOrEqual(least(locale));
      const figures = byTag(proseOf(path, locale), 'figure').filter((figure) => hasClass(figure, 'figure'));
      expect(figures.length).toBeGreaterThanOrEqual(DRAWN_ABOVE.has(path) ? 0 : 1);
      for (const figure of figures) {
        const plate = all(figure, (element) => hasClass(element, 'plate'))[0] as Element;
        expect(byTag(plate, 'svg', 'table', 'ul', 'ol', 'dl', 'pre').length).toBeGreaterThanOrEqual(1);
        const caption = all(figure, (element) => hasClass(element, 'caption'))[0];
        expect(textOf(caption).length).toBeGreaterThan(5);
        const summary = textOf(byTag(figure, 'p').at(-1));
        expect(summary.length).toBeGreaterThan(20);
        expect(summary).not.toMatch(/[{}]/);
      }
      const notices = byTag(proseOf(path, locale), 'aside').filter(({ attribs }) => attribs.id === 'high-risk');
      expect(notices).toHaveLength(routeAt(path).risk ? 1 : 0);
    },
  );

  it('the privacy notice names every key that the site keeps', () => {
    const named = byTag(proseOf('/legal/privacy', locale), 'code').map(textOf);
    const kept = Object.entries(keys).filter(([name]) => /_(KEY|COOKIE)$/.test(name));
    expect(kept.length).toBeGreaterThan(0);
    for (const [, key] of kept) expect(named).toContain(key);
  });
});

describe('for an audience', () => {
  const AUDIENCES: RoutePath[] = ['/service/broker', '/service/analyst', '/service/brokerageHouse'];

  it.each(AUDIENCES)('%s is worth its time: 250 to 1,000 English words or the equivalent', (path) => {
    for (const locale of built.locales) {
      const words = length(written(path, locale), locale);
      expect(words, locale).toBeGreaterThanOrEqual(least(locale));
      if (!isEastAsian(locale)) expect(words, locale).toBeLessThanOrEqual(1000);
    }
  });
});

describe.each(built.locales)('the house’s own news in %s', (locale) => {
  const articles = built.pages.filter((page) => page.locale === locale && /datahub\/news\/\d/.test(page.address));

  it('has at least four articles', () => {
    expect(articles.length).toBeGreaterThanOrEqual(4);
  });

  it('defines every term that it marks', () => {
    const marked = articles.flatMap((page) => {
      const terms = all(page.document, (element) => hasClass(element, 'term'));
      for (const { attribs } of terms) {
        const definition = byId(page.document, (attribs.href ?? '').slice(1));
        expect(textOf(definition).length, `${page.file} ${attribs.href}`).toBeGreaterThan(10);
      }
      return terms;
    });
    expect(marked.length).toBeGreaterThanOrEqual(4);
  });
});

describe.each(built.locales)('the rules of importance in %s', (locale) => {
  it.each(['/datahub/news', '/datahub/flash'])('stand on %s, each by the name that items show', (path) => {
    const t = translator(locale);
    const rules = byId(pageAt(built, localize(path, locale)).document, 'importance-rules');
    const shown = byTag(rules as Element, 'dt').map(textOf);
    const names = Object.keys(IMPORTANCE).map((reason) => t(`item.reason.${reason as keyof typeof IMPORTANCE}`));
    expect(shown.map((text, index) => text.startsWith(names[index] ?? '-'))).toEqual(names.map(() => true));
    for (const definition of byTag(rules as Element, 'dd')) expect(textOf(definition).length).toBeGreaterThan(10);
  });
});

it('every such page that speaks of two of options, futures and forex has the risk class', () => {
  const PRODUCTS = [/\boptions\b/i, /\bfutures\b/i, /\bforex\b/i];
  const offering = TOLD.filter((path) => PRODUCTS.filter((name) => name.test(written(path, 'en-US'))).length >= 2);
  expect(offering).toContain('/');
  expect(offering.filter((path) => !routeAt(path).risk)).toEqual([]);
});

it('a double of such a page has the risk class of what it shows', () => {
  for (const path of ['/technology/finger', '/service'] as const) {
    expect(routeAt(path).risk, path).toBe(routeAt(routeAt(path).shows ?? '').risk);
  }
});
