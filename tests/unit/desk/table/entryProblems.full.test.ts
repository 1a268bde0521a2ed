/** More of the problems of entries, their status and their use. */
import { beforeAll, expect, it } from 'vitest';
import { entryOf, withEntry } from '../../../../src/desk/table/entries.ts';
import { entryProblems } from '../../../../src/desk/table/entryProblems.ts';
import { openEntry, saveEntry } from '../../../../src/desk/table/tableCalls.ts';
import type { TableName } from '../../../../src/desk/table/tableNames.ts';
import { tableOf } from '../../../../src/desk/table/tables.ts';
import { usageOf } from '../../../../src/desk/table/usage.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';

let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('content');
});

type Words = Record<string, unknown>;
const shownValue = (name: TableName, id: string) => entryOf(tableOf(name), id, tree.dir).value as Words;

function problems(name: TableName, id: string, value: unknown) {
  const table = tableOf(name);
  return entryProblems(table, id, entryOf(table, id, tree.dir).path, withEntry(table, id, value, tree.dir), tree.dir);
}

it.each([
  ['facts', 'products'],
  ['glossary', 'spread'],
  ['ui', 'route.home'],
  ['server', 'server.notFound'],
  ['mail', 'userReset'],
  ['exchanges', 'exchanges/XTKS'],
  ['jurisdictions', 'rows/3'],
  ['dictionary', 'JOINT'],
] as const)('%s: a right entry has no problem', (name, id) => {
  expect(problems(name, id, shownValue(name, id))).toEqual([]);
});

it('a mail names the field that lacks something', () => {
  const mail = shownValue('mail', 'userReset');
  const ja = { ...(mail.ja as Words), text: String((mail.ja as Words).text).replace('{address}', '') };
  expect(problems('mail', 'userReset', { ...mail, ja })).toMatchObject([{ path: ['ja'] }]);
});

it('what a change makes wrong elsewhere in the file is told as well', () => {
  const { source: _, ...city } = shownValue('exchanges', 'exchanges/XTKS');
  expect(problems('exchanges', 'exchanges/XTKS', { ...city, city: 'nowhere' })).toMatchObject([{ path: ['city'] }]);
  const bid = shownValue('glossary', 'bid');
  const term = { ...bid, 'en-US': { ...(bid['en-US'] as Words), term: 'ask' } };
  expect(problems('glossary', 'bid', term).map(({ what }) => what)).toEqual([expect.stringContaining("'ask'")]);
});

it('the words of each language have their status', async () => {
  const { words, value } = await openEntry('glossary', 'tick', tree.dir);
  expect(words).toMatchObject([{ at: [], text: 'glossary', ids: ['tick'], states: { ja: { state: 'current' } } }]);
  const tw = { ...((value as Words).tw as Words), term: '升降單位（檔）' };
  await saveEntry({ table: 'glossary', id: 'tick', base: value, value: { ...(value as Words), tw } }, tree.dir);
  const now = await openEntry('glossary', 'tick', tree.dir);
  expect(now.words[0]?.states.tw?.state).toBe('changed');
  const english = { ...((value as Words)['en-US'] as Words), term: 'tick size' };
  await saveEntry(
    { table: 'glossary', id: 'tick', base: now.value, value: { ...(now.value as Words), 'en-US': english } },
    tree.dir,
  );
  const [own] = (await openEntry('glossary', 'tick', tree.dir)).words;
  expect(own?.states.ja).toMatchObject({ state: 'outdated', before: expect.stringContaining('term: tick') });
});

it('what names an entry is found', () => {
  const used = (name: TableName, id: string) => usageOf(tableOf(name), entryOf(tableOf(name), id, tree.dir), tree.dir);
  expect(used('glossary', 'spread').entries).toContain('bid');
  expect(used('glossary', 'spread').pages.length).toBeGreaterThan(0);
  expect(used('exchanges', 'cities/tokyo').entries).toContain('exchanges/XTKS');
  expect(used('jurisdictions', 'sources/krCivilAct').entries.length).toBeGreaterThan(0);
});
