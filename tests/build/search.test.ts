/** The index of the search: what is in it, and that it finds what visitors look for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { readSiteFile } from '../../src/api/siteFile.ts';
import { glossary } from '../../src/authoring/pages/glossary.ts';
import { searchFile } from '../../src/authoring/pages/searchFile.ts';
import { INDEX_FILES, SEARCH_PATH, type TitleList } from '../../src/contract/search.ts';
import { DEFAULT_LOCALE, type Locale } from '../../src/i18n/locales.ts';
import { spellingsOf } from '../../src/i18n/spellings.ts';
import { foldedForSearch } from '../../src/i18n/tokens.ts';
import { localize } from '../../src/i18n/urls.ts';
import { contentPath } from '../../src/routes.ts';
import { firstFiles, openIndex, type Pagefind, type SiteIndex } from '../../src/search/siteIndex.ts';
import { headersFor } from '../../src/server/hosting.ts';
import { UNTRANSLATED, UNTRANSLATED_ARTICLE } from '../helpers/builds.ts';
import { isItemPage, links, metas, type Page, ROUTE_ROWS, type Site, site } from '../helpers/dist.ts';

const SEARCHES: Partial<Record<Locale, Record<string, string>>> = parse(
  readFileSync('tests/fixtures/searches.yml', 'utf8'),
);
const ORIGIN = 'http://search.test';
/** Among so many first results the page must be. */
const FIRST = 3;
/** So many the dialog shows. */
const AT_ONCE = 6;
/**
 * Bytes that a first search may load, besides its scripts, which are in weight.test.ts: the library, its program, titles,
 * pieces of the index, texts, words.
 */
const BUDGET = 140_000;

/** A module of its own for each search, as each page has. */
let opened = 0;

/** Reads files of a build in place of the network. Returns the index of a language, and how much it has read. */
async function open({ dir }: Site, locale: Locale): Promise<{ index: SiteIndex; read: () => number }> {
  let bytes = readFileSync(join(dir, `${SEARCH_PATH}/pagefind.js.br`)).length;
  vi.stubGlobal('fetch', async (address: string) => {
    const path = join(dir, new URL(address).pathname);
    const sent = existsSync(`${path}.br`) ? `${path}.br` : path;
    const content = readFileSync(sent);
    bytes += content.length;
    return new Response(sent === path ? content : brotliDecompressSync(content));
  });
  opened += 1;
  const module = pathToFileURL(join(dir, `${SEARCH_PATH}/pagefind.js`)).href;
  const pagefind: Pagefind = await import(/* @vite-ignore */ `${module}?${opened}`);
  return { index: await openIndex(pagefind, locale, readSiteFile, ORIGIN), read: () => bytes };
}

/** What an index has: the addresses of its entries, and the text of each. */
function entriesOf({ dir }: Site, locale: Locale): Map<string, string> {
  const folder = join(dir, SEARCH_PATH, locale, 'fragment');
  return new Map(
    readdirSync(folder).map((name) => {
      const text = gunzipSync(readFileSync(join(folder, name))).toString();
      const { url, content } = JSON.parse(text.slice(text.indexOf('{')));
      return [url, content];
    }),
  );
}

/** Whether a page is to be found in its own language: it has its own words, and is no copy. */
function isFound(of: Site, page: Page): boolean {
  const [canonical] = links(page, 'canonical').map(({ attribs }) => attribs.href ?? '');
  const own = new URL(canonical ?? '/none', of.settings.SITE_URL).pathname.replace(/\/$/, '');
  return !metas(page, 'robots').includes('noindex') && own === page.address.replace(/\/$/, '');
}

describe('the index of the site', () => {
  const built = site();

  it.each(built.locales)('has the pages of %s that have words of their own, and every term', (locale) => {
    const addresses = [...entriesOf(built, locale).keys()];
    const pages = built.pages.filter((page) => page.locale === locale && isFound(built, page));
    const terms = Object.keys(glossary).map((id) => `${localize('/glossary', locale)}#term-${id}`);
    expect(addresses.sort()).toEqual([...pages.map(({ address }) => address), ...terms].sort());
    for (const kind of ['home', 'lesson', 'audience', 'legal']) {
      const routes = ROUTE_ROWS.filter((route) => route.kind === kind && !route.shows);
      expect(addresses).toEqual(expect.arrayContaining(routes.map(({ path }) => localize(path, locale))));
    }
    expect(pages.filter(isItemPage).length).toBeGreaterThan(20);
  });

  it('shows texts without what every page has', () => {
    for (const [address, text] of entriesOf(built, DEFAULT_LOCALE)) {
      expect(text, address).not.toMatch(/<\w|undefined/);
      expect(text.length, address).toBeGreaterThan(20);
    }
  });

  it("has none of Pagefind's own interface", () => {
    const own = [...built.files].filter((file) => file.startsWith(SEARCH_PATH.slice(1)));
    const isIndex = /\.pf_\w+$|\/(wasm\.unknown\.pagefind|pagefind-entry\.json|titles\.json)(\.br|\.gz)?$/;
    const others = own.filter((file) => !isIndex.test(file));
    expect(others.sort()).toEqual(['', '.br', '.gz'].map((end) => `${SEARCH_PATH.slice(1)}/pagefind.js${end}`));
  });
});

it('browsers keep what does not change, and ask again for what names it', () => {
  for (const build of ['site', 'configured'] as const) {
    const { headers, locales, files } = site(build);
    for (const locale of locales) {
      const asked = firstFiles(locale).map((address) => address.replace(/\?.*/, ''));
      for (const address of asked) expect(files.has(address.slice(1)), address).toBe(true);
      const cached = asked.filter((address) => headersFor(headers, address)['Cache-Control']?.includes('immutable'));
      expect(cached.map((address) => address.split('/').at(-1))).toEqual([INDEX_FILES.wasm, INDEX_FILES.entry]);
      const [wasm = ''] = asked;
      expect(headersFor(headers, wasm)['Content-Type']).toBe('application/wasm');
    }
  }
});

it('a page that shows English for want of a translation is in the English index only', () => {
  const built = site('fallback');
  const paths = [
    ...ROUTE_ROWS.filter((route) => UNTRANSLATED.includes(contentPath(route)) && !route.shows).map(({ path }) => path),
    `/support/anserpage/${UNTRANSLATED_ARTICLE}`,
  ];
  const [english, own] = [entriesOf(built, DEFAULT_LOCALE), entriesOf(built, 'ja')];
  expect(paths.length).toBeGreaterThan(2);
  for (const path of paths) {
    expect(english.has(path), path).toBe(true);
    expect(own.has(localize(path, 'ja')), path).toBe(false);
    expect(own.has(path), path).toBe(false);
  }
});

describe('a search', () => {
  const built = site();
  afterEach(() => vi.unstubAllGlobals());

  it.each(built.locales)('finds in %s what visitors look for among the first three', async (locale) => {
    const { index } = await open(built, locale);
    const { names } = JSON.parse(searchFile(locale).json);
    const searches = Object.entries(SEARCHES[locale] ?? {});
    expect(searches.length).toBeGreaterThanOrEqual(12);
    const missed: string[] = [];
    for (const [query, path] of searches) {
      const { list } = await index.find(await spellingsOf(query, locale, names), locale, AT_ONCE);
      const first = list.slice(0, FIRST).map(({ address }) => address);
      if (!first.includes(localize(path, locale))) missed.push(`${query}: ${first.join(' ')}`);
    }
    expect(missed).toEqual([]);
  });

  it.each(['en-US', 'ja'] as const)(
    'finds in %s each page and each term by its title among the first three',
    async (locale) => {
      const { index } = await open(built, locale);
      const file = readFileSync(join(built.dir, SEARCH_PATH, locale, INDEX_FILES.titles), 'utf8');
      const missed: string[] = [];
      for (const [, { title, address }] of JSON.parse(file) as TitleList) {
        const { list } = await index.find([foldedForSearch(title)], locale, FIRST);
        if (!list.some((found) => found.address === address)) missed.push(title);
      }
      expect(missed).toEqual([]);
    },
  );

  it('finds English pages too, apart, and nothing by words that no page has', async () => {
    const { index } = await open(built, 'ja');
    const { list } = await index.find(['dividend yield'], DEFAULT_LOCALE, 10);
    expect(list[0]?.address).toBe('/glossary#term-dividendYield');
    expect((await index.find(['zanzibar'], 'ja', 10)).list).toEqual([]);
    expect((await index.find(['鬱鬱'], 'ja', 10)).list).toEqual([]);
    // Nor by a word that one of a page begins.
    expect((await index.find(['stockyard'], DEFAULT_LOCALE, 10)).list).toEqual([]);
    expect((await index.find(['?!'], 'ja', 10)).list).toEqual([]);
  });

  it.each(built.locales)(`loads at most ${BUDGET} bytes the first time in %s`, async (locale) => {
    const words = readFileSync(join(built.dir, `${searchFile(locale).address}.br`)).length;
    for (const query of Object.keys(SEARCHES[locale] ?? {}).slice(0, 3)) {
      const { index, read } = await open(built, locale);
      await (await index.find([query], locale, AT_ONCE)).withTexts();
      expect(read() + words, query).toBeLessThan(BUDGET);
    }
  });
});
