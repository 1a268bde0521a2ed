/**
 * Which markets and money the readers of a locale know first. Every list of markets follows this table; hours are in the
 * visitor's own zone, and the names of exchanges are in content/exchanges.yml. Separate from the table of locales, so
 * that only the build loads it.
 *
 * home     the exchanges of the country, by MIC, which lead every list
 * nearest  the six main exchanges that a phone shows, those first whose hours its readers see first. The trading day
 *          begins with the first of them and follows the sun from there
 * pair     the currency pair of the first example
 * currency the money of examples and calculators (of forex in cn US dollars: markets/calculators/forex.ts)
 * rates    the six pairs of the ledger of official rates
 */
import type { Locale } from './locales.ts';

export const HOME_MARKETS = {
  'en-US': {
    home: ['XNYS', 'XNAS', 'XCBO'],
    nearest: ['XNYS', 'XLON', 'XTKS', 'XNAS', 'XETR', 'XHKG'],
    pair: 'EUR/USD',
    currency: 'USD',
    rates: ['EUR/USD', 'USD/JPY', 'GBP/USD', 'USD/CAD', 'USD/CHF', 'AUD/USD'],
  },
  'en-GB': {
    home: ['XLON'],
    nearest: ['XLON', 'XNYS', 'XTKS', 'XNAS', 'XETR', 'XHKG'],
    pair: 'EUR/USD',
    currency: 'GBP',
    rates: ['GBP/USD', 'GBP/EUR', 'GBP/JPY', 'GBP/CHF', 'EUR/USD', 'USD/JPY'],
  },
  ja: {
    home: ['XTKS', 'XNGO'],
    nearest: ['XTKS', 'XNYS', 'XLON', 'XSHG', 'XHKG', 'XNAS'],
    pair: 'USD/JPY',
    currency: 'JPY',
    rates: ['USD/JPY', 'EUR/JPY', 'GBP/JPY', 'AUD/JPY', 'CNY/JPY', 'EUR/USD'],
  },
  tw: {
    home: ['XTAI', 'ROCO'],
    nearest: ['XTAI', 'XTKS', 'XNYS', 'XHKG', 'XSHG', 'XNAS'],
    pair: 'USD/JPY',
    currency: 'TWD',
    rates: ['USD/TWD', 'EUR/TWD', 'JPY/TWD', 'CNY/TWD', 'HKD/TWD', 'USD/JPY'],
  },
  cn: {
    home: ['XSHG', 'XSHE', 'BJSE'],
    nearest: ['XSHG', 'XHKG', 'XNYS', 'XNAS', 'XTKS', 'XLON'],
    pair: 'EUR/USD',
    currency: 'CNY',
    rates: ['USD/CNY', 'EUR/CNY', 'GBP/CNY', 'HKD/CNY', 'EUR/USD', 'USD/JPY'],
  },
} as const satisfies Record<Locale, HomeMarkets>;

interface HomeMarkets {
  home: readonly string[];
  nearest: readonly string[];
  pair: 'EUR/USD' | 'USD/JPY';
  currency: 'USD' | 'GBP' | 'JPY' | 'TWD' | 'CNY';
  rates: readonly [string, string, string, string, string, string];
}

/** Markets in the order of a locale: those of its country, the nearest, then the others in the order given. */
export function localOrder<Market extends { mic: string }>(markets: readonly Market[], locale: Locale): Market[] {
  const { home, nearest } = HOME_MARKETS[locale];
  const known: readonly string[] = [...home, ...nearest];
  const rank = ({ mic }: Market) => (known.includes(mic) ? known.indexOf(mic) : known.length);
  return markets.toSorted((one, other) => rank(one) - rank(other));
}

/** The six main exchanges that a phone shows. */
export function nearestOf<Market extends { mic: string }>(markets: readonly Market[], locale: Locale): Market[] {
  return HOME_MARKETS[locale].nearest.flatMap((mic) => markets.find((market) => market.mic === mic) ?? []);
}
