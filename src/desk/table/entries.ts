/** The entries of tables, messages and mails: reads them, and makes the files with one that has changed. */
import { isDeepStrictEqual } from 'node:util';
import { entriesIn } from '../../authoring/reading/icuFiles.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { MAIL_NAMES } from '../../catalogue/mails.ts';
import { readJson } from '../../catalogue/syntax.ts';
import { readYaml, type Yaml } from '../../catalogue/yaml.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { orderOf } from '../fields/shape.ts';
import { readPageText, withEdit } from '../page/pageFile.ts';
import { Refused, readContent } from '../server/files.ts';
import { type Path, type Style, withNewEntry, withoutEntry, withValue } from '../server/yamlEdit.ts';
import { withMessage } from './messageEdit.ts';
import type { List, Table } from './tables.ts';

export interface Entry {
  /** 'products', 'sources/house', 'rows/12' */
  id: string;
  list: List;
  /** Where it stands in a file of YAML; of messages and mails its name alone */
  path: Path;
  /** What is shown of it */
  value: unknown;
}

/** A file with another text than it has. */
export interface Edited {
  file: string;
  text: string;
  /** Of the text that it was made from */
  digest: string;
}

type Words = Record<string, unknown>;

const read = new Map<string, Yaml>();

/** A table as it is, or as it is edited: one call asks for each several times, and a long one takes its time. */
export function yamlOf(text: string): Yaml {
  const known = read.get(text) ?? readYaml(text);
  read.delete(text);
  read.set(text, known);
  for (const old of [...read.keys()].slice(0, -6)) read.delete(old);
  return known;
}

const NAMES = ['id', 'key', 'mic'];
const isObject = (value: unknown): value is Words => typeof value === 'object' && value !== null;

/** The files of an entry, or of the whole table if it has one file a language. */
export function filesOf(table: Table, id: string): { file: string; locale: Locale | null }[] {
  if (table.kind === 'yaml') return [{ file: table.file, locale: null }];
  const name = table.kind === 'messages' ? table.file : `mail/${id}.md`;
  return LOCALE_IDS.map((locale) => ({ file: `${locale}/${name}`, locale }));
}

/** Every entry, in the order of the file. Refuses a file that cannot be read. */
export function entriesOf(table: Table, dir = CONTENT_DIR): Entry[] {
  const [list] = table.lists as [List];
  if (table.kind === 'mails') {
    return MAIL_NAMES.map((id) => ({ id, list, path: [id], value: mailOf(id, dir) }));
  }
  if (table.kind === 'messages') {
    const words = LOCALE_IDS.map((locale) => [locale, messagesOf(`${locale}/${table.file}`, dir)] as const);
    const keys = new Set(words.flatMap(([, all]) => Object.keys(all)));
    return [...keys].map((id) => {
      const inLocales = words.flatMap(([locale, all]) => (Object.hasOwn(all, id) ? [[locale, all[id]]] : []));
      return { id, list, path: [id], value: Object.fromEntries(inLocales) };
    });
  }
  const { value, fault } = yamlOf(readContent(table.file, dir).text);
  if (fault) throw new Refused(`${table.file} cannot be read: ${fault.reason}`, `line ${fault.line}: ${fault.remedy}`);
  return table.lists.flatMap((list) => yamlEntries(value, list));
}

function messagesOf(file: string, dir: string): Words {
  const { text, digest } = readContent(file, dir);
  const { words, fault } = digest ? readJson(text) : { words: {}, fault: null };
  if (fault) throw new Refused(`${file} cannot be read: ${fault.reason}`, `line ${fault.line}: ${fault.remedy}`);
  return words;
}

function mailOf(id: string, dir: string): Words {
  const inLocales = LOCALE_IDS.flatMap((locale) => {
    const { text, digest } = readContent(`${locale}/mail/${id}.md`, dir);
    if (!digest) return [];
    const { fields, sections } = readPageText(text);
    return [[locale, { subject: fields.subject ?? '', text: sections[0]?.text ?? '' }] as const];
  });
  return Object.fromEntries(inLocales);
}

/** The entries of a list of a table in YAML. */
function yamlEntries(whole: unknown, list: List): Entry[] {
  const prefix = list.name && !list.isOne ? `${list.name}/` : list.name;
  const made = (path: Path, name: string, value: unknown): Entry => ({
    id: list.isOne ? prefix : `${prefix}${name}`,
    list,
    path,
    value: shownOf(value, list),
  });
  const walk = (node: unknown, steps: readonly string[], path: Path): Entry[] => {
    const [step, ...rest] = steps;
    if (step === '*') return (Array.isArray(node) ? node : []).flatMap((child, at) => walk(child, rest, [...path, at]));
    if (step !== undefined) return walk(lookUp(Object(node) as Words, step), rest, [...path, step]);
    if (list.isOne) return isObject(node) ? [made(path, '', node)] : [];
    if (Array.isArray(node))
      return node.map((child, at) => {
        const name = NAMES.map((key) => lookUp(Object(child) as Words, key)).findLast(
          (name) => typeof name === 'string',
        );
        return made([...path, at], typeof name === 'string' ? name : String(at + 1), child);
      });
    return Object.entries(Object(node) as Words).map(([key, child]) => made([...path, key], key, child));
  };
  const found = walk(whole, list.path, []);
  // Of series, only those that have words.
  return list.fields ? found.filter(({ value }) => Object.keys(Object(value)).length > 0) : found;
}

/** The fields of a value that the desk shows. */
function shownOf(value: unknown, { fields }: List): unknown {
  if (!fields || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
}

export function entryOf(table: Table, id: string, dir = CONTENT_DIR): Entry {
  const entry = entriesOf(table, dir).find((entry) => entry.id === id);
  if (!entry) throw new Refused(`There is no entry '${id}'`, 'choose it in the list');
  return entry;
}

/** Texts without space around them, no empty ones; what is as it was before stays so, an empty list too. */
function tidy(value: unknown, before: unknown, isLong: boolean): unknown {
  if (isDeepStrictEqual(value, before)) return value;
  if (typeof value === 'string')
    return isLong ? value.replaceAll('\r\n', '\n').trim() : value.replace(/\s*[\r\n]\s*/g, ' ').trim();
  if (Array.isArray(value))
    return value.map((one) => tidy(one, undefined, isLong)).filter((one) => one !== '' && one !== null);
  if (!isObject(value)) return value;
  const was = isObject(before) ? before : {};
  const fields = Object.entries(value).map(([key, child]) => [key, tidy(child, lookUp(was, key), isLong)] as const);
  return Object.fromEntries(fields.filter(([, child]) => !isNothing(child)));
}
const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (isObject(value) && !Array.isArray(value) && Object.keys(value).length === 0);

/** The files that change if an entry gets another value. */
export function withEntry(table: Table, id: string, given: unknown, dir = CONTENT_DIR): Edited[] {
  const entry = entryOf(table, id, dir);
  const value = tidy(given, entry.value, table.kind !== 'yaml');
  if (isDeepStrictEqual(value, entry.value)) return [];
  if (table.kind === 'messages') return messageEdits(table, id, Object(value) as Words, dir);
  if (table.kind === 'mails') return mailEdits(id, Object(value) as Words, dir);
  const { text, digest } = readContent(table.file, dir);
  const whole = entry.path.reduce<unknown>((node, step) => lookUp(Object(node), step), yamlOf(text).value);
  const { fields } = entry.list;
  const merged = fields && isObject(whole) ? mergedOf(whole, Object(value) as Words, fields) : value;
  return [
    {
      file: table.file,
      digest,
      text: withValue(text, entry.path, merged, styleOf(table, entry, dir)),
    },
  ];
}

/** The fields that are not shown stay. */
function mergedOf(whole: Words, value: Words, fields: readonly string[]): Words {
  const unchanged = Object.entries(whole).flatMap(([name, part]) =>
    fields.includes(name) ? (Object.hasOwn(value, name) ? [[name, value[name]]] : []) : [[name, part]],
  );
  return { ...Object.fromEntries(unchanged), ...value };
}

/** The entries of the same list show how values are written. */
const styleOf = (table: Table, { list }: Pick<Entry, 'list'>, dir: string): Style => ({
  beside: entriesOf(table, dir).flatMap((entry) => (entry.list === list ? [entry.path] : [])),
  order: orderOf(list.schema),
});

function messageEdits(table: Table, key: string, value: Words, dir: string): Edited[] {
  const order = [...entriesIn(readContent(`${DEFAULT_LOCALE}/${table.file}`, dir).text).keys()];
  return LOCALE_IDS.flatMap((locale) => {
    const { file, text, digest } = readContent(`${locale}/${table.file}`, dir);
    const edited = withMessage(text, key, String(value[locale] ?? ''), order);
    return edited === text ? [] : [{ file, text: edited, digest }];
  });
}

function mailEdits(id: string, value: Words, dir: string): Edited[] {
  return LOCALE_IDS.flatMap((locale) => {
    const { file, text: written, digest } = readContent(`${locale}/mail/${id}.md`, dir);
    const { subject, text } = Object(value[locale]) as { subject?: string; text?: string };
    if (subject === undefined && text === undefined) {
      if (!digest) return [];
      throw new Refused(`${file} would be empty`, 'write its subject and its text, or remove the file in your editor');
    }
    // A new one is laid out as the English one is.
    const raw = digest ? written : readContent(`${DEFAULT_LOCALE}/mail/${id}.md`, dir).text;
    const edit = { fields: { subject: subject ?? '' }, sections: [{ at: 0, text: text ?? '' }] };
    const edited = withEdit(raw, `mail/${id}`, edit).raw;
    return digest && edited === written ? [] : [{ file, text: edited, digest }];
  });
}

/** The file without an entry. */
export function withoutEntryOf(table: Table, id: string, dir = CONTENT_DIR): Edited[] {
  const entry = entryOf(table, id, dir);
  const list = entriesOf(table, dir).filter(
    (other) => isDeepStrictEqual(other.path.slice(0, -1), entry.path.slice(0, -1)) && other.list === entry.list,
  );
  if (!entry.list.mayGo || table.kind !== 'yaml')
    throw new Refused(`'${id}' belongs to the software`, 'ask a developer');
  if (list.length === 1) throw new Refused(`'${id}' is the only entry of its list`, 'write another one first');
  const { text, digest } = readContent(table.file, dir);
  return [{ file: table.file, digest, text: withoutEntry(text, entry.path) }];
}

/** The file with a new entry behind the one named `behind`. */
export function withNew(table: Table, behind: string, name: string, given: unknown, dir = CONTENT_DIR): Edited[] {
  const before = entryOf(table, behind, dir);
  const { isNew } = before.list;
  if (!isNew) throw new Refused('The software names these entries', 'ask a developer');
  const isKey = 'key' in isNew;
  if (isKey && !isNew.key.test(name))
    throw new Refused(`'${name}' is no name of an entry`, 'write one such as stockFee: small letters first, no space');
  const value = tidy(isKey ? given : { ...(given as Words), [isNew.field]: name }, undefined, false);
  const id = before.list.name ? `${before.list.name}/${name}` : name;
  const isNamed = isKey || NAMES.includes(isNew.field);
  if (isNamed && entriesOf(table, dir).some((entry) => entry.id === id))
    throw new Refused(`There is an entry '${name}' already`, 'choose another name');
  const { text, digest } = readContent(table.file, dir);
  const edited = withNewEntry(text, before.path, isKey ? name : null, value, styleOf(table, before, dir));
  return [{ file: table.file, digest, text: edited }];
}
