import { around, OBJECT } from '../passages.ts';
import { isCjk, type Rule } from './rule.ts';

const LETTER = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
const MARK = '[、。「」『』（）！？，：；．]';
/** A letter or a mark of Japanese or Chinese. */
export const WIDE = `(?:${LETTER}|${MARK})`;
const SPACE = new RegExp(
  `(?<=${WIDE})[ \\t\\u3000]*\\n?[ \\t\\u3000]+(?=[\\p{L}\\p{N}${OBJECT}]|${MARK})|` +
    `(?<=[\\p{L}\\p{N}${OBJECT}])[ \\t\\u3000]+(?=${WIDE})|(?<=${WIDE})\\n(?=${WIDE})`,
  'gu',
);

/** There are no spaces and no line breaks beside letters of Japanese and Chinese. */
export const spacing: Rule = {
  name: 'spacing',
  checks: () => ({
    words({ text, lineAt }, locale, report) {
      for (const { 0: space, index } of isCjk(locale) ? text.matchAll(SPACE) : []) {
        const isBreak = space.includes('\n');
        report(
          lineAt(index),
          `${isBreak ? 'line break' : 'space'} typed by hand in ${around(text, index, space.length)}`,
          'no space: browsers set the distance between scripts themselves',
          isBreak ? 'write the paragraph on one line' : 'remove the space',
        );
      }
    },
  }),
};
