import { DEFAULT_LOCALE, type Locale } from '../../../i18n/locales.ts';
import { memo } from '../../../memo.ts';
import { attributeOf, isElement, lineOfNode, plainText } from '../../reading/mdx.ts';
import { anyWord, covers, matchesIn, type Rule, termOf, wordPattern } from '../rule.ts';

/** Terms are written as in content/glossary.yml: inside <Term>, and anywhere instead of a word to avoid. */
export const term: Rule = {
  name: 'term',
  checks: (known) => {
    const avoided = memo((locale: Locale) => {
      const words = known.termIds.flatMap((id) =>
        (termOf(known, id, locale)?.avoid ?? []).map((word) => ({
          word: termOf(known, id, DEFAULT_LOCALE)?.term ?? id,
          avoid: word,
          pattern: wordPattern(word),
          own: termOf(known, id, locale)?.term ?? id,
        })),
      );
      return { words, any: anyWord(words.map(({ avoid }) => avoid)) };
    });
    return {
      words({ text, lineAt }, locale, report) {
        const { words, any } = avoided(locale);
        if (!any.test(text.toLowerCase())) return;
        for (const { word, pattern, own } of words) {
          for (const { 0: hit, index } of matchesIn(text, pattern)) {
            if (covers(text, own, index, hit.length)) continue;
            report(lineAt(index), `‘${hit}’ is not the term of ${locale}`, `‘${own}’`, `write ${own} for ${word}`);
          }
        }
      },
      page({ nodes, locale }, report) {
        for (const { node } of nodes) {
          if (!isElement(node) || node.name !== 'Term') continue;
          const words = plainText(node).trim();
          const term = termOf(known, attributeOf(node, 'id') ?? '', locale)?.term;
          if (!term || !words) continue;
          const [, main = term, inBrackets] = /^(.+?)（(.+)）$/.exec(term) ?? [];
          if ([term, main, ...(inBrackets ? [inBrackets] : [])].some((name) => isForm(words, name))) continue;
          report(
            lineOfNode(node),
            `the term is written ‘${words}’`,
            `‘${term}’, the term of ${locale} in glossary.yml`,
            `write ${main}, or change glossary.yml`,
          );
        }
      },
    };
  },
};

/** 'limit orders' and 'Leveraged' are forms of 'limit order' and 'leverage'. */
function isForm(words: string, name: string): boolean {
  const stem = (text: string) => text.toLowerCase().replace(/[es]$/, '');
  return stem(words).includes(stem(name));
}
