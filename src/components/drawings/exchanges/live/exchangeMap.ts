/**
 * Fills in the live parts of the map of exchanges and of the trading day: which are open, until when, and where it is
 * night. A plain island (components/plain) without React. Exchanges.astro and TradingDay.astro render what it fills.
 */

import { type MarketCalendar, type MarketState, marketState } from '../../../../markets/clock.ts';
import { answerDots } from './dots.ts';
import { type MapProjection, nightPaths } from './night.ts';
import { drawDay } from './tradingDay.ts';
import { asOf, type ExchangeWords, fill, statusText, text, UNCONFIRMED_MARK } from './words.ts';

const MINUTE = 60_000;

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  /** Address of the calendars by MIC, see calendarFile() of catalogue/exchanges.ts */
  calendars: string;
  projection: MapProjection;
  words: ExchangeWords;
  lang: string;
}

/** Fetches the calendars and keeps the figure around it up to date while the page is visible. */
export default async function LiveExchanges({ element, calendars, projection, words, lang }: Props): Promise<void> {
  const figure = element?.closest<HTMLElement>('.exchanges');
  if (!figure) return;
  answerDots(figure.querySelector('.exchanges-maps') as Element);
  try {
    const response = await fetch(calendars);
    if (!response.ok) throw new Error(`${response.status} ${calendars}`);
    const markets = new Map(Object.entries<MarketCalendar>(await response.json()));
    eachMinute(() => draw(figure, markets, projection, words, lang));
  } catch {
    text(figure, '[data-next]', words.unavailable);
    figure.dataset.live = 'failed';
  }
}
LiveExchanges.plain = true;

function draw(
  figure: HTMLElement,
  markets: ReadonlyMap<string, MarketCalendar>,
  map: MapProjection,
  say: ExchangeWords,
  lang: string,
): void {
  const now = Date.now();
  const states = new Map([...markets].map(([mic, market]) => [mic, marketState(market, now)]));

  const count = { open: 0, lunch: 0, closed: 0, unconfirmed: 0 };
  let next: { at: number; city: string; status: string } | undefined;
  for (const cell of figure.querySelectorAll<HTMLElement>('.hours [data-mic]')) {
    const state = states.get(cell.dataset.mic ?? '');
    if (!state) continue;
    const status = statusText(state, now, say);
    text(cell, '[data-status]', status);
    text(cell, '[data-unconfirmed]', state.confirmed ? '' : UNCONFIRMED_MARK);
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
    dot.setAttribute('aria-description', here.map((state) => statusText(state, now, say)).join(' '));
  }
  const { line, area } = nightPaths(now, map);
  figure.querySelector('[data-night=line]')?.setAttribute('d', line);
  figure.querySelector('[data-night=area]')?.setAttribute('d', area);

  for (const key of ['open', 'lunch', 'closed'] as const) text(figure, `[data-count=${key}]`, String(count[key]));
  text(figure, '[data-as-of]', asOf(now, say, lang));
  text(figure, '[data-next]', next ? fill(say.next, next) : '');
  text(
    figure,
    '[data-unconfirmed-count]',
    count.unconfirmed ? fill(say.unconfirmedCount, { count: count.unconfirmed }) : '',
  );
  figure.dataset.live = 'true';
  const day = document.querySelector<HTMLElement>('.day');
  if (day) drawDay(day, markets, states, now, say, lang);
}

/** The state that a dot or a cell shows: a city is open if one of its exchanges is. */
function appearance(states: readonly MarketState[]): 'open' | 'lunch' | 'closed' {
  if (states.some(({ open }) => open)) return 'open';
  return states.some(({ reason }) => reason === 'lunch') ? 'lunch' : 'closed';
}

/** Acts now and at every full minute while the page is visible, and at once when it becomes visible again. */
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
