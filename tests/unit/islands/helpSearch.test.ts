/** What the search over the help articles finds. */
import { expect, it } from 'vitest';
import { matching, partsOf } from '../../../src/islands/help/searchMatches.ts';

const TEXTS = [
  'Who may open an account?',
  'How do I withdraw money?',
  'How do I close my account?',
  'How do I have my data deleted?',
  '口座を開設できるのは誰ですか',
  '出金するにはどうすればよいですか',
  '帳戶如何結清？',
  'What is an API?',
];
const found = (query: string) => TEXTS.filter((_, index) => matching(query, TEXTS)[index]);

it('takes words, and pairs of characters where there are no spaces', () => {
  expect(partsOf('How do I 口座開設')).toEqual(['how', 'do', 'i', '口座', '座開', '開設']);
  expect(partsOf('ＡＰＩ　について')).toEqual(['api', 'につ', 'つい', 'いて']);
  expect(partsOf('  ?!. ')).toEqual([]);
});

it('finds by words, beginnings of words and whole questions', () => {
  expect(found('')).toEqual(TEXTS);
  expect(found('wi')).toEqual(['How do I withdraw money?']);
  expect(found('withdraw mon')).toEqual(['How do I withdraw money?']);
  expect(found('how do i delete my data')).toEqual(['How do I have my data deleted?']);
  expect(found('ACCOUNT')).toEqual(['Who may open an account?', 'How do I close my account?']);
  expect(found('close account')).toEqual(['How do I close my account?']);
  expect(found('api')).toEqual(['What is an API?']);
});

it('finds Japanese and Chinese by any run of characters', () => {
  expect(found('口座')).toEqual(['口座を開設できるのは誰ですか']);
  expect(found('口座開設')).toEqual(['口座を開設できるのは誰ですか']);
  expect(found('出金')).toEqual(['出金するにはどうすればよいですか']);
  expect(found('帳戶結清')).toEqual(['帳戶如何結清？']);
});

it('finds nothing by words that say nothing, or by patterns', () => {
  expect(found('how do i buy a house')).toEqual([]);
  expect(found('qqqq')).toEqual([]);
  expect(found('.*')).toEqual(TEXTS);
  expect(found('(')).toEqual(TEXTS);
});
