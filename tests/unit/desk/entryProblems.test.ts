/** The problems of an entry that is not saved, at their fields, with its status, its samples, its help and its use. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryOf, withEntry } from '../../../src/desk/server/entries.ts';
import { headOf } from '../../../src/desk/server/entryHelp.ts';
import { entryProblems } from '../../../src/desk/server/entryProblems.ts';
import { samplesOf } from '../../../src/desk/server/samples.ts';
import { openEntry, saveEntry } from '../../../src/desk/server/tableCalls.ts';
import { type TableName, tableOf } from '../../../src/desk/server/tables.ts';
import { usageOf } from '../../../src/desk/server/usage.ts';
import { type ContentTree, contentTree } from '../../helpers/contentTree.ts';

let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('content');
});
afterAll(() => rmSync(tree.dir, { recursive: true }));

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

it('a problem stands at its field, and its mending changes the text of the field', () => {
  const fact = shownValue('facts', 'products');
  const { unit: _, ...rest } = fact;
  expect(problems('facts', 'products', rest)).toMatchObject([{ path: [], what: expect.stringContaining('unit') }]);
  expect(problems('facts', 'products', { ...fact, asOf: '2026-02-31' })).toMatchObject([{ path: ['asOf'] }]);

  const term = shownValue('glossary', 'spread');
  const ja = { ...(term.ja as Words), definition: '価格の差,つまりコスト。' };
  const [found] = problems('glossary', 'spread', { ...term, ja });
  expect(found?.path).toEqual(['ja', 'definition']);
  const { from = 0, to = 0, text = '' } = found?.mending ?? {};
  expect(ja.definition.slice(0, from) + text + ja.definition.slice(to)).toBe('価格の差、つまりコスト。');
  const again = { ...term, related: ['spread'] };
  expect(problems('glossary', 'spread', again).map(({ path }) => path)).toEqual([['related', 0]]);
});

it('messages are read as ICU, in the language that is wrong', () => {
  const message = shownValue('ui', 'page.readingTime');
  const found = problems('ui', 'page.readingTime', { ...message, ja: '約{minutes' });
  expect(found).toMatchObject([{ path: ['ja'], what: expect.stringContaining('page.readingTime') }]);
  expect(problems('ui', 'page.readingTime', { ...message, tw: '約分鐘' })).toMatchObject([{ path: ['tw'] }]);
  expect(samplesOf(String(message['en-US']), 'en-US').length).toBeGreaterThan(1);
  expect(samplesOf('{count, plural, one {# day} other {# days}}', 'en-US').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['1 day', '5 days']),
  );
  expect(samplesOf('Hello {name}', 'en-US')).toEqual([{ values: '', text: 'Hello ‹name›' }]);
  expect(samplesOf('{broken', 'en-US')).toEqual([]);
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

it('an entry is opened with its status, help and use, and saved unless it has changed meanwhile', async () => {
  const opened = await openEntry('facts', 'stockFee', tree.dir);
  expect(opened.head.fields.qualifier).toContain('upTo');
  expect(opened.usage.pages.map(({ page }) => page)).toContain('pages/service/stocks');
  expect(opened.usage.files).toContain('src/authoring/facts.ts');
  const base = opened.value as Words;
  const value = { ...base, note: 'Compared.' };
  const answer = await saveEntry({ table: 'facts', id: 'stockFee', base, value }, tree.dir);
  expect(answer).toMatchObject({ saved: { value }, before: [{ file: 'facts.yml' }] });
  // Another entry has changed meanwhile, then this one.
  tree.edit('facts.yml', 'value: 100000', 'value: 110000');
  const more = { ...value, note: 'Compared again.' };
  expect(await saveEntry({ table: 'facts', id: 'stockFee', base: value, value: more }, tree.dir)).toHaveProperty(
    'saved',
  );
  expect(tree.read('facts.yml')).toContain('value: 110000');
  expect(await saveEntry({ table: 'facts', id: 'stockFee', base: value, value: base }, tree.dir)).toMatchObject({
    changed: { value: more },
  });
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

it('the head of a file is help for its fields', () => {
  const head =
    '# A table.\n#\n#   value  a number;\n#          or two\n#   unit   count\n# Else\n\na: 1\n#   note  no\n';
  expect(headOf(head, new Set(['value', 'unit', 'note']))).toEqual({
    text: 'A table.\n\n  value  a number;\n         or two\n  unit   count\nElse',
    fields: { value: 'a number; or two', unit: 'count' },
  });
});
