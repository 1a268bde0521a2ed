/**
 * One flash stream for all windows of a browser, which opens six connections to a host by HTTP/1.1 and would have none
 * left for anything else. The window that holds a lock follows the server and says what it hears; the others listen to
 * it, and one of them takes over where it has left off. A window that nobody looks at asks for itself, now and then.
 */
import {
  createFlashStream,
  type FlashStream,
  type Hearing,
  SILENCE_MS,
  type StreamWorld,
  type Told,
} from './flashStream.ts';

/** The windows of one browser that follow the same stream. */
export interface Windows {
  /** Joins them: hears what the others say, and leads once none of those before it is left. */
  join(others: { hear(said: Said): void; lead(): void }): Membership;
}

/** What a window has heard of the server; null is the question how things stand. */
export type Said = Told | null;

export interface Membership {
  say(said: Said): void;
  leave(): void;
}

export interface SharedWorld extends StreamWorld {
  /** Null where windows cannot hear of each other: each has a stream of its own */
  windows: Windows | null;
}

/** The window that leads notices by itself when the server falls silent, and says so. */
export const LEADER_SILENCE_MS = SILENCE_MS + 5_000;

export function createSharedStream(world: SharedWorld, report: (told: Told) => void): FlashStream {
  const { windows } = world;
  let running = false;
  let hidden = false;
  let after = '0';
  let hearing: Hearing = { at: 0, streaming: false, polling: false, online: true };
  let membership: Membership | null = null;
  let leads = false;
  /** How far the window that leads has come. */
  let reached = '0';
  /** Grows with each change of the part this window plays: what it has asked before does not count. */
  let turn = 0;
  let catching = false;
  let callOffSilence = () => {};

  const own = createFlashStream(world, (told) => {
    if (leads) membership?.say(told);
    take(told);
  });

  function take(told: Told): void {
    after = told.last;
    hearing = told.hearing;
    report(told);
  }

  const nothingNew = (state: Hearing): Told => ({
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

  function hear(said: Said): void {
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

  /** A window that leads and says nothing is stuck. */
  function watchSilence(): void {
    callOffSilence();
    callOffSilence = world.later(LEADER_SILENCE_MS, () => {
      watchSilence();
      if (hearing.online) void catchUp({ ...hearing, streaming: false, polling: true });
    });
  }

  /** Asks the server for what was missed. Where that fails, what is said next leads here again. */
  async function catchUp(state: Hearing): Promise<void> {
    if (catching) return;
    const mine = turn;
    catching = true;
    try {
      let since: string;
      do {
        since = after;
        const changes = await world.poll(since);
        // What has been heard meanwhile is newer.
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
