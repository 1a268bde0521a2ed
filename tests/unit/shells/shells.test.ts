/** What is shown of items: the same text from server and island, and nothing but text from what others have written. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { NewsItem } from '../../../src/contract/all.ts';
import type { HouseArticle } from '../../../src/contract/news.ts';
import { LANGUAGE_OF } from '../../../src/contract/news.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { pick } from '../../../src/i18n/messages.ts';
import { draw, wordOf } from '../../../src/islands/feeds/drawing.tsx';
import { FLASH_WORDS } from '../../../src/islands/feeds/feedWords.ts';
import { pageMessage } from '../../../src/server/messages.ts';
import { type Element, el } from '../../../src/shells/element.ts';
import { flashEntry, listedFlashes } from '../../../src/shells/flashLists.ts';
import { type Head, withHead } from '../../../src/shells/head.ts';
import { toHtml } from '../../../src/shells/html.ts';
import { itemPage } from '../../../src/shells/itemPage.ts';
import { newsEntry } from '../../../src/shells/newsLists.ts';
import { newsSitemap } from '../../../src/shells/newsSitemap.ts';
import { ITEM_PAGE_WORDS, type Page } from '../../../src/shells/page.ts';
import { dataElement, fillPlace, houseElement, place, withoutHouse } from '../../../src/shells/place.ts';
import { railRows } from '../../../src/shells/rail.ts';
import { newsItem } from '../../helpers/feeds/newsItem.ts';

const HOSTILE = [
  '<script>globalThis.owned = 1</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</script><script>alert(1)</script>',
  '<!--/place item--><!--place news-->',
  '&lt;b&gt; &amp; &#60;i&#62; $& $1 $` \u2028 \ud800',
  '{name} {licence}',
];

const pageOf = (locale: Locale, word: Page['word']): Page => ({
  locale,
  lang: LOCALES[locale].lang,
  language: LANGUAGE_OF[locale],
  zone: 'UTC',
  word,
});
const onServer = (locale: Locale) =>
  pageOf(locale, (key, values) => pageMessage(key, locale, values as Record<string, string>));
const inIsland = (locale: Locale) => pageOf(locale, wordOf(pick(locale, [...ITEM_PAGE_WORDS, ...FLASH_WORDS]), locale));

const article: HouseArticle = {
  id: 'house',
  title: 'Of the house',
  description: 'What it says',
  date: '2026-11-20',
  day: 'November 20',
  href: '/datahub/news/house',
  readingTime: '2 minutes',
};
const AROUND = { back: '/datahub/news', data: '/technology/dataHub', series: { EURUSD: 'eur-usd' } };

/** Everything that is shown of items like this one. */
function shown(page: Page, own: Partial<NewsItem> = {}): Element[] {
  const one = newsItem(7, { summary: 'A summary', important: true, reason: 'rateDecision', revision: 2, ...own });
  const company = { name: 'A & B', licence: '4711', authority: 'FSA' };
  const other = newsItem(2_000, {
    kind: 'flash',
    language: 'ja',
    company,
    category: 'unheard',
    symbols: ['EURUSD', 'X'],
  });
  const items = [other, one];
  const revisions = [{ number: 1, title: one.title, summary: one.summary, changedAt: one.publishedAt }];
  return [
    ...items.flatMap((item) => [
      newsEntry({ kind: 'feed', key: item.id, at: '', item }, 'Finger', false, page),
      newsEntry({ kind: 'feed', key: item.id, at: '', item }, 'Finger', true, page),
      itemPage({ item, revisions, related: items, newer: one, older: other }, AROUND, page),
    ]),
    newsEntry({ kind: 'house', key: '', at: '', article }, 'Finger', false, page),
    ...listedFlashes([...items, { ...one, withdrawn: true }], page).map((entry) => flashEntry(entry, page)),
    ...railRows(items, page).map(({ row }) => row),
  ];
}

describe('what is shown', () => {
  it.each(LOCALE_IDS)('is the same from server and island in %s', (locale) => {
    const server = toHtml(...shown(onServer(locale)));
    const island = shown(inIsland(locale)).map((element) => renderToStaticMarkup(draw(element)));
    // React writes some names otherwise.
    expect(server === island.join('').replaceAll('&#x27;', '&#39;').replaceAll(' dateTime=', ' datetime=')).toBe(true);
    expect(server).not.toContain('undefined');
    expect(server).not.toMatch(/\{\w+\}/);
  });

  it.each(HOSTILE)('is text, whatever others write: %s', (attack) => {
    const page = onServer('en-US');
    const own = {
      title: attack,
      summary: attack,
      category: attack,
      reason: attack,
      source: { id: attack, name: attack },
      symbols: [attack],
      company: { name: attack, licence: attack, authority: attack },
    };
    const tagsOf = (html: string) =>
      DomUtils.findAll(() => true, parseDocument(html).children).map(({ name, attribs }) => [
        name,
        Object.keys(attribs),
      ]);
    expect(tagsOf(toHtml(...shown(page, own)))).toEqual(tagsOf(toHtml(...shown(page, { ...own, ...plain(own) }))));
    const [entry] = shown(page, own).slice(3);
    const text = DomUtils.textContent(parseDocument(toHtml(entry)).children);
    expect(text).toContain(attack.toWellFormed());
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://[', '//evil.example'])('has no link to %s', (link) => {
    expect(toHtml(...shown(onServer('en-US'), { link }))).not.toContain(link);
  });

  it('names the item in its own language, and the day of the first of each', () => {
    const page = onServer('ja');
    const html = toHtml(...listedFlashes([newsItem(1), newsItem(2)], page).map((entry) => flashEntry(entry, page)));
    expect(html.match(/ lang="en"/g)).toHaveLength(2);
    expect(html.match(/class="flash-day"/g)).toHaveLength(1);
    expect(html.match(/class="flash-hour"/g)).toHaveLength(1);
    expect(html).toContain('>00:02</time>');
  });
});

/** Texts of the same kind that attack nothing. */
const plain = (own: Pick<NewsItem, 'title' | 'symbols'>): Partial<NewsItem> => ({
  title: 'x',
  summary: 'x',
  category: 'x',
  reason: 'x',
  source: { id: 'x', name: 'x' },
  symbols: own.symbols.map(() => 'x'),
  company: { name: 'x', licence: 'x', authority: 'x' },
});

describe('places', () => {
  it.each(HOSTILE)('are filled with %s and nothing else of the page changes', (attack) => {
    const page = `a${place('item', 'built')}b${place('news')}c`;
    expect(fillPlace(page, 'item', attack)).toBe(`a<!--place item-->${attack}<!--/place item-->b${place('news')}c`);
    expect(fillPlace(page, 'item', (built) => `${built}!`)).toContain('built!');
    expect(fillPlace(page, 'flash', attack)).toBe(page);
    const data = dataElement('item', { title: attack });
    expect(data.match(/</g)).toHaveLength(2);
    expect(JSON.parse(data.slice(data.indexOf('>') + 1, data.lastIndexOf('<')))).toEqual({ title: attack });
    expect(withoutHouse(`a${houseElement([attack])}b`)).toEqual({ page: 'ab', house: [attack] });
  });
  it('without the articles of the house are as they are', () => {
    expect(withoutHouse('ab')).toEqual({ page: 'ab', house: [] });
  });
});

describe('the head', () => {
  const BUILT = `<html><head><title>News item · Finger</title><meta name="description" content="d"><meta name="robots" content="noindex"><meta property="og:type" content="website"><meta property="og:title" content="t"><meta property="og:description" content="d"><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization"},{"@type":"BreadcrumbList","itemListElement":[{"position":1}]}]}</script></head><body><title>untouched</title></body></html>`;
  const head = (title: string): Head => ({
    title,
    description: title,
    canonical: 'https://www.example.com/datahub/news/7',
    alternates: [{ hreflang: 'en-US', href: 'https://www.example.com/datahub/news/7' }],
    published: '2026-11-20T00:00:00.000Z',
    data: { '@type': 'NewsArticle', headline: title },
  });

  it.each(HOSTILE)('says what the item is, and lets search engines have it: %s', (attack) => {
    const html = withHead(BUILT, head(attack), 'Finger');
    const document = parseDocument(html);
    const all = (name: string) => DomUtils.getElementsByTagName(name, document.children);
    const [title] = all('title');
    expect(title && DomUtils.textContent(title)).toBe(`${attack} · Finger`.toWellFormed());
    const metas = Object.fromEntries(
      all('meta').map(({ attribs }) => [attribs.name ?? attribs.property, attribs.content]),
    );
    expect(metas).toEqual({
      description: attack.toWellFormed(),
      'og:title': attack.toWellFormed(),
      'og:description': attack.toWellFormed(),
      'og:type': 'article',
      'og:url': 'https://www.example.com/datahub/news/7',
      'article:published_time': '2026-11-20T00:00:00.000Z',
    });
    expect(all('link').map(({ attribs }) => attribs.rel)).toEqual(['canonical', 'alternate']);
    const scripts = all('script');
    expect(scripts).toHaveLength(1);
    const [script] = scripts;
    const { '@graph': graph } = JSON.parse(script ? DomUtils.textContent(script) : '');
    expect(graph).toEqual([
      { '@type': 'Organization' },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1 },
          { '@type': 'ListItem', position: 2, name: attack, item: 'https://www.example.com/datahub/news/7' },
        ],
      },
      { '@type': 'NewsArticle', headline: attack },
    ]);
    expect(html.endsWith('<body><title>untouched</title></body></html>')).toBe(true);
  });
});

it('the sitemap of news is XML, whatever a title says', () => {
  const entry = { address: 'https://www.example.com/datahub/news/7', language: 'zh-tw', published: '2026-11-20' };
  const xml = newsSitemap(
    HOSTILE.map((title) => ({ ...entry, title: `${title}\u0000\u0008` })),
    'Finger',
  );
  const { children } = parseDocument(xml, { xmlMode: true });
  const texts = (name: string) =>
    DomUtils.getElementsByTagName(name, children).map((element) => DomUtils.textContent(element));
  expect(texts('news:title')).toEqual(HOSTILE.map((title) => title.toWellFormed()));
  expect(texts('news:language')).toEqual(HOSTILE.map(() => 'zh-tw'));
});

it('an element without children is empty, and one that shows nothing is left out', () => {
  expect(toHtml(el('p', { className: 'a', hidden: undefined, 'data-x': true }, null, false, '', 'b'))).toBe(
    '<p class="a" data-x="true">b</p>',
  );
  expect(toHtml(el('meta', { name: 'a' }))).toBe('<meta name="a">');
});
