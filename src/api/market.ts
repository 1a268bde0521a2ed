import * as v from 'valibot';
import type { Service } from '../contract/common.ts';
import { MARKET_STREAM_PATH, marketMessage, type SeriesNews, seriesNews } from '../contract/market.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { addressOf, parse } from './client.ts';
import { openEvents } from './events.ts';

export { latestRatesCall, marketSeriesCall, seriesPointsCall } from '../contract/market.ts';
export { request } from './client.ts';

/** Opens the site's own stream after a change number. */
export const openMarket = (
  after: string,
  { base }: Service,
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
