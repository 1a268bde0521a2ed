import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  addressAt,
  SERIES_FORMATS,
  SERIES_GROUPS,
  seriesBySymbol,
  seriesRow,
  seriesRows,
} from '../../../src/catalogue/officialSeries.ts';
import { SERIES_FILES, type SeriesFile, sourceOfSeries } from '../../../src/catalogue/series.ts';
import { byLocale, LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { SERIES_KINDS } from '../../../src/markets/latestRates.ts';
import { READERS } from '../../../src/server/series/formats/readers.ts';

const rows = seriesRows();
const withId = (start: string) => rows.filter(({ id }) => id.startsWith(start));

describe('the official series', () => {
  it('are of every kind, group and format, each with a reader', () => {
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(SERIES_KINDS));
    expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(SERIES_GROUPS));
    expect(new Set(rows.map(({ format }) => format))).toEqual(new Set(SERIES_FORMATS));
    expect(Object.keys(READERS).sort()).toEqual([...SERIES_FORMATS].sort());
  });

  it('are found by their ids, and nothing else is', () => {
    for (const row of rows) expect(seriesRow(row.id)).toBe(row);
    for (const id of ['', 'EUR/USD', '__proto__', 'constructor']) expect(seriesRow(id)).toBeUndefined();
  });

  it('have a name in every language; that of a currency is its pair', () => {
    for (const { names, base, quote, group, id } of rows) {
      expect(Object.keys(names), id).toEqual(LOCALE_IDS);
      if (group === 'currency') expect(names, id).toEqual(byLocale(() => `${base}/${quote}`));
    }
  });

  it('of a publisher have names that no other of its series has', () => {
    for (const locale of LOCALE_IDS) {
      const names = rows.map(({ publisher, kind, names: own }) => `${publisher.id} ${kind} ${own[locale]}`);
      expect(new Set(names).size, locale).toBe(names.length);
    }
  });

  it('have the pair that their code says', () => {
    for (const { code, base, quote } of withId('ecb-')) expect([base, quote]).toEqual(['EUR', code]);
    for (const { code, base, quote } of withId('boc-').filter(({ group }) => group === 'currency'))
      expect(code).toBe(`FX${base}${quote}`);
    // RXI$US_N.B.EU is dollars for one unit, RXI_N.B.JA units for one dollar.
    for (const { code, base, quote } of withId('fed-').filter(({ kind }) => kind === 'weekly'))
      expect(code.startsWith('RXI$US_') ? quote : base, code).toBe('USD');
  });

  it('are asked for by the codes of their file', () => {
    for (const { address, history } of rows) expect(`${address} ${history}`).not.toContain('{codes}');
    for (const { code, address, history } of withId('boc-')) {
      const asked = [address, history].map((one) => one?.match(/observations\/([^/]*)/)?.[1]?.split(','));
      for (const codes of asked) expect(codes).toContain(code);
    }
  });

  it('are found by the symbols of news, of several publishers the one with the most frequent values', () => {
    const symbols = seriesBySymbol();
    const wanted = { EURUSD: 'ecb-eur-usd', USDJPY: 'fed-usd-jpy', USDCAD: 'boc-usd-cad', US10Y: 'ust-10y' };
    expect(symbols).toMatchObject({ ...wanted, WTI: 'eia-monthly-wti', SOFR: 'nyfed-sofr' });
    for (const [symbol, id] of Object.entries(symbols)) expect(seriesRow(id)?.symbol).toBe(symbol);
  });

  it('are policy rates where a central bank sets them; SOFR and EFFR are market rates', () => {
    const inGroup = (group: string) => rows.filter((row) => row.group === group).map(({ id }) => id);
    expect(inGroup('marketRate')).toEqual(['nyfed-sofr', 'nyfed-effr']);
    for (const id of inGroup('policyRate')) expect(id).toMatch(/-(target|bank-rate)/);
  });

  it('of the yield curve go up in their terms', () => {
    const months = withId('ust-').map(({ months: own }) => own ?? 0);
    expect(months.length).toBeGreaterThan(10);
    expect(months).toEqual(months.toSorted((a, b) => a - b));
  });

  it('have the New Taiwan dollar, once a week and, through the Canadian dollar, every working day', () => {
    const taiwan = rows.filter((row) => [row.base, row.quote].includes('TWD'));
    expect(taiwan.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'fed-usd-twd weekly',
      'boc-twd-cad daily',
      'fed-monthly-usd-twd monthly',
    ]);
    expect(seriesRow('boc-usd-cad')).toMatchObject({ kind: 'daily', publisher: seriesRow('boc-twd-cad')?.publisher });
  });

  it('name what the New York Fed and the Bank of England ask for beside their numbers', () => {
    expect(seriesRow('nyfed-sofr')?.publisher.notice).toMatch(/Terms of Use posted at newyorkfed\.org.*DTCC/);
    expect(seriesRow('boe-bank-rate')?.publisher.notice).toContain('Open Government Licence');
  });

  it('ask an address for the series that they read from it', () => {
    for (const { address, code, format } of rows) {
      if (format === 'valetJson') expect(address?.split(/[/,]/)).toContain(code);
      if (format === 'boeCsv') expect(address).toContain(`SeriesCodes=${code}&`);
      if (format === 'nyFedJson') expect(address).toContain(code.replace(/\..*/, '').toLowerCase());
    }
  });
});

describe('the first fill', () => {
  it.each(Object.keys(SERIES_FILES) as SeriesFile[])('reads %s whole, as its publisher is named there', (file) => {
    const filled = rows.filter(({ fill }) => fill === `data/${file}.csv`);
    const body = readFileSync(`content/data/${file}.csv`, 'utf8');
    const [head = '', ...lines] = body.trim().split('\n');
    expect(filled.map(({ code }) => code)).toEqual(head.split(',').slice(1));
    const { points, faults } = READERS.monthsCsv(body, filled);
    expect(faults).toEqual([]);
    expect(points.map(({ value }) => value).sort()).toEqual(
      lines
        .flatMap((line) => line.split(',').slice(1))
        .filter(Boolean)
        .sort(),
    );
    expect(new Set(points.map(({ series }) => series)).size).toBe(filled.length);
    expect(points.every(({ day }) => day.endsWith('-01'))).toBe(true);
    const { publisher } = sourceOfSeries(file);
    for (const { publisher: own } of filled)
      expect(own.names).toEqual(byLocale((at) => publisher[at] ?? publisher['en-US']));
  });
});

it('an address has the year, and the year before', () => {
  const now = new Date('2027-01-01T00:30:00Z');
  expect(addressAt('https://example.org/{year}/{lastYear}?y={year}', now)).toBe('https://example.org/2027/2026?y=2027');
  for (const { address, history } of rows)
    for (const one of [address, history]) if (one) expect(addressAt(one, now)).not.toMatch(/[{}]/);
});
