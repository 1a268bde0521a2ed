import * as z from 'zod';
import { namesOf, readGlossary } from '../../../catalogue/glossary.ts';
import { mainTerm } from '../../../catalogue/schemas.ts';
import { byLocale, DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../../i18n/locales.ts';
import { localize } from '../../../i18n/urls.ts';
import { memo } from '../../../memo.ts';
import { CONTENT } from '../../content.ts';
import { localeInput, named, ToolFault, textInput, tool } from '../tool.ts';

/** Other terms that a name which several have is answered with. */
const MOST = 8;

const termsIn = memo((dir: string) =>
  Object.entries(readGlossary(dir)).map(([id, { related = [], risk: _, ...written }]) => ({
    id,
    related,
    words: byLocale((locale) => written[locale] ?? written[DEFAULT_LOCALE]),
  })),
);
type Term = ReturnType<typeof termsIn>[number];

/** The glossary of the site. */
export const termTool = ({ site }: { site: string }) =>
  tool({
    name: 'term',
    title: 'Look up a trading term',
    description:
      'The definition of a trading term in the glossary of the site, found by its name in any of the languages.',
    input: z.object({ term: textInput('The term, such as "stop order" or "ロスカット"'), locale: localeInput }),
    answer: async ({ term, locale }) => {
      const terms = termsIn(CONTENT);
      const found = named(terms, term, ({ id, words }) => [
        id,
        ...Object.values(words).flatMap((one) => namesOf(one.term)),
      ]);
      const nameOf = ({ words }: Term) => mainTerm(words[locale].term);
      if (found.length === 0) {
        throw new ToolFault('The glossary has no such term: try another name of it, or the tool search.');
      }
      const shown = (entry: Term) => ({
        term: entry.words[locale].term,
        definition: entry.words[locale].definition,
        names: namesIn(entry, locale),
        related: entry.related.flatMap((id) => terms.filter((other) => other.id === id).map(nameOf)),
        source: `${site}${localize('/glossary', locale)}#term-${entry.id}`,
      });
      return { terms: found.slice(0, MOST).map(shown) };
    },
  });

/** The names of a term in the other languages. */
const namesIn = ({ words }: Term, locale: Locale) =>
  Object.fromEntries(LOCALE_IDS.filter((other) => other !== locale).map((other) => [other, words[other].term]));
