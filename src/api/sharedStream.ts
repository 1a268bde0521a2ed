/**
 * One stream for all windows of a browser: by HTTP/1.1 a browser opens six connections to a host, and six streams
 * would leave none for anything else. The window that holds a lock follows the server and passes on what it hears. The
 * others listen to it, and one of them takes over when it closes. A hidden window polls by itself, slowly.
 */
import {
  type ChangeStream,
  createStream,
  type Hearing,
  SILENCE_MS,
  type StreamWorld,
  type Told,
} from './changeStream.ts';

/** The windows of one browser that follow the same stream. */
export interface Windows<Item> {
  /** Joins them: listens to the others, and leads once all earlier windows are gone. */
  join(others: { hear(said: Said<Item>): void; lead(): void }): Membership<Item>;
}

/** What a window has heard from the server; null asks the others for their state. */
export type Said<Item> = Told<Item> | null;

export interface Membership<Item> {
  say(said: Said<Item>): void;
  leave(): void;
}

export interface SharedWorld<Item> extends StreamWorld<Item> {
  /** Null if windows cannot reach each other: each has its own stream */
  windows: Windows<Item> | null;
}

/** The leading window notices by itself when the server falls silent, and tells the others. */
export const LEADER_SILENCE_MS = SILENCE_MS + 5_000;

export function createSharedStream<Item>(world: SharedWorld<Item>, report: (told: Told<Item>) => void): ChangeStream {
  const { windows } = world;
  let running = false;
  let hidden = false;
  let after = '0';
  let hearing: Hearing = { at: 0, streaming: false, polling: false, online: true };
  let membership: Membership<Item> | null = null;
  let leads = false;
  /** The position of the leading window. */
  let reached = '0';
  /** Grows when this window starts or stops leading, so that responses to earlier polls are ignored. */
  let turn = 0;
  let catching = false;
  let callOffSilence = () => {};

  const own = createStream(world, (told) => {
    if (leads) membership?.say(told);
    take(told);
  });

  function take(told: Told<Item>): void {
    after = told.last;
    hearing = told.hearing;
    report(told);
  }

  const nothingNew = (state: Hearing): Told<Item> => ({
    list: [],
    withdrawn: [],
    gap: false,
    since: after,
    last: after,
    hearing: state,
  });

  function takeUp(): void {
    if (!running) return;
    if (hidden || !windows) {
      own.start(after, hearing.at);
      return;
    }
    membership = windows.join({ hear, lead });
    membership.say(null);
    watchSilence();
  }

  function leave(): void {
    changePart();
    leads = false;
    own.stop();
    membership?.leave();
    membership = null;
  }

  function lead(): void {
    changePart();
    leads = true;
    own.start(after, hearing.at);
  }

  function changePart(): void {
    turn += 1;
    catching = false;
    callOffSilence();
  }

  function hear(said: Said<Item>): void {
    if (leads) {
      if (!said) membership?.say(nothingNew(hearing));
      return;
    }
    if (!said) return;
    watchSilence();
    reached = said.last;
    if (said.gap) take(said);
    else if (!isBehind(said.last)) take(nothingNew(said.hearing));
    else if (!isBehind(said.since)) take(said);
    else void catchUp(said.hearing);
  }

  const isBehind = (last: string) => Number(last) > Number(after);

  /** A leading window that says nothing is stuck. */
  function watchSilence(): void {
    callOffSilence();
    callOffSilence = world.later(LEADER_SILENCE_MS, () => {
      watchSilence();
      if (hearing.online) void catchUp({ ...hearing, streaming: false, polling: true });
    });
  }

  /** Requests the missed changes from the server. If that fails, the next message calls this again. */
  async function catchUp(state: Hearing): Promise<void> {
    if (catching) return;
    const mine = turn;
    catching = true;
    try {
      let since: string;
      do {
        since = after;
        const changes = await world.poll(since);
        // A message that arrived meanwhile is newer.
        if (mine !== turn || since !== after) return;
        take({ ...changes, since, hearing: { ...state, at: world.now() } });
      } while (mine === turn && isBehind(reached) && after !== since);
    } catch {
    } finally {
      if (mine === turn) catching = false;
    }
  }

  return {
    start(from, at = world.now()) {
      leave();
      running = true;
      after = from;
      hearing = { ...hearing, at, streaming: false, polling: false };
      takeUp();
    },
    stop() {
      running = false;
      leave();
    },
    setHidden(is) {
      if (is === hidden) return;
      hidden = is;
      leave();
      own.setHidden(is);
      takeUp();
    },
    setOnline: own.setOnline,
  };
}
