/** New texts: what is refused, the number and the name of their rows, and taking them back. */
import { beforeAll, expect, it } from 'vitest';
import { contentFiles } from '../../../../src/catalogue/content.ts';
import { begin } from '../../../../src/desk/page/recordCalls.ts';
import { undo, undoing } from '../../../../src/desk/server/undo.ts';
import { createText, type NewText } from '../../../../src/desk/texts/create.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';
import { HELP, LESSON, NEWS } from '../../../helpers/content/newTexts.ts';

let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('content');
});

it('refuses an address that is taken, or that a row may not have, and writes nothing', () => {
  const before = contentFiles(tree.dir);
  const refused: Partial<NewText>[] = [
    { name: 'stocks' },
    { name: 'Stocks' },
    { title: '' },
    { description: 'short' },
    { labels: { 'en-US': 'Rights issues', ja: 'ライツ・イシュー', tw: '配股' } },
    { footer: 'company' },
    { footer: null },
    { under: '', name: 'ja' },
    { under: '', name: 'api' },
  ];
  for (const change of refused)
    expect(() => createText({ ...LESSON, ...change } as NewText, tree.dir), JSON.stringify(change)).toThrow();
  expect(() => createText({ ...NEWS, date: '2026-13-01' }, tree.dir)).toThrow();
  expect(() => createText({ ...HELP, topic: 'nothing' }, tree.dir)).toThrow();
  expect(() => createText({ ...HELP, name: 'deposits' }, tree.dir)).toThrow();
  expect(contentFiles(tree.dir)).toEqual(before);
  expect(tree.read('routes.json')).toBe('[]\n');
});

it('is taken back with its rows and names while its files are as they were made and nobody translates it', () => {
  const records = ['ja', 'tw', 'cn'].map((locale) => `.translations/${locale}/ui.jsonl`);
  const all = () => [...contentFiles(tree.dir), ...records].map((file) => [file, tree.read(file)]);
  const before = all();
  const made = createText(LESSON, tree.dir);
  const [english, own] = ['en-US', 'ja'].map((locale) => `${locale}/${made.page}.mdx`) as [string, string];
  const text = tree.read(english);
  tree.edit(english, LESSON.title, 'Rights');
  expect(() => undo(made.undo, tree.dir)).toThrow(english);
  tree.write(english, text);
  begin({ locale: 'ja', page: made.page }, tree.dir);
  expect(() => undo(made.undo, tree.dir)).toThrow(own);
  tree.remove(own);
  expect(undoing(made.undo, tree.dir).map(({ file }) => file)).toContain('en-US/ui.json');
  undo(made.undo, tree.dir);
  expect(all()).toEqual(before);
});

it('gives the next page another number and another message', () => {
  createText(LESSON, tree.dir);
  createText({ ...LESSON, as: 'audience', name: 'company', footer: 'partners', isHighRisk: false }, tree.dir);
  createText({ ...LESSON, as: 'article', under: '', name: 'press', footer: null, isHighRisk: false }, tree.dir);
  const rows: { index: number; label: string; indexed?: false }[] = JSON.parse(tree.read('routes.json'));
  expect(rows.map(({ label }) => label)).toEqual(['route.rightsIssues', 'route.serviceCompany', 'route.press']);
  expect(new Set(rows.map(({ index }) => index)).size).toBe(3);
  expect(rows[2]?.indexed).toBe(false);
});
