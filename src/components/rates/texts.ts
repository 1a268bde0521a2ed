/** What pages say of an official value: at build, and in the browser when a newer one comes. */
import { formatDay, formatMonth, type MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { type Freshness, valueDate, valueFreshness } from '../../markets/freshness.ts';
import type { LatestValue } from '../../markets/latestRates.ts';

/** The texts of the elements with `data-part`, and whether the value has risen or fallen. */
export interface RateTexts {
  value: string;
  change: string;
  publisher: string;
  /** How it came about: as published, or calculated by this formula */
  how: string;
  /** Of which day it is */
  date: string;
  /** The same, and how late the next one is */
  state: string;
  /** All of them but the change, in a line */
  line: string;
  direction: 'up' | 'down' | 'same';
  freshness: Exclude<Freshness, 'none'>;
}

type Say = (key: KeysOf<'rates.*'>, values?: MessageValues) => string;

export function rateTexts(
  { name, value, unit, kind, day, since, publisher, formula, percent, late }: LatestValue,
  locale: Locale,
  say: Say,
): RateTexts {
  const isMonthly = kind === 'monthly';
  const date = isMonthly
    ? say('rates.month', { month: formatMonth(day, locale) })
    : say('rates.day', { day: formatDay(day, locale) });
  const shown = unit === 'percent' ? `${value}%` : value;
  const how = [...(kind === 'weekly' ? [say('rates.weekly')] : []), formula ?? say('rates.published')].join(' · ');
  const freshness = valueFreshness({ kind, late });
  const state = valueDate(date, { kind, late }, say);
  const direction = !percent || !/[1-9]/.test(percent) ? 'same' : percent.startsWith('-') ? 'down' : 'up';
  const signed = `${direction === 'up' ? '+' : ''}${percent?.replace('-', direction === 'down' ? '−' : '')}%`;
  return {
    value: shown,
    publisher,
    how,
    date,
    state,
    direction,
    freshness,
    change:
      percent === null || since === null
        ? ''
        : isMonthly
          ? say('rates.onMonth', { change: signed, month: formatMonth(since, locale) })
          : say('rates.onDay', { change: signed }),
    line: say('rates.last', { name, value: shown, how, date: state, publisher }),
  };
}

/** What a list says below its values: how fresh the least fresh of them is. */
export function listState(values: readonly RateTexts[], say: Say): Pick<RateTexts, 'state' | 'freshness'> {
  const stale = ['last', 'delayed'].flatMap((freshness) => values.filter((value) => value.freshness === freshness));
  return stale[0] ?? { state: say('rates.current'), freshness: 'live' };
}
