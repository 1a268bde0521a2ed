import type { Locale } from '../../../i18n/locales.ts';
import { around, mendingOf } from '../../reading/passages.ts';
import { anyForeign, foreignCharacters, isAmbiguous } from '../../reading/scripts.ts';
import { anyOf, isCjk, type Rule } from '../rule.ts';

const HAN = /\p{Script=Han}/gu;
/** Words of Japanese or Chinese */
const EASTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]+/u;
/** Letters of languages that no locale has; Greek ones are signs of mathematics. */
const OTHER =
  /[\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Armenian}]+/u;
const OTHER_OR_EASTERN = anyOf([OTHER, EASTERN]);
const OTHER_OR_KANA = anyOf([OTHER, KANA]);

const NAMES: Partial<Record<Locale, string>> = { ja: 'Japanese', tw: 'Traditional Chinese', cn: 'Simplified Chinese' };

/** Each language is written in its own characters; words of another one are between <span lang="…"> and </span>. */
export const script: Rule = {
  name: 'script',
  checks: () => ({
    words(passage, locale, report) {
      const { text, lineAt } = passage;
      const tell = (index: number, what: string, remedy: string, mending?: Parameters<typeof report>[4]) =>
        report(lineAt(index), what, `${NAMES[locale] ?? 'English'} letters`, remedy, mending);
      const foreign = anyForeign(locale).test(text) ? foreignCharacters(locale) : null;
      const strange = foreign ? [...text.matchAll(HAN)].filter(([char]) => foreign.has(char)) : [];
      const [first, last] = [strange[0], strange.at(-1)];
      if (foreign && first && last) {
        const end = last.index + last[0].length;
        const fixed = text.slice(first.index, end).replace(HAN, (char) => foreign.get(char) ?? char);
        const isSafe = strange.every(([char]) => foreign.get(char) !== char && !isAmbiguous(char));
        const letters = [...new Set(strange.map(([char]) => char))].join(' ');
        tell(
          first.index,
          `${letters} of another script in ${around(text, first.index, first[0].length)}`,
          `write ${[...new Set(strange.map(([char]) => foreign.get(char)))].join(' ')}`,
          isSafe ? mendingOf(passage, first.index, end - first.index, fixed) : undefined,
        );
      }
      const isChinese = isCjk(locale) && locale !== 'ja';
      const odd = (locale === 'ja' ? OTHER : isChinese ? OTHER_OR_KANA : OTHER_OR_EASTERN).exec(text);
      if (!odd) return;
      const remedy = isChinese ? 'write the Chinese word' : 'write it in the language of the folder';
      tell(odd.index, `‘${odd[0]}’ in ${around(text, odd.index, odd[0].length)}`, `${remedy}, or <span lang="…">`);
    },
  }),
};
