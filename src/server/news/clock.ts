/**
 * The market clock: publishes flashes for opens, closes, midday breaks and 15 minutes before an open or a close, when
 * they happen, from content/exchanges.yml alone. An event must be confirmed by the exchange's own calendar. It is
 * published once per language: its guid holds exchange, instant and kind, so processes and restarts do not repeat it.
 *
 * A timer waits for the next event, but at most TICK_MS, since timers stand still while a machine sleeps. Events missed
 * during sleep are published if they are at most LATE_MS old: an open reported an hour late is no news.
 */
import { NEWS_LANGUAGES } from '../../contract/all.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { type MarketCalendar, marketState } from '../../markets/clock.ts';
import { MARKET_CATEGORY } from '../../markets/main.ts';
import { describeError, type Log } from '../log.ts';
import { type ServerMessage, serverMessage } from '../messages.ts';
import { localeOfItem } from './feedsOut.ts';
import { type Draft, MARKET, type NewsStore } from './store.ts';

export const LATE_MS = 5 * 60_000;
const WARNING_MS = 15 * 60_000;
const TICK_MS = 30_000;

export interface Market {
  mic: string;
  name: (locale: Locale) => string;
  city: (locale: Locale) => string;
  calendar: MarketCalendar;
}

const WORDS = {
  openSoon: 'server.marketOpenSoon',
  open: 'server.marketOpen',
  lunch: 'server.marketLunch',
  reopen: 'server.marketReopen',
  closeSoon: 'server.marketCloseSoon',
  close: 'server.marketClose',
} as const satisfies Record<string, ServerMessage>;

export interface MarketEvent {
  market: Market;
  kind: keyof typeof WORDS;
  /** Milliseconds since 1970 */
  at: number;
}

/** Confirmed events of a market after one instant and up to another, in order. */
export function eventsOf(market: Market, after: number, until: number): MarketEvent[] {
  const events: MarketEvent[] = [];
  for (let at = after; ; ) {
    const { open, reason, breaks, changesAt, confirmed } = marketState(market.calendar, at);
    if (changesAt === null || changesAt - WARNING_MS > until) break;
    if (confirmed) {
      const isBreak = breaks || reason === 'lunch';
      const kind = open ? (breaks ? 'lunch' : 'close') : reason === 'lunch' ? 'reopen' : 'open';
      if (!isBreak) events.push({ market, kind: open ? 'closeSoon' : 'openSoon', at: changesAt - WARNING_MS });
      events.push({ market, kind, at: changesAt });
    }
    at = changesAt;
  }
  return events.filter(({ at }) => at > after && at <= until).sort((a, b) => a.at - b.at);
}

/** One flash per language. */
export function draftsOf({ market, kind, at }: MarketEvent): Draft[] {
  return NEWS_LANGUAGES.map((language) => {
    const locale = localeOfItem(language);
    const of = kind === 'openSoon' || kind === 'closeSoon' ? at + WARNING_MS : at;
    const time = new Intl.DateTimeFormat(LOCALES[locale].lang, {
      timeZone: market.calendar.zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(of);
    const values: Record<string, string> = { exchange: market.name(locale), city: market.city(locale), time };
    const title = serverMessage(WORDS[kind], locale).replace(/\{(\w+)\}/g, (_, name) => lookUp(values, name) ?? '');
    return {
      sourceId: MARKET,
      kind: 'flash',
      guid: `${market.mic} ${new Date(at).toISOString()} ${kind} ${language}`,
      link: null,
      title,
      summary: null,
      language,
      category: MARKET_CATEGORY,
      publishedAt: new Date(at),
      importance: 'normal',
      importanceReason: null,
      symbols: [],
    };
  });
}

export interface MarketClock {
  /** Publishes what is due. Called by the timer. */
  tick(): Promise<void>;
  /** Milliseconds until the next tick. */
  wait(): number;
  stop(): Promise<void>;
}

/** Starts the clock. Failures are logged and retried at the next tick. */
export function startMarketClock(
  markets: readonly Market[],
  store: Pick<NewsStore, 'save'>,
  { now, log }: { now: () => Date; log: Log },
): MarketClock {
  // Begins before the start: a restart misses nothing, and the guid prevents duplicates.
  let done = now().getTime() - LATE_MS;
  let timer: NodeJS.Timeout | undefined;
  let ticking = Promise.resolve();
  let isStopped = false;

  async function publish(): Promise<void> {
    const until = now().getTime();
    const after = Math.max(done, until - LATE_MS);
    const events = markets.flatMap((market) => eventsOf(market, after, until)).sort((a, b) => a.at - b.at);
    try {
      if (events.length > 0) await store.save(events.flatMap(draftsOf));
      done = until;
    } catch (error) {
      log({ level: 'error', event: 'marketClock', ...describeError(error) });
    }
  }

  function wait(): number {
    const at = now().getTime();
    const next = markets.flatMap((market) => eventsOf(market, at, at + TICK_MS).map((event) => event.at));
    return Math.min(TICK_MS, ...next.map((eventAt) => eventAt - at));
  }

  function tick(): Promise<void> {
    ticking = ticking.then(publish);
    return ticking;
  }

  function schedule(): void {
    if (isStopped) return;
    timer = setTimeout(() => void tick().then(schedule), wait()).unref();
  }
  void tick().then(schedule);

  return {
    tick,
    wait,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return ticking;
    },
  };
}
