/**
 * Brings the map of exchanges to life: who is open, until when, and where it is night. A plain island (components/plain):
 * no React. ExchangesFigure.astro draws what it fills.
 */

import { type MarketCalendar, type MarketState, marketState } from '../../../markets/clock.ts';
import { type MapProjection, nightPaths } from './night.ts';

/** {time}, {minutes} and the like stand where a value goes. */
export interface Words {
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
}

const MINUTE = 60_000;

interface Props {
  /** Given by the island's own loader */
  element?: HTMLElement;
  /** Address of the calendars by MIC, see calendarFile() of authoring/exchanges.ts */
  calendars: string;
  projection: MapProjection;
  words: Words;
  lang: string;
}

/** Fetches the calendars and keeps the figure around it true as long as it is seen. */
export default async function LiveExchanges({ element, calendars, projection, words, lang }: Props): Promise<void> {
  const figure = element?.closest<HTMLElement>('.exchanges');
  if (!figure) return;
  try {
    const response = await fetch(calendars);
    if (!response.ok) throw new Error(`${response.status} ${calendars}`);
    const markets = (await response.json()) as Record<string, MarketCalendar>;
    eachMinute(() => draw(figure, markets, projection, words, lang));
  } catch {
    text(figure, '[data-next]', words.unavailable);
    figure.dataset.live = 'failed';
  }
}
LiveExchanges.plain = true;

function draw(
  figure: HTMLElement,
  markets: Record<string, MarketCalendar>,
  map: MapProjection,
  say: Words,
  lang: string,
): void {
  const now = Date.now();
  const states = new Map(Object.entries(markets).map(([mic, market]) => [mic, marketState(market, now)]));

  const count = { open: 0, lunch: 0, closed: 0, unconfirmed: 0 };
  let next: { at: number; city: string; status: string } | undefined;
  for (const cell of figure.querySelectorAll<HTMLElement>('[data-mic]')) {
    const state = states.get(cell.dataset.mic ?? '');
    if (!state) continue;
    const status = statusText(state, now, say);
    text(cell, '[data-status]', status);
    text(cell, '[data-unconfirmed]', state.confirmed ? '' : say.unconfirmed);
    cell.dataset.state = appearance([state]);
    count[appearance([state])]++;
    if (!state.confirmed) count.unconfirmed++;
    if (state.changesAt !== null && state.changesAt < (next?.at ?? Infinity)) {
      const city = cell.closest('[role=row]')?.querySelector('[data-city]')?.textContent ?? '';
      next = { at: state.changesAt, city, status };
    }
  }

  for (const dot of figure.querySelectorAll<SVGElement>('[data-mics]')) {
    const here = (dot.dataset.mics ?? '').split(' ').flatMap((mic) => states.get(mic) ?? []);
    dot.dataset.state = appearance(here);
  }
  const { line, area } = nightPaths(now, map);
  figure.querySelector('[data-night=line]')?.setAttribute('d', line);
  figure.querySelector('[data-night=area]')?.setAttribute('d', area);

  for (const key of ['open', 'lunch', 'closed'] as const) text(figure, `[data-count=${key}]`, String(count[key]));
  text(figure, '[data-as-of]', fill(say.asOf, wallClock(now, lang)));
  text(figure, '[data-next]', next ? fill(say.next, next) : '');
  text(
    figure,
    '[data-unconfirmed-count]',
    count.unconfirmed ? fill(say.unconfirmedCount, { count: count.unconfirmed }) : '',
  );
  figure.dataset.live = 'true';
}

/** The visitor's own time, with the offset of the zone: some languages' own form puts it into brackets or ahead. */
function wallClock(now: number, lang: string): { time: string; zone: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const format = new Intl.DateTimeFormat(lang, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'shortOffset',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return { time: `${parts.hour}:${parts.minute}`, zone: parts.timeZoneName ?? '' };
}

/** How a dot or a cell looks: one open exchange makes a city open. */
function appearance(states: readonly MarketState[]): 'open' | 'lunch' | 'closed' {
  if (states.some(({ open }) => open)) return 'open';
  return states.some(({ reason }) => reason === 'lunch') ? 'lunch' : 'closed';
}

function statusText({ reason, breaks, changesAt }: MarketState, now: number, say: Words): string {
  if (changesAt === null) return say.unknown;
  const template = reason === 'session' ? (breaks ? say.openUntilBreak : say.open) : say[reason];
  return fill(template, { time: duration(changesAt - now, say) });
}

/** A time to wait, in minutes begun: '12 min', '5 h 3 min', from a day on '1 d 14 h'. */
function duration(ms: number, say: Words): string {
  const minutes = Math.ceil(ms / MINUTE);
  if (minutes < 60) return fill(say.minutes, { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return fill(say.hours, { hours, minutes: minutes % 60 });
  return fill(say.days, { days: Math.floor(hours / 24), hours: hours % 24 });
}

function fill(template: string, values: Record<string, string | number>): string {
  const byName = new Map(Object.entries(values));
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(byName.get(name) ?? ''));
}

function text(within: Element, selector: string, words: string): void {
  const element = within.querySelector(selector);
  if (element) element.textContent = words;
}

/** Now and at every full minute while the page is seen; at once when it is seen again. */
function eachMinute(act: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    act();
    timer = setTimeout(run, MINUTE - (Date.now() % MINUTE));
  };
  document.addEventListener('visibilitychange', run);
  run();
}
