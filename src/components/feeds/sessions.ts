/** The regular sessions of the main exchanges, as lines for a table and for the islands. */
import { allExchanges, cityName, exchangeName } from '../../authoring/exchanges.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { MAIN_EXCHANGES } from '../../markets/main.ts';
import { type HoursLine, hoursLines, zoneOffset } from '../figures/hours.ts';

export interface MainExchange {
  mic: string;
  name: string;
  city: string;
  /** IANA */
  zone: string;
  /** 'UTC+9' */
  zoneName: string;
  lines: HoursLine[];
}

export function mainExchanges(locale: Locale): MainExchange[] {
  const t = translator(locale);
  const all = new Map(allExchanges().map((exchange) => [exchange.mic, exchange]));
  return MAIN_EXCHANGES.flatMap((mic) => {
    const exchange = all.get(mic);
    if (!exchange) return []; // A test's own content may have fewer.
    const { zone, week } = exchange.calendar;
    return [
      {
        mic,
        name: exchangeName(exchange, locale).name,
        city: cityName(exchange.city, locale),
        zone,
        zoneName: zoneOffset(zone, t),
        lines: hoursLines(week, locale, t),
      },
    ];
  });
}
