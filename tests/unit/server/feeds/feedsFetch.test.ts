/** Fetching feeds from a real server that misbehaves, and rounds over many feeds. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FeedSource } from '../../../../src/catalogue/sources.ts';
import { createFetcher, isPublicAddress } from '../../../../src/server/feeds/fetch.ts';
import { createIngester } from '../../../../src/server/feeds/ingest.ts';
import { startFeeds } from '../../../../src/server/feeds/schedule.ts';
import type { SourceState } from '../../../../src/server/feeds/states.ts';
import type { LogEntry } from '../../../../src/server/log.ts';
import type { FeedItem, ItemStore } from '../../../../src/server/news/items.ts';

const NONE = { etag: null, lastModified: null };
const LIMITS = { bytes: 200_000, ms: 2000, redirects: 3 };
const feed = (...titles: string[]) =>
  `<rss version="2.0"><channel>${titles.map((title) => `<item><title>${title}</title><link>https://a.example/${encodeURIComponent(title)}</link></item>`).join('')}</channel></rss>`;

/** Compressed once: the server shares its process with the tests that measure time. */
const BOMB = gzipSync(feed('a') + ' '.repeat(50e6));

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;
let server: Server;
let url: string;
let asked: string[];
const answers: Record<string, Answer> = {
  '/plain': (response) => response.setHeader('ETag', '"1"').end(feed('plain')),
  '/conditional': (response, { headers }) =>
    headers['if-none-match'] === '"1"' && headers['if-modified-since'] === 'then'
      ? response.writeHead(304).end()
      : response.writeHead(200, { ETag: '"1"', 'Last-Modified': 'then' }).end(feed('whole')),
  '/gzip': (response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync(feed('gzip'))),
  '/br': (response) => response.setHeader('Content-Encoding', 'br').end(brotliCompressSync(feed('br'))),
  '/no-gzip': (response) => response.setHeader('Content-Encoding', 'gzip').end(feed('x')),
  '/gzip-cut': (response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync(feed('cut')).subarray(0, -6)),
  '/bomb': (response) => response.setHeader('Content-Encoding', 'gzip').end(BOMB),
  '/huge': (response) => pour(response, feed('newest').replace('</channel></rss>', ''), 50e6),
  '/drip': (response) => {
    response.write(feed('dripped').replace('</channel></rss>', ''));
    const timer = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(timer));
  },
  '/silent': () => {},
  '/drip-nothing': (response) => {
    const timer = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(timer));
  },
  '/huge-nothing': (response) => pour(response, '<rss version="2.0">', 50e6),
  '/cut': (response, { socket }) => {
    response.setHeader('Content-Length', 10_000);
    response.write(feed('before the cut'), () => socket.destroy());
  },
  '/reset': (_, { socket }) => socket.destroy(),
  '/circle': (response) => response.writeHead(302, { Location: '/circle2' }).end(),
  '/circle2': (response) => response.writeHead(302, { Location: '/circle' }).end(),
  '/moved': (response) => response.writeHead(301, { Location: 'plain#top' }).end(),
  '/elsewhere': (response) => response.writeHead(302, { Location: 'http://127.0.0.2:1/' }).end(),
  '/metadata': (response) => response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end(),
  '/file': (response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
  '/busy': (response) => response.writeHead(503, { 'Retry-After': '7200' }).end(),
  '/html': (response) => response.end('<html><body>Moved</body></html>'),
};

/** Writes a large body (50 MB) without ever holding all of it in memory. */
function pour(response: ServerResponse, head: string, bytes: number): void {
  const block = Buffer.alloc(64 * 1024, 0x20);
  let left = bytes;
  response.write(head);
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= block.length;
      if (!response.write(block)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path];
    if (answer) answer(response, request);
    else if (path.startsWith('/step/')) {
      response.writeHead(302, { Location: `/step/${Number(path.slice(6)) + 1}` }).end();
    } else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fetcher = (more: Partial<Parameters<typeof createFetcher>[0]> = {}) =>
  createFetcher({ limits: LIMITS, userAgent: 'test', allowPrivate: true, ...more });
const get = (path: string, more = {}) => fetcher(more).fetch(url + path, NONE);

describe('fetching', () => {
  it('asks whether something has changed', async () => {
    const first = await get('/conditional');
    expect(first).toMatchObject({ etag: '"1"', lastModified: 'then', incomplete: null });
    expect(await fetcher().fetch(`${url}/conditional`, { etag: '"1"', lastModified: 'then' })).toBeNull();
  });

  it.each(['gzip', 'br'])('unpacks %s', async (name) => {
    expect((await get(`/${name}`))?.bytes.toString()).toBe(feed(name));
  });

  it('follows redirects, to the address that links are relative to', async () => {
    expect(await get('/moved')).toMatchObject({ url: `${url}/plain` });
  });

  it.each([
    ['/circle', 'too many redirects'],
    ['/step/0', 'too many redirects'],
    ['/file', 'address'],
    ['/reset', 'no connection'],
    ['/none', 'status 404'],
    ['/busy', 'status 503'],
    ['/no-gzip', 'bad encoding'],
  ])('%s: %s', async (path, kind) => {
    await expect(get(path)).rejects.toMatchObject({ kind });
    expect(asked.length).toBeLessThanOrEqual(LIMITS.redirects + 1);
  });

  it.each([
    ['/huge', 'too large'],
    ['/bomb', 'too large'],
    ['/drip', 'timeout'],
    ['/cut', 'cut off'],
  ])('%s ends in time, and what came is read: %s', async (path, incomplete) => {
    const got = await get(path, { limits: { ...LIMITS, ms: path === '/drip' ? 150 : 2000 } });
    expect(got).toMatchObject({ incomplete, etag: null });
    expect(got?.bytes.length).toBeLessThanOrEqual(LIMITS.bytes);
    expect(got?.bytes.toString()).toContain('<item>');
  });

  it('a packed body without its end is read as far as it goes', async () => {
    expect((await get('/gzip-cut'))?.bytes.toString()).toContain('cut');
  });

  it('does not wait for ever for a server that says nothing', async () => {
    await expect(get('/silent', { limits: { ...LIMITS, ms: 100 } })).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe('addresses of our own network', () => {
  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '100.100.100.200',
      '0.0.0.0',
    ],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '168.63.129.16',
      '192.0.0.192',
      '::1',
      '::',
      'fe80::1',
      'fd00:ec2::254',
      'ff02::1',
    ],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
      '::127.0.0.1',
      'fe80::1%eth0',
    ],
    'no address',
  ])('%s is not public', (ip) => expect(isPublicAddress(ip)).toBe(false));

  it.each(['8.8.8.8', '133.11.0.1', '2606:4700::1111', '2400:cb00::1'])('%s is', (ip) =>
    expect(isPublicAddress(ip)).toBe(true),
  );

  it.each([
    ['http://127.0.0.1/', 'private address'],
    ['http://2130706433/', 'private address'],
    ['http://0x7f.1/', 'private address'],
    ['http://[::1]/', 'private address'],
    ['http://[::ffff:169.254.169.254]/', 'private address'],
    ['http://8.8.8.8:8080/', 'address'],
    ['https://user:secret@example.org/', 'address'],
    ['ftp://example.org/', 'address'],
    ['nonsense', 'address'],
  ])('%s is never connected to', async (address, kind) => {
    await expect(fetcher({ allowPrivate: false }).fetch(address, NONE)).rejects.toMatchObject({ kind });
  });

  it('nor by a name, whatever it resolves to the next time', async () => {
    const lookups: string[] = [];
    const lookup = ((
      name: string,
      _: unknown,
      done: (error: null, found: { address: string; family: number }[]) => void,
    ) => {
      lookups.push(name);
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    }) as never;
    await expect(fetcher({ allowPrivate: false, lookup }).fetch('http://rebind.example/', NONE)).rejects.toMatchObject({
      kind: 'private address',
    });
    expect(lookups).toEqual(['rebind.example']);
    expect(asked).toEqual([]);
  });

  it('nor by a redirect', async () => {
    const mayConnect = (ip: string) => ip === '127.0.0.1';
    await expect(get('/elsewhere', { mayConnect })).rejects.toMatchObject({ kind: 'private address' });
    expect(asked).toEqual(['/elsewhere']);
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
  ])('%s is not reached where the own network is allowed', async (address) => {
    const { hostname } = new URL(address);
    const ip = hostname.replace(/^\[|\]$/g, '');
    const lookup = ((_: string, __: unknown, done: (error: null, found: unknown) => void) =>
      done(null, [{ address: ip, family: ip.includes(':') ? 6 : 4 }])) as never;
    const refused = { kind: 'private address' };
    await expect(fetcher().fetch(address, NONE)).rejects.toMatchObject(refused);
    await expect(fetcher({ lookup }).fetch('http://name.example/', NONE)).rejects.toMatchObject(refused);
  });

  it('nor by a redirect from the own network', async () => {
    await expect(get('/metadata')).rejects.toMatchObject({ kind: 'private address' });
    expect(asked).toEqual(['/metadata']);
  });
});

function memoryStore() {
  const items = new Map<string, FeedItem>();
  const states = new Map<string, SourceState>();
  const store: ItemStore = {
    async saveItems(all) {
      const before = items.size;
      for (const item of all) items.set(`${item.sourceId} ${item.guid}`, item);
      return { added: items.size - before, revised: 0, refused: [] };
    },
    readSources: async () => [...states.values()],
    saveSource: async (state) => void states.set(state.id, state),
    withIngestLock: (work) => work(),
  };
  return { store, items, states };
}

const sourceAt = (path: string): FeedSource => ({
  id: path.slice(1),
  title: path,
  xmlUrl: url + path,
  htmlUrl: url,
  language: 'en',
  category: 'regulator',
  kind: 'news',
  reuse: 'excerpt',
  checked: 'never',
});

describe('a round', () => {
  const MINUTE = 60_000;
  let clock: number;
  let log: LogEntry[];
  const ingester = (paths: string[], store: ItemStore, random = () => 0.5) =>
    createIngester({
      sources: paths.map(sourceAt),
      store,
      fetcher: fetcher({ limits: { ...LIMITS, ms: 1000 } }),
      parallel: 4,
      intervalMs: 15 * MINUTE,
      log: (entry) => log.push(entry),
      now: () => new Date(clock),
      random,
    });
  beforeEach(() => {
    clock = Date.UTC(2026, 10, 21);
    log = [];
  });

  it('brings in all that is good, whatever the others do', async () => {
    const { store, items, states } = memoryStore();
    const all = Object.keys(answers);
    const round = await ingester(all, store).round();
    expect(round?.outcomes).toHaveLength(all.length);
    expect(new Set([...items.values()].map(({ title }) => title))).toEqual(
      new Set(['plain', 'whole', 'gzip', 'br', 'cut', 'a', 'newest', 'dripped', 'before the cut']),
    );
    expect(states.get('plain')).toMatchObject({ failures: 0, lastError: null, etag: '"1"', itemsSeen: 1 });
    expect(states.get('html')).toMatchObject({ failures: 1, lastError: 'no feed' });
    expect(states.get('huge')).toMatchObject({ failures: 1, lastError: 'too large', etag: null });
    // Nothing of these can be read; the reason is named all the same.
    expect(states.get('huge-nothing')).toMatchObject({ failures: 1, lastError: 'too large' });
    expect(states.get('drip-nothing')).toMatchObject({ failures: 1, lastError: 'timeout' });
    // No addresses and no error messages
    expect(JSON.stringify([...states.values()])).not.toContain('127.0.0.1');
  });

  it('asks each feed when it is due, failing ones ever later', async () => {
    const { store, states } = memoryStore();
    const both = ingester(['/conditional', '/none', '/busy'], store);
    await both.round();
    clock += 14 * MINUTE;
    expect((await both.round())?.outcomes).toEqual([]);
    clock += MINUTE;
    expect((await both.round())?.outcomes).toMatchObject([{ state: 'unchanged' }]);
    clock += 15 * MINUTE;
    await both.round();
    expect(states.get('none')).toMatchObject({ failures: 2, nextAt: new Date(clock + 60 * MINUTE) });
    // Its Retry-After is two hours.
    expect(states.get('busy')).toMatchObject({ failures: 1 });
    for (let n = 0; n < 20; n++) {
      clock += 24 * 60 * MINUTE;
      await both.round();
    }
    expect(states.get('none')?.nextAt).toEqual(new Date(clock + 24 * 60 * MINUTE));
  });

  it('spreads the feeds by chance', async () => {
    const { store, states } = memoryStore();
    await ingester(['/plain'], store, () => 0).round();
    expect(states.get('plain')?.nextAt).toEqual(new Date(clock + 13.5 * MINUTE));
  });

  it('does not blame the feeds where there is no internet', async () => {
    const { store, states } = memoryStore();
    const none = ingester(['/reset', '/silent'], store);
    expect(await none.round()).toMatchObject({ isOffline: true });
    expect(states.get('reset')).toMatchObject({ failures: 0, lastError: 'no connection' });
  });

  it('goes on where the store refuses something', async () => {
    const { store, states } = memoryStore();
    const saveItems = store.saveItems;
    store.saveItems = async (all) => {
      if (all[0]?.sourceId === 'gzip') throw new Error('secret value');
      return saveItems(all);
    };
    await ingester(['/gzip', '/plain'], store).round();
    expect(states.get('plain')).toMatchObject({ failures: 0 });
    expect(states.get('gzip')).toMatchObject({ failures: 1, lastError: 'failed' });
    expect(log).toMatchObject([{ level: 'error', event: 'feed', source: 'gzip', error: 'Error' }]);
    expect(JSON.stringify(log)).not.toContain('secret');
  });

  it('runs again and again until it is stopped, with one line where there is no internet', async () => {
    const { store } = memoryStore();
    let rounds = 0;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const feeds = startFeeds({
      sources: ['/reset'].map(sourceAt),
      store,
      config: {
        FEEDS_INTERVAL_MINUTES: 1,
        FEEDS_PARALLEL: 2,
        FEEDS_TIMEOUT_SECONDS: 1,
        FEEDS_MAX_MEGABYTES: 1,
        FEEDS_CONTACT: undefined,
        FEEDS_ALLOW_PRIVATE: true,
      },
      log: (entry) => log.push(entry),
      now: () => new Date(clock),
      wait: async () => {
        clock += 2 * MINUTE;
        if (++rounds === 5) resolve();
        await new Promise(setImmediate);
      },
    });
    await enough;
    await feeds.stop();
    expect(asked.length).toBeGreaterThanOrEqual(5);
    expect(log).toMatchObject([{ event: 'feeds', state: 'offline' }]);
    const after = asked.length;
    await new Promise(setImmediate);
    expect(asked).toHaveLength(after);
  });
});
