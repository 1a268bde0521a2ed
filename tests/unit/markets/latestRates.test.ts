/** The newest rate of a pair out of the series that the API lists, and the newest value of a series. */
import { describe, expect, it } from 'vitest';
import { latestRate, latestValue, type SeriesState } from '../../../src/markets/latestRates.ts';

type Values = Record<string, string>;

/** 'ecb daily EUR/USD': a series with its values by day */
function series(name: string, values: Values, late = 0): SeriesState {
  const [publisher = '', kind = '', pair = ''] = name.split(' ');
  const [base = '', quote = ''] = pair.split('/');
  const [newest = null, before = null] = Object.entries(values)
    .map(([day, value]) => ({ day, value }))
    .sort((one, other) => (one.day < other.day ? 1 : -1));
  return {
    id: name,
    name: pair,
    kind: kind as SeriesState['kind'],
    unit: 'rate',
    base,
    quote,
    newest,
    before,
    late,
    publisher: { id: publisher, name: publisher.toUpperCase() },
  };
}

describe('the newest rate of a pair', () => {
  const euro = series('ecb daily EUR/USD', { '2026-11-19': '1.0800', '2026-11-20': '1.0850' });
  const yen = series('ecb daily EUR/JPY', { '2026-11-19': '162.00', '2026-11-20': '163.50' }, 3);
  const weekly = series('fed weekly USD/JPY', { '2026-11-19': '150.10', '2026-11-20': '150.70' });
  const monthly = series('fed monthly USD/EUR', { '2026-09-01': '0.9000', '2026-10-01': '0.9200' });
  const all = [monthly, weekly, euro, yen];

  it('is as published, with its change', () => {
    expect(latestRate('EUR/USD', all)).toEqual({
      name: 'EUR/USD',
      unit: 'rate',
      kind: 'daily',
      publisher: 'ECB',
      day: '2026-11-20',
      value: '1.0850',
      formula: null,
      percent: '0.46',
      since: '2026-11-19',
      series: euro.id,
      late: 0,
    });
  });

  it('is calculated from the most frequent series of one publisher, and as late as the latest of them', () => {
    expect(latestRate('USD/JPY', all)).toMatchObject({
      kind: 'daily',
      publisher: 'ECB',
      value: '150.691',
      formula: 'EUR/JPY ÷ EUR/USD',
      percent: '0.46',
      series: yen.id,
      late: 3,
    });
    expect(latestRate('USD/JPY', [weekly, monthly])).toMatchObject({ kind: 'weekly', formula: null, value: '150.70' });
    expect(latestRate('EUR/USD', [weekly, monthly])).toMatchObject({
      kind: 'monthly',
      day: '2026-10-01',
      value: '1.08696',
      formula: '1 ÷ USD/EUR',
      percent: '-2.17',
    });
  });

  it('has no change without a day before, and is none without both currencies or a value', () => {
    expect(latestRate('EUR/USD', [series('ecb daily EUR/USD', { '2026-11-20': '1.0850' })])?.percent).toBeNull();
    expect(latestRate('EUR/CHF', all)).toBeNull();
    expect(latestRate('EUR/USD', [series('ecb daily EUR/USD', {})])).toBeNull();
  });
});

it('the newest value of the first series that has one is as published; a yield has no percentage of it', () => {
  const points = { '2026-11-19': '4.30', '2026-11-20': '4.40' };
  const daily: SeriesState = { ...series('ust daily', {}), unit: 'percent' };
  const monthly: SeriesState = { ...series('fed monthly', points), unit: 'percent', name: 'Ten years' };
  const ids = [daily.id, monthly.id];
  const expected = { value: '4.40', name: 'Ten years', kind: 'monthly', percent: null, series: monthly.id };
  expect(latestValue(ids, [daily, monthly])).toMatchObject(expected);
  expect(latestValue(ids, [monthly, { ...daily, newest: { day: '2026-11-20', value: '4.41' } }])?.value).toBe('4.41');
  expect(latestValue(ids, [daily])).toBeNull();
  const oil: SeriesState = {
    ...series('eia monthly', { '2026-09-01': '60.00', '2026-10-01': '66.00' }),
    unit: 'usdPerBarrel',
  };
  expect(latestValue([oil.id], [oil])?.percent).toBe('10.00');
});
