/** How the islands of the page of data write values, changes and days. */
import { localZone } from '../../browserState/zone.ts';
import { formatDate, formatDay, formatMonth, speaker } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { KeyPattern, Words } from '../../i18n/messages.ts';
import { valueDate } from '../../markets/freshness.ts';
import { padded } from '../../markets/rates.ts';
import { dayAndTime } from '../../markets/times.ts';
import type { Family, ShownSeries } from './families.ts';

/** Words that each of the islands needs. */
export const SHARED_WORDS = ['marketData.shared.*', 'rates.day', 'rates.late', 'rates.old'] as const;

export type SharedWord = (typeof SHARED_WORDS)[number];

type Unit = Pick<ShownSeries, 'unit'>;

/** A rate keeps the digits that are published; yields and prices have at least two decimals. */
const digitsOf = (value: string, { unit }: Unit) => (unit === 'rate' ? value : padded(value, 2));

/** What the islands say and write in a locale. */
export function writerIn<K extends KeyPattern>(words: Words<K | SharedWord>, locale: Locale) {
  const { lang } = LOCALES[locale];
  const say = speaker(words, locale);

  /** Published digits, grouped; no digit is rounded away. */
  function decimal(value: string, options?: Intl.NumberFormatOptions): string {
    const digits = value.split('.')[1]?.length ?? 0;
    const format = new Intl.NumberFormat(lang, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...options,
    });
    return format.format(value as Intl.StringNumericLiteral).replace('-', '−');
  }
  /** The day of a value, or its month */
  const day = (at: string, kind: ShownSeries['kind']) =>
    kind === 'monthly' ? formatMonth(at, locale) : formatDate(at, locale);
  /** The same without the year where that goes without saying */
  const recent = (at: string, kind: ShownSeries['kind']) =>
    kind === 'monthly' ? formatMonth(at, locale) : formatDay(at, locale);
  const inUnit = (text: string, { unit }: Unit) => (unit === 'percent' ? `${text}%` : text);

  return {
    say,
    decimal,
    /** '1.1520', '4.41%' */
    value: (value: string, series: Unit) => inUnit(decimal(digitsOf(value, series)), series),
    /** '+0.0012' */
    difference: (value: string, series: Unit) => decimal(digitsOf(value, series), { signDisplay: 'exceptZero' }),
    /** '+0.11%' */
    percent: (value: string) => `${decimal(value, { signDisplay: 'exceptZero' })}%`,
    /** A number of a scale */
    tick: (value: number, digits: number, series: Unit) => inUnit(decimal(value.toFixed(digits)), series),
    day,
    recent,
    /** A day in the head of a narrow column: it breaks after its year and month, not within '11' or '20日' */
    headOf: (at: string) => formatDay(at, locale, { month: 'short' }).replace(/[年月]/g, '$&\u200b'),
    /** 'as of November 20', and how late the next is */
    asOf: (at: string, kind: ShownSeries['kind'], late: number): string =>
      valueDate(say('rates.day', { day: recent(at, kind) }), { kind, late }, say),
    /** That none of these series has a value, and when the first is due */
    noData(list: readonly ShownSeries[]): string {
      const [due] = list.flatMap((series) => series.due ?? []).sort();
      const time = due && dayAndTime(due, lang, localZone());
      return [say('marketData.shared.none'), ...(time ? [say('marketData.shared.due', { time })] : [])].join(' · ');
    },
    family: ({ publisher, kind }: Pick<Family, 'publisher' | 'kind'>) =>
      say('marketData.shared.family', { publisher: publisher.name, kind: say(`marketData.shared.kind.${kind}`) }),
    /** The name of a day of an axis */
    axis: ({ day, isYear }: { day: string; isYear: boolean }) =>
      new Intl.DateTimeFormat(lang, {
        [isYear ? 'year' : 'month']: isYear ? 'numeric' : 'short',
        timeZone: 'UTC',
      }).format(new Date(day)),
  };
}
export type Writer = ReturnType<typeof writerIn<never>>;

/** The class of a change: it rises or falls. */
export const toneOf = (difference: string | undefined): 'up' | 'down' | undefined =>
  difference === undefined || Number(difference) === 0 ? undefined : difference.startsWith('-') ? 'down' : 'up';
