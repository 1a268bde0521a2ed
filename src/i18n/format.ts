/** Numbers, dates and messages, always with an explicit locale (and time zone), never the machine's default. */
import type { CompiledMessage, FormatValues } from 'icu-minify/format';
import format from 'icu-minify/format';
import type enUS from '../../content/en-US/ui.json';
import { LOCALES, type Locale } from './locales.ts';

export type MessageValues = FormatValues<never>;

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** Fills a compiled ICU message. Runs at build and in the browser. */
export function formatMessage(message: CompiledMessage, locale: Locale, values?: MessageValues): string {
  return format<string>(message, LOCALES[locale].lang, values, { formatters, timeZone: 'UTC' }) as string;
}

/** Returns a function that formats an island's messages by key. */
export function speaker<K extends keyof typeof enUS>(words: Readonly<Record<K, CompiledMessage>>, locale: Locale) {
  return (key: K, values?: MessageValues) => formatMessage(words[key], locale, values);
}

/** A date without a time, e.g. a review date `2026-11-21`, read as UTC. */
export function formatDate(isoDate: string, locale: Locale): string {
  const dates = new Intl.DateTimeFormat(LOCALES[locale].lang, { dateStyle: 'long', timeZone: 'UTC' });
  return dates.format(new Date(`${isoDate}T00:00:00Z`));
}

/** A day without its year is at most this old: half a year, so that no other day is meant. */
const RECENT_MS = 180 * 86_400_000;

/**
 * A date of the last months without its year, others with it: 'November 20', 'November 20, 2025'. Not for what is
 * rendered at build, which does not know when it is read.
 */
export function formatDay(
  isoDate: string,
  locale: Locale,
  { month = 'long', now = Date.now() }: { month?: 'long' | 'short'; now?: number } = {},
): string {
  const day = new Date(`${isoDate}T00:00:00Z`);
  const year = Math.abs(now - day.getTime()) < RECENT_MS ? {} : ({ year: 'numeric' } as const);
  const dates = new Intl.DateTimeFormat(LOCALES[locale].lang, { ...year, month, day: 'numeric', timeZone: 'UTC' });
  return dates.format(day);
}

/** The month of a date: '2026-11-21' → 'November 2026'. */
export function formatMonth(isoDate: string, locale: Locale): string {
  const months = new Intl.DateTimeFormat(LOCALES[locale].lang, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return months.format(new Date(`${isoDate}T00:00:00Z`));
}

/** A number with the fraction digits given, e.g. (1234.5, 'en-US', 2) → '1,234.50'. */
export function formatNumber(value: number, locale: Locale, fractionDigits = 0): string {
  return new Intl.NumberFormat(LOCALES[locale].lang, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(value);
}

/** An amount below zero, from its absolute value: '$5' → '−$5'. The minus does not part from a currency sign. */
export function negative(amount: string): string {
  return `${/^\p{Sc}/u.test(amount) ? '−\u2060' : '−'}${amount}`;
}
