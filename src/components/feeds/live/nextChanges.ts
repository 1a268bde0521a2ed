/** Fills in when each main exchange opens or closes next, the soonest first. A plain island without React. */

import { localZone } from '../../../browserState/zone.ts';
import { type MarketCalendar, type MarketState, marketState } from '../../../markets/clock.ts';
import { CLOCK, clockText, zoneName } from '../../../markets/zone.ts';

export interface NextChangesWords {
  opens: string;
  closes: string;
  breaks: string;
  resumes: string;
  unconfirmed: string;
  /** With the placeholder {zone} */
  timesIn: string;
}

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  /** Address of the calendars by MIC, see calendarFile() of catalogue/exchanges.ts */
  calendars: string;
  words: NextChangesWords;
  lang: string;
}

export interface Change {
  mic: string;
  at: number;
  kind: 'opens' | 'closes' | 'breaks' | 'resumes';
  confirmed: boolean;
}

/** The next change of each market that foresees one, the soonest first. */
export function nextChanges(markets: ReadonlyMap<string, MarketCalendar>, now: number): Change[] {
  const changes = [...markets].flatMap(([mic, market]) => {
    const state = marketState(market, now);
    return state.changesAt === null
      ? []
      : [{ mic, at: state.changesAt, kind: kindOf(state), confirmed: state.confirmed }];
  });
  return changes.sort((one, other) => one.at - other.at);
}

function kindOf({ open, breaks, reason }: MarketState): Change['kind'] {
  if (open) return breaks ? 'breaks' : 'closes';
  return reason === 'lunch' ? 'resumes' : 'opens';
}

export default async function NextChanges({ element, calendars, words, lang }: Props): Promise<void> {
  const box = element?.closest<HTMLElement>('.changes');
  const list = box?.querySelector('ol');
  if (!box || !list) return;
  const response = await fetch(calendars);
  // The regular hours are in the table, which takes its place.
  if (!response.ok) {
    box.hidden = true;
    return;
  }
  const all = new Map(Object.entries((await response.json()) as Record<string, MarketCalendar>));
  const rows = new Map([...list.children].map((row) => [row.getAttribute('data-mic') ?? '', row]));
  const markets = new Map([...all].filter(([mic]) => rows.has(mic)));
  const timeZone = localZone();
  const time = { ...CLOCK, timeZone };
  const [hours, weekday, day] = [
    new Intl.DateTimeFormat(lang, time),
    new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone }),
    new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeZone }),
  ];

  const draw = () => {
    if (document.hidden) return;
    const now = Date.now();
    for (const { mic, at, kind, confirmed } of nextChanges(markets, now)) {
      const row = rows.get(mic);
      const [when, what] = row?.querySelectorAll<HTMLElement>('[data-when], b') ?? [];
      if (!row || !when || !what) continue;
      const isToday = day.format(at) === day.format(now);
      when.dataset.when = new Date(at).toISOString();
      when.textContent = `${isToday ? '' : `${weekday.format(at)} `}${clockText(hours.format(at), lang)}`;
      what.textContent = words[kind] + (confirmed ? '' : ` (${words.unconfirmed})`);
      list.append(row);
    }
    const zone = box.querySelector('p');
    if (zone) zone.textContent = words.timesIn.replace('{zone}', zoneName(timeZone, now));
    box.dataset.live = '';
  };
  draw();
  setInterval(draw, 60_000);
  document.addEventListener('visibilitychange', draw);
}
NextChanges.plain = true;
