/**
 * The monthly series of content/data, from which figures are drawn, and who publishes them (sources.yml there). The first
 * line of a file names its columns: `month`, then one for each series. A series may begin later and end earlier than
 * others of its file, but has no gap.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { wordsByLocale } from '../i18n/locales.ts';
import type { Dated } from '../markets/rates.ts';
import { memo } from '../memo.ts';
import { CONTENT_DIR, readText } from './content.ts';
import type { Report } from './problem.ts';
import { readYaml } from './yaml.ts';

/** A month, '1971-01', and what was measured in it. */
export type Point = readonly [month: string, value: number];

/** The files of content/data, and the columns that figures need. */
export const SERIES_FILES = {
  fxMonthly: ['EUR/USD', 'USD/JPY', 'GBP/USD', 'USD/CNY', 'USD/TWD'],
  treasury10yMonthly: ['percent'],
  oilMonthly: ['wti', 'brent'],
} as const;
export type SeriesFile = keyof typeof SERIES_FILES;
export type Column<File extends SeriesFile> = (typeof SERIES_FILES)[File][number];

const DATA = 'data';
export const SERIES_SOURCES = `${DATA}/sources.yml`;
export const seriesPath = (file: SeriesFile) => `${DATA}/${file}.csv`;

const text = z.string().trim().min(1);
const words = z.strictObject(wordsByLocale(text, text.optional()));
const source = z.strictObject({ publisher: words, release: text.optional(), terms: text });
export const seriesSourcesSchema = z.strictObject({
  fxMonthly: source,
  treasury10yMonthly: source,
  oilMonthly: source,
} satisfies Record<SeriesFile, unknown>);
export type SeriesSource = z.infer<typeof source>;

/** The points of a series, oldest first. Throws on the first fault of its file, with a line that names file and line. */
export function seriesOf<File extends SeriesFile>(file: File, column: Column<File>, dir = CONTENT_DIR): Point[] {
  return columnsOf(join(dir, seriesPath(file)), file).get(column) ?? [];
}

/** Monthly averages of the spot price of WTI. */
export function oilPrices(): { first: string; values: number[] } {
  const points = seriesOf('oilMonthly', 'wti');
  return { first: points[0]?.[0] ?? '', values: points.map(([, value]) => value) };
}

/** The last values of a column as they stand in the file, each with the first day of its month, the newest first. */
export function lastOf(file: SeriesFile, column: string, count: number, dir = CONTENT_DIR): Dated[] {
  const [head = '', ...rows] = readFileSync(join(dir, seriesPath(file)), 'utf8')
    .trimEnd()
    .split(/\r?\n/);
  const at = head.split(',').indexOf(column);
  return rows
    .map((row) => row.split(','))
    .flatMap(([month, ...cells]) => (cells[at - 1] ? [{ day: `${month}-01`, value: cells[at - 1] as string }] : []))
    .slice(-count)
    .reverse();
}

/** The last month that a file has. */
export function lastMonthOf(file: SeriesFile, dir = CONTENT_DIR): string {
  const columns = columnsOf(join(dir, seriesPath(file)), file).values();
  return [...columns].map((points) => points.at(-1)?.[0] ?? '').reduce((last, month) => (month > last ? month : last));
}

const columnsOf = memo((path: string, file: SeriesFile) => {
  const name = relative(process.cwd(), path);
  return readSeries(path, SERIES_FILES[file], (line, what, expected) => {
    throw new Error(`${name}:${line} ${what}; expected ${expected}`);
  });
});

/** Who publishes the series of a file. */
export function sourceOfSeries(file: SeriesFile): SeriesSource {
  return sources(CONTENT_DIR)[file];
}

const sources = memo((dir: string) =>
  seriesSourcesSchema.parse(readYaml(readFileSync(join(dir, SERIES_SOURCES), 'utf8')).value),
);

const NUMBER = /^\d{1,9}(\.\d{1,9})?$/;

/** The points of each column. Reports each line that does not hold the next month and plain numbers. */
export function readSeries(path: string, wanted: readonly string[], report: Report): Map<string, Point[]> {
  if (!existsSync(path)) {
    report(1, 'the file is missing', 'a file of months and numbers', 'bring it back');
    return new Map();
  }
  const [head = '', ...rows] = readText(path)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const [month, ...names] = head.split(',');
  const remedy = "compare the publisher's file";
  if (month !== 'month' || new Set(names).size !== names.length || names.includes('')) {
    report(1, `'${head.slice(0, 60)}' is no head line`, 'month, then the names of the columns, each once', remedy);
    return new Map();
  }
  for (const name of wanted.filter((column) => !names.includes(column)))
    report(1, `the column ${name} is missing`, wanted.join(', '), 'bring it back');
  const columns = new Map(names.map((name) => [name, [] as Point[]]));
  let before = '';
  for (const [index, row] of rows.entries()) {
    const line = index + 2;
    const [at = '', ...cells] = row.split(',');
    const isMonth = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(at);
    if (!isMonth) report(line, `'${at.slice(0, 20)}' is no month`, 'a month such as 1999-01', remedy);
    else if (before && at !== monthAfter(before))
      report(line, `${at} follows ${before}`, monthAfter(before), 'each month once, in order, without a gap');
    if (cells.length !== names.length)
      report(line, `${cells.length} numbers for ${names.length} columns`, head.slice(0, 60), remedy);
    for (const [column, cell] of cells.slice(0, names.length).entries()) {
      const points = columns.get(names[column] ?? '');
      if (cell === '' || !points) continue;
      if (!NUMBER.test(cell) || Number(cell) === 0)
        report(line, `'${cell.slice(0, 20)}' is no number`, 'a number above 0 such as 118.0550', remedy);
      if (!isMonth) continue;
      const last = points.at(-1)?.[0];
      if (last && last !== before)
        report(line, `${names[column]} has no number from ${monthAfter(last)} to ${before}`, 'no gap', remedy);
      points.push([at, Number(cell)]);
    }
    if (isMonth) before = at;
  }
  for (const name of wanted)
    if (names.includes(name) && !columns.get(name)?.length) report(1, `${name} has no number`, 'a series', remedy);
  return columns;
}

/** '1999-12' → '2000-01' */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
