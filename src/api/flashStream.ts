/**
 * The connection behind live flashes, as a machine without a browser: it opens the stream, notices when it falls silent,
 * comes back with growing pauses, asks by polling meanwhile, and goes slowly where nobody looks. All that it needs of the
 * world is given to it.
 */
import type { NewsItem } from '../contract/news.ts';

export type StreamEvent = (
  | { kind: 'flash'; item: NewsItem }
  | { kind: 'withdraw'; id: string }
  | { kind: 'gap' }
  /** Nothing was missed up to now */
  | { kind: 'beat' }
  | { kind: 'error' }
  /** The server has answered, and not with a stream: there are too many, or it is not ready */
  | { kind: 'refused' }
) & {
  /** The number to go on after */
  last?: string;
};

export interface StreamSource {
  close(): void;
}

export interface Polled {
  list: readonly NewsItem[];
  withdrawn: readonly string[];
  last: string;
  gap: boolean;
}

export interface StreamWorld {
  /** Opens the stream after a number; null where the browser has no streams */
  open: ((after: string, tell: (event: StreamEvent) => void) => StreamSource) | null;
  /** Asks what has changed since a number */
  poll(after: string): Promise<Polled>;
  /** Milliseconds since 1970 */
  now(): number;
  /** From 0 to 1 */
  random(): number;
  /** Does something later; returns what calls it off */
  later(ms: number, act: () => void): () => void;
}

/** Something was heard, or the way of hearing has changed. After a gap the list must be read anew, and the stream started after it. */
export interface Told extends Polled {
  /** The number that it goes on after */
  since: string;
  hearing: Hearing;
}

export interface Hearing {
  /** When it was last certain that nothing is missing, in milliseconds since 1970 */
  at: number;
  /** By the stream, which tells at once */
  streaming: boolean;
  /** By asking again and again */
  polling: boolean;
  online: boolean;
}

/** The server's beat comes every 15 s: two are missing. */
export const SILENCE_MS = 40_000;
export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 60_000;
/** How often it asks where the stream cannot be had, and where the page is hidden. */
export const POLL_MS = 15_000;
export const HIDDEN_POLL_MS = 60_000;
/** So often the stream may fail in a row before polling begins: a restart of the server is over sooner. */
const FAILURES_BEFORE_POLLING = 2;

export interface FlashStream {
  /** Follows what comes after a number. `at`: when it was last certain that nothing is missing before it, by default now. */
  start(after: string, at?: number): void;
  stop(): void;
  setHidden(hidden: boolean): void;
  setOnline(online: boolean): void;
}

export function createFlashStream(world: StreamWorld, report: (told: Told) => void): FlashStream {
  let running = false;
  let hidden = false;
  let online = true;
  let after = '0';
  let at = 0;
  let failures = 0;
  let source: StreamSource | null = null;
  let streaming = false;
  /** Grows with each connection and each stop: what an earlier one says later does not count. */
  let turn = 0;
  let pollTurn = 0;
  let callOffReconnect = () => {};
  let callOffSilence = () => {};
  let callOffPoll = () => {};

  let polling = false;

  function tell(changes: Polled): void {
    const since = after;
    after = changes.last;
    report({ ...changes, since, hearing: { at, streaming, polling, online } });
  }

  const tellHearing = () => tell({ list: [], withdrawn: [], last: after, gap: false });

  function hear(changes: Polled): void {
    at = world.now();
    tell(changes);
  }

  function disconnect(): void {
    turn += 1;
    source?.close();
    source = null;
    streaming = false;
    callOffReconnect();
    callOffSilence();
    stopPolling();
  }

  /** Takes up whatever fits the moment: the stream, polling, or waiting for the network. */
  function resume(): void {
    disconnect();
    if (!running) return;
    if (!online) tellHearing();
    else if (hidden || !world.open) poll(0);
    else connect();
  }

  function connect(): void {
    if (!world.open) return;
    callOffReconnect();
    turn += 1;
    const mine = turn;
    source = world.open(after, (event) => {
      if (mine === turn) take(event);
    });
    watchSilence();
  }

  function watchSilence(): void {
    callOffSilence();
    callOffSilence = world.later(SILENCE_MS, () => fail());
  }

  function take(event: StreamEvent): void {
    if (event.kind === 'error' || event.kind === 'refused') {
      fail(event.kind === 'refused');
      return;
    }
    failures = 0;
    stopPolling();
    streaming = true;
    watchSilence();
    hear({
      list: event.kind === 'flash' ? [event.item] : [],
      withdrawn: event.kind === 'withdraw' ? [event.id] : [],
      gap: event.kind === 'gap',
      last: event.last ?? after,
    });
  }

  /** The browser would come back by itself, but at once and for ever: the pauses are ours. */
  function fail(isRefused = false): void {
    turn += 1;
    source?.close();
    source = null;
    streaming = false;
    callOffSilence();
    failures += 1;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    callOffReconnect();
    // Not all at once: a server that was restarted meets its visitors one after another.
    callOffReconnect = world.later(longest / 2 + (longest / 2) * world.random(), connect);
    if (!polling && (isRefused || failures >= FAILURES_BEFORE_POLLING)) poll(0);
    tellHearing();
  }

  /** Asks after a delay, and then again and again until stopPolling(). */
  function poll(delay: number): void {
    stopPolling();
    polling = true;
    const mine = pollTurn;
    callOffPoll = world.later(delay, () => {
      const again = () => {
        if (mine === pollTurn) poll(hidden ? HIDDEN_POLL_MS : POLL_MS);
      };
      world.poll(after).then((changes) => {
        if (mine !== pollTurn) return;
        hear(changes);
        if (!changes.gap) again();
      }, again);
    });
  }

  /** What is being asked is not waited for either: the stream knows better, or nobody listens. */
  function stopPolling(): void {
    polling = false;
    pollTurn += 1;
    callOffPoll();
  }

  return {
    start(from, since = world.now()) {
      running = true;
      failures = 0;
      after = from;
      at = since;
      resume();
    },
    stop() {
      running = false;
      disconnect();
    },
    setHidden(is) {
      if (is === hidden) return;
      hidden = is;
      failures = 0;
      if (running) resume();
    },
    setOnline(is) {
      if (is === online) return;
      online = is;
      failures = 0;
      if (running) resume();
    },
  };
}

/** How fresh what is shown is, for the reader. */
export type Freshness =
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'delayed'; seconds: number }
  /** Nothing later than that instant is certain; null: nothing at all */
  | { kind: 'offline'; asOf: number | null };

/** A beat that is a little late is no delay. */
const LIVE_MS = 20_000;
const DELAYED_MS = 120_000;
/** So long the stream may take to open before that is called a delay. */
const CONNECTING_MS = 10_000;

export function freshnessOf(hearing: Hearing | null, now: number): Freshness {
  if (!hearing) return { kind: 'connecting' };
  const { at, streaming, polling, online } = hearing;
  const age = Math.max(0, now - at);
  if (!online || age > DELAYED_MS) return { kind: 'offline', asOf: at };
  if (streaming && age <= LIVE_MS) return { kind: 'live' };
  if (!streaming && !polling && age <= CONNECTING_MS) return { kind: 'connecting' };
  // What is asked for now and then is as late as that may be.
  return { kind: 'delayed', seconds: Math.round(Math.max(age, polling ? POLL_MS : 0) / 1000) };
}
