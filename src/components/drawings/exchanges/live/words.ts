/** The words that the live drawings fill in. {time}, {minutes} and so on are placeholders for values. */

import { localZone } from '../../../../browserState/zone.ts';
import type { MarketState } from '../../../../markets/clock.ts';
import { zoneName } from '../../../../markets/zone.ts';
import { clockTime } from './day.ts';

/** At the rows of exchanges whose holidays are not confirmed; one note says what it means. */
export const UNCONFIRMED_MARK = '*';

export interface ExchangeWords {
  open: string;
  openUntilBreak: string;
  lunch: string;
  closed: string;
  holiday: string;
  weekend: string;
  unknown: string;
  minutes: string;
  hours: string;
  days: string;
  next: string;
  asOf: string;
  unconfirmed: string;
  unconfirmedCount: string;
  unavailable: string;
  openNow: string;
  reopen: string;
  opens: string;
  closes: string;
  breaks: string;
  yourTime: string;
}

const MINUTE = 60_000;

export function statusText({ reason, breaks, changesAt }: MarketState, now: number, say: ExchangeWords): string {
  if (changesAt === null) return say.unknown;
  const template = reason === 'session' ? (breaks ? say.openUntilBreak : say.open) : say[reason];
  return fill(template, { time: duration(changesAt - now, say) });
}

/** A waiting time, rounded up to minutes: '12 min', '5 h 3 min', and from one day on '1 d 14 h'. */
function duration(ms: number, say: ExchangeWords): string {
  const minutes = Math.ceil(ms / MINUTE);
  if (minutes < 60) return fill(say.minutes, { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return fill(say.hours, { hours, minutes: minutes % 60 });
  return fill(say.days, { days: Math.floor(hours / 24), hours: hours % 24 });
}

/** The visitor's time and zone: 'As of 14:05 (UTC+9)' */
export function asOf(now: number, say: ExchangeWords, lang: string): string {
  const zone = localZone();
  return fill(say.asOf, { time: clockTime(now, lang, zone), zone: zoneName(zone, now) });
}

export function fill(template: string, values: Record<string, string | number>): string {
  const byName = new Map(Object.entries(values));
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(byName.get(name) ?? ''));
}

export function text(within: Element, selector: string, words: string): void {
  const element = within.querySelector(selector);
  if (element) element.textContent = words;
}
