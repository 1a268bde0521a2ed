/** What the market stream follows: the last change of each series of content/series.yml. */
import type { SeriesGroup, SeriesRow } from '../../catalogue/officialSeries.ts';
import type { SeriesNews } from '../../contract/all.ts';
import { eventText, type Followed, type Hub, type StreamChange } from '../hub.ts';
import { CHANNEL, changesAfter, lastChanges, type SeriesChange } from './store.ts';

export interface MarketFilter {
  group?: SeriesGroup | undefined;
}
interface MarketEvent extends StreamChange {
  group: SeriesGroup | undefined;
}
export type MarketHub = Hub<MarketEvent, MarketFilter>;

/** In the OpenAPI document of MARKET_STREAM_PATH: nothing came for a while, then a new day. */
export const MARKET_STREAM_EXAMPLE = [
  eventText(4711, 'beat', { at: '2026-11-23T15:00:00.000Z' }),
  eventText(4712, 'point', { series: 'ecb-eur-usd', day: '2026-11-23', value: '1.0850' }),
].join('');

/** Of a series that has left content/series.yml, nobody is told; its number counts. */
export function followedSeries(rows: ReadonlyMap<string, SeriesRow>): Followed<MarketEvent, MarketFilter> {
  const eventOf = ({ number, point: { series, day, value } }: SeriesChange): MarketEvent => {
    const news: SeriesNews = { series, day, value };
    return { number, id: series, group: rows.get(series)?.group, text: eventText(number, 'point', news) };
  };
  return {
    channel: CHANNEL,
    last: async (orm, most) => (await lastChanges(orm, most)).map(eventOf),
    after: async (orm, number, most) => (await changesAfter(orm, number, most)).map(eventOf),
    fits: ({ group }, filter) => group !== undefined && (filter.group === undefined || filter.group === group),
  };
}
