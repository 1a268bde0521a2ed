/** How many live streams the server accepts, per network and in total, and how it answers when it refuses one. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FLASH_STREAM_PATH } from '../../../../src/contract/all.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { MOST_CLIENTS } from '../../../../src/server/hub.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import { type ServedApi, serveApi } from '../../../helpers/server/api.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function serving(streamsPerNetwork: number): Promise<ServedApi> {
  const api = await serveApi({ database, env: { TRUSTED_PROXY_HOPS: '1' }, news: { streamsPerNetwork } });
  onTestFinished(() => api.stop());
  await api.news.hub.catchUp();
  return api;
}

async function open({ port }: ServedApi, ip: string) {
  const client = await openEvents(`http://127.0.0.1:${port}${FLASH_STREAM_PATH}`, { 'x-forwarded-for': ip });
  onTestFinished(() => client.close());
  return client;
}

/** Opens streams one after another, leaves them open, and returns their statuses. */
async function statuses(api: ServedApi, ips: string[]): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = [];
  for (const ip of ips) found.push((await open(api, ip)).response.statusCode);
  return found;
}

describe('the live streams of one network', () => {
  it('are limited: an IPv4 address and an IPv6 /64 are a network each', async () => {
    const api = await serving(2);
    expect(await statuses(api, ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])).toEqual([200, 200, 429, 200]);
    const ipv6 = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:1::3', '2001:db8:0:2::1'];
    expect(await statuses(api, ipv6)).toEqual([200, 200, 429, 200]);
    expect(api.news.hub.clients()).toBe(6);
  });

  it('are limited in a /48 of IPv6 too, to eight times as many', async () => {
    const api = await serving(1);
    const ips = Array.from({ length: 9 }, (_, n) => `2001:db8:0:${n}00::1`);
    expect(await statuses(api, [...ips, '2001:db8:1::1'])).toEqual([...ips.slice(1).map(() => 200), 429, 200]);
  });

  it('leave room again when one of them ends', async () => {
    const api = await serving(1);
    const first = await open(api, '192.0.2.1');
    expect(await statuses(api, ['192.0.2.1'])).toEqual([429]);
    first.close();
    await expect.poll(() => api.news.hub.clients()).toBe(0);
    expect(await statuses(api, ['192.0.2.1'])).toEqual([200]);
  });

  it('have no limit where it is 0', async () => {
    const api = await serving(0);
    expect(await statuses(api, Array(120).fill('192.0.2.1'))).toEqual(Array(120).fill(200));
  });

  it('do not count who has left before it was taken in', async () => {
    const api = await serving(1);
    const { hub } = api.news;
    const asked = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const look = vi.spyOn(hub, 'catchUp').mockImplementationOnce(() => {
      asked.resolve();
      return looked.promise;
    });
    const joined = vi.spyOn(hub, 'join');
    const left = new AbortController();
    const url = `http://127.0.0.1:${api.port}${FLASH_STREAM_PATH}?after=999999`;
    const never = fetch(url, { signal: left.signal, headers: { 'x-forwarded-for': '192.0.2.1' } });
    await asked.promise;
    left.abort();
    await expect(never).rejects.toThrow();
    // After this call the server has seen the disconnect too.
    await api.ask('/api/health/live');
    looked.resolve();
    await expect.poll(() => joined.mock.calls.length).toBe(1);
    look.mockRestore();
    await expect.poll(() => hub.clients()).toBe(0);
  });
});

describe('whoever is refused a stream', () => {
  const refusal = (api: ServedApi, lang = 'en-US') =>
    api.ask(FLASH_STREAM_PATH, { headers: { 'accept-language': lang, 'x-forwarded-for': '192.0.2.1' } });

  it.each(LOCALE_IDS)('for its network is told so in %s, and when to come back', async (locale) => {
    const api = await serving(1);
    await open(api, '192.0.2.1');
    const { status, headers, text } = await refusal(api, LOCALES[locale].lang);
    const { code, message } = JSON.parse(text);
    expect([status, code]).toEqual([SERVER_CODES.tooMany.status, SERVER_CODES.tooMany.code]);
    expect(message).toBe(serverMessage('server.streamsFull', locale));
    expect(headers['retry-after']).toBe('60');
  });

  it('because of all that there are is not told that the service is starting', async () => {
    const api = await serving(1);
    const fake = () =>
      Object.assign(new EventEmitter(), {
        writeHead() {},
        write() {},
        end() {},
        destroy() {},
      }) as never as ServerResponse;
    for (let n = 0; n < MOST_CLIENTS; n += 1) {
      expect(api.news.hub.join(fake(), {}, {}, null, `network ${n}`)).toBe('joined');
    }
    const { status, text } = await refusal(api);
    const { code, message } = JSON.parse(text);
    expect([status, code]).toEqual([SERVER_CODES.notReady.status, SERVER_CODES.notReady.code]);
    expect(message).toBe(serverMessage('server.streamsFull', 'en-US'));
  });
});
