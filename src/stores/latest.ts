import { atom } from 'nanostores';
import type { NewsItem } from '../contract/all.ts';
import { MARKET_CATEGORY } from '../markets/main.ts';
import type { Service } from './news.ts';

/** The newest items for the home page; null until the service responds. */
export const $latest = atom<{ news: readonly NewsItem[] | null; flashes: readonly NewsItem[] | null }>({
  news: null,
  flashes: null,
});

export const LATEST = 3;

/** Requests the newest of each. Failures are silent: the page has items from its build. */
export async function loadLatest({ base, lang, language }: Service): Promise<void> {
  const options = { base, lang, quiet: true };
  const news = async () => {
    const { readNews } = await import('../api/news.ts');
    const { list } = await readNews({ language, limit: String(LATEST) }, options);
    $latest.set({ ...$latest.get(), news: list });
  };
  const flashes = async () => {
    const { readFlashes } = await import('../api/flash.ts');
    const limit = String(LATEST);
    // Market opens and closes alone would fill the three places.
    const { list } = await readFlashes({ language, without: MARKET_CATEGORY, limit }, options);
    const isMarket = ({ category }: NewsItem) => category === MARKET_CATEGORY;
    const openings =
      list.length < LATEST ? (await readFlashes({ language, limit }, options)).list.filter(isMarket) : [];
    $latest.set({ ...$latest.get(), flashes: [...list, ...openings].slice(0, LATEST) });
  };
  await Promise.allSettled([news(), flashes()]);
}
