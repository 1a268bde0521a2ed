import * as v from 'valibot';
import type { CallData } from '../contract/common.ts';
import {
  latestRatesCall,
  MARKET_STREAM_PATH,
  marketMessage,
  marketSeriesCall,
  type SeriesNews,
  seriesNews,
  seriesPointsCall,
} from '../contract/market.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { type ApiOptions, addressOf, call, parse, successOf } from './client.ts';
import { openEvents } from './events.ts';

export type SeriesList = CallData<typeof marketSeriesCall>;
export type SeriesPoints = CallData<typeof seriesPointsCall>;
export type LatestRates = CallData<typeof latestRatesCall>;

export interface SeriesQuery {
  kind?: string | undefined;
  group?: string | undefined;
  /** As they were on a day */
  until?: string | undefined;
}

/**
 * The series with their newest values. `isNew`: not the list that the browser may have kept for a minute. Rejects as
 * call() does, and if the response is not a success; so do the others.
 */
export async function readSeries(query: SeriesQuery, options: ApiOptions, isNew = false): Promise<SeriesList> {
  const transfer = isNew ? ({ cache: 'no-cache' } as const) : {};
  return successOf(await call(marketSeriesCall, {}, { ...options, query: { ...query } }, transfer));
}

/** The points of a series from and to a day, both included. */
export async function readPoints(
  id: string,
  range: { from?: string | undefined; to?: string | undefined },
  options: ApiOptions,
): Promise<SeriesPoints> {
  return successOf(await call(seriesPointsCall, { id }, { ...options, query: { ...range } }));
}

/** What one unit of a currency costs in each other. */
export async function readRates(base: string, options: ApiOptions): Promise<LatestRates> {
  return successOf(await call(latestRatesCall, {}, { ...options, query: { base } }));
}

/** Opens the site's own stream after a change number. */
export const openMarket = (
  after: string,
  { base }: ApiOptions,
  tell: (event: StreamEvent<SeriesNews>) => void,
): StreamSource =>
  openEvents(
    addressOf(MARKET_STREAM_PATH, {}, { base, query: { after } }),
    {
      point: (data) => {
        const point = v.safeParse(seriesNews, data);
        return point.success ? { kind: 'item', item: point.output } : null;
      },
    },
    tell,
  );

/** Time for the first message of a market socket. */
export const SOCKET_PATIENCE_MS = 10_000;

/**
 * A function that opens the market socket (docs/marketSocket.md).
 * @param giveUp called if no message comes in time, or one in another shape
 */
export function marketSocket(
  url: string,
  giveUp: () => void,
  later: (ms: number, act: () => void) => () => void,
): (after: string, tell: (event: StreamEvent<SeriesNews>) => void) => StreamSource {
  /** Set until a message has come, over all attempts to connect. */
  let callOff: (() => void) | null = null;
  const heard = () => {
    callOff?.();
    callOff = null;
  };
  return (_after, tell) => {
    const socket = new WebSocket(url);
    let isNew = true;
    let hasFailed = false;
    callOff ??= later(SOCKET_PATIENCE_MS, giveUp);
    socket.addEventListener('message', ({ data }) => {
      const message = v.safeParse(marketMessage, parse(String(data)));
      if (!message.success) return giveUp();
      heard();
      // A socket tells only what is new: what was published before this connection is missing.
      if (isNew) tell({ kind: 'gap' });
      isNew = false;
      const { type, ...news } = message.output;
      tell(type === 'point' ? { kind: 'item', item: news as SeriesNews } : { kind: type });
    });
    socket.addEventListener('close', () => {
      hasFailed = true;
      tell({ kind: 'error' });
    });
    return {
      close() {
        if (!hasFailed) heard();
        socket.close();
      },
    };
  };
}
