/** The regular sessions of the main exchanges, as lines for a table and for the islands. */
import { allExchanges, cityName, exchangeName } from '../../catalogue/exchanges.ts';
import { formatDate } from '../../i18n/format.ts';
import { localOrder } from '../../i18n/homeMarkets.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { type Translate, translator } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import type { MarketCalendar } from '../../markets/clock.ts';
import { MAIN_EXCHANGES } from '../../markets/main.ts';
import type { MarketDay } from '../../markets/week.ts';
import { type HoursLine, hoursLines, sessionRange, zoneOffset } from '../drawings/exchanges/hours.ts';

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
  const main = allExchanges().filter(({ mic }) => MAIN_EXCHANGES.some((mainExchange) => mainExchange === mic));
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

/** The first exchange of each city: New York has two with the same hours. */
export function oneEachCity(exchanges: readonly MainExchange[]): MainExchange[] {
  return exchanges.filter(({ city }, index) => exchanges.findIndex((other) => other.city === city) === index);
}

/** Weeks of the calendar that a build writes: it is shown by the day, and new builds are far more frequent. */
const WEEKS = 26;

/** The days from a date on which main exchanges are closed or have other hours. */
export function marketDays(locale: Locale, from: string): MarketDay[] {
  const t = translator(locale);
  const { lang } = LOCALES[locale];
  const until = new Date(Date.parse(from) + WEEKS * 7 * 86_400_000).toISOString().slice(0, 10);
  const format = new Intl.DateTimeFormat(lang, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const list = new Intl.ListFormat(lang, { type: 'conjunction' });
  const days = mainExchanges(locale).flatMap(({ city, exceptions }) =>
    (exceptions?.years ?? []).flatMap(({ days: group }) => group.map(({ date, hours }) => ({ date, city, hours }))),
  );
  const shown = days.filter(({ date }) => from <= date && date < until);
  return [...Map.groupBy(shown, ({ date }) => date)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, group]) => {
      // New York has two exchanges.
      const byHours = [...Map.groupBy(group, ({ hours }) => hours)].map(([hours, of]) => {
        const cities = list.format(new Set(of.map(({ city }) => city)));
        return hours === null ? t('news.week.closed', { cities }) : t('news.week.hours', { cities, hours });
      });
      // Intl has half-width brackets in Japanese.
      const day = format.format(Date.parse(date)).replace('(', '（').replace(')', '）');
      return { date, day, lines: byHours };
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
      return { date, day: format.format(Date.parse(date)), hours: sessions ? sessionRange(sessions, locale, t) : null };
    });
  const years = [...Map.groupBy(days, ({ date }) => date.slice(0, 4))].map(([year, group]) => ({ year, days: group }));
  return { until: formatDate(until, locale), years };
}
