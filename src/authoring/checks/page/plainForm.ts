import { lineOfNode, plainText } from '../../reading/mdx.ts';
import { around } from '../../reading/passages.ts';
import type { Rule } from '../rule.ts';

/**
 * である, だ and their forms at the end of a sentence. After other kana だ may end a verb (申し込んだ, 稼いだ). Within
 * quotation marks are the words of others, and within brackets notes.
 */
const PLAIN =
  /(?:で(?:ある|あった|あろう|はない|はなかった)|だろう|だった|(?:[\p{Script=Han}\p{Script=Katakana}ー」）]|の|こと|もの|ため|はず|から|だけ|まで|よう|そう)だ)(?=。)/gu;
/** What has labels and the words of others. */
const APART = new Set(['listItem', 'table', 'blockquote']);

/** Japanese paragraphs are in です・ます. */
export const plainForm: Rule = {
  name: 'wording',
  checks: () => ({
    page({ locale, nodes, syntaxFaults }, report) {
      if (locale !== 'ja' || syntaxFaults.length > 0) return;
      for (const { node, around: outer } of nodes) {
        if (node.type !== 'paragraph' || outer.some(({ type }) => APART.has(type))) continue;
        const text = plainText(node);
        for (const { 0: found, index } of text.matchAll(PLAIN)) {
          if (isWithin(text.slice(0, index))) continue;
          const what = `a sentence in である style: ${around(text, index, found.length)}`;
          report(lineOfNode(node), what, 'です・ます', 'write です, ます or a form of them');
        }
      }
    },
  }),
};

/** True if a quotation or a bracket is open at the end of a text. */
const isWithin = (before: string) => /[「『（][^」』）]*$/.test(before);
