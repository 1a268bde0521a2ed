/** The entries of the real tables, messages and mails: what is saved unchanged stays byte for byte, a change is small. */
import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { answerCall } from '../../../../src/desk/server/callTable.ts';
import { written } from '../../../../src/desk/server/yamlEdit.ts';
import { entriesOf, withEntry, withNew, withoutEntryOf } from '../../../../src/desk/table/entries.ts';
import { placeFor } from '../../../../src/desk/table/newEntry.ts';
import { tableOf } from '../../../../src/desk/table/tables.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';
import { changedLines, otherValue } from '../../../helpers/content/entries.ts';

let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('content');
});

it.each(globSync('content/*.yml'))('%s stands as the desk writes it: texts and lists in one line', (file) => {
  const text = readFileSync(file, 'utf8');
  expect(written(parseDocument(text))).toBe(text);
});

it.each(['facts', 'mail'] as const)(
  '%s: a changed entry changes its own lines, and the change can be taken back',
  (name) => {
    const table = tableOf(name);
    const entries = entriesOf(table, tree.dir);
    const { id, value } = entries[Math.floor(entries.length / 2)] as (typeof entries)[number];
    const edited = withEntry(table, id, otherValue(value), tree.dir);
    expect(edited.length).toBeGreaterThan(0);
    for (const { file, text } of edited) expect(changedLines(tree.read(file), text), file).toBeLessThanOrEqual(8);
    const originals = edited.map(({ file }) => tree.read(file));
    for (const { file, text } of edited) tree.write(file, text);
    for (const { file, text } of withEntry(table, id, value, tree.dir)) tree.write(file, text);
    expect(edited.map(({ file }) => tree.read(file))).toEqual(originals);
  },
);

it('a new fact stands beside those whose names begin alike, a new exchange from west to east', () => {
  const facts = tableOf('facts');
  const value = {
    value: 3,
    qualifier: 'exactly',
    unit: 'percent',
    asOf: '2026-11-01',
    source: 'X: y',
    status: 'confirmed',
  };
  const place = placeFor(facts, { list: '', behind: '', name: 'stockMinimum', value }, tree.dir);
  expect(place.behind).toBe('stockFee');
  const [{ text = '' } = {}] = withNew(facts, place.behind, 'stockMinimum', value, tree.dir);
  const lines =
    'stockMinimum:\n  value: 3\n  qualifier: exactly\n  unit: percent\n  asOf: 2026-11-01\n  source: "X: y"\n  status: confirmed\n';
  expect(text).toContain(`\n${lines}`);
  expect(text.replace(lines, '')).toBe(tree.read('facts.yml'));
  tree.edit('facts.yml', tree.read('facts.yml'), text);
  expect(withoutEntryOf(facts, 'stockMinimum', tree.dir)[0]?.text).toBe(text.replace(lines, ''));
  expect(() => withNew(facts, 'stockFee', 'stockMinimum', value, tree.dir)).toThrow(/already/);
  expect(() => withNew(facts, 'stockFee', 'Stock Minimum', value, tree.dir)).toThrow(/no name/);

  const exchanges = tableOf('exchanges');
  const east = { name: 'X', coordinates: [0, 8.6] };
  expect(placeFor(exchanges, { list: 'exchanges', behind: '', name: 'XXXX', value: east }, tree.dir).behind).toBe(
    entriesOf(exchanges, tree.dir).findLast(
      (one) => ((one.value as { coordinates?: number[] }).coordinates?.[1] as number) <= 8.6,
    )?.id,
  );
});

it('a new entry of the dictionary counts on, and needs its list', () => {
  const table = tableOf('dictionary');
  const words = { 'en-US': 'Other', ja: 'その他', tw: '其他', cn: '其他' };
  expect(() => placeFor(table, { list: '', behind: '', name: 'OTHER', value: words }, tree.dir)).toThrow();
  const place = placeFor(table, { list: '', behind: 'JOINT', name: 'OTHER_KIND', value: words }, tree.dir);
  const [{ text = '' } = {}] = withNew(table, place.behind, 'OTHER_KIND', place.value, tree.dir);
  expect(text).toContain(
    '\n    - { id: 107, key: OTHER_KIND, en-US: "Other", ja: "その他", tw: "其他", cn: "其他" }\n    - { id: 103',
  );
});

it('a message comes and goes in one language', () => {
  const table = tableOf('ui');
  const key = 'route.stocks';
  const { value } = entriesOf(table, tree.dir).find(({ id }) => id === key) as { value: Record<string, string> };
  const [edited, ...others] = withEntry(table, key, { ...value, 'en-GB': 'Shares' }, tree.dir);
  expect(others).toEqual([]);
  expect(edited?.file).toBe('en-GB/ui.json');
  const before = tree.read('en-GB/ui.json');
  expect(changedLines(before, edited?.text ?? '')).toBeLessThanOrEqual(2);
  expect(JSON.parse(edited?.text ?? '')[key]).toBe('Shares');
  tree.write('en-GB/ui.json', edited?.text ?? '');
  expect(withEntry(table, key, value, tree.dir)[0]?.text).toBe(before);
  // A space that is meant stays when another language changes.
  tree.edit('ja/ui.json', `"${key}": "`, `"${key}": " `);
  const spaced = withEntry(table, key, { ...value, ja: ` ${value.ja}`, tw: ' 股 ' }, tree.dir);
  expect(spaced.map(({ file }) => file)).toEqual(['en-GB/ui.json', 'tw/ui.json']);
  expect(JSON.parse(spaced[1]?.text ?? '')[key]).toBe('股');
});

it('calls take known tables and entries, and files of the folder alone', async () => {
  for (const [name, input] of [
    ['openTable', { table: 'constructor' }],
    ['openTable', { table: '../facts' }],
    ['openEntry', { table: 'facts', id: 'constructor' }],
    ['openEntry', { table: 'mail', id: '../../facts' }],
    ['saveEntry', { table: 'mail', id: '../../../package', base: {}, value: { 'en-US': { subject: 'x', text: 'x' } } }],
    ['removeEntry', { table: 'ui', id: 'route.home', base: {} }],
    ['addEntry', { table: 'ui', list: '', behind: 'route.home', name: 'x', value: {} }],
    ['takeBack', { files: [{ file: '../package.json', text: 'x', digest: '' }] }],
    ['takeBack', { files: [{ file: '.versions/legal/en-US/terms.mdx', text: null, digest: '' }] }],
  ] as const) {
    const { status, data } = await answerCall(name, input);
    expect(status === 400 || 'changed' in Object(data), `${name} ${JSON.stringify(input)}`).toBe(true);
  }
});
