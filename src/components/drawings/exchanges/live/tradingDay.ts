/** Moves the trading day of TradingDay.astro into the visitor's zone, and says what is open and what comes next. */

import { localZone } from '../../../../browserState/zone.ts';
import { type MarketCalendar, type MarketState, nextHoliday } from '../../../../markets/clock.ts';
import { zoneName } from '../../../../markets/zone.ts';
import { type MarketCity, minuteOf, openOrNext, sessionPath, shiftOf, weekdayAndTime } from './day.ts';
import { asOf, type ExchangeWords, fill, statusText, text } from './words.ts';

export function drawDay(
  day: HTMLElement,
  markets: ReadonlyMap<string, MarketCalendar>,
  states: ReadonlyMap<string, MarketState>,
  now: number,
  say: ExchangeWords,
  lang: string,
): void {
  const zone = localZone();
  const shown: MarketCity[] = [];
  const time = (at: number | null) => ({ time: at === null ? '' : weekdayAndTime(at, lang, zone) });

  for (const row of day.querySelectorAll<HTMLElement>('[data-day]')) {
    const { day: mic = '', city = '' } = row.dataset;
    const [market, state] = [markets.get(mic), states.get(mic)];
    if (!market || !state) continue;
    shown.push({ city, state });
    const sessions = sessionPath(market, zone, now);
    row.dataset.trades = String(sessions !== '');
    row.querySelector('.session')?.setAttribute('d', sessions);
    row.querySelector('g')?.setAttribute('transform', `translate(${shiftOf(market.zone, zone, now)})`);
    row.querySelector('.now')?.setAttribute('d', `M${minuteOf(zone, now)} 0v1`);
    text(row, '[data-status]', statusText(state, now, say));
    text(
      row,
      '[data-change]',
      fill(state.breaks ? say.breaks : state.open ? say.closes : say.opens, time(state.changesAt)),
    );
    const holiday = nextHoliday(market, now);
    const date = { weekday: 'long', month: 'long', day: 'numeric' } as const;
    text(
      row,
      '[data-holiday]',
      holiday ? new Date(`${holiday}T12:00`).toLocaleDateString(lang, date) : say.unconfirmed,
    );
  }

  const { open, next } = openOrNext(shown);
  const cities = new Intl.ListFormat(lang).format(open);
  const reopen = next && fill(say.reopen, { city: next.city, ...time(next.state.changesAt) });
  text(day, '[data-line]', cities ? fill(say.openNow, { cities }) : (reopen ?? ''));
  text(day, '[data-zone]', fill(say.yourTime, { zone: zoneName(zone, now) }));
  text(day, '[data-note]', asOf(now, say, lang));
}
