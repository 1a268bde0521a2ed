/** The connection behind live flashes, with a fake clock and fake streams. */
import { describe, expect, it } from 'vitest';
import {
  type Connection,
  createStream,
  FIRST_PAUSE_MS,
  freshnessOf,
  HIDDEN_POLL_MS,
  LONGEST_PAUSE_MS,
  POLL_MS,
  type Polled,
  SILENCE_MS,
  type StreamEvent,
} from '../../../src/api/lazy/changeStream.ts';
import type { NewsItem } from '../../../src/contract/news.ts';
import { newsItem } from '../../helpers/feeds/newsItem.ts';

function world({ streams = true, random = 0 } = {}) {
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const opened: { after: string; tell: (event: StreamEvent<NewsItem>) => void; closed: boolean; at: number }[] = [];
  const polls: { after: string; at: number }[] = [];
  const told: string[] = [];
  const heard: Connection[] = [];
  let answer: Polled<NewsItem> | Error = { list: [], withdrawn: [], last: '9', gap: false };
  const stream = createStream<NewsItem>(
    {
      open: streams
        ? (after, tell) => {
            const source = { after, tell, closed: false, at: now };
            opened.push(source);
            return {
              close: () => {
                source.closed = true;
              },
            };
          }
        : null,
      poll: (after) => {
        polls.push({ after, at: now });
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      now: () => now,
      random: () => random,
      later: (ms, act) => {
        const timer = { at: now + ms, act };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
    },
    ({ list, withdrawn, gap, connection: hearing }) => {
      heard.push(hearing);
      if (gap) told.push('gap');
      else told.push(...list.map(({ id }) => `flash ${id}`), ...withdrawn.map((id) => `withdraw ${id}`));
    },
  );
  const settle = async () => {
    for (let step = 0; step < 5; step++) await Promise.resolve();
  };
  return {
    stream,
    opened,
    polls,
    told,
    heard,
    last: () => opened.at(-1) as (typeof opened)[number],
    answerWith: (next: Polled<NewsItem> | Error) => {
      answer = next;
    },
    timers: () => timers.length,
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

describe('the stream', () => {
  it('begins after the number it is given and tells what comes', () => {
    const w = world();
    w.stream.start('7');
    expect(w.last().after).toBe('7');
    w.last().tell({ kind: 'item', item: newsItem(3), last: '8' });
    w.last().tell({ kind: 'withdraw', id: '2', last: '9' });
    w.last().tell({ kind: 'gap' });
    expect(w.told).toEqual(['flash 3', 'withdraw 2', 'gap']);
    expect(w.heard.at(-1)).toMatchObject({ streaming: true, online: true });
  });

  it('comes back after an error with growing, random pauses, where it had ended', async () => {
    const pauses: number[] = [];
    const w = world();
    w.stream.start('7');
    w.last().tell({ kind: 'beat', last: '8' });
    for (let failure = 1; failure <= 8; failure++) {
      const failed = w.opened.length;
      const before = w.last();
      before.tell({ kind: 'error' });
      expect(before.closed).toBe(true);
      let waited = 0;
      while (w.opened.length === failed && waited <= LONGEST_PAUSE_MS) {
        await w.pass(500);
        waited += 500;
      }
      pauses.push(waited);
    }
    expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000].map((ms) => ms * FIRST_PAUSE_MS * 0.001));
    expect(Math.max(...pauses)).toBe(LONGEST_PAUSE_MS / 2);
    expect(w.last().after).not.toBe('7');

    const late = world({ random: 1 });
    late.stream.start('7');
    late.last().tell({ kind: 'error' });
    await late.pass(FIRST_PAUSE_MS * 2 - 1);
    expect(late.opened).toHaveLength(1);
    await late.pass(1);
    expect(late.opened).toHaveLength(2);
  });

  it('counts failures anew once it has heard something', async () => {
    const w = world();
    w.stream.start('7');
    for (let failure = 0; failure < 5; failure++) {
      w.last().tell({ kind: 'error' });
      await w.pass(LONGEST_PAUSE_MS);
    }
    w.last().tell({ kind: 'beat' });
    const { length } = w.opened;
    w.last().tell({ kind: 'error' });
    await w.pass(FIRST_PAUSE_MS);
    expect(w.opened).toHaveLength(length + 1);
  });

  it('takes silence for an end', async () => {
    const w = world();
    w.stream.start('7');
    w.last().tell({ kind: 'beat' });
    await w.pass(SILENCE_MS - 1);
    expect(w.last().closed).toBe(false);
    await w.pass(1);
    expect(w.opened[0]?.closed).toBe(true);
  });

  it('hears nothing more of a connection that it has given up', async () => {
    const w = world();
    w.stream.start('7');
    const [first] = w.opened;
    first?.tell({ kind: 'error' });
    first?.tell({ kind: 'item', item: newsItem(1) });
    first?.tell({ kind: 'error' });
    await w.pass(FIRST_PAUSE_MS);
    expect(w.told).toEqual([]);
    expect(w.opened).toHaveLength(2);
  });

  it('polls once it has failed twice, and stops when the stream is back', async () => {
    const w = world();
    w.answerWith({ list: [newsItem(4)], withdrawn: ['1'], last: '12', gap: false });
    w.stream.start('7');
    w.last().tell({ kind: 'error' });
    await w.pass(FIRST_PAUSE_MS);
    expect(w.polls).toEqual([]);
    w.last().tell({ kind: 'error' });
    await w.pass(0);
    expect(w.polls).toEqual([{ after: '7', at: FIRST_PAUSE_MS }]);
    expect(w.told).toEqual(['flash 4', 'withdraw 1']);
    expect(w.heard.at(-1)).toMatchObject({ streaming: false, polling: true });
    await w.pass(FIRST_PAUSE_MS * 2);
    expect(w.last().after).toBe('12');
    w.last().tell({ kind: 'beat' });
    const { length } = w.polls;
    await w.pass(SILENCE_MS - 1);
    expect(w.polls).toHaveLength(length);
  });

  it('polls at once where it is refused, and still tries the stream', async () => {
    const w = world();
    w.stream.start('7');
    w.last().tell({ kind: 'refused' });
    await w.pass(0);
    expect(w.polls).toEqual([{ after: '7', at: 0 }]);
    expect(w.heard.at(-1)).toMatchObject({ streaming: false, polling: true });
    await w.pass(FIRST_PAUSE_MS);
    expect(w.opened).toHaveLength(2);
    w.last().tell({ kind: 'refused' });
    await w.pass(POLL_MS - FIRST_PAUSE_MS);
    expect(w.polls.map(({ at }) => at)).toEqual([0, POLL_MS]);
  });

  it('goes on polling after an answer that fails, and tells of a gap', async () => {
    const w = world({ streams: false });
    w.answerWith(new Error('no'));
    w.stream.start('7');
    await w.pass(POLL_MS * 2);
    expect(w.polls.map(({ at }) => at)).toEqual([0, POLL_MS, POLL_MS * 2]);
    w.answerWith({ list: [newsItem(4)], withdrawn: [], last: '99', gap: true });
    await w.pass(POLL_MS);
    expect(w.told).toEqual(['gap']);
  });

  it('gives the connection up in a hidden page and asks rarely, and comes back at once', async () => {
    const w = world();
    w.stream.start('7');
    w.last().tell({ kind: 'beat', last: '8' });
    w.stream.setHidden(true);
    expect(w.last().closed).toBe(true);
    await w.pass(HIDDEN_POLL_MS);
    expect(w.polls.map(({ at }) => at)).toEqual([0, HIDDEN_POLL_MS]);
    expect(w.opened).toHaveLength(1);
    w.stream.setHidden(false);
    expect(w.opened).toHaveLength(2);
    expect(w.last().after).toBe('9');
  });

  it('waits without a network and comes back with it', async () => {
    const w = world();
    w.stream.start('7');
    w.stream.setOnline(false);
    await w.pass(LONGEST_PAUSE_MS * 3);
    expect(w.opened).toHaveLength(1);
    expect(w.polls).toEqual([]);
    expect(w.heard.at(-1)).toMatchObject({ online: false });
    w.stream.setOnline(true);
    expect(w.opened).toHaveLength(2);
  });

  it('leaves nothing behind when it is stopped', async () => {
    const w = world();
    w.stream.start('7');
    w.last().tell({ kind: 'error' });
    w.stream.stop();
    expect(w.timers()).toBe(0);
    w.stream.setHidden(true);
    w.stream.setHidden(false);
    await w.pass(LONGEST_PAUSE_MS);
    expect(w.opened).toHaveLength(1);
    expect(w.polls).toEqual([]);
  });
});

describe('freshness', () => {
  const hearing = { at: 1_000_000, streaming: true, polling: false, online: true };
  it.each([
    [null, 0, { kind: 'none', hasFailed: false }],
    [hearing, 15_000, { kind: 'live' }],
    [hearing, 40_000, { kind: 'delayed', seconds: 40 }],
    [hearing, 121_000, { kind: 'last', asOf: 1_000_000 }],
    [{ ...hearing, streaming: false }, 3_000, { kind: 'none', hasFailed: false }],
    [{ ...hearing, streaming: false }, 30_000, { kind: 'delayed', seconds: 30 }],
    [{ ...hearing, streaming: false, polling: true }, 0, { kind: 'delayed', seconds: 15 }],
    [{ ...hearing, online: false }, 0, { kind: 'last', asOf: 1_000_000 }],
  ] as const)('of %o after %i ms', (state, age, expected) => {
    expect(freshnessOf(state, 1_000_000 + age)).toEqual(expected);
  });
});
