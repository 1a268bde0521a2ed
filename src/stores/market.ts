import { atom } from 'nanostores';
import type { ChangeStream, StreamReport } from '../api/lazy/changeStream.ts';
import type { Request } from '../api/lazy/client.ts';
import type { Followed } from '../browserState/follow.ts';
import { pageSignal } from '../browserState/page.ts';
import type { Service } from '../contract/common.ts';
import type { MarketSeries, SeriesNews } from '../contract/market.ts';

export interface MarketService extends Service {
  /** MARKET_SOCKET_URL, see docs/marketSocket.md; null for the site's own stream */
  socket: string | null;
}

export interface Market {
  state: 'waiting' | 'there' | 'failed';
  list: readonly MarketSeries[];
  /** Where new days come from; null while there is no connection, or the page is hidden */
  source: 'stream' | 'socket' | null;
}

/** The series with their newest values, kept up to date by followMarket(). */
export const $market = atom<Market>({ state: 'waiting', list: [], source: null });

/** Publishers state many values at once: one list is loaded for all, and not by all visitors in the same moment. */
const SOON_MS = 300;
const SPREAD_MS = 1_200;

let stream: ChangeStream | null = null;
/** The change number of the list. */
let last = '0';
let isStale = false;
let callOffLoad: (() => void) | null = null;
/** Grows when the page begins or ceases to follow. */
let turn = 0;
let isFollowed = false;
let hidden = false;
let online = true;

/**
 * Reads the list and follows its changes, once for all islands of a page. Never throws: the store says what failed.
 */
export async function followMarket(service: MarketService): Promise<void> {
  if (isFollowed && $market.get().state !== 'failed') return;
  isFollowed = true;
  turn += 1;
  const thisTurn = turn;
  const [api, { canStream, realTime }, { createStream }] = await Promise.all([
    import('../api/lazy/market.ts'),
    import('../api/lazy/events.ts'),
    import('../api/lazy/changeStream.ts'),
  ]);

  async function load(isNew: boolean): Promise<void> {
    const left = pageSignal();
    isStale = false;
    try {
      // Not the list that the browser may have kept for a minute.
      const transfer: Request = isNew ? { cache: 'no-cache' } : {};
      const found = await api.request(api.marketSeriesCall, service, transfer);
      if (thisTurn !== turn) return;
      last = found.last;
      $market.set({ ...$market.get(), state: 'there', list: found.list });
    } catch {
      if (thisTurn !== turn || left.aborted) return;
      isStale = true;
      if ($market.get().state === 'waiting') $market.set({ ...$market.get(), state: 'failed' });
    }
  }

  function loadSoon(): void {
    callOffLoad ??= realTime.later(SOON_MS + SPREAD_MS * Math.random(), () => {
      callOffLoad = null;
      void load(true);
    });
  }

  const take = ({ list, gap, last: reached, connection }: StreamReport<SeriesNews>, from: 'stream' | 'socket') => {
    const source = connection.streaming ? from : null;
    if (source !== $market.get().source) $market.set({ ...$market.get(), source });
    isStale ||= gap || list.length > 0 || Number(reached) > Number(last);
    if (isStale) loadSoon();
  };

  /** Loading the list is all that polling does. */
  const poll = async () => {
    await load(true);
    return { list: [], withdrawn: [], last, gap: false };
  };

  function connect(made: ChangeStream): void {
    stream?.stop();
    stream = made;
    made.setHidden(hidden);
    made.setOnline(online);
    made.start(last);
  }

  function connectStream(): void {
    const open = canStream() ? (after: string, tell: Tell) => api.openMarket(after, service, tell) : null;
    connect(createStream({ ...realTime, open, poll }, (streamReport) => take(streamReport, 'stream')));
  }

  function connectSocket(url: string): void {
    const giveUp = () => {
      if (thisTurn === turn) connectStream();
    };
    const open = api.marketSocket(url, giveUp, realTime.later);
    connect(createStream({ ...realTime, open, poll }, (streamReport) => take(streamReport, 'socket')));
  }

  await load(false);
  if (thisTurn !== turn) return;
  try {
    if (service.socket) return connectSocket(service.socket);
  } catch {
    // Browsers refuse ws: on a page with https:
  }
  connectStream();
}
type Tell = Parameters<typeof import('../api/lazy/market.ts')['openMarket']>[2];

/** Call when the page is hidden or shown again. */
export function hideMarket(is: boolean): void {
  hidden = is;
  stream?.setHidden(is);
}

/** Call when the device loses or regains its network. */
export function connectMarket(is: boolean): void {
  online = is;
  stream?.setOnline(is);
}

/** Ends the connection when the visitor leaves the page. */
export function leaveMarket(): void {
  isFollowed = false;
  turn += 1;
  stream?.stop();
  stream = null;
  callOffLoad?.();
  callOffLoad = null;
  $market.set({ ...$market.get(), source: null });
}

/** How a page follows the series. */
export const marketFollowed = (service: MarketService): Followed => ({
  follow: () => followMarket(service),
  leave: leaveMarket,
  hide: hideMarket,
  connect: connectMarket,
  hasFailed: () => $market.get().state === 'failed',
});

/** What one unit of a currency costs in each other, with formulas. Rejects if it cannot be read. */
export async function latestRates(base: string, service: Service) {
  const { latestRatesCall, request } = await import('../api/lazy/market.ts');
  return request(latestRatesCall, service, { query: { base } });
}

/** The points of a series from and to a day, both included. Rejects if they cannot be read. */
export async function seriesPoints(id: string, range: { from?: string; to?: string }, service: Service) {
  const { request, seriesPointsCall } = await import('../api/lazy/market.ts');
  return request(seriesPointsCall, service, { parameters: { id }, query: range });
}

/** The series as they were on a day, such as the yields of a year ago. Rejects if they cannot be read. */
export async function seriesUntil(
  query: { kind?: string; group?: string; until: string },
  service: Service,
): Promise<readonly MarketSeries[]> {
  const { marketSeriesCall, request } = await import('../api/lazy/market.ts');
  return (await request(marketSeriesCall, service, { query })).list;
}
