/** The series of content/series.yml: what official publishers state, where, how often and under which terms. */

/** How often a series has a value. Changes and crosses stay within one publisher and one kind. */
export const SERIES_KINDS = ['daily', 'weekly', 'monthly'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];
export const SERIES_GROUPS = ['currency', 'yield', 'policyRate', 'commodity'] as const;
export type SeriesGroup = (typeof SERIES_GROUPS)[number];
/** The formats of files, each with a reader in src/server/series/formats. */
export const SERIES_FORMATS = [
  'ecbXml',
  'h10Csv',
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
  /** A key of the publishers */
  publisher: string;
  /** The public page that announces it */
  page: string;
  /** The address of the file with the newest values; null if it is filled from content/data only */
  address: string | null;
  /** The address of a file of the same format with more days, read when days are missing */
  history: string | null;
  /** The file of content/data that fills it at the first start, relative to content */
  fill: string | null;
  format: SeriesFormat;
  /** Its name in the file */
  code: string;
  /** 'percent', 'perBarrel', or of a currency 'rate' */
  unit: 'rate' | 'percent' | 'usdPerBarrel';
  /** Of a currency pair: 1 base costs so many units of quote */
  base: string | null;
  quote: string | null;
  licence: string;
  /** When its new values are out, at the earliest */
  published: { hour: string; zone: string } | null;
  /** Day on which a check last got an answer, YYYY-MM-DD, or 'never' */
  checked: string;
}
