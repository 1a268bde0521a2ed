/**
 * npm run feeds:check [-- id …]: tries the feeds of content/sources.opml as the server would, and prints each result.
 * Saves nothing. Exit code 1 if one fails or gives no items, 2 if an id is unknown or the file is faulty.
 */
import { existsSync } from 'node:fs';
import pMap from 'p-map';
import { type FeedSource, readSources } from '../catalogue/sources.ts';
import { readConfig } from '../server/config.ts';
import { FeedFault } from '../server/feeds/errors.ts';
import type { Fetched } from '../server/feeds/fetch.ts';
import { readItems } from '../server/feeds/ingest.ts';
import { fetcherOf } from '../server/feeds/schedule.ts';

interface Row {
  id: string;
  /** 'ok', or a kind of fault */
  state: string;
  items: number;
  /** Newest date of an item, YYYY-MM-DD; '' if no item has a date */
  newest: string;
  ms: number;
}

if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await main(process.argv.slice(2));

async function main(ids: readonly string[]): Promise<number> {
  let sources: FeedSource[];
  let config: ReturnType<typeof readConfig>;
  try {
    sources = readSources();
    config = readConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  const unknown = ids.filter((id) => !sources.some((source) => source.id === id));
  if (unknown.length > 0) {
    console.error(`No feed in content/sources.opml is called ${unknown.join(', ')}`);
    return 2;
  }
  const wanted = ids.length > 0 ? sources.filter(({ id }) => ids.includes(id)) : sources;
  const fetcher = fetcherOf(config);
  const found = await pMap(wanted, tryOne, { concurrency: config.FEEDS_PARALLEL });

  const width = Math.max(...wanted.map(({ id }) => id.length));
  console.log(`${'feed'.padEnd(width)}  ${'state'.padEnd(18)}  items  newest          ms`);
  for (const { id, state, items, newest, ms } of found) {
    const numbers = `${String(items).padStart(5)}  ${newest.padEnd(10)}  ${String(ms).padStart(6)}`;
    console.log(`${id.padEnd(width)}  ${state.padEnd(18)}  ${numbers}`);
  }
  const failed = found.filter(({ state }) => state !== 'ok');
  console.log(`${found.length - failed.length} of ${found.length} feeds gave items`);
  return failed.length > 0 ? 1 : 0;

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
}
