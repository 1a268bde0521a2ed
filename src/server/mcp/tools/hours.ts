import * as z from 'zod';
import { allExchanges, cityName, type Exchange, exchangeName } from '../../../catalogue/exchanges.ts';
import { LOCALE_IDS, type Locale } from '../../../i18n/locales.ts';
import { localize } from '../../../i18n/urls.ts';
import { marketState, nextHoliday } from '../../../markets/clock.ts';
import { MAIN_EXCHANGES } from '../../../markets/main.ts';
import { offset } from '../../../markets/zone.ts';
import { localeInput, named, ToolFault, textInput, tool } from '../tool.ts';

const MAIN: readonly string[] = MAIN_EXCHANGES;

/** Whether exchanges are open at present. */
export const hoursTool = ({ site, now }: { site: string; now: () => Date }) =>
  tool({
    name: 'exchange_hours',
    title: 'Exchange hours now',
    description:
      'Whether stock and derivatives exchanges are open now, why not, and when that changes, with the midday break, ' +
      'holidays and half days. Without an exchange: the main ones of the world.',
    input: z.object({
      exchange: textInput('A code (MIC) such as XTKS, the name of an exchange or its city').optional(),
      locale: localeInput,
    }),
    answer: async ({ exchange, locale }) => {
      const all = allExchanges();
      const found = exchange ? named(all, exchange, namesOf) : all.filter(({ mic }) => MAIN.includes(mic));
      if (found.length === 0) {
        throw new ToolFault(`No exchange of the ${all.length} known ones fits: try its code (MIC) or its city.`);
      }
      const at = now().getTime();
      return {
        now: new Date(at).toISOString(),
        exchanges: found.map((one) => stateOf(one, locale, at)),
        source: site + localize('/', locale),
      };
    },
  });

const namesOf = (exchange: Exchange) => [
  exchange.mic,
  ...LOCALE_IDS.flatMap((locale) => [exchangeName(exchange, locale).name, cityName(exchange.city, locale)]),
];

function stateOf(exchange: Exchange, locale: Locale, at: number) {
  const { mic, city, calendar, source } = exchange;
  const { open, reason, changesAt, breaks, confirmed } = marketState(calendar, at);
  const local = (instant: number) => new Date(instant + offset(calendar.zone, instant)).toISOString().slice(0, 16);
  return {
    mic,
    name: exchangeName(exchange, locale).name,
    city: cityName(city, locale),
    zone: calendar.zone,
    localTime: local(at),
    open,
    reason,
    nextChange:
      changesAt === null
        ? null
        : {
            to: open ? (breaks ? 'midday break' : 'closed') : 'open',
            at: new Date(changesAt).toISOString(),
            localTime: local(changesAt),
          },
    nextHoliday: nextHoliday(calendar, at),
    confirmedByExchange: confirmed,
    exchangePage: source,
  };
}
