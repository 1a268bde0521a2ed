/**
 * The characters that only one way of writing has: Simplified or Traditional Chinese, Japanese. The pairs are those of
 * opencc-js; the character sets of the countries (Big5, GB 2312, JIS X 0208) say which of them are right in both: 后, 里
 * and 台 are everyday Traditional too.
 */
// cspell:ignore Shinjitai
import JAPANESE from 'opencc-js/dict/JPShinjitaiCharacters';
import OLD_JAPANESE from 'opencc-js/dict/JPShinjitaiCharactersRev';
import SIMPLIFIED from 'opencc-js/dict/STCharacters';
import TRADITIONAL from 'opencc-js/dict/TSCharacters';
import type { Locale } from '../../i18n/locales.ts';
import { convert as toSimplified } from '../../i18n/toSimplified.ts';
import { convert as toTraditional } from '../../i18n/toTraditional.ts';
import { memo } from '../../memo.ts';

/** 账 of accounts is 帳 in Taiwan, where opencc-js has 賬, and 帳 is 账 on the mainland, where it has 帐. */
const ACCOUNT = { tw: ['账', '帳'], cn: ['帳', '账'] } as const;
/** In Big5 or GB 2312 as rare characters or names, but wrong in any text of ours. */
const RARE = { tw: '听坏筑荐愿', cn: '後於徵麽' };
/** Japanese of the list of 2010, outside of JIS X 0208, and a character that only some write in the new form. */
const NEW_JAPANESE = '𠮟剝塡頰濾';

type Writing = 'ja' | 'tw' | 'cn';

/** The foreign characters of a locale, each with the locale's own one; null if the locale has no such table. */
export const foreignCharacters = memo((locale: Locale): ReadonlyMap<string, string> | null =>
  isWriting(locale) ? new Map(TABLES[locale]()) : null,
);

/** Finds the first foreign character of a locale, to say quickly that most texts have none. */
export const anyForeign = memo((locale: Locale): RegExp => {
  const all = foreignCharacters(locale);
  return all ? new RegExp(`[${[...all.keys()].join('')}]`, 'u') : /(?!)/;
});

const isWriting = (locale: Locale): locale is Writing => locale in TABLES;

const TABLES: Record<Writing, () => (readonly [string, string])[]> = {
  tw: () => {
    const everyday = charactersOf('big5', [0xa4, 0xc6]);
    return [...pairs(JAPANESE), ...pairs(SIMPLIFIED)]
      .filter(([char]) => !everyday.has(char) || RARE.tw.includes(char))
      .map(([char, old]) => [char, toTraditional(old)] as const)
      .concat([ACCOUNT.tw]);
  },
  cn: () => {
    const everyday = charactersOf('gbk', [0xb0, 0xf7], 0xa1);
    return [...pairs(JAPANESE), ...pairs(TRADITIONAL)]
      .filter(([char]) => !everyday.has(char) || RARE.cn.includes(char))
      .map(([char, other]) => [char, toSimplified(other)] as const)
      .concat([ACCOUNT.cn]);
  },
  ja: () => {
    const everyday = charactersOf('shift_jis', [0x88, 0x98], 0x40, 0x9872);
    const all = charactersOf('shift_jis', [0x88, 0xfc]);
    const modern = new Map(pairs(OLD_JAPANESE));
    const traditional = new Map(pairs(SIMPLIFIED));
    const japanese = (char: string) => modern.get(traditional.get(char) ?? char) ?? traditional.get(char) ?? char;
    const foreign = [...traditional.keys(), ...pairs(TRADITIONAL).map(([char]) => char), ...modern.keys()];
    return foreign
      .filter(
        (char) => !everyday.has(char) && !NEW_JAPANESE.includes(char) && (!all.has(char) || japanese(char) !== char),
      )
      .map((char) => [char, japanese(char)] as const);
  },
};

/** True if a Simplified character stands for several Traditional ones: 发 for 發 and 髮. */
export const isAmbiguous = (char: string) => (origins(TRADITIONAL).get(char)?.length ?? 0) > 1;

const origins = memo((dictionary: string) => Map.groupBy(pairs(dictionary), ([, simplified]) => simplified));

const pairs = (dictionary: string) => dictionary.split('|').map((pair) => pair.split(' ') as [string, string]);

/** The characters of two bytes whose first one is in a range, up to a last one. */
function charactersOf(encoding: string, [from, to]: [number, number], second = 0x40, end = 0xffff): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let first = from; first <= to; first += 1) {
    for (let last = second; last <= 0xfe; last += 1) {
      if (first * 0x100 + last > end) break;
      const text = decoder.decode(Uint8Array.of(first, last));
      if (/^\p{Script=Han}$/u.test(text)) found.add(text);
    }
  }
  return found;
}
