/** The store of the search: what comes first, what a later query does to an earlier one, what fails. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Found, SearchFile } from '../../../src/contract/search.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import type { FoundList } from '../../../src/search/siteIndex.ts';

const FILE = '/_astro/search.json';
const found = (address: string): Found => ({ address, title: address, kind: 'page' });

/** What the index of a language answers, and the file. */
let answers: Partial<Record<Locale, (spellings: readonly string[]) => Promise<FoundList>>>;
let file: () => Promise<SearchFile>;
let openIndex: () => Promise<unknown>;
let asked: URL[];

vi.mock('../../../src/api/search.ts', () => ({ openSiteIndex: () => openIndex() }));
vi.mock('../../../src/api/siteFile.ts', () => ({ readSiteFile: () => file() }));

async function store() {
  vi.resetModules();
  return import('../../../src/stores/search.ts');
}

beforeEach(() => {
  answers = {};
  asked = [];
  file = async () => ({ words: {}, names: [['選擇權', '期权', 'option']], products: [], places: [], service: null });
  openIndex = async () => ({
    find: async (spellings: readonly string[], locale: Locale) =>
      (await answers[locale]?.(spellings)) ?? { ...list(), parts: [...spellings] },
  });
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url));
    return Response.json({ code: 20000, message: 'OK', data: null });
  });
});

const list = (...addresses: string[]): FoundList => ({
  list: addresses.map(found),
  more: false,
  parts: ['x'],
  withTexts: async () => addresses.map((address) => ({ ...found(address), text: `Text of ${address}` })),
});

describe('a search', () => {
  it('shows pages in the language of the page first, then English ones', async () => {
    const { $search, search } = await store();
    const states: string[] = [];
    $search.subscribe(({ results: own, english, status }) => {
      const texts = [...own, ...english].filter(({ text }) => text).length;
      states.push(`${status} ${own.length} ${english.length} ${texts}`);
    });
    answers = { tw: async () => list('/tw/a', '/tw/b'), 'en-US': async () => list('/a') };
    await search(' ETF ', FILE, 'tw', 6);
    // Titles come at once, texts when they are loaded.
    const steps = ['idle 0 0 0', 'loading 0 0 0', 'ready 2 0 0', 'ready 2 0 2', 'ready 2 1 2', 'ready 2 1 3'];
    expect([...new Set(states)]).toEqual(steps);
    expect(states.at(-1)).toBe('ready 2 1 3');
    expect($search.get().query).toBe('ETF');
  });

  it('asks for no English pages by Chinese characters, nor from an English page', async () => {
    const { $search, search } = await store();
    const english = vi.fn(async () => list('/a'));
    answers = { tw: async () => list('/tw/a'), 'en-US': english };
    await search('期權', FILE, 'tw', 6);
    expect(english).not.toHaveBeenCalled();
    await search('etf', FILE, 'en-US', 6);
    expect(english).toHaveBeenCalledOnce();
    expect($search.get().english).toEqual([]);
  });

  it("knows the glossary's names and both scripts", async () => {
    const { search } = await store();
    const tw = vi.fn(async () => list('/tw/a'));
    answers = { tw };
    await search('期权', FILE, 'tw', 6);
    expect(tw).toHaveBeenCalledWith(['期权', '選擇權', '期權']);
  });

  it('leaves a later query to win, and an empty one to show nothing', async () => {
    const { $search, search } = await store();
    const waiting = Promise.withResolvers<FoundList>();
    answers = { 'en-US': ([spelling]) => (spelling === 'slow' ? waiting.promise : Promise.resolve(list('/fast'))) };
    const slow = search('slow', FILE, 'en-US', 6);
    await search('fast', FILE, 'en-US', 6);
    waiting.resolve(list('/slow'));
    await slow;
    expect($search.get()).toMatchObject({ query: 'fast', results: [{ address: '/fast' }] });
    await search('  ', FILE, 'en-US', 6);
    expect($search.get()).toMatchObject({ query: '', status: 'idle', results: [] });
  });

  it('keeps titles whose texts cannot be loaded, and looks for nothing by signs alone', async () => {
    const { $search, search } = await store();
    answers = { 'en-US': async () => ({ ...list('/etf'), withTexts: () => Promise.reject(new Error('no text')) }) };
    await search('etf', FILE, 'en-US', 6);
    expect($search.get()).toMatchObject({ status: 'ready', results: [found('/etf')] });
    answers = { 'en-US': async () => ({ ...list(), parts: [] }) };
    await search('?!', FILE, 'en-US', 6);
    expect($search.get()).toMatchObject({ status: 'idle', results: [] });
  });

  it('says that it failed, and tries again', async () => {
    const { $search, search } = await store();
    const working = openIndex;
    openIndex = () => Promise.reject(new Error('no index'));
    await search('etf', FILE, 'en-US', 6);
    expect($search.get()).toMatchObject({ status: 'failed', query: 'etf' });
    openIndex = working;
    answers = { 'en-US': async () => list('/etf') };
    await search('etf', FILE, 'en-US', 6);
    expect($search.get()).toMatchObject({ status: 'ready', results: [{ address: '/etf' }] });
  });

  it('keeps the pages where news cannot be searched', async () => {
    const { $search, search } = await store();
    const service = { base: 'https://api.test', lang: 'en-US', language: 'en' } as const;
    file = async () => ({ words: {}, names: [], products: [], places: [], service });
    answers = { 'en-US': async () => list('/etf') };
    await search('etf & more', FILE, 'en-US', 6);
    expect($search.get()).toMatchObject({ status: 'ready', isNewsMissing: true, results: [{ address: '/etf' }] });
    expect(asked.map(({ searchParams }) => searchParams.get('q'))).toContain('etf & more');
  });
});
