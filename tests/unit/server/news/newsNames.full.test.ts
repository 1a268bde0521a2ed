/** Words that name inherited properties, and items that cannot be stored: neither affects other items. */
import { asc, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import enUS from '../../../../content/en-US/server.json' with { type: 'json' };
import type { FeedSource } from '../../../../src/catalogue/sources.ts';
import { FLASH_PUBLISH_PATH } from '../../../../src/contract/all.ts';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { audit, counters, editors, feedSources, newsItems, newsRevisions } from '../../../../src/server/db/schema.ts';
import type { Fetched } from '../../../../src/server/feeds/fetch.ts';
import { createIngester } from '../../../../src/server/feeds/ingest.ts';
import type { LogEntry } from '../../../../src/server/log.ts';
import { addEditor } from '../../../../src/server/news/editors.ts';
import type { FeedItem } from '../../../../src/server/news/items.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { INHERITED_NAMES } from '../../../helpers/names.ts';
import { serveApi } from '../../../helpers/server/api.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
let database: Database;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  for (const table of [newsItems, newsRevisions, feedSources, counters, editors, audit]) {
    await database.orm.delete(table);
  }
});

const store = () => createStore(database, { now: () => NOW });
const titles = async () =>
  (await database.orm.select().from(newsItems).orderBy(asc(newsItems.id))).map(({ title }) => title);
const item = (title: string, own: Partial<FeedItem> = {}): FeedItem => ({
  sourceId: 'boe',
  kind: 'news',
  guid: title,
  link: `https://example.com/${encodeURIComponent(title)}`,
  title,
  summary: null,
  language: 'en',
  category: 'centralBank',
  publishedAt: NOW,
  ...own,
});

/** Makes the database refuse items whose title begins with 'Refused'. */
async function refuse(): Promise<void> {
  await database.orm.execute(sql`alter table news_items add constraint refused check (title not like 'Refused%')`);
  undo.push(() => database.orm.execute(sql`alter table news_items drop constraint refused`));
}

describe('names of what every object inherits', () => {
  it('are words like others in all that an item has', async () => {
    const items = INHERITED_NAMES.flatMap((name) => [
      item(`Builder names a ${name} for its ${name} in the north`),
      item(name, { sourceId: name, category: name, summary: `${name} $${name}`, guid: name }),
      item(`中央銀行は${name}の金利を引き上げると発表した`, { language: 'ja' }),
    ]);
    expect(await store().saveItems(items)).toMatchObject({ added: items.length, revised: 0 });
    expect(await titles()).toEqual(items.map(({ title }) => title));
  });

  it('may stand in a flash', async () => {
    const { ask, stop } = await serveApi({ database, news: { now: () => NOW } });
    undo.push(stop);
    const token = await addEditor(database.orm, 'Mika');
    for (const name of INHERITED_NAMES) {
      const body = {
        action: 'publish',
        language: 'en',
        title: `The ${name} of the new exchange building was chosen today`,
        link: `https://example.com/${name}`,
        symbols: [],
      };
      const { status, text } = await ask(FLASH_PUBLISH_PATH, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(status, text).toBe(200);
    }
    expect(await titles()).toHaveLength(INHERITED_NAMES.length);
  });

  it('are unknown fields of a body, and are answered as such', async () => {
    const { ask, stop } = await serveApi({ database, news: { now: () => NOW } });
    undo.push(stop);
    const token = await addEditor(database.orm, 'Mika');
    for (const name of INHERITED_NAMES) {
      const said = `{"action":"publish","language":"en","title":"A title","${name}":1}`;
      const { status, text } = await ask(FLASH_PUBLISH_PATH, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: said,
      });
      expect(status, text).toBe(422);
      const message = enUS['server.unknownField'];
      expect(JSON.parse(text)).toMatchObject({ message, data: { fields: [{ field: name, message }] } });
      const action = await ask(FLASH_PUBLISH_PATH, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ action: name }),
      });
      expect(JSON.parse(action.text)).toMatchObject({ code: 42200, message: enUS['server.action'] });
    }
  });

  it('are asked for in every place of every address, and break none', async () => {
    const { ask, log, stop } = await serveApi({ database, news: { now: () => NOW } });
    undo.push(stop);
    const { paths } = JSON.parse((await ask('/api/openapi.json')).text) as {
      paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }>;
    };
    const addresses = Object.entries(paths).flatMap(([path, { get }]) => {
      const queries = (get?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
      if (!get || path.endsWith('/stream')) return [];
      return INHERITED_NAMES.flatMap((name) => {
        const address = path.replace(/\{\w+\}/g, name);
        return [`${address}?${name}=${name}`, ...queries.map((query) => `${address}?${query}=${name}`)];
      });
    });
    expect(addresses.length).toBeGreaterThan(200);
    for (const address of addresses) {
      const { status, text } = await ask(address, { headers: { 'accept-language': address.split('=')[1] ?? '' } });
      expect(status, `${address} ${text}`).toBeLessThan(500);
      if (status >= 400) expect(JSON.parse(text).message, address).toMatch(/^\S.*\S$/);
    }
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('are answers that an application is refused for in words', async () => {
    const { ask, log, stop } = await serveApi({ database });
    undo.push(stop);
    for (const name of INHERITED_NAMES) {
      const fields = ['role', 'country', 'locale', 'gender', 'city', 'trading', 'licence', 'agreements', name];
      const { status, text } = await ask(APPLY_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `key-of-${name}-0123456789` },
        body: `{${fields.map((field) => `"${field}":"${name}"`).join()}}`,
      });
      expect(status, text).toBe(422);
      for (const { message } of JSON.parse(text).data.fields) expect(message).toMatch(/\S/);
    }
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('an item that cannot be stored', () => {
  it('takes none of its neighbours with it', async () => {
    await refuse();
    const good = Array.from({ length: 40 }, (_, n) => item(`Good ${n}`));
    // Stands for a fault of our own: the types allow no such item.
    const broken = item('A title of some length that breaks us', { language: undefined as never });
    const items = [...good.slice(0, 20), item('Refused by the database'), broken, ...good.slice(20)];
    const { added, refused } = await store().saveItems(items);
    expect(added).toBe(good.length);
    expect(refused).toHaveLength(2);
    expect(JSON.stringify(refused.map(String))).not.toContain('Refused by');
    expect(await titles()).toEqual(good.map(({ title }) => title));
  });

  it('is no excuse for a database that is not there', async () => {
    const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const asked = vi.spyOn(database.orm, 'execute').mockRejectedValue(gone);
    undo.push(() => asked.mockRestore());
    const items = Array.from({ length: 40 }, (_, n) => item(`Good ${n}`));
    await expect(store().saveItems(items)).rejects.toThrow('The database failed at saving items (ECONNREFUSED).');
    expect(asked.mock.calls.length).toBeLessThan(5);
  });

  it('is no excuse for a database that takes none', async () => {
    await refuse();
    await expect(store().saveItems([item('Refused 1'), item('Refused 2')])).rejects.toThrow('23514');
    expect(await store().saveItems([item('Refused 1')])).toMatchObject({ added: 0, refused: [{ code: '23514' }] });
  });

  it('is logged, counted on the status of its source, and tried again', async () => {
    await refuse();
    const log: LogEntry[] = [];
    let clock = NOW.getTime();
    const source: FeedSource = {
      id: 'boe',
      title: 'Bank',
      xmlUrl: 'https://feeds.example.org/rss',
      htmlUrl: 'https://feeds.example.org/',
      ...({ language: 'en', category: 'regulator', kind: 'news', reuse: 'excerpt', checked: 'never' } as const),
    };
    const words = ['Good one', 'Refused this', 'Good two', 'Refused that'];
    const bytes = Buffer.from(
      `<rss version="2.0"><channel>${words
        .map((title) => `<item><title>${title}</title><link>https://a.example/${title}</link></item>`)
        .join('')}</channel></rss>`,
    );
    const asked: (string | null)[] = [];
    const ingester = createIngester({
      sources: [source],
      store: store(),
      fetcher: {
        fetch: async (_, { etag }): Promise<Fetched> => {
          asked.push(etag);
          return { bytes, contentType: null, url: source.xmlUrl, etag: '"1"', lastModified: null, incomplete: null };
        },
      },
      parallel: 1,
      intervalMs: 60_000,
      log: (entry) => log.push(entry),
      now: () => new Date(clock),
      random: () => 0.5,
    });
    const [first] = (await ingester.round())?.outcomes ?? [];
    expect(first).toMatchObject({ state: 'changed', items: 4, added: 2, refused: 2 });
    expect((await titles()).sort()).toEqual(['Good one', 'Good two']);
    const { ask, stop } = await serveApi({ database, news: { now: () => NOW } });
    undo.push(stop);
    const statusOf = async () => JSON.parse((await ask('/api/web/news/sources')).text).data.list[0];
    expect(await statusOf()).toMatchObject({ status: 'ok', failures: 0, lastError: '2 refused', itemsSeen: 2 });
    const line = { level: 'error', event: 'item', source: 'boe', error: 'DatabaseError', code: '23514' };
    expect(log).toMatchObject([line, line]);
    expect(JSON.stringify(log)).not.toContain('Refused');

    // The cause may be fixed while the feed stays the same, so the feed is fetched in full again.
    await undo.shift()?.();
    clock += 60_000;
    await ingester.round();
    expect(asked).toEqual([null, null]);
    expect(await titles()).toHaveLength(4);
    expect(await statusOf()).toMatchObject({ status: 'ok', lastError: null, itemsSeen: 4 });
  });
});
