/** The regular sessions of the main exchanges, as lines for a table and for the islands. */
import { allExchanges, cityName, exchangeName } from '../../catalogue/exchanges.ts';
import { formatDate } from '../../i18n/format.ts';
import { localOrder } from '../../i18n/homeMarkets.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { type Translate, translator } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import type { MarketCalendar } from '../../markets/clock.ts';
import { MAIN_EXCHANGES } from '../../markets/main.ts';
import { type HoursLine, hoursLines, sessionRange, zoneOffset } from '../drawings/hours.ts';

export interface MainExchange {
  mic: string;
  name: string;
  /** 'en' if the name is not in the page's language */
  nameLang: 'en' | undefined;
  city: string;
  /** IANA */
  zone: string;
  /** 'UTC+9' */
  zoneName: string;
  lines: HoursLine[];
  exceptions: Exceptions | null;
}

/** Days on which a market is closed or has other hours, as far as its own calendar confirms them. */
export interface Exceptions {
  /** The last confirmed day, in words */
  until: string;
  years: { year: string; days: { date: string; day: string; hours: string | null }[] }[];
}

/** The main exchanges in the order of a locale. */
export function mainExchanges(locale: Locale): MainExchange[] {
  const t = translator(locale);
  const main = allExchanges().filter(({ mic }) => MAIN_EXCHANGES.some((one) => one === mic));
  return localOrder(main, locale).map((exchange) => {
    const { mic } = exchange;
    const { zone, week } = exchange.calendar;
    const { name, english } = exchangeName(exchange, locale);
    return {
      mic,
      name,
      nameLang: english && !LOCALES[locale].lang.startsWith('en') ? 'en' : undefined,
      city: cityName(exchange.city, locale),
      zone,
      zoneName: zoneOffset(zone, t),
      lines: hoursLines(week, locale, t),
      exceptions: exceptionsOf(exchange.calendar, locale, t),
    };
  });
}

/** All confirmed exceptions, past ones too, so that a build does not depend on its date. */
function exceptionsOf({ closed, special, confirmed }: MarketCalendar, locale: Locale, t: Translate): Exceptions | null {
  if (!confirmed) return null;
  const [from, until] = confirmed;
  const format = new Intl.DateTimeFormat(LOCALES[locale].lang, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const days = [...new Set([...closed, ...Object.keys(special)])]
    .filter((date) => from <= date && date <= until)
    .sort()
    .map((date) => {
      const sessions = lookUp(special, date);
      return { date, day: format.format(Date.parse(date)), hours: sessions ? sessionRange(sessions, t) : null };
    });
  const years = [...Map.groupBy(days, ({ date }) => date.slice(0, 4))].map(([year, own]) => ({ year, days: own }));
  return { until: formatDate(until, locale), years };
}
