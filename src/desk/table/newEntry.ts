/** Where a new entry belongs in its file. */
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { DICTIONARY_FILE } from '../../catalogue/dictionary.ts';
import { lookUp } from '../../lookUp.ts';
import { Refused, readContent } from '../server/files.ts';
import type { Path } from '../server/yamlEdit.ts';
import { type Entry, entriesOf, entryOf, yamlOf } from './entries.ts';
import type { Table } from './tables.ts';

interface NewEntry {
  list: string;
  /** The id of the entry before it; '' for where the order of the file has it */
  behind: string;
  name: string;
  value: unknown;
}

export interface NewPlace {
  id: string;
  behind: string;
  /** Where it stands when it is written */
  path: Path;
  value: unknown;
}

/** Exchanges stand from west to east, rules beside those of their source, all others beside names that begin alike. */
export function placeFor(table: Table, { list, behind, name, value }: NewEntry, dir = CONTENT_DIR): NewPlace {
  const entries = entriesOf(table, dir).filter((entry) => entry.list.name === list && entry.list.isNew);
  const before = behind ? entryOf(table, behind, dir) : modelFor(table, list, entries, name, value);
  if (!before) throw new Refused('There is no entry to put it behind', 'choose one in the list');
  if (!before.list.isNew) throw new Refused(`Nothing new comes behind '${behind}'`, 'choose another entry');
  const last = before.path.at(-1);
  const isList = typeof last === 'number';
  const path = [...before.path.slice(0, -1), isList ? last + 1 : name];
  // Rules have no name of their own: the place is their id.
  const id = list === 'rows' ? `rows/${Number(path.at(-1)) + 1}` : list ? `${list}/${name}` : name;
  return {
    id,
    behind: before.id,
    path,
    value: table.file === DICTIONARY_FILE ? numbered(table, before, value, dir) : value,
  };
}

function modelFor(
  table: Table,
  list: string,
  entries: readonly Entry[],
  name: string,
  value: unknown,
): Entry | undefined {
  if (list === 'exchanges') {
    const east = (of: unknown) => Number((Object(of) as { coordinates?: number[] }).coordinates?.[1]);
    return entries.findLast((entry) => east(entry.value) <= east(value)) ?? entries.at(-1);
  }
  if (list === 'rows')
    return (
      entries.findLast((entry) => lookUp(Object(entry.value) as object, 'source') === (name as never)) ?? entries.at(-1)
    );
  // Which list of a dictionary it belongs to, nobody can tell but the editor.
  if (table.file === DICTIONARY_FILE) return undefined;
  const ids = entries.map(({ id }) => id.slice(list ? list.length + 1 : 0));
  const shared = ids.map((id) => alike(id, name));
  const most = Math.max(0, ...shared);
  return most >= 3 ? entries[shared.lastIndexOf(most)] : entries.at(-1);
}

/** How many letters two names begin with in common, up to the end of a word. */
function alike(a: string, b: string): number {
  const words = (name: string) => name.split(/(?=[A-Z])/);
  const [wordsOfA, wordsOfB] = [words(a), words(b)];
  const count = wordsOfA.findIndex((word, index) => word !== wordsOfB[index]);
  return wordsOfA.slice(0, count < 0 ? wordsOfA.length : count).join('').length;
}

/** A new entry of a dictionary counts on from the highest of its list. */
function numbered(table: Table, { path }: Entry, value: unknown, dir: string): unknown {
  const whole = yamlOf(readContent(table.file, dir).text).value;
  const list = path.slice(0, -1).reduce<unknown>((node, step) => lookUp(Object(node), step), whole);
  const ids = (Array.isArray(list) ? list : []).map((entry) => Number(entry?.id));
  const { id, ...rest } = Object(value) as Record<string, unknown>;
  return { id: id ?? Math.max(...ids) + 1, ...rest };
}
