/** The operator's list of words by which a text waits: spellings that make no difference, and those that do. */
import { describe, expect, it } from 'vitest';
import { blockedWordsSchema, blocking, readBlockedWords } from '../../../src/catalogue/blockedWords.ts';

describe('holds a word', () => {
  it.each([
    [
      'en-US',
      'pump group',
      ['Join our PUMP GROUP', 'p.u.m.p g-r-o-u-p', 'ｐｕｍｐ　ｇｒｏｕｐ', 'pu\u200bmp group'],
      ['pump groups', 'a pumped group'],
    ],
    ['en-GB', 'ramping', ['Ramping!', 'r a m p i n g'], ['tramping', 'rampings']],
    ['ja', '仕手グループ', ['仕手グループに参加', '仕手ｸﾞﾙｰﾌﾟ', '仕 手 グ ル ー プ'], ['仕手', 'グループ']],
    ['tw', '飆股群組', ['加入飆股群組', '飆・股・群・組'], ['飆股', '群組']],
    ['cn', '荐股群', ['荐股群', '荐 股 群', '进荐*股*群吧'], ['荐股', '群']],
  ])('%s: %s', (_, word, held, free) => {
    const isBlocked = blocking([word]);
    for (const text of held) expect(isBlocked(`One. ${text} Two.`), text).toBe(true);
    for (const text of free) expect(isBlocked(`One. ${text} Two.`), text).toBe(false);
  });

  it('a long text is read at once', () => {
    const started = performance.now();
    blocking(['a a a a a a a b', 'p.u.m.p'])(`${'a '.repeat(10_000)}${'p.'.repeat(10_000)}`);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

it('none of the list is none of a text, and ours is empty', () => {
  expect(blocking([])('pump group')).toBe(false);
  expect(readBlockedWords()).toEqual([]);
});

it('a word without a letter, and a language that there is none of, are problems', () => {
  expect(blockedWordsSchema.safeParse({ ja: ['・'] }).success).toBe(false);
  expect(blockedWordsSchema.safeParse({ fr: ['mot'] }).success).toBe(false);
});
