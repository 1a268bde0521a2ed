/** A pass over local feeds. Their server is a separate process, so that its work is not measured. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseFeed } from 'feedsmith';
import pMap from 'p-map';
import type { FeedSource } from '../../src/catalogue/sources.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { newsItems } from '../../src/server/db/schema.ts';
import { createFetcher } from '../../src/server/feeds/fetch.ts';
import { createIngester } from '../../src/server/feeds/ingest.ts';
import type { Round } from '../../src/server/feeds/rounds.ts';
import type { SourceState } from '../../src/server/feeds/states.ts';
import type { ItemStore } from '../../src/server/news/items.ts';
import { createStore } from '../../src/server/news/store.ts';
import { filledPlace } from '../helpers/database/database.ts';
import { titleOf } from './titles.ts';

const FEEDS = 1000;
const ITEMS = 50;
const MOST_RATIO = 3;
const PARALLEL = 8;
const INTERVAL_MS = 60_000;

/** This file is also the server: `node feedPass.ts serve`. */
if (process.argv[1] === import.meta.filename && process.argv[2] === 'serve') serve();

function feed(path: string): string {
  const item = (n: number) =>
    `<item><title>Release ${n}: ${titleOf(Number(path.slice(1)) * ITEMS + n)} &amp; more</title><link>/releases${path}/${n}.html</link><guid>${path}/${n}</guid><pubDate>Fri, 20 Nov 2026 08:${String(n % 60).padStart(2, '0')}:00 GMT</pubDate><description><![CDATA[<p>The board has <b>decided</b> to publish its ${n}th release, with <a href="/more">more</a>.</p><p>${'Further words follow here. '.repeat(12)}</p>]]></description></item>`;
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${path}</title><link>/</link>${Array.from({ length: ITEMS }, (_, n) => item(n)).join('')}</channel></rss>`;
}

function serve(): void {
  const server = createServer(({ url = '/', headers }, response) => {
    if (headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
    response.writeHead(200, { 'Content-Type': 'application/rss+xml; charset=utf-8', ETag: '"1"' });
    response.end(feed(url));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function served<T>(count: number, work: (sources: FeedSource[]) => Promise<T>): Promise<T> {
  const child: ChildProcess = spawn(process.execPath, [import.meta.filename, 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [port] = (await once(child, 'message')) as [number];
    return await work(
      Array.from({ length: count }, (_, n): FeedSource => {
        const address = `http://127.0.0.1:${port}/${n}`;
        const rest = {
          language: 'en',
          category: 'statistics',
          kind: 'news',
          reuse: 'excerpt',
          checked: 'never',
        } as const;
        return { id: `s${n}`, title: `${n}`, xmlUrl: address, htmlUrl: address, ...rest };
      }),
    );
  } finally {
    child.kill();
  }
}

const shown = (ms: number) => `${Math.round(ms)} ms`.padStart(10);
const line = (what: string, { ms, peakMb }: Timed<unknown>, more = '') =>
  console.log(`${what.padEnd(26)} ${shown(ms)}  peak ${peakMb} MB${more}`);

/** Reads, cleans and judges all items; the store only counts them. */
export async function benchPass(scale: number): Promise<string[]> {
  const count = Math.round(FEEDS * scale);
  return served(count, async (sources) => {
    // Warms both up with a few feeds, so that neither pays for the other's start.
    await plainly(sources.slice(0, 20));
    await ingestion(sources.slice(0, 20), countingStore()).pass();

    const plain = await timed(() => plainly(sources));
    const store = countingStore();
    const ours = ingestion(sources, store);
    const first = await timed(ours.pass);
    const second = await timed(ours.pass);
    const ratio = first.ms / plain.ms;
    console.log(`${count} feeds of ${ITEMS} items, ${PARALLEL} at a time`);
    line('plain fetch and feedsmith', plain);
    line('a pass', first, `  ratio ${ratio.toFixed(2)}, goal ${MOST_RATIO}`);
    line('a pass of 304s', second);
    return [
      ...(ratio > MOST_RATIO ? [`the pass takes ${ratio.toFixed(2)} times as long as plain parsing`] : []),
      ...(plain.result === count * ITEMS ? [] : [`plain parsing found ${plain.result} items`]),
      ...(store.saved() === count * ITEMS ? [] : [`${store.saved()} items saved, not ${count * ITEMS}`]),
      ...unless304(second.result),
    ];
  });
}

/** The same pass into a database, with all the work there: near-duplicate titles, search words, revisions. */
export async function benchStore(scale: number): Promise<string[]> {
  const count = Math.round(FEEDS * scale);
  const place = await filledPlace();
  const database = await connect(place);
  try {
    return await served(count, async (sources) => {
      const store = createStore(database);
      await ingestion(sources.slice(0, 1), store).pass();
      const ours = ingestion(sources, store);
      const first = await timed(ours.pass);
      const second = await timed(ours.pass);
      const rows = await database.orm.$count(newsItems);
      console.log(`${count} feeds of ${ITEMS} items into ${database.kind}`);
      line('a pass', first, `  ${Math.round((count * ITEMS) / (first.ms / 1000))} items a second`);
      line('a pass of 304s', second);
      return [...(rows === count * ITEMS ? [] : [`${rows} rows, not ${count * ITEMS}`]), ...unless304(second.result)];
    });
  } finally {
    await database.close();
    await place.remove();
  }
}

const unless304 = (round: Round<FeedSource> | null) =>
  round?.outcomes.every(({ state }) => state === 'unchanged') ? [] : ['the second pass was not all 304s'];

/** Reads the feeds with plain fetch() and feedsmith. Returns the number of items. */
async function plainly(sources: readonly FeedSource[]): Promise<number> {
  let found = 0;
  const read = async ({ xmlUrl }: FeedSource) => {
    const { format, feed } = parseFeed(await (await fetch(xmlUrl)).text());
    if (format === 'rss') found += feed.items?.length ?? 0;
  };
  await pMap(sources, read, { concurrency: PARALLEL });
  return found;
}

function countingStore(): ItemStore & { saved: () => number } {
  const states = new Map<string, SourceState>();
  let saved = 0;
  return {
    async saveItems(all) {
      saved += all.length;
      return { added: all.length, revised: 0, refused: [] };
    },
    readSources: async () => [...states.values()],
    saveSource: async (state) => void states.set(state.id, state),
    withIngestLock: (work) => work(),
    saved: () => saved,
  };
}

function ingestion(
  sources: readonly FeedSource[],
  store: ItemStore,
): { pass: () => Promise<Round<FeedSource> | null> } {
  let clock = Date.parse('2026-11-21T00:00:00Z');
  const limits = { bytes: 8 * 1024 * 1024, ms: 30_000, redirects: 5 };
  const { round } = createIngester({
    sources,
    store,
    fetcher: createFetcher({ limits, userAgent: 'bench', allowPrivate: true }),
    parallel: PARALLEL,
    intervalMs: INTERVAL_MS,
    log: (entry) => console.error(JSON.stringify(entry)),
    now: () => new Date(clock),
  });
  return {
    pass() {
      // Makes every feed due again.
      clock += 2 * INTERVAL_MS;
      return round();
    },
  };
}

interface Timed<T> {
  result: T;
  ms: number;
  peakMb: number;
}

/** The duration of some work in milliseconds, and the peak resident memory in MB. */
async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const started = performance.now();
  try {
    const result = await work();
    return {
      result,
      ms: performance.now() - started,
      peakMb: Math.round(Math.max(peak, process.memoryUsage.rss()) / 1e6),
    };
  } finally {
    clearInterval(watch);
  }
}
