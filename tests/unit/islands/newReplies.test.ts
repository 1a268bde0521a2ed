/** What a list of replies becomes when it is read again. */
import { expect, it } from 'vitest';
import type { Reply, ReplyList } from '../../../src/contract/replies.ts';
import { renewed } from '../../../src/islands/posts/newReplies.ts';

const one = (id: number, helpful = 0) => ({
  id: String(id),
  isGone: false,
  author: null,
  isOfPost: false,
  answers: null,
  text: [],
  helpful,
  publishedAt: `2026-11-27T09:00:0${id}Z`,
  correctedAt: null,
  earlier: [],
});
const reply = (id: number, below: number[] = [], next: string | null = null, helpful = 0): Reply => ({
  ...one(id, helpful),
  below: below.map((other) => one(other)),
  next,
});
const list = (replies: Reply[], next: string | null = null): ReplyList => ({
  list: replies,
  next,
  count: replies.length,
  helpful: 0,
});
const ids = ({ list: replies }: ReplyList) =>
  replies.map(({ id, below }) => [id, ...below.map((other) => other.id)].join());

it('changed words replace the earlier ones, what is gone goes, what is new waits until it is asked for', () => {
  const shown = list([reply(1, [3]), reply(2)]);
  const read = list([reply(1, [3, 5], null, 7), reply(4)]);
  expect(ids(renewed(shown, read, false))).toEqual(['1,3']);
  expect(renewed(shown, read, false).list[0]?.helpful).toBe(7);
  expect(ids(renewed(shown, read, true))).toEqual(['1,3,5', '4']);
});

it('what was loaded beyond what is read again stays', () => {
  const shown = list([reply(1, [2, 3, 4]), reply(9)], null);
  const read = list([reply(1, [2, 3], 'more'), reply(5)], 'more');
  expect(ids(renewed(shown, read, true))).toEqual(['1,2,3,4', '5', '9']);
  expect(ids(renewed(shown, read, false))).toEqual(['1,2,3,4', '9']);
  expect(renewed(shown, read, false)).toMatchObject({ next: null, list: [{ next: null }, {}] });
});
