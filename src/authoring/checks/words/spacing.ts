import { around, mendingOf, OBJECT } from '../../reading/passages.ts';
import { isCjk, matchesIn, type Rule } from '../rule.ts';

const LETTER = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
const MARK = '[、。「」『』（）！？，：；．]';
/** A letter or a mark of Japanese or Chinese. */
export const WIDE = `(?:${LETTER}|${MARK})`;
const SPACE = new RegExp(
  `(?<=${WIDE})[ \\t\\u3000]*\\n?[ \\t\\u3000]+(?=[\\p{L}\\p{N}${OBJECT}]|${MARK})|` +
    `(?<=[\\p{L}\\p{N}${OBJECT}])[ \\t\\u3000]+(?=${WIDE})|(?<=${WIDE})\\n(?=${WIDE})`,
  'gu',
);

/** In English: two spaces, and a space before a mark that ends something. */
const ODD = /(?<=\S) {2,}(?=\S)|(?<=[\p{L}\d)”’]) +(?=[,;!?)](?:\s|$)|[.:](?:\s|$))/gu;

/** In English: a mark without the space after it. Names such as Node.js and figures such as 1,000 have none. */
const CLOSE = /(?<=\p{Ll}{2})(?<!&\w{2,8})[,;](?=\p{L}{2})|(?<=\p{Ll}{2})[.!?](?=\p{Lu}\p{Ll})/gu;
/** In English: a word twice. Some sentences rightly have these. */
const TWICE = /(?<![\p{L}\p{N}’'-])(?!(?:that|had|is|her|you) )(\p{L}+) +\1(?![\p{L}\p{N}’'-])/giu;

/** In Japanese and Chinese: a particle twice. 标的的, 为了了解 and 是是非非 are right. */
const TWICE_EASTERN = /(?<![标標目])的的(?![确確士])|(?<![是非])是是(?!非)|(?<!为|為)了了(?!解)|をを|がが|にに/gu;

/** In Japanese and Chinese: a word of two characters twice. 一步一步 and 发行公司公司债 are right. */
const WORD_TWICE = /(?!(.)\1|一|公司公司[債债治])(\p{Script=Han}{2})\2/gu;

/** In Japanese: particles of which one is wrong. Beside kana they may be a part of a word: をはじめ, ものの, のれん. */
const BESIDE = `[\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Latin}\\p{N}ー%」）、${OBJECT}]`;
const PARTICLES = new RegExp(
  `(?<=${BESIDE})(?:を[はがにでへ]|が[はをにも]|は[がをには]|に[をが]|で[をがで]|へ[をがにへ]|のの|とと|もも)(?=${BESIDE})`,
  'gu',
);

/** There are no spaces and no line breaks beside letters of Japanese and Chinese, and one between English words. No word
 * stands twice. */
export const spacing: Rule = {
  name: 'spacing',
  checks: () => ({
    words(passage, locale, report) {
      const { text, lineAt } = passage;
      for (const { 0: space, index } of isCjk(locale) ? [] : matchesIn(text, ODD)) {
        const fixed = space.startsWith(' ') && /[,.;:!?)]/.test(text[index + space.length] ?? '') ? '' : ' ';
        const what = `${fixed ? 'two spaces' : 'a space before a mark'} in ${around(text, index, space.length)}`;
        const mending = mendingOf(passage, index, space.length, fixed);
        report(lineAt(index), what, fixed ? 'one space' : 'no space', 'remove it', mending);
      }
      for (const { 0: mark, index } of isCjk(locale) ? [] : matchesIn(text, CLOSE)) {
        const what = `no space after ${mark} in ${around(text, index, 1)}`;
        report(lineAt(index), what, 'one space', 'write it', mendingOf(passage, index, 1, `${mark} `));
      }
      for (const { 0: found, 1: word = '', index } of isCjk(locale) ? [] : matchesIn(text, TWICE)) {
        const what = `a word twice: ‘${found}’`;
        report(lineAt(index), what, 'the word once', `write ${word}`);
      }
      for (const { 0: found, index } of isCjk(locale) ? matchesIn(text, TWICE_EASTERN) : []) {
        const [what, word] = [`a word twice: ${around(text, index, 2)}`, found.charAt(0)];
        report(lineAt(index), what, 'the word once', `write ${word}`, mendingOf(passage, index, 2, word));
      }
      for (const { 0: found, 2: word = '', index } of isCjk(locale) ? matchesIn(text, WORD_TWICE) : []) {
        const what = `a word twice: ${around(text, index, found.length)}`;
        report(lineAt(index), what, 'the word once', `write ${word}`, mendingOf(passage, index, found.length, word));
      }
      for (const { 0: found, index } of locale === 'ja' ? matchesIn(text, PARTICLES) : []) {
        const what = `two particles: ${around(text, index, found.length)}`;
        report(lineAt(index), what, 'one of them', `keep ${[...new Set(found)].join(' or ')}`);
      }
      for (const { 0: space, index } of isCjk(locale) ? matchesIn(text, SPACE) : []) {
        const isBreak = space.includes('\n');
        report(
          lineAt(index),
          `${isBreak ? 'line break' : 'space'} typed by hand in ${around(text, index, space.length)}`,
          'no space: browsers set the distance between scripts themselves',
          isBreak ? 'write the paragraph on one line' : 'remove the space',
          mendingOf(passage, index, space.length, ''),
        );
      }
    },
  }),
};
