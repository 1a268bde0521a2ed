/** What is offered for one section: words of the glossary, names, and what it lacks still (missing.ts). */
import { type Known, termOf } from '../../authoring/checks/rule.ts';
import { attributeOf, isElement, parseMdx, plainText, walk } from '../../authoring/reading/mdx.ts';
import { readPage } from '../../authoring/reading/passages.ts';
import { entriesOf } from '../../authoring/translation/words.ts';
import { escaped } from '../../catalogue/problem.ts';
import { mainTerm, otherTerm } from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { type MissingOffer, missingOffers } from './missing.ts';

export interface TermOffer {
  id: string;
  /** The word of the glossary in English, and in the language */
  english: string;
  term: string;
  /** The same without the other name behind it, as it is written */
  word: string;
  definition: string;
  reading: string | null;
  /** Other words for it that the rules refuse */
  avoid: readonly string[];
  /** True if the English section marks it and this one does not */
  toMark: boolean;
  isMarked: boolean;
  isUsed: boolean;
}

/** A name or label that other texts have: an exchange, a city, a button, a word of a form. */
export interface NameOffer {
  english: string;
  own: string;
  /** The text that has it, 'exchanges' */
  text: string;
}

export interface SectionOffers {
  terms: TermOffer[];
  names: NameOffer[];
  missing: MissingOffer[];
}

/** `english` is null on an English page, whose own words are looked at. */
export function sectionOffers(
  known: Known,
  locale: Locale,
  english: string | null,
  translation: string,
): SectionOffers {
  const source = english ?? translation;
  const [shown, shownOwn] = [wordsIn(source), wordsIn(translation)];
  return {
    terms: termsOf(known, locale, {
      source,
      shown,
      shownOwn,
      own: translation,
      sourceLocale: english === null ? locale : DEFAULT_LOCALE,
    }),
    names: english === null ? [] : namesIn(known, locale, shown),
    missing: english === null ? [] : missingOffers(known, locale, english, translation),
  };
}

/** The words of a piece of MDX as readers see them; a mark stands for each drawing or component. */
function wordsIn(raw: string): string {
  const { passages } = readPage({ file: '', locale: DEFAULT_LOCALE, name: '', raw });
  return passages.map(({ text }) => text).join('\n');
}

interface Texts {
  source: string;
  shown: string;
  own: string;
  shownOwn: string;
  sourceLocale: Locale;
}

function termsOf(known: Known, locale: Locale, { source, shown, own, shownOwn, sourceLocale }: Texts): TermOffer[] {
  const marked = markedIn(source);
  const ownMarked = markedIn(own);
  const offers = [...new Set([...marked.keys(), ...mentionedIn(known, sourceLocale, shown)])].flatMap(
    (id): TermOffer[] => {
      const [english, words] = [termOf(known, id, DEFAULT_LOCALE), termOf(known, id, locale)];
      if (!english || !words) return [];
      const { term, definition, reading = null, avoid = [] } = words;
      const isMarked = ownMarked.has(id);
      const toMark = marked.has(id) && !isMarked;
      // In a translation that is only begun, the marks are around English words.
      const isTranslated = isMarked && (locale === sourceLocale || ownMarked.get(id) !== marked.get(id));
      const isUsed = isTranslated || shownOwn.toLowerCase().includes(mainTerm(term).toLowerCase());
      return [
        { id, english: english.term, term, word: mainTerm(term), definition, reading, avoid, toMark, isMarked, isUsed },
      ];
    },
  );
  // First what is still to be written.
  const rank = (offer: TermOffer) => (offer.toMark ? 0 : offer.isUsed ? 2 : 1);
  return offers.toSorted((offer, other) => rank(offer) - rank(other));
}

/** The words of each mark, by its term. */
const markedIn = (raw: string) =>
  new Map(
    walk(parseMdx(raw).root).flatMap(({ node }): [string, string][] =>
      isElement(node) && node.name === 'Term' ? [[attributeOf(node, 'id') ?? '', plainText(node)]] : [],
    ),
  );

/** Ids of the terms that a text mentions, in the order of the text; of two that overlap the longer one. */
function mentionedIn(known: Known, locale: Locale, text: string): string[] {
  const { ids, pattern } = namesOfTerms(known, locale);
  return [...text.matchAll(pattern)].flatMap(([whole, word]) => ids.get((word ?? whole).toLowerCase()) ?? []);
}

/** Everyday words that are terms too are offered with the others: the editor sees which is meant. */
const namesOfTerms = byKnown((known, locale) => {
  const names = known.termIds.flatMap((id) => {
    const term = termOf(known, id, locale)?.term ?? '';
    const other = otherTerm(term);
    return [mainTerm(term), ...(other ? [other] : [])]
      .filter((name) => name.length > 1)
      .map((name) => [name, id] as const);
  });
  return {
    ids: new Map(names.map(([name, id]) => [name.toLowerCase(), id])),
    pattern: eitherOf(
      names.map(([name]) => name),
      locale,
    ),
  };
});

function eitherOf(names: readonly string[], locale: Locale, flags = 'giu'): RegExp {
  const either =
    names
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|') || '(?!)';
  const isLatin = LOCALES[locale].lang.startsWith('en');
  return new RegExp(isLatin ? `(?<![\\p{L}\\d])(${either})(?:s|es)?(?![\\p{L}\\d])` : either, flags);
}

/** Texts whose words are names, and those whose short ones are labels. */
const NAMES = ['exchanges', 'dictionary', 'permissions'];
const LABELS = ['ui'];
const LONGEST_LABEL = 40;

function namesIn(known: Known, locale: Locale, shown: string): NameOffer[] {
  const { table, pattern } = namesOfTexts(known, locale);
  const found = new Set([...shown.matchAll(pattern)].flatMap(([, name]) => name ?? []));
  return [...found].flatMap((name) => table.get(name) ?? []);
}

const namesOfTexts = byKnown((known, locale) => {
  const table = new Map<string, NameOffer>();
  for (const text of [...NAMES, ...LABELS]) {
    const own = new Map(entriesOf(text, locale, known.dir).map(({ id, shown }) => [id, shown]));
    for (const { id, shown: english } of entriesOf(text, DEFAULT_LOCALE, known.dir)) {
      const words = own.get(id);
      // A single word is a name only where it is one of a place.
      const isName = text === 'exchanges' || /^\p{Lu}\S* \S/u.test(english);
      if (
        !words ||
        words === english ||
        !isName ||
        english.length > LONGEST_LABEL ||
        /[\n{<.]|^(?:The|An?) /.test(english)
      )
        continue;
      if (!table.has(english)) table.set(english, { english, own: words, text });
    }
  }
  return { table, pattern: eitherOf([...table.keys()], DEFAULT_LOCALE, 'gu') };
});

/** Made once for each reading of the folder and language. */
function byKnown<Made>(make: (known: Known, locale: Locale) => Made): (known: Known, locale: Locale) => Made {
  const made = new WeakMap<Known, (locale: Locale) => Made>();
  return (known, locale) => {
    const of = made.get(known) ?? memo((locale: Locale) => make(known, locale));
    made.set(known, of);
    return of(locale);
  };
}
