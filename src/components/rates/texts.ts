/** What pages say of an official value: at build, and in the browser when a newer one comes. */
import { formatDay, formatMonth, type MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import type { LatestValue } from '../../markets/latestRates.ts';
import { LATE_FROM_DAYS } from '../../markets/rates.ts';

/** The texts of the elements with `data-part`, and whether the value has risen or fallen. */
export interface RateTexts {
  value: string;
  change: string;
  publisher: string;
  /** How it came about: as published, or calculated by this formula */
  how: string;
  /** Of which day it is, and how late the next one */
  date: string;
  /** All of them but the change, in a line */
  line: string;
  direction: 'up' | 'down' | 'same';
}

export function rateTexts(
  { name, value, unit, kind, day, since, publisher, formula, percent, late }: LatestValue,
  locale: Locale,
  say: (key: KeysOf<'rates.*'>, values?: MessageValues) => string,
): RateTexts {
  const isMonthly = kind === 'monthly';
  const of = isMonthly
    ? say('rates.month', { month: formatMonth(day, locale) })
    : say('rates.day', { day: formatDay(day, locale) });
  const shown = unit === 'percent' ? `${value}%` : value;
  const how = [...(kind === 'weekly' ? [say('rates.weekly')] : []), formula ?? say('rates.published')].join(' · ');
  const date = [of, ...(late >= LATE_FROM_DAYS ? [say('rates.late', { days: late })] : [])].join(' · ');
  const direction = !percent || !/[1-9]/.test(percent) ? 'same' : percent.startsWith('-') ? 'down' : 'up';
  const signed = `${direction === 'up' ? '+' : ''}${percent?.replace('-', direction === 'down' ? '−' : '')}%`;
  return {
    value: shown,
    publisher,
    how,
    date,
    direction,
    change:
      percent === null || since === null
        ? ''
        : isMonthly
          ? say('rates.onMonth', { change: signed, month: formatMonth(since, locale) })
          : say('rates.onDay', { change: signed }),
    line: say('rates.last', { name, value: shown, how, date, publisher }),
  };
}
