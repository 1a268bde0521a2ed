/** The real server, started for the first time without a network: there is history, and each number says of when. */
import { expect, it } from 'vitest';
import { seriesRows } from '../../../../src/catalogue/officialSeries.ts';
import { MARKET_CALLS, type MarketRate, type MarketSeries } from '../../../../src/contract/all.ts';
import { column } from '../../../helpers/feeds/series.ts';
import { EMPTY_SITE, serve, untilReady } from '../../../helpers/serve.ts';

it('has the monthly series of content/data, and no value of any other', async () => {
  const served = await serve(EMPTY_SITE);
  try {
    await untilReady(served.url);
    const listOf = async <T>(path: string) =>
      ((await (await fetch(served.url + path)).json()) as { data: { list: T[] } }).data.list;
    const filled = seriesRows().filter(({ fill }) => fill !== null);
    const seen = async () =>
      (await listOf<MarketSeries>(MARKET_CALLS.marketSeries.path)).filter(({ newest }) => newest !== null);
    // The server stores them after it has begun to answer.
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBe(filled.length);
    expect((await seen()).map(({ id }) => id)).toEqual(filled.map(({ id }) => id));
    const rates = await listOf<MarketRate>(`${MARKET_CALLS.latestRates.path}?base=USD`);
    const [month = '', value = 0] = column('fxMonthly', 'USD/JPY').at(-1) ?? [];
    const yen = rates.find(({ quote }) => quote === 'JPY');
    expect(yen).toMatchObject({ day: `${month}-01`, kind: 'monthly', formula: null });
    expect(Number(yen?.value)).toBe(value);
    expect(yen?.publisher.name).not.toBe('');
  } finally {
    await served.stop();
  }
});
