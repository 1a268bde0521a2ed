/**
 * Status of every translation, of pages by section, of all other words by entry, from what content/.translations says
 * it was made from (records.ts), without git.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_DIR, mdxFiles, parseSource, today } from '../../catalogue/content.ts';
import { fileInForce, type KeptText, keptFolder } from '../../catalogue/legal.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { idsOfHeadings } from '../reading/headings.ts';
import { digest, headingsOf, type Outline, outlineOf, sections, steady, type TextPart } from '../reading/sections.ts';
import { type Act, dayOf } from './actText.ts';
import { compareEntries, compareSections, type SectionChange } from './changes.ts';
import { type Recorded, readRecord, TRANSLATED } from './recordFiles.ts';
import type { State } from './states.ts';
import { entriesOf, hasFault, isWords, mayLeaveOut, wordNames } from './words.ts';

export interface TranslationStatus {
  locale: Locale;
  /** Relative to content/<locale>, without .mdx: 'pages/service/bonds'. Of other words: 'ui', 'glossary' */
  page: string;
  state: State;
  /** The day of the English text that it was made from; null if that is not recorded */
  version: string | null;
  /** What has changed in the English text since */
  changes: SectionChange[];
  /** The last who translated a part of it */
  translated?: Act;
  /** The last who reviewed a part of it, if every part is reviewed as it stands today */
  reviewed?: Act;
  /** Number of headings in the translation, and in the English text that it was made from */
  headings?: { own: number; source: number };
  /** For an orphan: the page of en-US that has its text now */
  renamedTo?: string;
}

export const contentFile = (locale: string, page: string, dir = CONTENT_DIR) => join(dir, locale, `${page}.mdx`);

/** An entry of a translation, under the id of the English entry. */
export interface TranslatedPart extends TextPart {
  /** The headings of a section with their ids; empty for other entries */
  headings: [words: string, id: string][];
}

/** A text in English and in one other language. */
export interface Text {
  isPage: boolean;
  /** Today's English entries; null if they cannot be read */
  parts: readonly TextPart[] | null;
  /** Ids of the English headings in order */
  ids: string[];
  /** Its own entries; null if it is not written */
  translatedParts: TranslatedPart[] | null;
  draft: boolean;
  record: Recorded[] | null;
}

/** Cached, because a build needs each text twice for every language. */
const takeApart = memo((raw: string): Outline => outlineOf(raw));

function readOutline(locale: Locale, page: string, dir: string): Outline | null {
  const file = contentFile(locale, page, dir);
  return existsSync(file) ? takeApart(readFileSync(file, 'utf8')) : null;
}

export function readText(locale: Locale, name: string, dir = CONTENT_DIR): Text {
  const isPage = !isWords(name);
  const record = readRecord(locale, name, dir);
  if (!isPage) {
    const entries = entriesOf(name, locale, dir).map((part): TranslatedPart => Object.assign(part, { headings: [] }));
    const isReadable = !hasFault(name, DEFAULT_LOCALE, dir) && !hasFault(name, locale, dir);
    const parts = isReadable ? entriesOf(name, DEFAULT_LOCALE, dir) : null;
    return { isPage, parts, ids: [], translatedParts: entries.length > 0 ? entries : null, draft: false, record };
  }
  const original = readOutline(DEFAULT_LOCALE, name, dir);
  const outline = readOutline(locale, name, dir);
  const isReadable = original !== null && !original.isBroken;
  return {
    isPage,
    parts: isReadable ? original.parts : null,
    ids: isReadable ? original.headings.map(({ id }) => id) : [],
    translatedParts: outline && ownParts(outline, idsFor(outline, record, isReadable ? original : null)),
    draft: outline?.draft === true,
    record,
  };
}

const idsFor = (outline: Outline, record: readonly Recorded[] | null, original: Outline | null) =>
  idsOfHeadings(
    outline.headings,
    (record ?? []).flatMap(({ headings = [] }) => headings),
    original?.headings ?? [],
  );

/** The sections of a translation under the ids of the English ones; a section without one has its own. */
function ownParts({ parts, headings }: Outline, ids: readonly string[]): TranslatedPart[] {
  const named = headings.map((heading, index) => ({ ...heading, id: ids[index] || heading.id }));
  return parts.map((part, index) => {
    const end = parts[index + 1]?.line ?? Number.POSITIVE_INFINITY;
    const inPart = named.filter(({ line }) => line >= part.line && line < end);
    const id = part.id && (inPart[0]?.id ?? part.id);
    return { ...part, id, headings: inPart.map(({ heading, id: its }) => [heading, its]) };
  });
}

/** What has changed in English since a text was recorded. Everything is new to a text without a record. */
export function changesSince({ isPage, parts, record, translatedParts }: Text, mayBeMissing: boolean): SectionChange[] {
  if (!parts || !record) return [];
  if (!isPage) return compareEntries(record.map(wordsOf), parts, translatedParts ?? [], mayBeMissing);
  const isSame = record.length === parts.length && parts.every((part, index) => isMadeFrom(record[index], part));
  return isSame ? [] : compareSections(record.map(sectionOf), parts);
}

export const isMadeFrom = (recorded: Recorded | undefined, part: TextPart) =>
  recorded?.id === part.id && recorded.english === steady(part.shown);

const wordsOf = ({ id, english }: Recorded) => ({ id, heading: id, shown: english });
/** A recorded section, with the heading that its English text had. */
export const sectionOf = ({ id, english }: Recorded) => ({
  id,
  heading: id && (sections(english).at(-1)?.heading ?? id),
  shown: `${english}\n`,
});

/** Status of each text of en-US in each other locale, and of files that en-US does not have. */
export function translationStatuses(dir = CONTENT_DIR): TranslationStatus[] {
  return [...pageStatuses(dir), ...wordStatuses(dir)];
}

/** Status of pages, notices, news and help articles. */
export function pageStatuses(dir = CONTENT_DIR): TranslationStatus[] {
  const originals = mdxFiles(DEFAULT_LOCALE, dir);
  return TRANSLATED.flatMap((locale) => {
    const existing = mdxFiles(locale, dir);
    const known = originals.map((page) => textStatus(locale, page, dir));
    const orphans = existing
      .filter((page) => !originals.includes(page))
      .map((page): TranslationStatus => {
        const renamedTo = renamed(locale, page, originals, new Set(existing), dir);
        return { locale, page, state: 'orphan', version: null, changes: [], ...(renamedTo ? { renamedTo } : {}) };
      });
    return [...known, ...orphans];
  });
}

/** Status of messages, mails and tables. */
export function wordStatuses(dir = CONTENT_DIR): TranslationStatus[] {
  const names = wordNames(dir);
  return TRANSLATED.flatMap((locale) => names.map((name) => textStatus(locale, name, dir)));
}

/** Status of one text in one other language; there must be an English one. */
export function textStatus(locale: Locale, page: string, dir: string): TranslationStatus {
  const text = readText(locale, page, dir);
  const { overlay } = LOCALES[locale];
  const status = { locale, page, version: null, changes: [] };
  const { translatedParts, record, parts, isPage } = text;
  if (!parts) return { ...status, state: 'unreadable' };
  if (!translatedParts) return { ...status, state: overlay ? 'overlay' : 'missing' };
  if (!record) return { ...status, state: text.draft ? 'draft' : 'unrecorded' };
  const changes = changesSince(text, mayLeaveOut(page, locale));
  return {
    ...status,
    state: text.draft ? 'draft' : changes.length > 0 ? 'outdated' : 'current',
    version: versionOf(record, changes),
    changes,
    ...peopleOf(text),
    ...(isPage && !text.draft && record.length > 0 ? { headings: headingCounts(text) } : {}),
  };
}

/** The day of the oldest English words that have changed since; of the newest if none have. */
function versionOf(record: readonly Recorded[], changes: readonly SectionChange[]): string | null {
  const days = (of: readonly Recorded[]) =>
    of
      .flatMap(({ translated, accepted }) => accepted ?? translated ?? [])
      .map(dayOf)
      .sort();
  const old = new Set(changes.flatMap(({ before }) => (before === null ? [] : steady(before))));
  return days(record.filter(({ english }) => old.has(english)))[0] ?? days(record).at(-1) ?? null;
}

/** Who translated and who reviewed a text last. */
function peopleOf({ record, translatedParts }: Text): Pick<TranslationStatus, 'translated' | 'reviewed'> {
  const last = (acts: (Act | undefined)[]) =>
    acts
      .filter((act) => act !== undefined)
      .sort()
      .at(-1);
  const translated = last((record ?? []).map((row) => row.translated));
  const rows = new Map(record?.map((row) => [row.id, row]));
  const isReviewed = translatedParts?.every((part) => {
    const row = rows.get(part.id);
    return row?.reviewed !== undefined && row.own === digest(part.shown);
  });
  const reviewed = isReviewed ? last([...rows.values()].map((row) => row.reviewed)) : undefined;
  return { ...(translated ? { translated } : {}), ...(reviewed ? { reviewed } : {}) };
}

/** A translation may have the headings of today's English text before that is recorded. */
function headingCounts({ translatedParts, ids, record }: Text): { own: number; source: number } {
  const count = (of: readonly Pick<Recorded, 'headings'>[]) =>
    of.reduce((sum, { headings = [] }) => sum + headings.length, 0);
  const [written, recorded] = [count(translatedParts ?? []), count(record ?? [])];
  return { own: written, source: written === ids.length ? ids.length : recorded };
}

/** `draft` from the front matter of a translation. */
export function isDraft(locale: Locale, page: string, dir = CONTENT_DIR): boolean {
  return parseSource(readFileSync(contentFile(locale, page, dir), 'utf8')).frontMatter.draft === true;
}

/** The page without a translation that has more than half of the English sections an orphan was made from. */
function renamed(
  locale: Locale,
  page: string,
  originals: readonly string[],
  translated: ReadonlySet<string>,
  dir: string,
): string | undefined {
  const english = new Set(readRecord(locale, page, dir)?.map((row) => row.english));
  const shared = originals
    .filter((name) => !translated.has(name))
    .map((name) => {
      const parts = readOutline(DEFAULT_LOCALE, name, dir)?.parts ?? [];
      return { name, count: parts.filter(({ shown }) => english.has(steady(shown))).length };
    });
  const [best] = shared.sort((a, b) => b.count - a.count);
  return best && best.count * 2 > english.size ? best.name : undefined;
}

/**
 * The changes in English since the translation was made that readers see on a day, in the English text that they see.
 * Null if there are none, if there is no translation, or if nothing is recorded of it.
 */
export function outdatedSince(
  locale: Locale,
  page: string,
  dir = CONTENT_DIR,
  day = today(),
): { date: string | null; changes: SectionChange[]; draft: boolean } | null {
  const shown = locale === DEFAULT_LOCALE ? null : fileInForce(locale, page, dir, day);
  if (!shown) return null;
  const parts = partsInForce(page, dir, day);
  if (shown.kept) {
    // What is recorded is of the version that waits. This one was made from the English text that was shown on its day.
    const { version: date } = shown.kept;
    const changes = parts ? compareSections(partsInForce(page, dir, date) ?? [], parts) : [];
    return changes.length > 0 ? { date, changes, draft: false } : null;
  }
  const text = { ...readText(locale, page, dir), parts };
  const changes = changesSince(text, false);
  if (changes.length === 0 || !text.record) return null;
  return { date: versionOf(text.record, changes), changes, draft: text.draft };
}

/** The English sections that readers see on a day; null if they cannot be read. */
function partsInForce(page: string, dir: string, day: string): readonly TextPart[] | null {
  const outline = englishInForce(page, dir, day);
  return outline && !outline.isBroken ? outline.parts : null;
}

function englishInForce(page: string, dir: string, day: string): Outline | null {
  const shown = fileInForce(DEFAULT_LOCALE, page, dir, day);
  return shown && takeApart(readFileSync(shown.file, 'utf8'));
}

/**
 * Heading ids of a translation, or of a kept copy of it: those of the English headings that its headings translate; '' if
 * there is none.
 */
export function idsForTranslation(
  locale: Locale,
  page: string,
  dir = CONTENT_DIR,
  kept: KeptText | null = null,
): string[] {
  const file = kept ? join(keptFolder(dir), kept.name) : contentFile(locale, page, dir);
  if (!existsSync(file)) return [];
  const original = englishInForce(page, dir, kept?.version ?? today()); // `npm run content` reports a missing English page.
  const recorded = kept ? [] : (readRecord(locale, page, dir) ?? []).flatMap(({ headings = [] }) => headings);
  return idsOfHeadings(headingsOf(readFileSync(file, 'utf8')), recorded, original?.headings ?? []);
}
