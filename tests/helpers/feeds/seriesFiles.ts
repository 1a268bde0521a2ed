/** A file of each format of official series, made to its documentation (tests/fixtures/series), and what it says. */
import { readFileSync } from 'node:fs';
import { type SeriesFormat, type SeriesRow, seriesRow } from '../../../src/catalogue/officialSeries.ts';
import { READERS } from '../../../src/server/series/formats/readers.ts';

export const fixture = (name: string) => readFileSync(`tests/fixtures/series/${name}`, 'utf8');

/** A row of content/series.yml. */
export function row(id: string): SeriesRow {
  const found = seriesRow(id);
  if (!found) throw new Error(`No series '${id}'`);
  return found;
}

export const rows = (...ids: string[]) => ids.map(row);

interface Case {
  file: string;
  wanted: SeriesRow[];
  /** 'id day value' */
  points: string[];
  /** A wanted series of which the file knows nothing, so that it is named */
  unknown: SeriesRow;
  /** What says its name in a message */
  publisher: string;
}

export const CASES: Record<SeriesFormat, Case> = {
  ecbXml: {
    file: 'ecb90Days.xml',
    wanted: rows('ecb-eur-usd', 'ecb-eur-jpy', 'ecb-eur-idr'),
    points: [
      'ecb-eur-usd 2026-11-20 1.1520',
      'ecb-eur-jpy 2026-11-20 181.30',
      'ecb-eur-idr 2026-11-20 19204.66',
      'ecb-eur-usd 2026-11-19 1.1508',
      'ecb-eur-jpy 2026-11-19 180.95',
      'ecb-eur-usd 2026-11-18 1.15',
      'ecb-eur-idr 2026-11-18 19177.02',
    ],
    unknown: row('ecb-eur-ron'),
    publisher: 'European Central Bank',
  },
  fedXml: {
    file: 'h10.xml',
    wanted: rows('fed-eur-usd', 'fed-usd-jpy', 'fed-usd-twd'),
    points: [
      'fed-eur-usd 2026-11-10 1.1541',
      'fed-eur-usd 2026-11-12 1.1533',
      'fed-eur-usd 2026-11-13 1.1527',
      'fed-usd-jpy 2026-11-10 157.0200',
      'fed-usd-jpy 2026-11-12 157.3100',
      'fed-usd-jpy 2026-11-13 157.4000',
      'fed-usd-twd 2026-11-10 31.5800',
      'fed-usd-twd 2026-11-12 31.6050',
      'fed-usd-twd 2026-11-13 31.6000',
    ],
    unknown: row('fed-usd-krw'),
    publisher: 'Federal Reserve',
  },
  treasuryXml: {
    file: 'treasury.xml',
    wanted: rows('ust-1m', 'ust-6w', 'ust-2y', 'ust-10y'),
    points: [
      'ust-1m 2026-11-19 3.80',
      'ust-2y 2026-11-19 3.9',
      'ust-10y 2026-11-19 4.41',
      'ust-1m 2026-11-20 3.79',
      'ust-6w 2026-11-20 3.81',
      'ust-2y 2026-11-20 3.92',
      'ust-10y 2026-11-20 -0.05',
    ],
    unknown: row('ust-30y'),
    publisher: 'US Department of the Treasury',
  },
  nyFedJson: {
    file: 'nyFedEffr.json',
    wanted: rows('nyfed-effr', 'nyfed-target-from', 'nyfed-target-to'),
    points: [
      'nyfed-effr 2026-11-19 3.60',
      'nyfed-target-from 2026-11-19 3.50',
      'nyfed-target-to 2026-11-19 3.75',
      'nyfed-effr 2026-11-18 3.61',
      'nyfed-target-from 2026-11-18 3.50',
      'nyfed-target-to 2026-11-18 3.75',
    ],
    unknown: row('nyfed-sofr'),
    publisher: 'Federal Reserve Bank of New York',
  },
  valetJson: {
    file: 'valetRates.json',
    wanted: rows('boc-usd-cad', 'boc-jpy-cad', 'boc-twd-cad'),
    points: [
      'boc-usd-cad 2026-11-18 1.4010',
      'boc-jpy-cad 2026-11-18 0.008910',
      'boc-twd-cad 2026-11-18 0.04431',
      'boc-usd-cad 2026-11-19 1.4002',
      'boc-usd-cad 2026-11-20 1.3995',
      'boc-twd-cad 2026-11-20 0.04430',
    ],
    unknown: row('boc-eur-cad'),
    publisher: 'Bank of Canada',
  },
  boeCsv: {
    file: 'boe.csv',
    wanted: rows('boe-bank-rate'),
    points: ['boe-bank-rate 2026-11-18 3.75', 'boe-bank-rate 2026-11-19 4'],
    unknown: { ...row('boe-bank-rate'), id: 'boe-other', code: 'IUDOTHER' },
    publisher: 'Bank of England',
  },
  monthsCsv: {
    file: 'months.csv',
    wanted: rows('fed-monthly-eur-usd', 'fed-monthly-usd-jpy'),
    points: [
      'fed-monthly-usd-jpy 2026-04-01 159.1173',
      'fed-monthly-eur-usd 2026-05-01 1.1681',
      'fed-monthly-usd-jpy 2026-05-01 158.1530',
      'fed-monthly-eur-usd 2026-06-01 1.1515',
      'fed-monthly-usd-jpy 2026-06-01 160.7700',
    ],
    unknown: row('fed-monthly-gbp-usd'),
    publisher: 'Federal Reserve',
  },
};

/** What a reader says of a file, as lines. */
export function read(format: SeriesFormat, body: string, wanted = CASES[format].wanted) {
  const { points, faults } = READERS[format](body, wanted);
  return { points: points.map(({ series, day, value }) => `${series} ${day} ${value}`), faults };
}
