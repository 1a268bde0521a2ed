/** The built site with the tests' own news and flashes, also hostile ones, in the database of its server. */
import { readFileSync } from 'node:fs';
import { PAGE_ITEMS } from '../../../src/browserState/keys.ts';
import type { FeedSource } from '../../../src/catalogue/sources.ts';
import { FLASH_PUBLISH_PATH, type FlashPublication } from '../../../src/contract/all.ts';
import { openDatabase } from '../../../src/server/db/opening/open.ts';
import { readItems } from '../../../src/server/feeds/ingest.ts';
import { addEditor } from '../../../src/server/news/editors.ts';
import { createStore } from '../../../src/server/news/store.ts';
import { BUILDS } from '../builds.ts';
import { filledPlace } from '../database/database.ts';
import { serve, untilReady } from '../serve.ts';

export interface FeedsSite {
  site: string;
  publish: (publication: FlashPublication) => Promise<string>;
}

export const HOSTILE = '<img src=x onerror=alert(1)> & <script>document.title="owned"</script>';
export const NEWS_COUNT = PAGE_ITEMS * 2 + 10;
const HOUR = 3_600_000;
/** Attacks that feeds could contain, besides the fixture. Each one leaves a trace if it is executed. */
const ATTACKS = [
  '<script>globalThis.owned = 1</script>',
  '<img src="https://owned.example.org/pixel" onerror="globalThis.owned = 1">',
  '<svg onload="globalThis.owned = 1"><animate onbegin="globalThis.owned = 1" attributeName="x" dur="1s"/></svg>',
  '<p style="background:url(https://owned.example.org/css)">styled</p><style>@import "https://owned.example.org/x"</style>',
  '<iframe srcdoc="<script>parent.owned = 1</script>"></iframe><object data="https://owned.example.org/o"></object>',
  '<meta http-equiv="refresh" content="0;url=https://owned.example.org/"><base href="https://owned.example.org/">',
  '<a href="javascript:globalThis.owned=1" autofocus onfocus="globalThis.owned = 1">link</a><form action="https://owned.example.org">',
  '&lt;script&gt;globalThis.owned = 1&lt;/script&gt;',
  '\u2028"}]</script><script>globalThis.owned = 1</script>',
];

/** More than one page of flashes, over several days. */
const EARLIER_FLASHES = PAGE_ITEMS + 5;

/** Hostile feeds as the server stores them, after its parser and its sanitizer. */
export function ingested(kind: 'news' | 'flash') {
  const source: FeedSource = {
    id: `hostile-${kind}`,
    title: 'Hostile',
    xmlUrl: 'https://feeds.example.org/feed',
    htmlUrl: 'https://feeds.example.org/',
    language: 'en',
    category: 'statistics',
    kind,
    reuse: 'excerpt',
    checked: 'never',
  };
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const items = ATTACKS.map(
    (attack, n) =>
      `<item><title>Attack ${n} ${escaped(attack)}</title><link>https://feeds.example.org/${kind}/${n}</link>` +
      `<description>Told ${n} ${escaped(attack)}</description></item>`,
  );
  const own = Buffer.from(`<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`);
  const fetched = { contentType: 'application/rss+xml', url: source.xmlUrl, etag: null, lastModified: null };
  return [own, ...(kind === 'news' ? [readFileSync('tests/fixtures/feeds/hostile.xml')] : [])].flatMap((bytes) =>
    readItems(source, { ...fetched, bytes, incomplete: null }, new Date()),
  );
}

/** Serves them, with a day of plain news beside them. */
export async function startFeedsSite(): Promise<FeedsSite & { stop: () => Promise<void> }> {
  const place = await filledPlace();
  const database = await openDatabase(place);
  const token = await addEditor(database.orm, 'Test');
  const item = (n: number, title: string, category: string, sourceId: string) => ({
    sourceId,
    kind: 'news' as const,
    guid: `g${sourceId}${n}`,
    link: `https://www.example.org/${sourceId}/${n}`,
    title,
    summary: `Summary ${n}`,
    language: 'en' as const,
    category,
    publishedAt: new Date(Date.now() - n * HOUR),
  });
  const plain = Array.from({ length: NEWS_COUNT }, (_, n) =>
    item(n + 1, `Report number ${n + 1} on matters of the market`, n % 2 ? 'regulator' : 'exchange', 'example'),
  );
  const hostile = { ...item(0, HOSTILE, 'statistics', 'hostile'), link: 'https://www.example.org/?"><b>' };
  const japanese = { ...item(1, '市場の休業日のお知らせ', 'exchange', 'nihon'), language: 'ja' as const };
  const store = createStore(database);
  await store.saveItems([...plain, hostile, japanese]);
  await store.saveItems(
    Array.from({ length: EARLIER_FLASHES }, (_, n) => ({
      ...item(n * 8 + 30, `Earlier report ${n}`, 'exchange', 'example-flash'),
      kind: 'flash' as const,
    })),
  );
  await store.saveItems([...ingested('news'), ...ingested('flash')]);
  await database.close();
  const { url, stop } = await serve(BUILDS.site, { DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '' });
  await untilReady(url);
  const publish = async (publication: FlashPublication) => {
    const answer = await fetch(url + FLASH_PUBLISH_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', token },
      body: JSON.stringify(publication),
    });
    if (!answer.ok) throw new Error(`A flash was not published: ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  return { site: url, publish, stop: () => stop().then(place.remove) };
}
