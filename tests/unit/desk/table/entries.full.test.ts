/** Entries of every real table: a text changes its own line alone, and changes back byte for byte. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readYaml } from '../../../../src/catalogue/yaml.ts';
import { orderOf } from '../../../../src/desk/fields/shape.ts';
import { leavesOf, type Path, sharedWith, withoutEntry, withValue } from '../../../../src/desk/server/yamlEdit.ts';
import { entriesOf, withEntry } from '../../../../src/desk/table/entries.ts';
import { TABLE_NAMES } from '../../../../src/desk/table/tableNames.ts';
import { tableOf } from '../../../../src/desk/table/tables.ts';
import { lookUp } from '../../../../src/lookUp.ts';
import { changedLines, otherValue } from '../../../helpers/content/entries.ts';

const WORD = 'A “quote”: 5% #1, [x] {y} \'z\' "w"';
const tables = TABLE_NAMES.map(tableOf).filter(({ kind }) => kind === 'yaml');

const put = (value: unknown, [step, ...rest]: Path, own: unknown): unknown => {
  if (step === undefined) return own;
  const inner = put(lookUp(Object(value), step), rest, own);
  return Array.isArray(value) ? value.with(Number(step), inner) : { ...Object(value), [step]: inner };
};

it.each(tables)('$name: a text, and an entry', { timeout: 300_000 }, (table) => {
  const text = readFileSync(`content/${table.file}`, 'utf8');
  const whole = readYaml(text).value;
  const entries = entriesOf(table);
  for (const list of table.lists) {
    const paths = entries.filter((entry) => entry.list === list).map(({ path }) => path);
    const style = { beside: paths, order: orderOf(list.schema) };
    // A whole table takes its time for each change, and entries of a list are written alike.
    const step = Math.ceil(paths.length / 12);
    for (const path of paths.filter((_, at) => at % step === 0)) {
      const value = path.reduce<unknown>((node, name) => lookUp(Object(node), name), whole);
      const where = `${table.file} ${path.join('.')}`;
      expect(withValue(text, path, value, style) === text, where).toBe(true);
      const leaves = leavesOf(text, path).filter(({ path: at }) => {
        const inner = at.reduce<unknown>((node, name) => lookUp(Object(node), name), value);
        return typeof inner === 'string' && at.length > 0;
      });
      // One in the middle; the next entry has another one there.
      const leaf = leaves[path.join('').length % Math.max(1, leaves.length)];
      if (leaf) {
        const changed = withValue(text, path, put(value, leaf.path, WORD), style);
        expect(changedLines(text, changed), `${where} ${leaf.path.join('.')}`).toBe(1);
        const now = readYaml(changed).value;
        expect(path.concat(leaf.path).reduce<unknown>((node, name) => lookUp(Object(node), name), now)).toBe(WORD);
      }
      if (sharedWith(text, path).some(({ isOwn }) => !isOwn)) continue;
      const other = withValue(text, path, otherValue(value), style);
      expect(withValue(other, path, value, style) === text, `${where} back`).toBe(true);
      if (list.mayGo && paths.length > 1) expect(changedLines(text, withoutEntry(text, path)), where).toBe(0);
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
