/** What the filter of the glossary leaves. */
import { expect, it } from 'vitest';
import { foldedKana, holds } from '../../../src/islands/glossary/foldedKana.ts';

const found = (text: string, query: string) => holds(foldedKana(text), query);

it('ignores width, capitals, accents, kinds of kana and of dashes', () => {
  for (const query of ['ETF', 'etf', 'ＥＴＦ', ' Etf ']) expect(found('ETF（上場投資信託）', query), query).toBe(true);
  for (const query of ['すぷれっど', 'スプレッド', 'ｽﾌﾟﾚｯﾄﾞ']) expect(found('スプレッド', query), query).toBe(true);
  expect(found('ひらがな', 'ヒラガナ')).toBe(true);
  expect(found('Black–Scholes model', 'black-scholes')).toBe(true);
  expect(found('café', 'CAFE')).toBe(true);
});

it('keeps voiced kana apart from plain ones', () => {
  expect(found('かい', 'がい')).toBe(false);
  expect(found('ぱー', 'ばー')).toBe(false);
});

it('wants every word, anywhere, and takes patterns as text', () => {
  expect(found('stop-limit order', 'order stop')).toBe(true);
  expect(found('stop-limit order', 'order　limit')).toBe(true);
  expect(found('stop-limit order', 'order market')).toBe(false);
  expect(found('stop-limit order', '.*')).toBe(false);
  expect(found('anything', '')).toBe(true);
});
