/**
 * What figures of monthly series are made with. Values are shares where their words say percent. A row has
 *
 * file     the name of its CSV file, the same for all locales with the same numbers; if it is not that of the row
 * unit     the words above the drawing
 * drawing  lines by month, or bars
 * table    its numbers by year, on the page of the tables
 * csv      the months, with a head line in English
 * values   what authors may show: <Value of="dollarYen" show="highest" />, {highest} in its summary
 */
import { type Point, type SeriesFile, seriesOf } from '../../../catalogue/series.ts';
import { formatMonth, formatNumber, negative } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/messages.ts';
import { type Currency, formatMoney } from '../../../i18n/money.ts';
import { bins, byYear, extremes, mean } from './derived.ts';

export interface Lines {
  kind: 'lines';
  /** Each ends in the same month; the first is drawn strongest, and its lowest and highest points are named */
  lines: { label?: string; points: readonly Point[] }[];
  /** The scale includes this value and has a stronger line there */
  base?: number;
}
export interface Bars {
  kind: 'bars';
  bars: { height: number; tone: Tone }[];
  /** What stands below a bar; `at` counts bars, 2.5 is the middle of the third */
  ticks: { at: number; label: string }[];
  /** Dashed lines down the drawing, and the side on which their words stand */
  marks?: { at: number; label: string; side: 'left' | 'right' }[];
  /** What the dashed lines are */
  legend?: string;
  /** Bars whose value is written */
  named?: { bar: number; label: string }[];
}
export type Tone = 'up' | 'down' | 'plain';

export interface SeriesFigure {
  file: string;
  source: SeriesFile;
  /** The last month of the source */
  last: string;
  unit: string;
  /** How the numbers beside the scale are written */
  scale: (value: number) => string;
  drawing: Lines | Bars;
  /** What is assumed */
  notes: string[];
  table: { name: string; columns: string[]; rows: string[][] };
  csv: string;
  values: Map<string, string>;
}

/** What a row is written with: how the locale writes numbers, and its words. */
export interface Show {
  locale: Locale;
  t: Translate;
  points: typeof seriesOf;
  number: (value: number, digits?: number) => string;
  /** A share: 0.04 → '4%' */
  percent: (share: number, digits?: number) => string;
  /** The same with its sign, plus too */
  signed: (share: number, digits?: number) => string;
  money: (value: number, currency: Currency, digits?: number) => string;
  month: (month: string) => string;
}
export type Row = (show: Show) => Omit<SeriesFigure, 'file' | 'source' | 'last' | 'values' | 'notes'> & {
  file?: string;
  values: Record<string, string>;
  notes?: string[];
};

/** A number with its sign, plus too; what rounds to 0 has none. */
export const withSign = (text: string, value: number) =>
  /[1-9]/.test(text) ? (value < 0 ? negative(text) : `+${text}`) : text;

export function showIn(locale: Locale, t: Translate, dir: string): Show {
  const number = (value: number, digits = 0) => {
    const text = formatNumber(Math.abs(value), locale, digits);
    return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
  };
  return {
    locale,
    t,
    points: (file, column) => seriesOf(file, column, dir),
    number,
    percent: (share, digits = 0) => `${number(share * 100, digits)}%`,
    signed: (share, digits = 1) => withSign(`${number(Math.abs(share * 100), digits)}%`, share),
    money: (value, currency, digits = 0) => {
      const text = formatMoney(Math.abs(value), currency, digits, locale, t);
      return value < 0 ? negative(text) : text;
    },
    month: (month) => formatMonth(`${month}-01`, locale),
  };
}

export type Write = (value: number) => string;

/** The first, last, lowest and highest value of a series, and when they were: <name>Month, or <name>Year. */
export function valuesOf(points: readonly Point[], write: Write, { month }: Show): Record<string, string> {
  return named(points, write, 'Month', month);
}

/** The same of years, and how many there are, of which so many fell and rose. */
export function yearValues(points: readonly Point[], write: Write, { number }: Show): Record<string, string> {
  return {
    ...named(points, write, 'Year', yearOf),
    years: number(points.length),
    falls: number(points.filter(([, value]) => value < 0).length),
    rises: number(points.filter(([, value]) => value > 0).length),
  };
}

export const yearOf = (month: string) => month.slice(0, 4);

function named(points: readonly Point[], write: Write, time: string, name: (month: string) => string) {
  const { lowest, highest } = extremes(points);
  const ends = { first: points[0] ?? lowest, last: points.at(-1) ?? lowest, lowest, highest };
  const entries = Object.entries(ends).flatMap(([end, [month, value]]) => [
    [end, write(value)],
    [`${end}${time}`, name(month)],
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** A table of the years: what each column makes of the values of a year. */
export function yearTable(
  points: readonly Point[],
  { t }: Show,
  columns: readonly (readonly [name: string, cell: (values: number[], year: string) => string])[],
): SeriesFigure['table'] {
  return {
    name: t('figure.series.table'),
    columns: [t('figure.series.year'), ...columns.map(([name]) => name)],
    rows: byYear(points).map(([year, values]) => [year, ...columns.map(([, cell]) => cell(values, year))]),
  };
}

/** The columns that most tables have. */
export const range = ({ t }: Show, write: Write) =>
  [
    [t('figure.series.lowest'), (values: number[]) => write(Math.min(...values))],
    [t('figure.series.highest'), (values: number[]) => write(Math.max(...values))],
  ] as const;
export const average = ({ t }: Show, write: Write) =>
  [t('figure.series.average'), (values: number[]) => write(mean(values))] as const;

export const csvOf = (columns: readonly string[], rows: readonly (readonly (string | undefined)[])[]) =>
  `${[['month', ...columns], ...rows].map((row) => row.join(',')).join('\n')}\n`;
export const csvOfPoints = (column: string, points: readonly Point[], digits: number) =>
  csvOf(
    [column],
    points.map(([month, value]) => [month, value.toFixed(digits)]),
  );

/** A figure of one line: its table has the lowest, the highest and the average of each year. */
export function oneLine(
  show: Show,
  points: Point[],
  write: Write,
  rest: Pick<SeriesFigure, 'unit' | 'scale'> & {
    file?: string;
    base?: number;
    /** The head of the CSV file’s column, the decimals there, and what its numbers are times those of the drawing */
    column: string;
    digits: number;
    factor?: number;
  },
): ReturnType<Row> {
  const { base, column, digits, factor = 1, ...figure } = rest;
  return {
    ...figure,
    drawing: { kind: 'lines', lines: [{ points }], ...(base !== undefined && { base }) },
    table: yearTable(points, show, [...range(show, write), average(show, write)]),
    csv: csvOfPoints(
      column,
      points.map(([month, value]): Point => [month, value * factor]),
      digits,
    ),
    values: valuesOf(points, write, show),
  };
}

/** A CSV file of the Decembers, with the change of each year in percent. */
export const csvOfYears = (columns: [string, string], ends: readonly Point[], moves: readonly Point[], write: Write) =>
  csvOf(
    columns,
    ends.map(([month, value], at) => [month, write(value), at === 0 ? '' : percentDigits(moves[at - 1]?.[1])]),
  );
const percentDigits = (share = Number.NaN) => (share * 100).toFixed(4);

const toneOf = (value: number): Tone => (value < 0 ? 'down' : 'up');

/** Bars of values by time; the lowest and the highest are named. */
export function barsOf(points: readonly Point[], write: Write, label: (month: string) => string | null): Bars {
  const { lowest, highest } = extremes(points);
  return {
    kind: 'bars',
    bars: points.map(([, value]) => ({ height: value, tone: toneOf(value) })),
    ticks: points.flatMap(([month], at) => {
      const text = label(month);
      return text === null ? [] : [{ at: at + 0.5, label: text }];
    }),
    named: [lowest, highest].map((point) => ({ bar: points.indexOf(point), label: write(point[1]) })),
  };
}

/** Years that end in 0, below the bar of the year or of its January. */
export const decade = (month: string) => (/0-01$/.test(month) ? yearOf(month) : null);
export const decadeOfYears = (month: string) => (/0-12$/.test(month) ? yearOf(month) : null);

/** How often values lie in steps of `width`, with dashed lines at `marks`. */
export function distribution(
  values: readonly number[],
  { width, every, marks, mark }: { width: number; every: number; marks: readonly number[]; mark: Write },
  write: Write,
): Bars {
  const steps = bins(values, width);
  const at = (value: number) => (value - (steps[0]?.from ?? 0)) / width;
  const ends = steps.map(({ from }) => from);
  return {
    kind: 'bars',
    bars: steps.map(({ from, count }) => ({ height: count, tone: toneOf(Math.round(from / width)) })),
    ticks: ends
      .filter((from) => Math.round(from / width) % Math.round(every / width) === 0)
      .map((from) => ({ at: at(from), label: write(from) })),
    marks: marks.map((value) => ({ at: at(value), label: mark(value), side: value < 0 ? 'left' : 'right' })),
  };
}

export const percentPoints = (points: readonly Point[]): Point[] =>
  points.map(([month, value]) => [month, value * 100]);
export const averageOrDash = (values: number[] | undefined, write: Write) => (values ? write(mean(values)) : '—');
