import { atom } from 'nanostores';
import type { NewsItem } from '../contract/all.ts';
import { MARKET_CATEGORY } from '../markets/main.ts';
import type { FeedService } from './news.ts';

/** The newest items for the home page; null until the service responds. */
export const $latest = atom<{ news: readonly NewsItem[] | null; flashes: readonly NewsItem[] | null }>({
  news: null,
  flashes: null,
});

export const LATEST = 3;

/** Requests the newest of each. Failures are silent: the page has items from its build. */
export async function loadLatest(service: FeedService): Promise<void> {
  const { language } = service;
  const limit = String(LATEST);
  const news = async () => {
    const { newsListCall, request } = await import('../api/lazy/news.ts');
    const { list } = await request(newsListCall, service, { query: { language, limit } });
    $latest.set({ ...$latest.get(), news: list });
  };
  const flashes = async () => {
    const { flashListCall, request } = await import('../api/lazy/news.ts');
    const read = async (without?: string) =>
      (await request(flashListCall, service, { query: { language, without, limit } })).list;
    // Market opens and closes alone would fill the three places.
    const list = await read(MARKET_CATEGORY);
    const isMarket = ({ category }: NewsItem) => category === MARKET_CATEGORY;
    const openings = list.length < LATEST ? (await read()).filter(isMarket) : [];
    $latest.set({ ...$latest.get(), flashes: [...list, ...openings].slice(0, LATEST) });
  };
  await Promise.allSettled([news(), flashes()]);
}
