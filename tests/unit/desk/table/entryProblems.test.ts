/** The problems of an entry that is not saved, at their fields, with its status, its samples, its help and its use. */
import { beforeAll, expect, it } from 'vitest';
import { writtenTerms } from '../../../../src/catalogue/schemas.ts';
import { headOf } from '../../../../src/catalogue/tableHead.ts';
import { entryOf, withEntry } from '../../../../src/desk/table/entries.ts';
import { entryProblems } from '../../../../src/desk/table/entryProblems.ts';
import { mailSamples, samplesOf } from '../../../../src/desk/table/samples.ts';
import { openEntry, saveEntry } from '../../../../src/desk/table/tableCalls.ts';
import type { TableName } from '../../../../src/desk/table/tableNames.ts';
import { tableOf } from '../../../../src/desk/table/tables.ts';
import { COMPANY } from '../../../../src/site.ts';
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

it('what is missing stands where it is to be written, and pages show a term in English until then', () => {
  const { ja, tw, ...rest } = shownValue('glossary', 'spread');
  const { definition: _, ...half } = tw as Words;
  const unfinished = { ...rest, tw: half };
  expect(problems('glossary', 'spread', unfinished)).toMatchObject([
    { path: ['ja'], what: 'spread.ja: is missing', remedy: 'write it' },
    { path: ['tw', 'definition'], what: 'spread.tw.definition: is missing', remedy: 'write it' },
  ]);
  const other = { ...rest, 'en-US': 'only a word' };
  const related = ['spread', 'none', 'other'];
  const alone = { 'en-US': rest['en-US'] };
  const written = writtenTerms({
    alone,
    spread: { ...unfinished, related },
    share: { ...rest, ja, related },
    other,
    none: 1,
  });
  expect(written).toEqual({
    alone: { ...alone, related: [] },
    spread: { 'en-US': rest['en-US'], cn: rest.cn, related: ['spread'] },
    share: { 'en-US': rest['en-US'], ja, cn: rest.cn, related: ['spread'] },
  });
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

it('an entry is opened with its status, help and use, and saved unless it has changed meanwhile', async () => {
  const opened = await openEntry('facts', 'stockFee', tree.dir);
  expect(opened.head.fields.qualifier).toContain('upTo');
  expect(opened.usage.pages.map(({ page }) => page)).toContain('pages/service/stocks');
  expect(opened.usage.files).toContain('src/authoring/figures/facts.ts');
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

it('the head of a file is help for its fields', () => {
  const head =
    '# A table.\n#\n#   value  a number;\n#          or two\n#   unit   count\n# Else\n\na: 1\n#   note  no\n';
  expect(headOf(head, new Set(['value', 'unit', 'note']))).toEqual({
    text: 'A table.\n\n  value  a number;\n         or two\n  unit   count\nElse',
    fields: { value: 'a number; or two', unit: 'count' },
  });
});

it('shows a mail as its recipient reads it, in each language that has it', async () => {
  const { shown, value } = await openEntry('mail', 'userReset', tree.dir);
  const { subject } = (value as Words).ja as Words;
  const [title, text] = shown.messages.ja ?? [];
  expect(title?.text).toBe(String(subject).replaceAll('{company}', COMPANY));
  expect(text?.text).toContain('‹address›');
  expect(text?.text).toContain('‹hint›');
  expect(shown.messages['en-GB']).toBeUndefined();
  expect(mailSamples({}).map(({ text }) => text.trim())).toEqual(['', '']);
});
