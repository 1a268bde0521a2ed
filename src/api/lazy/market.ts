import * as v from 'valibot';
import type { Service } from '../../contract/common.ts';
import { MARKET_STREAM_PATH, marketMessage, type SeriesNews, seriesNews } from '../../contract/market.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { addressOf } from './client.ts';
import { openEvents } from './events.ts';
import { messageSocket } from './messageSocket.ts';

export { latestRatesCall, marketSeriesCall, seriesPointsCall } from '../../contract/market.ts';
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

/** A function that opens the market socket (docs/marketSocket.md). */
export const marketSocket = (url: string, giveUp: () => void, later: (ms: number, act: () => void) => () => void) =>
  messageSocket<SeriesNews>(
    url,
    (data) => {
      const message = v.safeParse(marketMessage, data);
      if (!message.success) return null;
      const { type, ...news } = message.output;
      return type === 'point' ? { kind: 'item', item: news as SeriesNews } : { kind: type };
    },
    giveUp,
    later,
  );
