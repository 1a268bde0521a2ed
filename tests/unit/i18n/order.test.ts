/** In which order and under which mark a list of words is shown. */
import { expect, it } from 'vitest';
import type { Locale } from '../../../src/i18n/locales.ts';
import { grouped, markOf } from '../../../src/i18n/order.ts';

const listed = (words: readonly string[], locale: Locale) =>
  grouped(words, locale, (word) => word).map(({ mark, entries }) => [mark, ...entries]);

it('English is sorted by letter, whatever the capitals and accents', () => {
  expect(listed(['yield', 'Élan', 'ETF', 'ask', 'Greeks', 'American style', 'exit'], 'en-US')).toEqual([
    ['A', 'American style', 'ask'],
    ['E', 'Élan', 'ETF', 'exit'],
    ['G', 'Greeks'],
    ['Y', 'yield'],
  ]);
});

it('Japanese is sorted by the rows of kana: voiced and small ones are with their plain kana', () => {
  expect(
    listed(['わりあて', 'ばいばい', 'はいとう', 'がくめん', 'ぁ', 'いた', 'ぎゃくざや', 'ぷっと', 'んん'], 'ja'),
  ).toEqual([
    ['あ', 'ぁ', 'いた'],
    ['か', 'がくめん', 'ぎゃくざや'],
    ['は', 'はいとう', 'ばいばい', 'ぷっと'],
    ['わ', 'わりあて', 'んん'],
  ]);
});

it('Traditional Chinese is sorted by strokes, Latin letters last', () => {
  // Strokes by the Ministry of Education's dictionary: 口 3, 公 4, 市 5, 股 8, 價 15, 點 17, 權 22.
  expect(listed(['權利金', 'ETF', '點', '股票', '價平', '公債', '口', '市值', '股利'], 'tw')).toEqual([
    [3, '口'],
    [4, '公債'],
    [5, '市值'],
    [8, '股利', '股票'],
    [15, '價平'],
    [17, '點'],
    [22, '權利金'],
    ['A–Z', 'ETF'],
  ]);
});

it('Japanese is sorted by kana, and a word without a reading by its Latin letters at the end', () => {
  expect(listed(['すぷれっど', 'spread', 'いた', 'ETF'], 'ja')).toEqual([
    ['あ', 'いた'],
    ['さ', 'すぷれっど'],
    ['A–Z', 'ETF', 'spread'],
  ]);
});

it('Simplified Chinese is sorted by pinyin, Latin letters under their own', () => {
  expect(listed(['中国', '佣金', '到期日', 'Delta值', '行权', '久期', '债券'], 'cn')).toEqual([
    ['D', '到期日', 'Delta值'],
    ['J', '久期'],
    ['X', '行权'],
    ['Y', '佣金'],
    ['Z', '债券', '中国'],
  ]);
});

it('what begins with no letter of the language is a fault', () => {
  expect(() => markOf('。', 'ja')).toThrow('begins with no letter of ja');
});
