/** What an operator reads of how fast pages were. The counts name nobody, so no audit has it. */
import { gte } from 'drizzle-orm';
import * as v from 'valibot';
import { METRICS, type Metric } from '../../contract/vitals.ts';
import { ROUTE_KINDS } from '../../routes.ts';
import { command } from '../command.ts';
import { guarded } from '../db/errors.ts';
import { vitals } from '../db/schema.ts';
import { daysBefore } from '../shared/tidy.ts';
import { CLASSES, quantile } from './classes.ts';
import { weekOf } from './vitals.ts';

const HEAD = 'week  kind  figure  page views  median  p75';

export const VITALS_COMMANDS = {
  'vitals weeks': command({
    about: 'how fast pages were in browsers, by week and kind of page: median and p75',
    options: {
      weeks: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^[1-9]\d{0,2}$/, 'Give a number of weeks, 1 to 999.'),
          v.description('how many, this one included; by default 4'),
        ),
        '4',
      ),
    },
    run: async ({ orm }, { weeks }, now) => {
      const first = weekOf(daysBefore(now, 7 * (Number(weeks) - 1)));
      const found = await guarded('reading figures of pages', () =>
        orm.select().from(vitals).where(gte(vitals.week, first)),
      );
      const groups = Map.groupBy(found, ({ week, kind, metric }) => `${week} ${kind} ${metric}`);
      const inOrder = [...new Set(found.map(({ week }) => week))]
        .toSorted()
        .flatMap((week) => ROUTE_KINDS.flatMap((kind) => METRICS.map((metric) => ({ week, kind, metric }))));
      const lines = inOrder.flatMap(({ week, kind, metric }) => {
        const rows = groups.get(`${week} ${kind} ${metric}`);
        if (!rows) return [];
        const counts = new Map(rows.map(({ least, count }) => [least, count]));
        const all = rows.reduce((sum, { count }) => sum + count, 0);
        const [median, p75] = [0.5, 0.75].map((share) => valueText(metric, quantile(metric, counts, share)));
        return [[week, kind, metric, all, median, p75].join('  ')];
      });
      return lines.length > 0
        ? [HEAD, ...lines]
        : [`No browser has told anything since ${first}. VITALS_SHARE says how many are asked; by default none.`];
    },
  }),
};

/** A value of a class with its unit; of the last class, which has no end, where it begins. */
function valueText(metric: Metric, value: number | null): string {
  if (value === null) return '-';
  const isOpen = value >= (CLASSES[metric].at(-1) ?? 0);
  const text = metric === 'CLS' ? (value / 1000).toFixed(3) : `${Math.round(value)} ms`;
  return isOpen ? `${text} or more` : text;
}
