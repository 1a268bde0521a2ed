/** The exchanges of the market clock, by their codes in content/exchanges.yml. */
import { allExchanges, cityName, exchangeName } from '../../catalogue/exchanges.ts';
import type { Market } from './clock.ts';

/** Throws one line that names an unknown code. */
export function marketsOf(mics: readonly string[]): Market[] {
  return mics.map((mic) => {
    const found = allExchanges().find((exchange) => exchange.mic === mic);
    if (!found) throw new Error(`MARKET_CLOCK names '${mic}', which content/exchanges.yml does not hold`);
    return {
      mic,
      name: (locale) => exchangeName(found, locale).name,
      city: (locale) => cityName(found.city, locale),
      calendar: found.calendar,
    };
  });
}
