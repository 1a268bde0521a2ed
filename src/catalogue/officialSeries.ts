/**
 * The series of content/series.yml: what official publishers state, where, how often and under which terms. The server
 * reads their files (src/server/series); the head of series.yml explains its fields.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isDay } from '../forms/days.ts';
import { byLocale, DEFAULT_LOCALE, type Locale, wordsByLocale } from '../i18n/locales.ts';
import { SERIES_KINDS, type SeriesKind } from '../markets/latestRates.ts';
import { memo } from '../memo.ts';
import { CONTENT_DIR } from './content.ts';
import { isTimeZone } from './exchanges.ts';
import { SERIES_FILES, seriesPath } from './series.ts';
import { readYaml } from './yaml.ts';

export const OFFICIAL_SERIES_FILE = 'series.yml';

export const SERIES_GROUPS = ['currency', 'yield', 'policyRate', 'marketRate', 'commodity'] as const;
export type SeriesGroup = (typeof SERIES_GROUPS)[number];
export const SERIES_UNITS = ['rate', 'percent', 'usdPerBarrel'] as const;
export type SeriesUnit = (typeof SERIES_UNITS)[number];
/** The formats of files. Each has a reader in src/server/series/formats. */
export const SERIES_FORMATS = [
  'ecbXml',
  'fedXml',
  'treasuryXml',
  'nyFedJson',
  'valetJson',
  'boeCsv',
  'monthsCsv',
] as const;
export type SeriesFormat = (typeof SERIES_FORMATS)[number];

export interface SeriesRow {
  /** Never changes, because stored points refer to it */
  id: string;
  kind: SeriesKind;
  group: SeriesGroup;
  publisher: SeriesPublisher;
  names: Record<Locale, string>;
  /** The public page that announces it */
  page: string;
  /** Of the file with the newest values, see addressAt(); null if content/data is all there is */
  address: string | null;
  /** Of a file of the same format with more days, read when days are missing */
  history: string | null;
  /** The file of content/data that fills it at the first start, such as data/fxMonthly.csv */
  fill: string | null;
  format: SeriesFormat;
  /** Its name in the file */
  code: string;
  /** A rate is the price of one unit of `base` in `quote` */
  unit: SeriesUnit;
  base: string | null;
  quote: string | null;
  /** The term of a yield, for the curve */
  months: number | null;
  /** As news and flash name it: US10Y, EURUSD */
  symbol: string | null;
  published: Publication | null;
  /** Day on which a check last got an answer, YYYY-MM-DD, or 'never' */
  checked: string;
}

export interface SeriesPublisher {
  id: string;
  names: Record<Locale, string>;
  /** The terms in a few words, and their address where there is one */
  licenses: Record<Locale, string>;
  terms: string | null;
  /** What the terms demand beside the values, in their own language, English */
  notice: string | null;
}

/** When a value is out, at the earliest. */
export interface Publication {
  /** 'HH:MM' in the zone */
  hour: string;
  zone: string;
  /** Working days from the day of the value to that of its publication */
  after: number;
  /** Of weekly publications, 1 for Monday */
  weekday: number | null;
}

const text = z.string().trim().min(1, 'is empty');
const words = z.strictObject(wordsByLocale(text, text.optional()));
const address = z.url({ protocol: /^https$/, error: 'is no address with https' });
const id = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'small letters, digits and hyphens');

const publisher = z.strictObject({
  name: words,
  licence: words,
  terms: address.optional(),
  notice: text.optional(),
});

const published = z.strictObject({
  hour: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour such as 16:00, in quotation marks'),
  zone: z.string().refine(isTimeZone, 'no IANA time zone'),
  after: z.int().min(0).max(5).default(0),
  weekday: z.int().min(1).max(5).optional(),
});

const series = z.strictObject({
  id,
  code: text,
  group: z.enum(SERIES_GROUPS).optional(),
  pair: z
    .string()
    .regex(/^([A-Z]{3})\/(?!\1)[A-Z]{3}$/, 'a pair such as EUR/USD')
    .optional(),
  name: words.optional(),
  months: z.number().positive().max(600).optional(),
  symbol: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/, 'capital letters and digits')
    .optional(),
});

const file = z.strictObject({
  publisher: z.string(),
  kind: z.enum(SERIES_KINDS),
  group: z.enum(SERIES_GROUPS),
  unit: z.enum(SERIES_UNITS),
  format: z.enum(SERIES_FORMATS),
  page: address,
  address: address.optional(),
  history: address.optional(),
  fill: z.enum(Object.keys(SERIES_FILES) as (keyof typeof SERIES_FILES)[]).optional(),
  published: published.optional(),
  checked: z.string().refine((day) => day === 'never' || isDay(day), 'never, or a day such as 2026-11-21'),
  series: z.array(series).min(1),
});

/** The schema of the file. */
export const officialSeriesSchema = z
  .strictObject({ publishers: z.record(z.string(), publisher), files: z.array(file) })
  .superRefine(({ publishers, files }, context) => {
    const ids = new Set<string>();
    const symbols = new Set<string>();
    for (const [index, file] of files.entries()) {
      const fault = (message: string, ...path: (string | number)[]) =>
        context.addIssue({ code: 'custom', message, path: ['files', index, ...path] });
      if (!Object.hasOwn(publishers, file.publisher)) fault('is no publisher of this file', 'publisher');
      if (!file.address === !file.fill) fault('needs an address, or fill, and not both');
      if (!file.address !== (file.format === 'monthsCsv')) fault('monthsCsv is for files of content/data', 'format');
      if (!file.address && (file.history || file.published)) fault('content/data has no history and no hour', 'fill');
      if ((file.kind === 'weekly') !== (file.published?.weekday !== undefined))
        fault('weekly files, and only they, have a weekday in published', 'kind');
      if ((file.group === 'currency') !== (file.unit === 'rate')) fault('rates are of currencies', 'unit');
      const codes = new Set<string>();
      for (const [at, { id: name, code, pair, name: called, symbol, group }] of file.series.entries()) {
        if (group && (group === 'currency') !== (file.unit === 'rate'))
          fault('rates are of currencies', 'series', at, 'group');
        if (ids.has(name)) fault('stands twice', 'series', at, 'id');
        if (codes.has(code)) fault('stands twice in its file', 'series', at, 'code');
        if (!pair !== (file.group !== 'currency'))
          fault('currencies, and only they, have a pair', 'series', at, 'pair');
        if (!pair === !called) fault('all but currencies, whose name is the pair, need a name', 'series', at, 'name');
        if (symbol && (pair || symbols.has(symbol)))
          fault('is the symbol of another series, or of a pair', 'series', at, 'symbol');
        if (symbol) symbols.add(symbol);
        ids.add(name);
        codes.add(code);
      }
    }
  });

const catalogue = memo((dir: string): ReadonlyMap<string, SeriesRow> => {
  const { publishers, files } = officialSeriesSchema.parse(
    readYaml(readFileSync(join(dir, OFFICIAL_SERIES_FILE), 'utf8')).value,
  );
  const known = new Map(
    Object.entries(publishers).map(([name, { name: names, licence, terms = null, notice = null }]) => [
      name,
      { id: name, names: inEvery(names), licenses: inEvery(licence), terms, notice },
    ]),
  );
  return new Map(
    files.flatMap(({ series: inFile, publisher: of, published: at, fill, ...shared }) => {
      const codes = inFile.map(({ code }) => code).join(',');
      const withCodes = (written: string | undefined) => written?.replaceAll('{codes}', codes) ?? null;
      return inFile.map(
        ({ id: name, code, pair, name: called, months = null, symbol = null, group = shared.group }) => {
          const [base = null, quote = null] = pair?.split('/') ?? [];
          const row: SeriesRow = {
            ...shared,
            id: name,
            group,
            code,
            publisher: known.get(of) as SeriesPublisher,
            names: called ? inEvery(called) : byLocale(() => pair as string),
            address: withCodes(shared.address),
            history: withCodes(shared.history),
            fill: fill ? seriesPath(fill) : null,
            published: at ? { ...at, weekday: at.weekday ?? null } : null,
            base,
            quote,
            months,
            symbol: pair?.replace('/', '') ?? symbol,
          };
          return [name, row] as const;
        },
      );
    }),
  );
});

function inEvery(written: z.infer<typeof words>): Record<Locale, string> {
  return byLocale((locale) => written[locale] ?? written[DEFAULT_LOCALE]);
}

/** Every series, in the order of the file. Throws if `npm run content` finds a fault in it. */
export const seriesRows = (dir = CONTENT_DIR): SeriesRow[] => [...catalogue(dir).values()];

/** A series; undefined if the id is unknown. */
export const seriesRow = (name: string): SeriesRow | undefined => catalogue(CONTENT_DIR).get(name);

/** The series of each symbol, of several publishers' that with the most frequent values. */
export function seriesBySymbol(all: readonly SeriesRow[] = seriesRows()): Record<string, string> {
  const rows = all.toSorted((a, b) => SERIES_KINDS.indexOf(a.kind) - SERIES_KINDS.indexOf(b.kind));
  const ids = new Map<string, string>();
  for (const { symbol, id } of rows) if (symbol !== null && !ids.has(symbol)) ids.set(symbol, id);
  return Object.fromEntries(ids);
}

/** An address as it is on a day: some publishers have a file for each year, {year} or {lastYear}. */
export function addressAt(written: string, now: Date): string {
  const year = now.getUTCFullYear();
  return written.replaceAll('{year}', String(year)).replaceAll('{lastYear}', String(year - 1));
}
