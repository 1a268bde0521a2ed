/** How texts and queries become words, and how these are found in a text. */
import { describe, expect, it } from 'vitest';
import {
  excerpt,
  finderOf,
  foldedForSearch,
  indexWords,
  pieces,
  queryParts,
  searchWords,
} from '../../../src/i18n/tokens.ts';

/** Whether a query finds a text, as the index does: each of its words is one of the text's, or begins one. */
function finds(query: string, text: string): boolean {
  const known = indexWords(text).split(' ');
  const words = queryParts(query, 'zh').flatMap(searchWords);
  return words.length > 0 && words.every((word) => known.some((one) => one.startsWith(word)));
}
const marked = (query: string, text: string) =>
  pieces(text, finderOf(queryParts(query, 'zh')))
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

it('folds width, capitals and accents, and leaves the marks of kana', () => {
  expect(foldedForSearch('ＡＰＩ ｵﾌﾟｼｮﾝ Zürich')).toBe('api オプション zurich');
  expect(foldedForSearch('が')).toBe('が');
});

describe('words', () => {
  it('are found by their beginning, and by another ending', () => {
    expect(finds('dividend', 'Dividends are paid')).toBe(true);
    expect(finds('dividends', 'a dividend')).toBe(true);
    expect(finds('securities', 'one security')).toBe(true);
    expect(finds('fees', 'The fee')).toBe(true);
    expect(finds('trading', 'to trade')).toBe(true);
    expect(finds('rate', 'corporate')).toBe(false);
    expect(finds('news', 'a newt')).toBe(true);
    expect(finds('etf', 'ETFs')).toBe(true);
  });

  it('are no beginnings of longer ones', () => {
    // Otherwise Pagefind takes them for those: a word of the index never begins a word that is typed.
    for (const text of ['stock 2024', '日本 A股', 'p2p']) {
      for (const word of indexWords(text).split(' ')) expect(word).toMatch(/ǀ$|^ǀ[a-z]{8}$/);
    }
    // Pagefind breaks words between letters and digits.
    expect(indexWords('日本の東京')).not.toMatch(/\d/);
    expect(queryParts('ǀ ǀfe8', 'en')).toEqual(['fe8']);
  });

  it('of Chinese and Japanese are any run of characters', () => {
    expect(finds('口座', '口座を開設する')).toBe(true);
    expect(finds('座を開', '口座を開設する')).toBe(true);
    expect(finds('設', '口座を開設する')).toBe(true);
    expect(finds('開口', '口座を開設する')).toBe(false);
    expect(finds('ｵﾌﾟｼｮﾝ', 'オプション取引')).toBe(true);
    expect(finds('ガベージコレクション', 'ガベージコレクションとは')).toBe(true);
    expect(finds('A股', 'A股与港股')).toBe(true);
  });

  it('that only ask are left out', () => {
    expect(queryParts('口座を開くには', 'zh')).toEqual(['口座', '開']);
    expect(queryParts('交易成本', 'zh')).toEqual(['交易', '成本']);
    expect(queryParts('ねさや', 'zh')).toEqual(['ねさや']);
    expect(queryParts('如何开户', 'zh')).toEqual(['开户']);
    expect(queryParts('什麼是選擇權？', 'zh')).toEqual(['是選擇權']);
    expect(queryParts(' ?! ', 'zh')).toEqual([]);
  });

  it('are made of letters that no library breaks, apart from each other', () => {
    expect(indexWords('期權ABC權')).toMatch(/^ǀ[a-z]{8} ǀ[a-z]{4}ǀ abc\u01c0 ǀ[a-z]{4}ǀ$/);
    // The last character of a run is no beginning of a pair.
    const [last = ''] = indexWords('權').split(' ');
    expect(searchWords('權利').some((word) => word.startsWith(last))).toBe(false);
    expect(last.startsWith(searchWords('權')[0] as string)).toBe(true);
  });
});

describe('in a text', () => {
  it('marks what was found, as it is written there', () => {
    expect(marked('options', 'Options and an option; adoption')).toBe('[Options] and an [option]; adoption');
    expect(marked('選擇權', '買進選擇權')).toBe('買進[選擇權]');
    expect(marked('etf ファンド', 'ＥＴＦはファンド')).toBe('[ＥＴＦ]は[ファンド]');
    expect(marked('(a+b', 'a+b')).toBe('[a]+[b]');
    expect(marked('?', 'What?')).toBe('What?');
    expect(marked('etf', '…ETFは½、ＥＴＦ…')).toBe('…[ETF]は½、[ＥＴＦ]…');
  });

  it('shows the part with most of the query, from the beginning of a sentence', () => {
    const text = `${'Nothing here. '.repeat(40)}The fee of a broker is 1 %. ${'Nor here. '.repeat(40)}`;
    const shown = excerpt(text, finderOf(queryParts('broker fee', 'en')));
    expect(shown).toContain('fee of a broker');
    expect(shown.length).toBeLessThan(190);
    expect(shown).toMatch(/^….*…$/);
    expect(excerpt('Short', finderOf(['x']))).toBe('Short');
    expect(excerpt(text, null)).toMatch(/^Nothing here\./);
  });
});
