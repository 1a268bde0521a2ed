import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  lastMonthOf,
  monthAfter,
  readSeries,
  SERIES_FILES,
  type SeriesFile,
  seriesOf,
  sourceOfSeries,
} from '../../../src/catalogue/series.ts';
import { column } from '../../helpers/feeds/series.ts';

const dir = mkdtempSync(join(tmpdir(), 'series-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** The faults of a text, as 'line what'. */
function faultsOf(text: string, wanted = ['a']): string[] {
  const path = join(dir, 'x.csv');
  writeFileSync(path, text);
  const faults: string[] = [];
  readSeries(path, wanted, (line, what) => faults.push(`${line} ${what}`));
  return faults;
}

describe('the files of content/data', () => {
  const columns = Object.entries(SERIES_FILES).flatMap(([file, names]) => names.map((name) => [file, name] as const));

  it.each(columns)('%s has %s, as written', (file, name) => {
    const points = seriesOf(file as SeriesFile, name as never);
    expect(points.length).toBeGreaterThan(300);
    expect(points).toEqual(column(file, name));
  });

  it('have exchange rates as the Federal Reserve quotes them, with its four decimals', () => {
    const [head = '', ...rows] = readFileSync('content/data/fxMonthly.csv', 'utf8').trim().split('\n');
    const direct = head.split(',').filter((name) => name.endsWith('/USD'));
    expect(direct).toEqual(['EUR/USD', 'GBP/USD', 'AUD/USD', 'NZD/USD']);
    for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d(,(\d+\.\d{4})?){16}$/);
    expect(direct.map((name) => column('fxMonthly', name).at(-1)?.[1])).toEqual([1.1515, 1.3339, 0.7025, 0.5782]);
  });

  it('end in the month of their last line', () => {
    for (const file of Object.keys(SERIES_FILES) as SeriesFile[]) {
      const last = readFileSync(`content/data/${file}.csv`, 'utf8').trim().split('\n').at(-1) ?? '';
      expect(lastMonthOf(file)).toBe(last.slice(0, 7));
    }
  });

  it('have a publisher each, whom NOTICE names', () => {
    const notice = readFileSync('NOTICE', 'utf8');
    for (const file of Object.keys(SERIES_FILES) as SeriesFile[]) {
      expect(notice).toContain(`${file}.csv`);
      expect(notice).toContain(sourceOfSeries(file).publisher['en-US']);
    }
  });
});

describe('a file of series', () => {
  it('is read whatever its line ends are', () => {
    expect(faultsOf('month,a,b\r\n1999-12,,1\r\n2000-01,2.50,\r\n')).toEqual([]);
  });

  // tests/fixtures/rules/series has the other faults.
  it.each([
    ['a,month\n1999-12,1\n', "1 'a,month' is no head line"],
    ['month,a,a\n1999-12,1,1\n', "1 'month,a,a' is no head line"],
    ['month,a\n1999-13,1\n', "2 '1999-13' is no month"],
    ['month,a\n1999-12-01,1\n', "2 '1999-12-01' is no month"],
    ['month,a\n1999-12,1\n1999-12,1\n', '3 1999-12 follows 1999-12'],
    ['month,a\n1999-12,1\n1999-11,1\n', '3 1999-11 follows 1999-12'],
    ...'NaN|Infinity|+1|0.00|1.|.5| 1|0x10|٣|=1+1|"1"|__proto__'
      .split('|')
      .map((cell) => [`month,a\n1999-12,${cell}\n`, `2 '${cell}' is no number`]),
  ])('with a fault names its line: %j', (text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });

  it('that is missing is reported, and the build stops with file and line', () => {
    const faults: string[] = [];
    readSeries(join(dir, 'none.csv'), ['a'], (line, what) => faults.push(`${line} ${what}`));
    expect(faults).toEqual(['1 the file is missing']);
    expect(() => seriesOf('oilMonthly', 'wti', 'tests/fixtures/rules/series/bad')).toThrow(
      'tests/fixtures/rules/series/bad/data/oilMonthly.csv:1 wti has no number',
    );
  });
});

it('the month after December is January', () => {
  expect(['1999-11', '1999-12'].map(monthAfter)).toEqual(['1999-12', '2000-01']);
});
