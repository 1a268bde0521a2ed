import { join } from 'node:path';
import { mdxFiles, readText } from '../../../catalogue/content.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { memo } from '../../../memo.ts';
import { lineOfNode, plainText } from '../../reading/mdx.ts';
import { isCjk, type Rule } from '../rule.ts';

/** A word with a capital behind another word, not behind what ends a sentence. */
const CAPITALIZED = /(?<=[\p{L}\p{N},;’)] )\p{Lu}\p{Ll}+(?![\p{L}’])/gu;
const LOWER_CASE = /(?<![\p{L}’<&/-])\p{Ll}{2,}(?![\p{L}’])/gu;

/**
 * An English heading begins with a capital letter; only names within it begin with one too. A word counts as a name
 * unless the English pages write it in lower case and never with a capital within a sentence.
 */
export const headingCase: Rule = {
  name: 'wording',
  checks: ({ dir }) => {
    const written = memo((of: string) => {
      const texts = mdxFiles(DEFAULT_LOCALE, of).map((name) => readText(join(of, DEFAULT_LOCALE, `${name}.mdx`)));
      return wordsOf(texts.map((text) => text.replace(/^(?:#+ |title:|heading:).*$/gm, '')));
    });
    return {
      page({ locale, nodes, passages, frontMatter, lineOf }, report) {
        if (isCjk(locale)) return;
        const headings = [
          ...['title', 'heading'].map((field) => ({
            text: String(lookUp(frontMatter, field) ?? ''),
            line: lineOf([field]),
          })),
          ...nodes
            .filter(({ node }) => node.type === 'heading')
            .map(({ node }) => ({ text: plainText(node), line: lineOfNode(node) })),
        ].filter(({ text }) => text.match(CAPITALIZED));
        if (headings.length === 0) return;
        const isHeading = new Set(headings.map(({ text }) => text));
        const here = wordsOf(passages.flatMap(({ text }) => (isHeading.has(text) ? [] : [text])));
        const { common, names } = written(dir);
        for (const { text, line } of headings) {
          const wrong = (text.match(CAPITALIZED) ?? []).filter((word) => {
            const small = word.toLowerCase();
            return (common.has(small) || here.common.has(small)) && !names.has(word) && !here.names.has(word);
          });
          if (wrong.length === 0) continue;
          const remedy = `write ${wrong.join(', ').toLowerCase()}`;
          report(line, `capitals within the heading ‘${text}’`, 'one at its beginning, others in names only', remedy);
        }
      },
    };
  },
};

/** The words in lower case, and those with a capital within a sentence. */
const wordsOf = (texts: readonly string[]) => ({
  common: new Set(texts.flatMap((text) => text.match(LOWER_CASE) ?? [])),
  names: new Set(texts.flatMap((text) => text.match(CAPITALIZED) ?? [])),
});
