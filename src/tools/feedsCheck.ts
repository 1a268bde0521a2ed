/**
 * npm run admin -- feeds check [ID …]: tries the feeds of content/sources.opml as the server would, and prints each result.
 * Saves nothing. Exit code 1 if one fails or gives no items, 2 if an id is unknown or the file is faulty.
 */
import pMap from 'p-map';
import { type FeedSource, readSources } from '../catalogue/sources.ts';
import { readConfig } from '../server/config.ts';
import { FeedFault } from '../server/feeds/errors.ts';
import type { Fetched } from '../server/feeds/fetch.ts';
import { readItems } from '../server/feeds/ingest.ts';
import { fetcherOf } from '../server/feeds/schedule.ts';
import { faulty, type Work } from './command.ts';

interface Row {
  id: string;
  /** 'ok', or a kind of fault */
  state: string;
  items: number;
  /** Newest date of an item, YYYY-MM-DD; '' if no item has a date */
  newest: string;
  ms: number;
}

export const feedsCheck: Work = async (ids, env) => {
  let sources: FeedSource[];
  let config: ReturnType<typeof readConfig>;
  try {
    sources = readSources();
    config = readConfig(env);
  } catch (error) {
    throw faulty((error as Error).message);
  }
  const unknown = ids.filter((id) => !sources.some((source) => source.id === id));
  if (unknown.length > 0) throw faulty(`No feed in content/sources.opml is called ${unknown.join(', ')}`);
  const wanted = ids.length > 0 ? sources.filter(({ id }) => ids.includes(id)) : sources;
  const fetcher = fetcherOf(config);
  const found = await pMap(wanted, tryOne, { concurrency: config.FEEDS_PARALLEL });

  const width = Math.max(...wanted.map(({ id }) => id.length));
  const failed = found.filter(({ state }) => state !== 'ok');
  if (failed.length > 0) process.exitCode = 1;
  return [
    `${'feed'.padEnd(width)}  ${'state'.padEnd(18)}  items  newest          ms`,
    ...found.map(({ id, state, items, newest, ms }) => {
      const numbers = `${String(items).padStart(5)}  ${newest.padEnd(10)}  ${String(ms).padStart(6)}`;
      return `${id.padEnd(width)}  ${state.padEnd(18)}  ${numbers}`;
    }),
    `${found.length - failed.length} of ${found.length} feeds gave items`,
  ];

  async function tryOne(source: FeedSource): Promise<Row> {
    const started = performance.now();
    const row = (state: string, items = 0, newest = ''): Row => ({
      id: source.id,
      state,
      items,
      newest,
      ms: Math.round(performance.now() - started),
    });
    let incomplete: Fetched['incomplete'] = null;
    try {
      const fetched = await fetcher.fetch(source.xmlUrl, { etag: null, lastModified: null });
      if (!fetched) return row('failed');
      incomplete = fetched.incomplete;
      const items = readItems(source, fetched, new Date());
      const newest = Math.max(...items.map(({ publishedAt }) => publishedAt?.getTime() ?? 0));
      const date = newest > 0 ? new Date(newest).toISOString().slice(0, 10) : '';
      return row(incomplete ?? (items.length > 0 ? 'ok' : 'no items'), items.length, date);
    } catch (error) {
      return row(incomplete ?? (error instanceof FeedFault ? error.kind : 'failed'));
    }
  }
};
