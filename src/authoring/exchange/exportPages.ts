/** Pages on their way to translators, as XLIFF; importPages.ts takes them back. */
import { existsSync, readFileSync } from 'node:fs';
import { diffArrays } from 'diff';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { mainTerm } from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { readKnown, termOf, wordPattern } from '../checks/rule.ts';
import { digest, type TextPart } from '../reading/sections.ts';
import { diffText } from '../translation/changes.ts';
import { Refusal } from '../translation/recordProgress.ts';
import { changesSince, contentFile, isMadeFrom, readText, type Text } from '../translation/translations.ts';
import { type Code, codesOf, type Inline, rawOf, type Unit, unitsOf } from './units.ts';
import { type Note, type State, type Version, writeXliff, type XliffFile, type XliffUnit } from './xliff.ts';

/** An English unit, and the one of the translation that goes with it. */
export interface Pair {
  /** The section and the place in it, which name the unit in a file: 'costs/3' */
  name: string;
  section: TextPart;
  english: Unit;
  translated: Unit | null;
}

/** A page in both languages, taken apart. */
export interface Page {
  text: Text;
  english: string;
  /** Null if it is not written */
  translation: string | null;
  pairs: Pair[];
}

export function readPage(locale: Locale, page: string, dir: string): Page {
  const text = readText(locale, page, dir);
  if (!text.parts) throw new Refusal(`The English text of ${page} has a fault: npm run content names it`);
  const english = readFileSync(contentFile(DEFAULT_LOCALE, page, dir), 'utf8');
  const file = contentFile(locale, page, dir);
  const translation = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const translatedUnits = bySection(translation === null ? [] : unitsOf(translation), text.translatedParts ?? []);
  const englishUnits = bySection(unitsOf(english), text.parts);
  const pairs = text.parts.flatMap((section) => {
    const units = englishUnits.get(section.id) ?? [];
    const beside = alike(units, translatedUnits.get(section.id) ?? []);
    return units.map((unit, index) => {
      const name = `${section.id || 'opening'}/${index + 1}`;
      return { name, section, english: unit, translated: beside.get(unit) ?? null };
    });
  });
  return { text, english, translation, pairs };
}

function bySection(units: readonly Unit[], parts: readonly TextPart[]): Map<string, Unit[]> {
  return Map.groupBy(units, ({ line }) => parts.findLast((part) => part.line <= line)?.id ?? '');
}

/** Goes through two sections in step: units of the same kind go together, also where one side has some more. */
export function alike(english: readonly Unit[], translated: readonly Unit[]): Map<Unit, Unit> {
  const [englishKinds, translatedKinds] = [english, translated].map((units) => units.map(({ kind }) => kind)) as [
    string[],
    string[],
  ];
  const found = new Map<Unit, Unit>();
  let [at, beside] = [0, 0];
  for (const { added, removed, count } of diffArrays(englishKinds, translatedKinds)) {
    for (let step = 0; step < count && !added && !removed; step += 1) {
      const [unit, partner] = [english[at + step], translated[beside + step]];
      if (unit && partner) found.set(unit, partner);
    }
    if (!added) at += count;
    if (!removed) beside += count;
  }
  return found;
}

/** The XLIFF of these pages in a language: what is translated stands in it already. */
export function exportPages(locale: Locale, pages: readonly string[], dir = CONTENT_DIR, version?: Version): string {
  const terms = termNotes(locale, dir);
  const files = pages.map((page) => exportPage(locale, page, terms, dir));
  return writeXliff({ srcLang: LOCALES[DEFAULT_LOCALE].lang, trgLang: LOCALES[locale].lang, files }, version);
}

function exportPage(locale: Locale, page: string, terms: readonly TermNote[], dir: string): XliffFile {
  const { text, translation, pairs } = readPage(locale, page, dir);
  const changes = new Map(changesSince(text, false).map((change) => [change.id, change]));
  // Of the text that is exported: a translation that changes meanwhile is not overwritten.
  const notes: Note[] = translation === null ? [] : [{ category: 'version', text: digest(translation) }];
  const withChange = new Set<string>();
  const units = pairs.map(({ name, section, english, translated: its }): XliffUnit => {
    const change = changes.get(section.id);
    // A draft has its English words still.
    const isWritten = its !== null && !(text.draft && rawOf(its.content) === rawOf(english.content));
    const changed =
      change && !withChange.has(section.id) ? [{ category: 'change', text: diffText(change).join('\n') }] : [];
    withChange.add(section.id);
    return {
      name,
      notes: [
        { category: 'context', text: `${section.heading || 'opening'}: ${english.kind}` },
        ...changed,
        ...termsIn(english, terms),
      ],
      state: !isWritten || change ? 'initial' : stateOf(section, text),
      source: english.content,
      target: isWritten ? withIds(its.content, english.content) : null,
    };
  });
  return { original: page, notes, units };
}

function stateOf(section: TextPart, { record }: Text): State {
  const row = record?.find(({ id }) => id === section.id);
  return !isMadeFrom(row, section) ? 'initial' : row?.reviewed ? 'reviewed' : 'translated';
}

interface TermNote {
  pattern: RegExp;
  note: Note;
}

/** What the valid terms of the glossary are called. */
function termNotes(locale: Locale, dir: string): TermNote[] {
  const known = readKnown(dir);
  return Object.keys(known.glossary).flatMap((id) => {
    const [english, translated] = [termOf(known, id, DEFAULT_LOCALE), termOf(known, id, locale)];
    if (!english || !translated) return [];
    const text = `${english.term} = ${translated.term}: ${translated.definition}`;
    return [{ pattern: wordPattern(mainTerm(english.term)), note: { category: 'glossary', text } }];
  });
}

/** The notes on the terms in a text. */
function termsIn({ content }: Unit, terms: readonly TermNote[]): Note[] {
  const words = rawOf(content);
  return terms.flatMap(({ pattern, note }) => (words.search(pattern) < 0 ? [] : [note]));
}

/** Bold is written <strong> in Japanese and Chinese: ** beside their marks is none. */
export const asStrong = (code: Code): Code =>
  code.open === '**' && code.close === '**' ? { ...code, open: '<strong>', close: '</strong>' } : code;

function writtenOut(code: Code): string {
  const { open, close } = asStrong(code);
  return `${open}\u0000${close}`;
}

/** The codes of a translation under the ids of the English ones that are the same; others get ids of their own. */
export function withIds(translated: readonly Inline[], english: readonly Inline[]): Inline[] {
  const left = codesOf(english);
  const take = (code: Code): string => {
    const at = left.findIndex((inline) => writtenOut(inline) === writtenOut(code));
    return at < 0 ? `own${code.id}` : (left.splice(at, 1)[0]?.id ?? '');
  };
  const rename = (content: readonly Inline[]): Inline[] =>
    content.map((inline) =>
      typeof inline === 'string'
        ? inline
        : { ...inline, id: take(inline), inside: inline.inside && rename(inline.inside) },
    );
  return rename(translated);
}
