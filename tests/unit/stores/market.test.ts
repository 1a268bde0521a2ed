/** The series in the browser: the list, the site's own stream, the market socket and when it is given up. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SILENCE_MS } from '../../../src/api/lazy/changeStream.ts';
import { SOCKET_PATIENCE_MS } from '../../../src/api/lazy/messageSocket.ts';
import { type MarketSeries, SUCCESS } from '../../../src/contract/all.ts';
import {
  $market,
  followMarket,
  hideMarket,
  latestRates,
  leaveMarket,
  type MarketService,
  seriesPoints,
} from '../../../src/stores/market.ts';
import { type MarketSocket, startMarketSocket } from '../../helpers/feeds/marketSocket.ts';

const service: MarketService = { base: 'https://api.test', lang: 'ja', socket: null };
const publisher = { id: 'ecb', name: 'ECB', licence: '', terms: null, notice: null };
const rate = (day: string, value: string): MarketSeries => ({
  id: 'ecb-eur-usd',
  name: 'EUR/USD',
  kind: 'daily',
  group: 'currency',
  unit: 'rate',
  base: 'EUR',
  quote: 'USD',
  months: null,
  publisher,
  page: 'https://ecb.test',
  before: null,
  change: null,
  late: 0,
  due: null,
  newest: { day, value, seenAt: `${day}T15:00:00.000Z` },
});
const older = rate('2026-11-20', '1.0850');
const newer = rate('2026-11-23', '1.0872');
const point = { series: 'ecb-eur-usd', day: '2026-11-23', value: '1.0872' };

/** What the API answers; null: nothing does. */
let answer: { list: MarketSeries[]; last: string } | null;
const asked: Request[] = [];
let streams: EventStream[] = [];
let socket: MarketSocket | undefined;

class EventStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close() {
    this.closed = true;
  }
  tell(type: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', EventStream);
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request);
    if (!answer) throw new TypeError('no network');
    return Response.json({ code: SUCCESS, message: '', data: answer });
  });
  answer = { list: [older], last: '7' };
  asked.length = 0;
  streams = [];
  $market.set({ state: 'waiting', list: [], source: null });
});
afterEach(async () => {
  leaveMarket();
  hideMarket(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await socket?.stop();
  socket = undefined;
});

const values = () => $market.get().list.map(({ newest }) => newest?.value);
const soon = () => vi.advanceTimersByTimeAsync(2_000);
const openStreams = () => streams.filter(({ closed }) => !closed);

it('follows the stream after the list, and loads the list again when a series has changed', async () => {
  await followMarket(service);
  await followMarket(service);
  expect($market.get()).toEqual({ state: 'there', list: [older], source: null });
  expect(openStreams().map(({ url }) => url)).toEqual(['https://api.test/api/web/market/stream?after=7']);
  const [stream] = streams;
  stream?.tell('beat', { at: '' }, '7');
  expect($market.get().source).toBe('stream');
  await soon();
  expect(asked).toHaveLength(1);
  answer = { list: [newer], last: '9' };
  for (const last of ['8', '9']) stream?.tell('point', point, last);
  stream?.tell('point', { ...point, value: 1.0872 }, '9');
  await soon();
  expect(asked).toHaveLength(2);
  expect(asked[1]?.cache).toBe('no-cache');
  expect(values()).toEqual(['1.0872']);
  stream?.tell('beat', { at: '' }, '9');
  await soon();
  expect(asked).toHaveLength(2);
});

it.each([
  ['a gap', 'gap', '7'],
  ['a beat after a change that it has missed', 'beat', '8'],
])('loads the list again after %s', async (_, event, last) => {
  await followMarket(service);
  answer = { list: [newer], last: '8' };
  streams[0]?.tell(event, {}, last);
  await soon();
  expect(values()).toEqual(['1.0872']);
});

it('keeps its list where nothing answers, and tries again at the next beat', async () => {
  await followMarket(service);
  answer = null;
  streams[0]?.tell('point', point, '8');
  await soon();
  expect($market.get()).toMatchObject({ state: 'there', list: [older] });
  answer = { list: [newer], last: '8' };
  streams[0]?.tell('beat', {}, '8');
  await soon();
  expect(values()).toEqual(['1.0872']);
});

it('says that nothing could be read, until something can', async () => {
  answer = null;
  await Promise.all([followMarket(service), soon()]);
  expect($market.get()).toEqual({ state: 'failed', list: [], source: null });
  answer = { list: [older], last: '7' };
  streams[0]?.tell('beat', {}, '7');
  await soon();
  expect($market.get()).toMatchObject({ state: 'there', list: [older] });
});

it('polls in a hidden page, and has no connection', async () => {
  await followMarket(service);
  streams[0]?.tell('beat', {}, '7');
  hideMarket(true);
  expect(openStreams()).toEqual([]);
  answer = { list: [newer], last: '8' };
  await soon();
  expect(values()).toEqual(['1.0872']);
  expect($market.get().source).toBeNull();
});

it('follows the socket, and loads the list after each connection and each message', async () => {
  socket = await startMarketSocket();
  await followMarket({ ...service, socket: socket.url });
  await expect.poll(() => $market.get().source).toBe('socket');
  expect(streams).toEqual([]);
  await soon();
  expect(asked).toHaveLength(2);
  answer = { list: [newer], last: '8' };
  const lists = [...asked];
  socket.send({ type: 'point', ...point });
  await expect.poll(() => soon().then(values)).toEqual(['1.0872']);
  socket.drop();
  await expect.poll(() => $market.get().source).toBeNull();
  await expect.poll(() => soon().then(() => $market.get().source)).toBe('socket');
  await expect.poll(() => soon().then(() => asked.length)).toBeGreaterThan(lists.length + 1);
  // Later than the time in which a first message must come
  await vi.advanceTimersByTimeAsync(SOCKET_PATIENCE_MS);
  expect([$market.get().source, streams.length]).toEqual(['socket', 0]);
  leaveMarket();
  await expect.poll(() => socket?.clients()).toBe(0);
});

it.each([
  ['says nothing', SOCKET_PATIENCE_MS],
  ['is not there', SOCKET_PATIENCE_MS],
  ['speaks otherwise', 0],
])('takes the site’s own stream where the socket %s', async (how, ms) => {
  socket = await startMarketSocket({ greets: how === 'speaks otherwise' });
  const { url } = socket;
  if (how === 'is not there') {
    await socket.stop();
    socket = undefined;
  }
  await followMarket({ ...service, socket: url });
  expect(openStreams()).toEqual([]);
  if (socket) await expect.poll(() => socket?.clients()).toBe(1);
  if (how === 'speaks otherwise') socket?.send('{"type":"quote","bid":"1.0850"}');
  await vi.advanceTimersByTimeAsync(ms);
  await expect.poll(() => openStreams().length).toBe(1);
  streams[0]?.tell('beat', {}, '7');
  expect($market.get().source).toBe('stream');
  await vi.advanceTimersByTimeAsync(SILENCE_MS / 2);
  await expect.poll(() => socket?.clients() ?? 0).toBe(0);
});

it('takes the site’s own stream where the browser refuses the socket', async () => {
  await followMarket({ ...service, socket: 'no address' });
  expect(openStreams()).toHaveLength(1);
});

it('asks for points and for rates of a base', async () => {
  answer = null;
  const calls = [seriesPoints('ecb-eur-usd', { from: '2026-11-01' }, service), latestRates('EUR', service)];
  const [answers] = await Promise.all([Promise.allSettled(calls), soon()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked.map(({ url }) => url.slice(service.base.length))).toEqual([
    '/api/web/market/series/ecb-eur-usd?from=2026-11-01',
    '/api/web/market/rates/latest?base=EUR',
  ]);
});
