/** The figures that are drawn from the monthly series of content/data: what each shows, by locale. */
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { lastMonthOf, type SeriesFile } from '../../catalogue/series.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/messages.ts';
import { memo } from '../../memo.ts';
import { type DrawingOf, isSeriesDrawing } from '../components.ts';
import { CURRENCIES } from './series/currencies.ts';
import { OIL } from './series/oil.ts';
import { type Row, type SeriesFigure, showIn } from './series/parts.ts';
import { YIELDS } from './series/yields.ts';

export type SeriesName = DrawingOf<'series'>;

/** By the file of content/data that they are drawn from. */
const ROWS = { fxMonthly: CURRENCIES, treasury10yMonthly: YIELDS, oilMonthly: OIL };
const SERIES: Record<SeriesName, Row> = { ...CURRENCIES, ...YIELDS, ...OIL };
const FILES = Object.keys(ROWS) as SeriesFile[];

/** A figure as a locale sees it. Throws if a file of content/data has a fault. */
export const seriesFigure = (name: SeriesName, locale: Locale, t: Translate): SeriesFigure =>
  figure(`${name} ${locale}`, name, locale, t, CONTENT_DIR);

function made(name: SeriesName, locale: Locale, t: Translate, dir: string): SeriesFigure {
  const { file = name, values, notes = [], ...row } = SERIES[name](showIn(locale, t, dir));
  const source = FILES.find((file) => Object.hasOwn(ROWS[file], name)) ?? 'fxMonthly';
  return { ...row, file, source, last: lastMonthOf(source, dir), notes, values: new Map(Object.entries(values)) };
}
const figure = memo((_id: string, ...figure: Parameters<typeof made>) => made(...figure));

export const SERIES_NAMES = Object.keys(SERIES) as SeriesName[];

/** Names and CSV files are the same whatever the words: the check of words uses them too. */
const wordless: Translate = (key) => key;

/** The sections of the page of their tables. */
export const seriesSections = (locale: Locale, t: Translate) =>
  SERIES_NAMES.map((name) => ({ slug: name, text: seriesFigure(name, locale, t).unit }));

/** The names of the values that a figure has. */
export const valueNames = (name: SeriesName, dir = CONTENT_DIR) => [
  ...made(name, DEFAULT_LOCALE, wordless, dir).values.keys(),
];

/** A value of a figure as a locale writes it. Throws if there is none, with all names. */
export function seriesValue(name: string, show: string, locale: Locale, t: Translate): string {
  if (!isSeriesDrawing(name)) throw new Error(`No figure '${name}' of series; there are: ${SERIES_NAMES.join(', ')}`);
  const { values } = seriesFigure(name, locale, t);
  const value = values.get(show);
  if (value === undefined)
    throw new Error(`${name} has no value '${show}'; there are: ${[...values.keys()].join(', ')}`);
  return value;
}

/** Every CSV file, by its name without the ending. */
export function csvFiles(): Map<string, string> {
  const all = SERIES_NAMES.flatMap((name) => LOCALE_IDS.map((locale) => made(name, locale, wordless, CONTENT_DIR)));
  return new Map(all.map(({ file, csv }) => [file, csv]));
}
export const csvAddress = (file: string) => `/data/${file}.csv`;
