import * as z from 'zod';
import { SERIES_GROUPS } from '../../../catalogue/officialSeries.ts';
import { seriesPointsCall } from '../../../contract/market.ts';
import { isDay } from '../../../forms/days.ts';
import { localize } from '../../../i18n/urls.ts';
import type { Orm } from '../../db/database.ts';
import { seriesList } from '../../series/answers.ts';
import type { Series } from '../../series/series.ts';
import { localeInput, named, ToolFault, textInput, tool } from '../tool.ts';

const MOST = 25;
/** The page that shows them. */
const PAGE = '/technology/dataHub';

/** Official series, with their newest values. */
export const seriesTool = ({ site, api, series, orm }: { site: string; api: string; series: Series; orm: Orm }) =>
  tool({
    name: 'series',
    title: 'Official exchange rates, yields, policy rates and prices',
    description:
      'Series of official publishers (central banks, treasuries, agencies) with the newest value, its day and its ' +
      'publisher. They are published once a day or less often, and are no market prices: state day and publisher.',
    input: z.object({
      find: textInput(
        'A pair such as EUR/USD, a name or words of it such as "10-year", a publisher, or an id',
      ).optional(),
      group: z.enum(SERIES_GROUPS).optional(),
      until: z.string().refine(isDay, 'must be a day such as 2026-11-20').optional().describe('Values up to this day'),
      locale: localeInput,
    }),
    answer: async ({ find, group, until, locale }) => {
      const rows = [...series.rows.values()].filter((row) => row.group === (group ?? row.group));
      const wanted = find
        ? named(rows, find, ({ id, symbol, base, quote, names, publisher }) => [
            id,
            symbol ?? '',
            publisher.id,
            ...(base ? [`${base}/${quote}`] : []),
            ...Object.values(names),
            ...Object.values(publisher.names),
          ])
        : rows;
      if (wanted.length === 0) {
        throw new ToolFault(`No series fits. Ask without find to see those of a group: ${SERIES_GROUPS.join(', ')}.`);
      }
      const ids = new Set(wanted.map(({ id }) => id));
      const { list } = await seriesList(series, orm, locale, { group, until });
      const known = list.filter(({ id, newest }) => ids.has(id) && newest !== null);
      if (known.length === 0)
        throw new ToolFault('No publisher of these series has been read yet, or none up to that day.');
      return {
        series: known.slice(0, MOST).map(({ id, name, kind, unit, newest, before, change, late, publisher, page }) => ({
          id,
          name,
          kind,
          unit,
          value: newest?.value,
          day: newest?.day,
          before,
          change,
          workingDaysLate: late,
          publisher: publisher.name,
          licence: publisher.licence,
          notice: publisher.notice ?? undefined,
          publishedAt: page,
          history: api + seriesPointsCall.path.replace('{id}', id),
        })),
        ...(known.length > MOST && { more: known.length - MOST, advice: 'Ask with find or group for the others.' }),
        source: site + localize(PAGE, locale),
      };
    },
  });
