/** The trading terms of content/glossary.yml. */
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { readGlossary } from '../../catalogue/glossary.ts';
import { mainTerm, type TermWords } from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { grouped } from '../../i18n/order.ts';
import { lookUp } from '../../lookUp.ts';
import { memo } from '../../memo.ts';

/** While editors write, a term may be unfinished: `npm run content` names what it lacks. */
export const glossary = readGlossary(CONTENT_DIR, Boolean(import.meta.env?.DEV));

/** Term and definition in a locale, or in en-US if the locale has none. Throws if the id is unknown. */
export function termById(id: string, locale: Locale): TermWords {
  const entry = lookUp(glossary, id);
  if (!entry) throw new Error(`No term '${id}' in content/glossary.yml`);
  return entry[locale] ?? entry[DEFAULT_LOCALE];
}

/** The pronunciation of a Japanese term in hiragana: as written, or of its kana. */
export const readingOf = ({ term, reading }: TermWords) =>
  reading ??
  mainTerm(term)
    .replaceAll('・', '')
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** All terms in groups, in the order of a locale: by letter, row of kana, strokes or pinyin. */
export const glossaryGroups = memo((locale: Locale) =>
  grouped(
    Object.entries(glossary).map(([id, { related = [] }]) => ({ id, related, ...termById(id, locale) })),
    locale,
    (words) => (locale === 'ja' ? readingOf(words) : words.term),
  ),
);
