/** Windows that share one flash stream, with a fake clock, streams, lock and channel. */
import { describe, expect, it } from 'vitest';
import { FIRST_PAUSE_MS, type Polled, SILENCE_MS, type StreamEvent, type Told } from '../../../src/api/changeStream.ts';
import {
  createSharedStream,
  LEADER_SILENCE_MS,
  type Membership,
  type Said,
  type Windows,
} from '../../../src/api/sharedStream.ts';
import type { NewsItem } from '../../../src/contract/news.ts';
import { newsItem } from '../../helpers/newsItem.ts';

interface Opened {
  by: string;
  after: string;
  tell: (event: StreamEvent<NewsItem>) => void;
  closed: boolean;
}

/** One browser, and a server whose changes 1, 2, 3, … are flashes with these ids. */
function browser({ shares = true } = {}) {
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  let last = 0;
  const opened: Opened[] = [];
  const polls: string[] = [];
  /** Responses to polls that are held back until the test releases them. */
  let held: (() => void)[] | null = null;
  let fails = false;
  let frozen: string | null = null;
  let members: { name: string; hear: (said: Said<NewsItem>) => void; lead: () => void }[] = [];

  const changesAfter = (after: string): Polled<NewsItem> => ({
    list: Array.from({ length: last - Number(after) }, (_, n) => newsItem(Number(after) + n + 1)),
    withdrawn: [],
    last: String(last),
    gap: false,
  });

  const windowsOf = (name: string): Windows<NewsItem> => ({
    join({ hear, lead }): Membership<NewsItem> {
      const member = { name, hear, lead };
      members.push(member);
      const isFirst = () => members[0] === member;
      if (isFirst()) queueMicrotask(() => isFirst() && lead());
      return {
        say: (said) => {
          if (name === frozen) return;
          const copy = structuredClone(said);
          const others = members.filter((other) => other !== member);
          queueMicrotask(() => {
            for (const other of others) if (members.includes(other)) other.hear(copy);
          });
        },
        leave: () => {
          const led = isFirst();
          members = members.filter((other) => other !== member);
          const [next] = members;
          if (led && next) queueMicrotask(() => members[0] === next && next.lead());
        },
      };
    },
  });

  function open(name: string, after = String(last)) {
    const told: string[] = [];
    const heard: Told<NewsItem>[] = [];
    const stream = createSharedStream(
      {
        windows: shares ? windowsOf(name) : null,
        open: (from, tell) => {
          const source: Opened = { by: name, after: from, tell, closed: false };
          opened.push(source);
          return {
            close: () => {
              source.closed = true;
            },
          };
        },
        poll: async (from) => {
          polls.push(`${name} ${from}`);
          const answer = changesAfter(from);
          if (fails) throw new Error('no answer');
          if (held) await new Promise<void>((resolve) => held?.push(resolve));
          return answer;
        },
        now: () => now,
        random: () => 0,
        later: (ms, act) => {
          const timer = { at: now + ms, act };
          timers.push(timer);
          return () => {
            timers = timers.filter((one) => one !== timer);
          };
        },
      },
      (one) => {
        heard.push(one);
        if (one.gap) told.push('gap');
        else told.push(...one.list.map(({ id }) => id));
      },
    );
    stream.start(after);
    return { stream, told, state: () => heard.at(-1)?.hearing };
  }

  const settle = async () => {
    for (let step = 0; step < 20; step++) await Promise.resolve();
  };
  const streams = () => opened.filter(({ closed }) => !closed);
  return {
    open,
    opened,
    polls,
    streams,
    settle,
    timers: () => timers.length,
    /** Drops the messages of a window, as if its script had stopped. */
    freeze: (name: string | null) => {
      frozen = name;
    },
    /** The server makes changes but does not send them yet. */
    change: (count = 1) => {
      last += count;
    },
    /** The server sends its next change to every open stream. */
    async tell() {
      last += 1;
      for (const { tell } of streams()) tell({ kind: 'item', item: newsItem(last), last: String(last) });
      await settle();
    },
    /** The server sends a heartbeat with its latest number to every open stream. */
    async beat() {
      for (const { tell } of streams()) tell({ kind: 'beat', last: String(last) });
      await settle();
    },
    failPolls: (is: boolean) => {
      fails = is;
    },
    holdPolls: () => {
      held = [];
    },
    async releasePolls() {
      const waiting = held ?? [];
      held = null;
      for (const go of waiting) go();
      await settle();
    },
    async pass(ms: number) {
      const until = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.act();
        await settle();
      }
      now = until;
      await settle();
    },
  };
}

/** Opens windows a, b, c, …, each after the previous one has settled; the first one leads. */
async function several(count: number, options = {}) {
  const b = browser(options);
  const windows = [];
  for (let n = 0; n < count; n++) {
    windows.push(b.open(String.fromCharCode(97 + n)));
    await b.settle();
  }
  await b.beat();
  return { ...b, windows };
}

describe('windows that share a stream', () => {
  it('open one, and all hear its events, its state and when it was last certain', async () => {
    const { streams, windows, tell, beat, pass } = await several(7);
    expect(streams().map(({ by }) => by)).toEqual(['a']);
    await tell();
    await pass(5_000);
    await beat();
    for (const { told, state } of windows) {
      expect(told).toEqual(['1']);
      expect(state()).toEqual({ at: 5_000, streaming: true, polling: false, online: true });
    }
  });

  it('know at once how things stand when they come later', async () => {
    const b = await several(1);
    await b.pass(3_000);
    const late = b.open('late');
    await b.settle();
    expect(late.state()).toMatchObject({ at: 0, streaming: true });
    expect(b.streams()).toHaveLength(1);
    expect(b.polls).toEqual([]);
  });

  it('are told when the stream is lost, and the one that leads asks for all', async () => {
    const { streams, windows, change, polls, pass, settle } = await several(3);
    streams()[0]?.tell({ kind: 'refused' });
    change();
    await settle();
    for (const { state } of windows) expect(state()).toMatchObject({ streaming: false });
    await pass(0);
    expect(polls).toEqual(['a 0']);
    for (const { told, state } of windows) {
      expect(told).toEqual(['1']);
      expect(state()).toMatchObject({ streaming: false, polling: true });
    }
    await pass(FIRST_PAUSE_MS);
    expect(streams().map(({ by, after }) => [by, after])).toEqual([['a', '1']]);
  });

  it('are told of a gap', async () => {
    const { streams, windows, settle } = await several(2);
    streams()[0]?.tell({ kind: 'gap', last: '900' });
    await settle();
    for (const { told } of windows) expect(told).toEqual(['gap']);
  });

  it('wait without a network, and come back with it', async () => {
    const { streams, windows, polls, pass, settle } = await several(2);
    for (const { stream } of windows) stream.setOnline(false);
    await settle();
    for (const { state } of windows) expect(state()).toMatchObject({ online: false });
    await pass(LEADER_SILENCE_MS * 3);
    expect(polls).toEqual([]);
    for (const { stream } of windows) stream.setOnline(true);
    await settle();
    expect(streams().map(({ by }) => by)).toEqual(['a']);
  });
});

describe('the lead', () => {
  it('passes on with nothing lost and nothing doubled', async () => {
    const { streams, windows, tell, change, beat, settle } = await several(3);
    const [a, b, c] = windows;
    await tell();
    a?.stream.stop();
    // A change while no window holds the stream.
    change();
    await settle();
    expect(streams().map(({ by, after }) => [by, after])).toEqual([['b', '1']]);
    streams()[0]?.tell({ kind: 'item', item: newsItem(2), last: '2' });
    await beat();
    await tell();
    expect(a?.told).toEqual(['1']);
    for (const one of [b, c]) {
      expect(one?.told).toEqual(['1', '2', '3']);
      expect(one?.state()).toMatchObject({ streaming: true });
    }
  });

  it('does not call fresh what was heard before it passed on', async () => {
    const { streams, windows, pass, settle } = await several(2);
    await pass(5_000);
    windows[0]?.stream.stop();
    await settle();
    streams()[0]?.tell({ kind: 'error' });
    expect(windows[1]?.state()).toMatchObject({ at: 0, streaming: false });
  });

  it('passes on from a hidden window, which asks for itself and joins again when it is seen', async () => {
    const { streams, windows, tell, polls, pass, settle } = await several(2);
    const [a, b] = windows;
    a?.stream.setHidden(true);
    await pass(0);
    expect(streams().map(({ by }) => by)).toEqual(['b']);
    expect(polls).toEqual(['a 0']);
    await tell();
    expect([a?.told, b?.told]).toEqual([[], ['1']]);
    a?.stream.setHidden(false);
    await settle();
    expect(polls).toEqual(['a 0', 'a 0']);
    expect(a?.told).toEqual(['1']);
    await tell();
    expect([a?.told, b?.told]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(streams()).toHaveLength(1);
  });

  it('goes to a window that is in the midst of asking, which goes on where it was', async () => {
    const b = await several(1);
    b.change(2);
    b.streams()[0]?.tell({ kind: 'beat', last: '2' });
    b.holdPolls();
    const late = b.open('late', '0');
    await b.settle();
    expect(b.polls).toEqual(['late 0']);
    b.windows[0]?.stream.stop();
    await b.settle();
    expect(b.streams().map(({ by, after }) => [by, after])).toEqual([['late', '0']]);
    await b.releasePolls();
    expect(late.told).toEqual([]);
    for (const id of [1, 2]) b.streams()[0]?.tell({ kind: 'item', item: newsItem(id), last: String(id) });
    expect(late.told).toEqual(['1', '2']);
  });

  it('of a window that is stuck is not waited for: the others ask for themselves until it says something', async () => {
    const { windows, freeze, change, polls, pass, beat } = await several(2);
    const [, b] = windows;
    freeze('a');
    change();
    await pass(LEADER_SILENCE_MS - 1);
    expect(polls.filter((poll) => poll.startsWith('b'))).toEqual([]);
    await pass(1);
    expect(polls).toContain('b 0');
    expect(b?.told).toEqual(['1']);
    expect(b?.state()).toMatchObject({ at: LEADER_SILENCE_MS, streaming: false, polling: true });
    await pass(LEADER_SILENCE_MS);
    expect(polls).toContain('b 1');
    freeze(null);
    await beat();
    expect(b?.state()).toMatchObject({ streaming: true, polling: false });
    expect(b?.told).toEqual(['1']);
  });
});

describe('a window that has missed something', () => {
  it('asks the server for it, and hears what comes meanwhile once', async () => {
    const b = await several(1);
    await b.tell();
    await b.tell();
    b.holdPolls();
    const late = b.open('late', '0');
    await b.settle();
    expect(b.polls).toEqual(['late 0']);
    await b.tell();
    expect(late.told).toEqual([]);
    await b.releasePolls();
    expect(late.told).toEqual(['1', '2', '3']);
    expect(b.polls).toEqual(['late 0', 'late 2']);
    await b.tell();
    expect(late.told).toEqual(['1', '2', '3', '4']);
  });

  it('is not told again what it knows already', async () => {
    const b = await several(1);
    b.change(5);
    const ahead = b.open('ahead');
    await b.settle();
    for (const id of [1, 5]) b.streams()[0]?.tell({ kind: 'item', item: newsItem(id), last: String(id) });
    await b.settle();
    expect(ahead.told).toEqual([]);
    await b.tell();
    expect(ahead.told).toEqual(['6']);
    expect(b.polls).toEqual([]);
  });

  it('takes no answer that is older than what it has heard since', async () => {
    const b = await several(2);
    b.freeze('a');
    b.holdPolls();
    await b.pass(LEADER_SILENCE_MS);
    b.freeze(null);
    await b.tell();
    expect(b.windows[1]?.told).toEqual(['1']);
    await b.releasePolls();
    await b.tell();
    expect(b.windows[1]?.told).toEqual(['1', '2']);
  });

  it('asks again when it hears more, where the server does not answer', async () => {
    const b = await several(1);
    await b.tell();
    b.failPolls(true);
    const late = b.open('late', '0');
    await b.settle();
    expect([b.polls, late.told]).toEqual([['late 0'], []]);
    b.failPolls(false);
    await b.beat();
    expect(late.told).toEqual(['1']);
  });
});

describe('without locks and channels', () => {
  it('each window has a stream of its own', async () => {
    const { streams, windows, tell } = await several(3, { shares: false });
    expect(streams().map(({ by }) => by)).toEqual(['a', 'b', 'c']);
    await tell();
    for (const { told } of windows) expect(told).toEqual(['1']);
  });
});

describe('a window that stops', () => {
  it.each([true, false])('leaves nothing behind (shared: %s)', async (shares) => {
    const { windows, streams, timers, pass, polls } = await several(3, { shares });
    for (const { stream } of [...windows].reverse()) stream.stop();
    await pass(SILENCE_MS * 3);
    expect([timers(), streams(), polls]).toEqual([0, [], []]);
  });
});
