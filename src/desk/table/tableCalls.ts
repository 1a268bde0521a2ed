/** Calls for the entries of tables, messages and mails. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { type Head, headOf } from '../../catalogue/tableHead.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { ROUTES } from '../../routes.ts';
import type { Offer, Offers } from '../fields/form.ts';
import { type Shape, shapeOf } from '../fields/shape.ts';
import { defineCall } from '../server/defineCall.ts';
import { Refused, readContent, removeContent, saveContent, shownPath } from '../server/files.ts';
import { entryLines, type Path, sharedWith } from '../server/yamlEdit.ts';
import { type Edited, type Entry, entriesOf, entryOf, filesOf, withEntry, withNew, withoutEntryOf } from './entries.ts';
import { type EntryProblem, entryProblems } from './entryProblems.ts';
import { type EntryWords, entryWords, worstOf } from './entryStates.ts';
import { placeFor } from './newEntry.ts';
import { figureShown, mailSamples, type Sample, samplesOf } from './samples.ts';
import { TABLE_NAMES, type TableName } from './tableNames.ts';
import { type Table, tableOf } from './tables.ts';
import { type Usage, usageOf } from './usage.ts';

export interface EntryRow {
  id: string;
  list: string;
  /** Its words in each language, or what else it says */
  words: Partial<Record<Locale, string>>;
  /** What else is searched */
  text: string;
  /** Of its words, what needs doing most */
  states: Partial<Record<Locale, string>>;
}

export interface OpenTable {
  rows: EntryRow[];
  /** The lists that take new entries; `isNamed` if their entries have names of our own, such as stockFee */
  lists: { name: string; shape: Shape; isNamed: boolean }[];
  head: Head;
  /** Values to choose from, by the name of a field */
  offers: Offers;
}

export interface OpenEntry {
  id: string;
  value: unknown;
  shape: Shape;
  /** Relative to the content folder; `shown` for the editor, with the line of a table's entry */
  files: { file: string; shown: string }[];
  head: Head;
  words: EntryWords[];
  problems: EntryProblem[];
  shown: ShownEntry;
  usage: Usage;
  mayGo: boolean;
  /** Fields that other entries have too; `isOwn` if they are written here, and change there as well */
  shared: { field: Path; with: string; isOwn: boolean }[];
  /** Values to choose from, by the name of a field */
  offers: Offers;
}

/** What readers see: of a figure a text in each language, of a message its samples, of a mail what is sent. */
export interface ShownEntry {
  figure: Record<Locale, string> | null;
  messages: Record<string, Sample[]>;
}

/** A file as it was before, and the digest of what it is now; `text` is null if there was none. */
export interface Before {
  file: string;
  text: string | null;
  digest: string;
}

const table = z.enum(TABLE_NAMES);
const id = z.string();
const value = z.unknown();
const anEntry = z.strictObject({ table, id });
const anEdit = z.strictObject({ table, id, base: value, value });
const aNew = z.strictObject({ table, list: z.string(), behind: z.string(), name: z.string(), value });
const before = z.strictObject({ file: z.string(), text: z.string().nullable(), digest: z.string() });

const namesIn = (shape: Shape): string[] => {
  if (shape.kind === 'table') return shape.fields.flatMap((field) => [field.name, ...namesIn(field.shape)]);
  return 'of' in shape && typeof shape.of === 'object' && 'kind' in shape.of ? namesIn(shape.of) : [];
};

function headFor(of: Table, dir: string): Head {
  if (of.kind !== 'yaml') return { text: '', fields: {} };
  const names = new Set(of.lists.flatMap(({ schema, fields }) => namesIn(shapeOf(schema, fields))));
  return headOf(readContent(of.file, dir).text, names);
}

export async function openTable(name: TableName, dir = CONTENT_DIR): Promise<OpenTable> {
  const of = tableOf(name);
  const entries = entriesOf(of, dir);
  const words = entryWords(of, entries, dir);
  const figures = await Promise.all(entries.map(({ value: own }) => (name === 'facts' ? figureShown(own) : null)));
  return {
    rows: entries.map((entry, at) => ({
      id: entry.id,
      list: entry.list.name,
      words: { ...wordsOf(entry), ...figures[at] },
      text: of.kind === 'yaml' ? lineOf(Object(entry.value)) : '',
      states: statesOf(words.get(entry.id) ?? []),
    })),
    lists: of.lists
      .filter(({ isNew }) => isNew)
      .filter((list, index, all) => all.findIndex((other) => other.name === list.name) === index)
      .map(({ name: own, schema, fields, isNew }) => {
        const shape = shapeOf(schema, fields);
        // The name is asked apart; numbers of a dictionary count on.
        const asked = isNew && 'field' in isNew ? [isNew.field, ...(isNew.field === 'key' ? ['id'] : [])] : [];
        const rest =
          shape.kind === 'table'
            ? { ...shape, fields: shape.fields.filter((field) => !asked.includes(field.name)) }
            : shape;
        return { name: own, shape: rest, isNamed: isNew !== undefined && 'key' in isNew };
      }),
    head: headFor(of, dir),
    offers: offersOf(of, dir),
  };
}

/** What a list shows of an entry: its words in each language, else the value in a line. */
function wordsOf({ value: own }: Entry): EntryRow['words'] {
  const text = (value: unknown): string =>
    typeof value === 'string'
      ? value
      : Object.values(Object(value))
          .filter((part) => typeof part === 'string')
          .join(' · ');
  const all = Object(own) as Record<string, unknown>;
  const direct = LOCALE_IDS.flatMap((locale) => {
    const words = text(lookUp(all, locale)) || text(lookUp(Object(lookUp(all, 'names') ?? {}), locale));
    return words ? [[locale, words] as const] : [];
  });
  const plain = all.name ?? all.source;
  const rest = all.countries ? [...[all.countries].flat(), plain].join(' ') : plain;
  const english = typeof rest === 'string' && direct.every(([locale]) => locale !== 'en-US') ? rest : undefined;
  return { ...(english && { 'en-US': english }), ...Object.fromEntries(direct) };
}

const lineOf = (words: Record<string, unknown>): string =>
  Object.entries(words)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ');

function statesOf(words: readonly EntryWords[]): EntryRow['states'] {
  return Object.fromEntries(
    LOCALE_IDS.flatMap((locale) => {
      const first = worstOf(words.flatMap(({ states }) => states[locale] ?? []));
      return first ? [[locale, first.state]] : [];
    }),
  );
}

export async function openEntry(name: TableName, id: string, dir = CONTENT_DIR): Promise<OpenEntry> {
  const of = tableOf(name);
  const entry = entryOf(of, id, dir);
  const problems = entryProblems(of, id, entry.path, [], dir);
  return {
    id: id,
    value: entry.value,
    shape: shapeOf(entry.list.schema, entry.list.fields),
    files: filesShown(of, entry, dir),
    head: headFor(of, dir),
    words: entryWords(of, entriesOf(of, dir), dir).get(id) ?? [],
    problems,
    shown: await shownOf(name, entry.value),
    usage: usageOf(of, entry, dir),
    mayGo: entry.list.mayGo ?? false,
    shared: of.kind === 'yaml' ? sharedOf(of, entry, dir) : [],
    offers: offersOf(of, dir),
  };
}

function filesShown(of: Table, { id: one, path }: Entry, dir: string): OpenEntry['files'] {
  return filesOf(of, one).flatMap(({ file }) => {
    const { text, digest } = readContent(file, dir);
    const line = of.kind === 'yaml' ? text.slice(0, entryLines(text, path)[0]).split('\n').length : 1;
    return digest ? [{ file, shown: `${shownPath(file, dir)}:${line}` }] : [];
  });
}

function sharedOf(of: Table, { path }: Entry, dir: string): OpenEntry['shared'] {
  const entries = entriesOf(of, dir);
  return sharedWith(readContent(of.file, dir).text, path).map(({ field, with: place, isOwn }) => {
    const other = entries.find((entry) => entry.path.every((step, at) => String(place[at]) === String(step)));
    return { field, with: other?.id ?? '', isOwn };
  });
}

/** Names of other entries, and addresses of pages, where a field holds one. */
function offersOf(of: Table, dir: string): Offers {
  const plain = (ids: readonly string[]): Offer[] => ids.map((id) => ({ id, shown: '' }));
  const entries = (list: string) =>
    entriesOf(of, dir).flatMap(({ list: { name }, id, value }) =>
      name === list ? [{ id: id.replace(/^\w+\//, ''), value }] : [],
    );
  const ids = (list: string) => plain(entries(list).map(({ id }) => id));
  if (of.name === 'glossary')
    return { related: entries('').map(({ id, value }) => ({ id, shown: englishTermOf(value) })) };
  if (of.name === 'offers') return { page: plain(ROUTES.map(({ path }) => path)) };
  if (of.name === 'jurisdictions') return { source: ids('sources') };
  return of.name === 'exchanges' ? { city: ids('cities'), zone: plain(Intl.supportedValuesOf('timeZone')) } : {};
}

const englishTermOf = (value: unknown) =>
  String((value as { [DEFAULT_LOCALE]?: { term?: unknown } } | null)?.[DEFAULT_LOCALE]?.term ?? '');

async function shownOf(name: TableName, value: unknown): Promise<ShownEntry> {
  const { kind } = tableOf(name);
  const samples = (words: unknown, locale: Locale): Sample[] =>
    kind === 'mails' ? mailSamples(Object(words)) : samplesOf(String(words), locale);
  const words = Object.entries(Object(value) as Record<string, unknown>);
  return {
    figure: name === 'facts' ? await figureShown(value) : null,
    messages:
      kind === 'yaml' ? {} : Object.fromEntries(words.map(([locale, own]) => [locale, samples(own, locale as Locale)])),
  };
}

/** Writes all of the files or none; answers what they were. */
function write(edited: readonly Edited[], dir: string): Before[] {
  return edited.map((file) => {
    const answer = saveContent(file, dir);
    if ('changed' in answer) throw new Refused(`${file.file} has changed meanwhile`, 'try it again');
    return { file: file.file, text: file.digest ? answer.before : null, digest: answer.saved.digest };
  });
}

/** Saves an entry that is as `base` says. Another entry of the file may have changed meanwhile. */
export async function saveEntry(
  input: z.output<typeof anEdit>,
  dir = CONTENT_DIR,
): Promise<{ saved: OpenEntry; before: Before[] } | { changed: OpenEntry }> {
  const of = tableOf(input.table);
  if (!isDeepStrictEqual(entryOf(of, input.id, dir).value, input.base))
    return { changed: await openEntry(input.table, input.id, dir) };
  const written = write(withEntry(of, input.id, input.value, dir), dir);
  return { saved: await openEntry(input.table, idAfter(of, input, dir), dir), before: written };
}

/** An entry of a list is named by a field, which may have changed. */
function idAfter(of: Table, { id: one, value: now }: { id: string; value: unknown }, dir: string): string {
  const entries = entriesOf(of, dir);
  if (entries.some((entry) => entry.id === one)) return one;
  return entries.find((entry) => isDeepStrictEqual(entry.value, now))?.id ?? one;
}

export const tableCalls = {
  openTable: defineCall(z.strictObject({ table }), (input) => openTable(input.table)),
  openEntry: defineCall(anEntry, (input) => openEntry(input.table, input.id)),
  saveEntry: defineCall(anEdit, (input) => saveEntry(input)),
  /** Of the entry as it is edited; `isStale` if it has changed meanwhile. */
  entryProblems: defineCall(anEdit, async (input) => {
    const of = tableOf(input.table);
    const entry = entryOf(of, input.id);
    const shown = await shownOf(input.table, input.value);
    if (!isDeepStrictEqual(entry.value, input.base)) return { isStale: true, problems: [], shown };
    const edited = withEntry(of, input.id, input.value);
    return { isStale: false, problems: entryProblems(of, input.id, entry.path, edited), shown };
  }),
  newEntryProblems: defineCall(aNew, async (input) => {
    const of = tableOf(input.table);
    const place = placeFor(of, input);
    const edited = withNew(of, place.behind, input.name, place.value);
    const shown = await shownOf(input.table, input.value);
    return { problems: entryProblems(of, place.id, place.path, edited), shown, behind: place.behind };
  }),
  addEntry: defineCall(aNew, (input) => {
    const of = tableOf(input.table);
    const place = placeFor(of, input);
    return { id: place.id, before: write(withNew(of, place.behind, input.name, place.value), CONTENT_DIR) };
  }),
  removeEntry: defineCall(z.strictObject({ table, id, base: value }), async (input) => {
    const of = tableOf(input.table);
    if (!isDeepStrictEqual(entryOf(of, input.id).value, input.base))
      return { changed: await openEntry(input.table, input.id) };
    return { before: write(withoutEntryOf(of, input.id), CONTENT_DIR) };
  }),
  /** Takes a save back, if no file of it has changed since. */
  takeBack: defineCall(z.strictObject({ files: z.array(before) }), ({ files }) => {
    const changed = files.find(({ file, digest }) => readContent(file).digest !== digest);
    if (changed) return { changed: changed.file };
    for (const { file, text, digest } of files) {
      if (text === null) removeContent({ file, digest });
      else saveContent({ file, text, digest });
    }
    return { changed: null };
  }),
};
