/**
 * npm run bench:feeds [-- sources items]: a pass over local feeds, 1,000 of 50 items by default, beside plain fetch() and
 * feedsmith over the same bytes, as many at a time; then a second pass in which nothing has changed. Exit code 1 where
 * the pass takes more than three times as long, or an item is missing.
 *
 * The server of the feeds is a process of its own, so that it does not count; the store keeps counts only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseFeed } from 'feedsmith';
import type { FeedSource } from '../authoring/sources.ts';
import { createFetcher } from '../server/feeds/fetch.ts';
import { createIngester, eachOf, type Round } from '../server/feeds/ingest.ts';
import type { ItemStore, SourceState } from '../server/news/items.ts';

const MOST_RATIO = 3;
const PARALLEL = 8;
const INTERVAL_MS = 60_000;

/** This file is its own server: `node benchFeeds.ts serve ITEMS`. */
if (process.argv[2] === 'serve') serve(Number(process.argv[3]));
else process.exitCode = await bench(Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 50));

function feed(path: string, items: number): string {
  const item = (n: number) =>
    `<item><title>Release ${n} of ${path}: rates &amp; prices</title><link>/releases/${n}.html</link><guid>${path}/${n}</guid><pubDate>Fri, 20 Nov 2026 08:${String(n % 60).padStart(2, '0')}:00 GMT</pubDate><description><![CDATA[<p>The board has <b>decided</b> to publish its ${n}th release, with <a href="/more">more</a>.</p><p>${'Further words follow here. '.repeat(12)}</p>]]></description></item>`;
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${path}</title><link>/</link>${Array.from({ length: items }, (_, n) => item(n)).join('')}</channel></rss>`;
}

function serve(items: number): void {
  const server = createServer(({ url = '/', headers }, response) => {
    if (headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
    response.writeHead(200, { 'Content-Type': 'application/rss+xml; charset=utf-8', ETag: '"1"' });
    response.end(feed(url, items));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function bench(count: number, items: number): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [import.meta.filename, 'serve', String(items)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [port] = (await once(child, 'message')) as [number];
    return await compare(count, items, port);
  } finally {
    child.kill();
  }
}

async function compare(count: number, items: number, port: number): Promise<number> {
  const sources = Array.from({ length: count }, (_, n): FeedSource => {
    const address = `http://127.0.0.1:${port}/${n}`;
    const rest = { language: 'en', category: 'statistics', kind: 'news', reuse: 'excerpt', checked: 'never' } as const;
    return { id: `s${n}`, title: `${n}`, xmlUrl: address, htmlUrl: address, ...rest };
  });
  // Both once in small, so that neither pays for the other's warming up.
  await plainly(sources.slice(0, 20));
  await ingestion(sources.slice(0, 20)).pass();

  const plain = await timed(() => plainly(sources));
  const ours = ingestion(sources);
  const first = await timed(ours.pass);
  const second = await timed(ours.pass);
  const ratio = first.ms / plain.ms;
  const shown = (ms: number) => `${Math.round(ms)} ms`.padStart(10);
  console.log(`${count} feeds of ${items} items, ${PARALLEL} at a time`);
  console.log(`plain fetch and feedsmith  ${shown(plain.ms)}  peak ${plain.peakMb} MB`);
  console.log(`a pass                     ${shown(first.ms)}  peak ${first.peakMb} MB  ratio ${ratio.toFixed(2)}`);
  console.log(`a pass of 304s             ${shown(second.ms)}  peak ${second.peakMb} MB`);

  const faults = [
    ...(ratio > MOST_RATIO ? [`the pass takes ${ratio.toFixed(2)} times as long, more than ${MOST_RATIO}`] : []),
    ...(plain.result === count * items ? [] : [`plain parsing found ${plain.result} items`]),
    ...(ours.saved() === count * items ? [] : [`${ours.saved()} items saved, not ${count * items}`]),
    ...(second.result?.outcomes.every(({ state }) => state === 'unchanged')
      ? []
      : ['the second pass was not all 304s']),
  ];
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
}

/** Number of items. */
async function plainly(sources: readonly FeedSource[]): Promise<number> {
  let found = 0;
  await eachOf(sources, PARALLEL, async ({ xmlUrl }) => {
    const { format, feed } = parseFeed(await (await fetch(xmlUrl)).text());
    if (format === 'rss') found += feed.items?.length ?? 0;
  });
  return found;
}

function ingestion(sources: readonly FeedSource[]): { pass: () => Promise<Round | null>; saved: () => number } {
  const states = new Map<string, SourceState>();
  let saved = 0;
  let clock = Date.parse('2026-11-21T00:00:00Z');
  const store: ItemStore = {
    async saveItems(all) {
      saved += all.length;
      return { added: all.length, revised: 0 };
    },
    readSources: async () => [...states.values()],
    saveSource: async (state) => void states.set(state.id, state),
    withIngestLock: (work) => work(),
  };
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
    saved: () => saved,
    pass() {
      // Every feed is due again.
      clock += 2 * INTERVAL_MS;
      return round();
    },
  };
}

/** Milliseconds of some work, and the most memory that was resident meanwhile, in MB. */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; peakMb: number }> {
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
