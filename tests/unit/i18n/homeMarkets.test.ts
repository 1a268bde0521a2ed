/** The order of markets of each locale, and that every list of them follows it. */
import { describe, expect, it } from 'vitest';
import { allExchanges } from '../../../src/catalogue/exchanges.ts';
import { mainExchanges } from '../../../src/components/feeds/sessions.ts';
import { HOME_MARKETS, localOrder, nearestOf } from '../../../src/i18n/homeMarkets.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { MAIN_EXCHANGES } from '../../../src/markets/main.ts';

const mics = (markets: readonly { mic: string }[]) => markets.map(({ mic }) => mic);
const main: readonly string[] = MAIN_EXCHANGES;

describe.each(LOCALE_IDS)('%s', (locale) => {
  const { home, nearest } = HOME_MARKETS[locale];

  it('names exchanges that there are, each once, and the first main one of its country first', () => {
    expect(mics(allExchanges())).toEqual(expect.arrayContaining([...home]));
    for (const list of [home, nearest]) expect(new Set<string>(list).size).toBe(list.length);
    expect(nearest).toHaveLength(6);
    expect(main).toEqual(expect.arrayContaining([...nearest]));
    expect(nearest[0]).toBe(home[0]);
  });

  it('lists all exchanges with those of its country first, the rest as they were', () => {
    const listed = mics(localOrder(allExchanges(), locale));
    expect(listed.slice(0, home.length)).toEqual(home);
    const known: readonly string[] = [...home, ...nearest];
    const rest = (all: readonly string[]) => all.filter((mic) => !known.includes(mic));
    expect(rest(listed)).toEqual(rest(mics(allExchanges())));
    expect(listed.toSorted()).toEqual(mics(allExchanges()).toSorted());
  });

  it('orders the main exchanges alike', () => {
    const listed = mics(mainExchanges(locale));
    expect(listed.toSorted()).toEqual(main.toSorted());
    expect(listed[0]).toBe(home[0]);
    expect(mics(nearestOf(mainExchanges(locale), locale))).toEqual(nearest);
  });
});
