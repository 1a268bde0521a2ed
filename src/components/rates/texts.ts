/** What pages say of an official value: at build, and in the browser when a newer one comes. */
import { formatDay, formatMonth, type MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { type Freshness, valueDate, valueFreshness } from '../../markets/freshness.ts';
import type { LatestValue } from '../../markets/latestRates.ts';

/** The texts of the elements with `data-part`, and whether the value has risen or fallen. */
export interface RateTexts {
  value: string;
  /** With its sign, in percent */
  change: string;
  /** Of which day it is */
  date: string;
  /** Who publishes it, of which day it is, and since when it has changed: alike for most values of a list */
  source: string;
  /** The same, and how late the next one is */
  state: string;
  /** All of it but the change, in a line, and how it came about: as published, or calculated by a formula */
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
  const against = isMonthly && since ? say('rates.onMonth', { month: formatMonth(since, locale) }) : say('rates.onDay');
  return {
    value: shown,
    date,
    state,
    direction,
    freshness,
    change: percent === null ? '' : `${direction === 'up' ? '+' : ''}${percent.replace('-', '−')}%`,
    source: [publisher, state, ...(percent === null ? [] : [against])].join(' · '),
    line: say('rates.last', { name, value: shown, how, date: state, publisher }),
  };
}

/** What a list says of its values: where they are from, and how fresh the least fresh of them is. */
type ListState = Pick<RateTexts, 'state' | 'freshness'>;

/** @param others what was said of the values of the list that are not among these */
export function listState(values: readonly RateTexts[], say: Say, others?: ListState): ListState {
  const parts = [...values.map(({ source, freshness }) => ({ state: source, freshness })), ...(others ? [others] : [])];
  const freshness =
    (['last', 'delayed'] as const).find((least) => parts.some((each) => each.freshness === least)) ?? 'live';
  const sources = [...new Set(parts.map(({ state }) => state))].join(' / ');
  const state = freshness === 'live' ? `${say('rates.current')} · ${sources}` : sources;
  // No line begins with a dot.
  return { state: state.replaceAll(/ (?=[·/])/g, '\u00a0'), freshness };
}
