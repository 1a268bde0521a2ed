/** Records that texts are translated, that a change needs no retranslation, that somebody has reviewed them. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONTENT_DIR, mdxFiles, parseSource } from '../../catalogue/content.ts';
import { byCommand, type CommandRemedy, type TranslationCommand } from '../../catalogue/problem.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { withoutLocal } from '../reading/mdx.ts';
import { digest, steady, type TextPart } from '../reading/sections.ts';
import type { Act } from './actText.ts';
import { pairSections } from './changes.ts';
import { intendedFile, writeIntended } from './intendedDifferences.ts';
import { type Recorded, recordFile, recordNames, removeRecord, TRANSLATED, writeRecord } from './recordFiles.ts';
import {
  changesSince,
  contentFile,
  isMadeFrom,
  readText,
  sectionOf,
  type Text,
  type TranslatedPart,
} from './translations.ts';
import { commandName, mayLeaveOut, wordNames } from './words.ts';

/** A text is recorded with the English words that it was made from only if its own words stand as they should. */
export class Refusal extends Error {
  readonly command: TranslationCommand | undefined;

  /** The message of one with a command ends with it, as in a terminal. */
  constructor(message: string | CommandRemedy) {
    super(typeof message === 'string' ? message : message.words + message.command.line);
    this.command = typeof message === 'string' ? undefined : message.command;
  }
}

interface Named {
  locale: Locale;
  name: string;
  dir: string;
}

const fileOf = ({ locale, name }: Named, { isPage }: Text) =>
  isPage ? `${locale}/${name}.mdx` : `${commandName(name)} in ${locale}`;
const nameOf = (id: string) => id || 'opening';
/** Ids as people type them: the opening has a name there. */
const idOf = (name: string) => (name === 'opening' ? '' : name);
const list = (ids: readonly string[]) => `${ids.slice(0, 12).map(nameOf).join(', ')}${ids.length > 12 ? ' …' : ''}`;

/** The text, its English entries and its own. Throws a Refusal if one of them is missing. */
function whole(named: Named): { text: Text; parts: readonly TextPart[]; translatedParts: TranslatedPart[] } {
  const { locale, name, dir } = named;
  const text = readText(locale, name, dir);
  const { parts, translatedParts } = text;
  if (!parts) throw new Refusal(`The English text of ${name} has a fault: npm run content names it`);
  if (!translatedParts) throw new Refusal(`${fileOf(named, text)} is not written`);
  if (text.isPage) refuseUnread(named);
  return { text, parts, translatedParts };
}

/** Without its front matter the opening of a page seems to have no words. */
function refuseUnread({ locale, name, dir }: Named): void {
  const { fault } = parseSource(readFileSync(contentFile(locale, name, dir), 'utf8'));
  if (fault)
    throw new Refusal(
      `${locale}/${name}.mdx:${fault.line} the front matter cannot be read: ${fault.reason}; ${fault.remedy}`,
    );
}

/** The record of each of today's English entries: of sections also under a new heading. */
function recordedFor({ isPage, record }: Text, parts: readonly TextPart[]): Map<string, Recorded> {
  const rows = record ?? [];
  if (!isPage) return new Map(rows.map((row) => [row.id, row]));
  const pairs = pairSections(rows.map(sectionOf), parts);
  return new Map(
    pairs.flatMap(({ before, after }) => {
      const [row, part] = [rows[before ?? -1], parts[after ?? -1]];
      return row && part ? [[part.id, row]] : [];
    }),
  );
}

/**
 * Records that a text was made from today's English words, or these entries of it, and publishes a draft. Returns the
 * ids of the entries that are new in the record. Throws a Refusal if words are not translated, or stand as they were
 * before the English ones changed.
 */
export function recordSource(
  locale: Locale,
  name: string,
  act: Act,
  dir = CONTENT_DIR,
  names: readonly string[] = [],
): string[] {
  const named = { locale, name, dir };
  const { text, parts, translatedParts } = whole(named);
  const rows = recordedFor(text, parts);
  const ownParts = new Map(
    (text.isPage ? inOrder(named, text, parts, translatedParts) : translatedParts).map((part) => [part.id, part]),
  );
  const wanted = names.length > 0 ? names.map(idOf) : text.isPage ? parts.map(({ id }) => id) : [...ownParts.keys()];
  const made = new Map<string, Recorded>();
  const [untranslated, untouched]: [string[], string[]] = [[], []];
  for (const part of parts.filter(({ id }) => wanted.includes(id))) {
    const [ownPart, row] = [ownParts.get(part.id), rows.get(part.id)];
    if (!ownPart) throw new Refusal(`${fileOf(named, text)} has no ${nameOf(part.id)}: translate it first`);
    const [english, now] = [steady(part.shown), digest(ownPart.shown)];
    if (row?.translated && row.english === english && row.own === now) continue;
    if (isStillEnglish(steady(ownPart.shown), [english, row?.english], text, locale)) untranslated.push(part.id);
    else if (row?.translated && row.english !== english && row.own === now) untouched.push(part.id);
    made.set(part.id, { id: part.id, english, own: now, ...headingsOf(ownPart), translated: act });
  }
  if (untranslated.length > 0) throw new Refusal(`${fileOf(named, text)} is still in English: ${list(untranslated)}`);
  if (untouched.length > 0) {
    const short = commandName(name);
    const ids = untouched.length > 12 ? '' : ` ${untouched.map(nameOf).join(' ')}`;
    const what = `${fileOf(named, text)} is as it was before the English text changed: ${list(untouched)}.`;
    const words = `${what} Translate it, or if it needs no change: `;
    throw new Refusal(byCommand(words, 'accept', `${short} ${locale}${ids}`));
  }
  write(named, parts, made, rows);
  if (text.draft) publish(contentFile(locale, name, dir));
  return [...made.keys()];
}

/** The places of the sections of a page that are still in English. */
export function placesStillEnglish(locale: Locale, page: string, dir = CONTENT_DIR): number[] {
  const text = readText(locale, page, dir);
  const english = new Map(text.parts?.map(({ id, shown }) => [id, steady(shown)]));
  const recorded = new Map(text.record?.map((row) => [row.id, row.english]));
  return (text.translatedParts ?? []).flatMap(({ id, shown }, at) =>
    isStillEnglish(steady(shown), [english.get(id), recorded.get(id)], text, locale) ? [at] : [],
  );
}

/** Words equal to the English ones; short ones may be, such as names. British words often are. */
function isStillEnglish(words: string, english: (string | undefined)[], { isPage }: Text, locale: Locale): boolean {
  if (LOCALES[locale].overlay || !english.includes(words)) return false;
  return (
    isPage ? /\p{Script=Latin}\s+\p{Script=Latin}/u : /\p{Script=Latin}+(?:[\s,;:'’-]+\p{Script=Latin}+){4}/u
  ).test(words);
}

const headingsOf = ({ headings }: TranslatedPart) => (headings.length > 0 ? { headings } : {});

/** The sections under the ids of today's English ones. Throws a Refusal unless there are as many, in the same order. */
function inOrder(
  named: Named,
  text: Text,
  parts: readonly TextPart[],
  own: readonly TranslatedPart[],
): TranslatedPart[] {
  const file = fileOf(named, text);
  const headings = own.flatMap((part) => part.headings);
  const { ids } = text;
  if (headings.length !== ids.length) {
    throw new Refusal(
      `${file} has ${headings.length} headings, the English text ${ids.length}: translate or remove the others first`,
    );
  }
  const known = headings.filter(([, id]) => ids.includes(id));
  const moved = known.find(([, id], index) => ids.indexOf(id) < ids.indexOf(known[index - 1]?.[1] ?? ''));
  if (moved)
    throw new Refusal(
      `${file}: '${moved[0]}' (${moved[1]}) stands too late: bring the sections into the English order`,
    );
  if (own.length !== parts.length)
    throw new Refusal(`${file} has ${own.length - 1} headings with ##, the English text ${parts.length - 1}`);
  let at = 0;
  return own.map((part, index) => ({
    ...part,
    id: parts[index]?.id ?? '',
    headings: part.headings.map(([words]) => [words, ids[at++] ?? '']),
  }));
}

/** Writes the entries that are made, and what was recorded of the others, in the order of the English text. */
function write(
  named: Named,
  parts: readonly TextPart[],
  made: Map<string, Recorded>,
  rows: Map<string, Recorded>,
): void {
  const all = parts.flatMap(({ id }) => made.get(id) ?? rows.get(id) ?? []);
  writeRecord(named.locale, named.name, all, named.dir);
}

/** Removes the mark of a draft from a front matter. */
function publish(file: string): void {
  const raw = readFileSync(file, 'utf8');
  const end = raw.indexOf('\n---', 3);
  writeFileSync(file, raw.slice(0, end).replace(/\r?\ndraft:.*/, '') + raw.slice(end));
}

/**
 * Records that changes in English need no retranslation: all of them, or those in these entries. Returns their ids.
 * Throws a Refusal if the translation lacks an entry, has one too many, or has it at another place.
 */
export function acceptChanges(
  locale: Locale,
  name: string,
  names: readonly string[],
  act: Act,
  dir = CONTENT_DIR,
): string[] {
  const named = { locale, name, dir };
  const { text, parts } = whole(named);
  const wanted = names.map(idOf);
  const changes = changesSince(text, mayLeaveOut(name, locale)).filter(
    ({ id }) => wanted.length === 0 || wanted.includes(id),
  );
  const rows = recordedFor(text, parts);
  const made = new Map<string, Recorded>();
  for (const { id, kind } of changes) {
    const [row, part] = [rows.get(id), parts.find((part) => part.id === id)];
    const refuse = (why: string) => {
      throw new Refusal(`${fileOf(named, text)}: ${nameOf(id)} ${why}`);
    };
    if (kind === 'added') refuse('is new in English: translate it');
    if (kind === 'removed') refuse('is gone from the English text: remove it');
    if (kind === 'moved') refuse('has moved in the English text: move it');
    if (!row || !part) continue;
    if (!row.translated) refuse('is not translated yet');
    const headings = text.isPage ? headingsToday(row, text, parts, id) : [];
    if (!headings) refuse('has other headings in English now: translate them');
    const { reviewed: _, ...rest } = row;
    made.set(id, {
      ...rest,
      id,
      english: steady(part.shown),
      accepted: act,
      ...(headings?.length ? { headings } : {}),
    });
  }
  if (made.size > 0) writeAccepted(named, text, rows, made);
  return [...made.keys()];
}

/** The recorded headings of a section with the ids that they have in English today; null if these are fewer or more. */
function headingsToday({ headings = [] }: Recorded, { ids }: Text, parts: readonly TextPart[], id: string) {
  const next = parts[parts.findIndex((part) => part.id === id) + 1];
  const today = ids.slice(id ? ids.indexOf(id) : 0, next ? ids.indexOf(next.id) : ids.length);
  if (today.length !== headings.length) return null;
  return headings.map(([words], index): [string, string] => [words, today[index] ?? '']);
}

/** Replaces the entries that are accepted; the others stay, also those that English does not have any more. */
function writeAccepted(
  { locale, name, dir }: Named,
  { record }: Text,
  rows: Map<string, Recorded>,
  made: Map<string, Recorded>,
) {
  const idOfRow = new Map([...rows].map(([id, row]) => [row, id]));
  const all = (record ?? []).map((row) => made.get(idOfRow.get(row) ?? row.id) ?? row);
  writeRecord(locale, name, all, dir);
}

/**
 * Records that somebody has reviewed a text, or these entries of it, against today's English words. Throws a Refusal if
 * it is not current, or has changed since it was recorded.
 */
export function recordReview(
  locale: Locale,
  name: string,
  act: Act,
  dir = CONTENT_DIR,
  names: readonly string[] = [],
): void {
  const named = { locale, name, dir };
  const { text, parts, translatedParts } = whole(named);
  const rows = recordedFor(text, parts);
  const ownDigests = new Map(translatedParts.map((part) => [part.id, digest(part.shown)]));
  const isNamed = (id: string) => names.length === 0 || names.map(idOf).includes(id);
  const open = parts.filter((part) => {
    if (!isNamed(part.id)) return false;
    const row = rows.get(part.id);
    if (!ownDigests.has(part.id) && mayLeaveOut(name, locale)) return false;
    return !row?.translated || !isMadeFrom(row, part) || row.own !== ownDigests.get(part.id);
  });
  if (open.length > 0) {
    const ids = list(open.map(({ id }) => id));
    const words = `${fileOf(named, text)} has changes that nobody has recorded (${ids}); first: `;
    throw new Refusal(byCommand(words, 'done', `${commandName(name)} ${locale}`));
  }
  writeRecord(
    locale,
    name,
    [...rows.values()].map((row) => (isNamed(row.id) ? { ...row, reviewed: act } : row)),
    dir,
  );
}

/**
 * Creates a file to translate: the English page, marked as a draft made from today's text.
 * Returns its path. Throws a Refusal if the file exists.
 */
export function layOut(locale: Locale, page: string, dir = CONTENT_DIR): string {
  const file = contentFile(locale, page, dir);
  if (existsSync(file)) throw new Refusal(`${locale}/${page}.mdx exists already`);
  const raw = readFileSync(contentFile(DEFAULT_LOCALE, page, dir), 'utf8');
  const end = raw.indexOf('\n---', 3);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, withoutLocal(`${raw.slice(0, end)}\ndraft: true${raw.slice(end)}`));
  const { parts, translatedParts } = whole({ locale, name: page, dir });
  const record = parts.map(({ id, shown }): Recorded => {
    const ownPart = translatedParts.find((part) => part.id === id);
    return { id, english: steady(shown), own: digest(ownPart?.shown ?? ''), ...(ownPart ? headingsOf(ownPart) : {}) };
  });
  writeRecord(locale, page, record, dir);
  return file;
}

/** Moves the translations of a page that has another name in en-US now, with what is recorded of them. */
export function renameTranslations(from: string, to: string, dir = CONTENT_DIR): string[] {
  const moved: string[] = [];
  for (const locale of TRANSLATED) {
    for (const fileIn of [contentFile, recordFile, intendedFile]) {
      const [old, now] = [fileIn(locale, from, dir), fileIn(locale, to, dir)];
      if (!existsSync(old) || existsSync(now)) continue;
      mkdirSync(dirname(now), { recursive: true });
      renameSync(old, now);
      moved.push(now);
    }
  }
  return moved;
}

/** Removes what is recorded of translations that are gone. Returns their names. */
export function tidyRecords(dir = CONTENT_DIR): string[] {
  return TRANSLATED.flatMap((locale) => {
    const names = new Set([...mdxFiles(locale, dir), ...wordNames(dir)]);
    const gone = recordNames(locale, dir).filter((name) => !names.has(name));
    for (const name of gone) {
      removeRecord(locale, name, dir);
      writeIntended(locale, name, [], dir);
    }
    return gone.map((name) => `${locale}/${name}`);
  });
}
