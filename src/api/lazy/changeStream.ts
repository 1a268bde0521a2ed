/**
 * The connection behind live flashes and new days of series, as a state machine that needs no browser: it opens the
 * stream, notices silence, reconnects with growing pauses, polls in the meantime, and slows down in a hidden page.
 * Callers pass in everything it uses: stream, calls, clock, timers.
 */

export type StreamEvent<Item> = (
  | { kind: 'item'; item: Item }
  | { kind: 'withdraw'; id: string }
  | { kind: 'gap' }
  /** Nothing was missed up to now */
  | { kind: 'beat' }
  | { kind: 'error' }
  /** The server responded without a stream: there are too many, or it is not ready */
  | { kind: 'refused' }
) & {
  /** The change number to continue after */
  last?: string;
};

export interface StreamSource {
  close(): void;
}

export interface Polled<Item> {
  list: readonly Item[];
  withdrawn: readonly string[];
  last: string;
  gap: boolean;
}

export interface StreamWorld<Item> {
  /** Opens the stream after a change number; null if the browser has no EventSource */
  open: ((after: string, tell: (event: StreamEvent<Item>) => void) => StreamSource) | null;
  /** Requests the changes since a change number */
  poll(after: string): Promise<Polled<Item>>;
  /** Milliseconds since 1970 */
  now(): number;
  /** From 0 to 1 */
  random(): number;
  /** Runs a function later; returns a function that cancels it */
  later(ms: number, act: () => void): () => void;
}

/** News from the connection. After a gap the caller reads the list again and starts the stream after it. */
export interface StreamReport<Item> extends Polled<Item> {
  connection: Connection;
}

export interface Connection {
  /** The last instant up to which nothing is missing, in milliseconds since 1970 */
  at: number;
  /** Changes come by the stream, at once */
  streaming: boolean;
  /** Changes come by polling */
  polling: boolean;
  online: boolean;
}

/** The server sends a heartbeat every 15 s: a connection that was silent for so long has missed two and is reopened. */
export const SILENCE_MS = 40_000;
export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 60_000;
/** How often the list is asked for without a stream: POLL_MS in a visible page, HIDDEN_POLL_MS in a hidden one. */
export const POLL_MS = 15_000;
export const HIDDEN_POLL_MS = 60_000;
/** Failures in a row before polling begins: a restart of the server takes fewer. */
const FAILURES_BEFORE_POLLING = 2;

export interface ChangeStream {
  /** Follows the changes after a number. */
  start(after: string): void;
  stop(): void;
  setHidden(hidden: boolean): void;
  setOnline(online: boolean): void;
}

export function createStream<Item>(
  world: StreamWorld<Item>,
  report: (streamReport: StreamReport<Item>) => void,
): ChangeStream {
  let running = false;
  let hidden = false;
  let online = true;
  let after = '0';
  let at = 0;
  let failures = 0;
  let source: StreamSource | null = null;
  let streaming = false;
  /** Grows with each connection and each stop, so that late events of an earlier connection are ignored. */
  let turn = 0;
  let pollTurn = 0;
  let callOffReconnect = () => {};
  let callOffSilence = () => {};
  let callOffPoll = () => {};

  let polling = false;

  function tell(changes: Polled<Item>): void {
    after = changes.last;
    report({ ...changes, connection: { at, streaming, polling, online } });
  }

  const tellHearing = () => tell({ list: [], withdrawn: [], last: after, gap: false });

  function hear(changes: Polled<Item>): void {
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

  /** Chooses what fits the current state: the stream, polling, or waiting for the network. */
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
    const thisTurn = turn;
    source = world.open(after, (event) => {
      if (thisTurn === turn) take(event);
    });
    watchSilence();
  }

  function watchSilence(): void {
    callOffSilence();
    callOffSilence = world.later(SILENCE_MS, () => fail());
  }

  function take(event: StreamEvent<Item>): void {
    if (event.kind === 'error' || event.kind === 'refused') {
      fail(event.kind === 'refused');
      return;
    }
    failures = 0;
    stopPolling();
    streaming = true;
    watchSilence();
    hear({
      list: event.kind === 'item' ? [event.item] : [],
      withdrawn: event.kind === 'withdraw' ? [event.id] : [],
      gap: event.kind === 'gap',
      last: event.last ?? after,
    });
  }

  /** Reconnects with our own pauses: the browser would reconnect at once and for ever. */
  function fail(isRefused = false): void {
    turn += 1;
    source?.close();
    source = null;
    streaming = false;
    callOffSilence();
    failures += 1;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    callOffReconnect();
    // A random part, so that visitors do not all come back to a restarted server at once.
    callOffReconnect = world.later(longest / 2 + (longest / 2) * world.random(), connect);
    if (!polling && (isRefused || failures >= FAILURES_BEFORE_POLLING)) poll(0);
    tellHearing();
  }

  /** Polls after a delay, and again until stopPolling(). */
  function poll(delay: number): void {
    stopPolling();
    polling = true;
    const thisTurn = pollTurn;
    callOffPoll = world.later(delay, () => {
      const again = () => {
        if (thisTurn === pollTurn) poll(hidden ? HIDDEN_POLL_MS : POLL_MS);
      };
      world.poll(after).then((changes) => {
        if (thisTurn !== pollTurn) return;
        hear(changes);
        if (!changes.gap) again();
      }, again);
    });
  }

  /** Also drops a poll that is under way: the stream is newer, or nobody listens. */
  function stopPolling(): void {
    polling = false;
    pollTurn += 1;
    callOffPoll();
  }

  return {
    start(from) {
      running = true;
      failures = 0;
      after = from;
      at = world.now();
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

/** How fresh the list is, as shown to the reader: the states of markets/freshness.ts. */
export type StreamFreshness =
  /** Nothing has come yet: it connects, or cannot */
  | { kind: 'none'; hasFailed: boolean }
  | { kind: 'live' }
  | { kind: 'delayed'; seconds: number }
  /** The list is certain up to this instant */
  | { kind: 'last'; asOf: number };

const CONNECTING = { kind: 'none', hasFailed: false } as const;

/** A beat that is a little late is not a delay. */
const LIVE_MS = 20_000;
const DELAYED_MS = 120_000;
/** Time that the stream may take to open before the page reports a delay. */
const CONNECTING_MS = 10_000;

export function freshnessOf(connection: Connection | null, now: number): StreamFreshness {
  if (!connection) return CONNECTING;
  const { at, streaming, polling, online } = connection;
  const age = Math.max(0, now - at);
  if (!online || age > DELAYED_MS) return { kind: 'last', asOf: at };
  if (streaming && age <= LIVE_MS) return { kind: 'live' };
  if (!streaming && !polling && age <= CONNECTING_MS) return CONNECTING;
  // A polled list may be one interval old.
  return { kind: 'delayed', seconds: Math.round(Math.max(age, polling ? POLL_MS : 0) / 1000) };
}
