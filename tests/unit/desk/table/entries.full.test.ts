/** Every entry of every real table: one text of it changes its own lines alone, and changes back byte for byte. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readYaml } from '../../../../src/catalogue/yaml.ts';
import { orderOf } from '../../../../src/desk/fields/shape.ts';
import { entriesOf, withEntry } from '../../../../src/desk/table/entries.ts';
import { TABLE_NAMES } from '../../../../src/desk/table/tableNames.ts';
import { tableOf } from '../../../../src/desk/table/tables.ts';
import {
  entryLines,
  leavesOf,
  type Path,
  sharedWith,
  withoutEntry,
  withValue,
} from '../../../../src/desk/table/yamlEdit.ts';
import { lookUp } from '../../../../src/lookUp.ts';
import { changedLines, otherValue } from '../../../helpers/entries.ts';

const WORD = 'A “quote”: 5% #1, [x] {y} \'z\' "w"';
const tables = TABLE_NAMES.map(tableOf).filter(({ kind }) => kind === 'yaml');

/** The file in pieces of so many entries of a table at the top, because a whole one takes long for each change. */
function piecesOf(text: string, paths: readonly Path[]): { text: string; paths: readonly Path[] }[] {
  if (paths.some(({ length }) => length > 1) || Array.isArray(readYaml(text).value)) return [{ text, paths }];
  const pieces = [];
  for (let at = 0; at < paths.length; at += 15) {
    const own = paths.slice(at, at + 15);
    const [start] = entryLines(text, own[0] as Path);
    pieces.push({ text: text.slice(start, entryLines(text, own.at(-1) as Path)[1]), paths: own });
  }
  return pieces;
}

const put = (value: unknown, [step, ...rest]: Path, own: unknown): unknown => {
  if (step === undefined) return own;
  const inner = put(lookUp(Object(value), step), rest, own);
  return Array.isArray(value) ? value.with(Number(step), inner) : { ...Object(value), [step]: inner };
};

it.each(tables)('$name: each text, and each entry', { timeout: 300_000 }, (table) => {
  const whole = readFileSync(`content/${table.file}`, 'utf8');
  const entries = entriesOf(table);
  for (const list of table.lists) {
    const own = entries.filter((one) => one.list === list).map(({ path }) => path);
    for (const { text, paths } of piecesOf(whole, own)) {
      const order = orderOf(list.schema);
      // Groups of permissions are long, and all written alike.
      const step = table.name === 'permissions' ? 4 : 1;
      for (const path of paths.filter((_, at) => at % step === 0)) {
        const value = path.reduce<unknown>((node, step) => lookUp(Object(node), step), readYaml(text).value);
        const where = `${table.file} ${path.join('.')}`;
        expect(withValue(text, path, value, paths, order) === text, where).toBe(true);
        const leaves = leavesOf(text, path).filter(({ path: at }) => {
          const one = at.reduce<unknown>((node, step) => lookUp(Object(node), step), value);
          return typeof one === 'string' && at.length > 0;
        });
        // One in the middle; the next entry has another one there.
        const leaf = leaves[path.join('').length % Math.max(1, leaves.length)];
        if (leaf) {
          const changed = withValue(text, path, put(value, leaf.path, WORD), paths, order);
          expect(changedLines(text, changed), `${where} ${leaf.path.join('.')}`).toBe(1);
          const is = readYaml(changed).value;
          expect(path.concat(leaf.path).reduce<unknown>((node, step) => lookUp(Object(node), step), is)).toBe(WORD);
        }
        if (sharedWith(text, path).some(({ isOwn }) => !isOwn)) continue;
        const other = withValue(text, path, otherValue(value), paths, order);
        const [start, end] = entryLines(text, path);
        expect(other.startsWith(text.slice(0, start)), where).toBe(true);
        expect(other.endsWith(text.slice(end)), where).toBe(true);
        expect(withValue(other, path, value, paths, order) === text, `${where} back`).toBe(true);
        if (list.mayGo && paths.length > 1 && paths.every(({ length }) => length === 1))
          expect(changedLines(text, withoutEntry(text, path)), where).toBe(0);
      }
    }
  }
});

it.each(TABLE_NAMES)('%s: every entry has its own id, and one that is not changed changes no file', (name) => {
  const table = tableOf(name);
  const entries = entriesOf(table);
  expect(entries.length).toBeGreaterThan(10);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  for (const { id, value } of entries.filter((_, at) => at % 60 === 0))
    expect(withEntry(table, id, value), id).toEqual([]);
});

it.each(['ui', 'server'] as const)('%s: a message changes its own line in each language', (name) => {
  const table = tableOf(name);
  for (const { id, value } of entriesOf(table).filter((_, at) => at % 40 === 0)) {
    for (const { file, text } of withEntry(table, id, otherValue(value))) {
      const before = readFileSync(`content/${file}`, 'utf8');
      expect(changedLines(before, text), `${file} ${id}`).toBe(1);
      expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(before)));
    }
  }
});

it('mails: each one, in each language', () => {
  const table = tableOf('mail');
  for (const { id, value } of entriesOf(table)) {
    expect(withEntry(table, id, value), id).toEqual([]);
    for (const { file, text } of withEntry(table, id, otherValue(value)))
      expect(changedLines(readFileSync(`content/${file}`, 'utf8'), text), file).toBeLessThanOrEqual(2);
  }
});
