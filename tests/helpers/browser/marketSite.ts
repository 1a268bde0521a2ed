/** The built site with days of official series that nobody has published: invented, by a rule, up to a fixed Friday. */
import { join } from 'node:path';
import { seriesRows } from '../../../src/catalogue/officialSeries.ts';
import { fillFromContent } from '../../../src/server/series/fillFromContent.ts';
import { createSeriesStore } from '../../../src/server/series/store.ts';
import type { Point } from '../../../src/server/series/types.ts';
import { BUILDS } from '../builds.ts';
import { testDatabase } from '../database/database.ts';
import { serveApi } from '../server/api.ts';

/** The last of the invented days, and the time of the server. */
export const TODAY = '2026-11-20';
export const TOMORROW = '2026-11-23';
const DAY_MS = 86_400_000;
/** Days of a year and a month, so that there is a curve of a year ago. */
const DAYS = 400;

const workingDays = Array.from({ length: DAYS }, (_, index) => new Date(Date.parse(TODAY) - index * DAY_MS))
  .filter((day) => day.getUTCDay() % 6 !== 0)
  .map((day) => day.toISOString().slice(0, 10))
  .reverse();

/** Where a series begins, and how its values swing around that. */
function inventedValue(
  index: number,
  at: number,
  { unit, months, quote }: ReturnType<typeof seriesRows>[number],
): string {
  const swing = Math.sin((at + index * 7) / 9) + Math.sin((at + index * 3) / 41);
  if (unit !== 'rate') return (3 + Math.log2((months ?? 6) + 2) / 5 + swing / 10 - at / 900).toFixed(2);
  const base = quote === 'JPY' || quote === 'KRW' ? 150 : 0.6 + (index % 7) / 4;
  return (base * (1 + swing / 60)).toFixed(4);
}

/** Every series that has no values in content/data, on each working day. */
export function inventedDays(): Point[] {
  return seriesRows()
    .filter(({ fill }) => !fill)
    .flatMap((row, index) =>
      workingDays.map((day, at) => ({ series: row.id, day, value: inventedValue(index, at, row) })),
    );
}

export interface MarketSite {
  url: string;
  /** Stores what a publisher states, as the fetcher does. */
  state: (...points: Point[]) => Promise<void>;
}

/** Starts it with those days, beside the months of content/data. */
export async function startMarketSite(): Promise<MarketSite & { stop: () => Promise<void> }> {
  const now = () => new Date(`${TODAY}T23:30:00Z`);
  const database = await testDatabase();
  const store = createSeriesStore(database, { now });
  await store.savePoints(inventedDays());
  const api = await serveApi({
    database,
    dist: BUILDS.site,
    series: {
      rows: seriesRows(),
      fill: (orm, own) => fillFromContent(seriesRows(), join(process.cwd(), 'content'), { orm, store: own }),
      now,
    },
  });
  await api.series.filled;
  await api.series.hub.catchUp();
  return {
    url: `http://127.0.0.1:${api.port}`,
    state: async (...points) => {
      await store.savePoints(points);
      await api.series.hub.catchUp();
    },
    stop: async () => {
      await api.stop();
      await database.close();
    },
  };
}
