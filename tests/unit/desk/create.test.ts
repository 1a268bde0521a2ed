/** New texts: what is refused, and the number and the name of their rows. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentFiles } from '../../../src/catalogue/content.ts';
import { createText, type NewText } from '../../../src/desk/server/create.ts';
import { type ContentTree, contentTree } from '../../helpers/contentTree.ts';
import { HELP, LESSON, NEWS } from '../../helpers/newTexts.ts';

let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('content');
});
afterAll(() => rmSync(tree.dir, { recursive: true }));

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

it('gives the next page another number and another message', () => {
  createText(LESSON, tree.dir);
  createText({ ...LESSON, as: 'audience', name: 'company', footer: 'partners', isHighRisk: false }, tree.dir);
  createText({ ...LESSON, as: 'article', under: '', name: 'press', footer: null, isHighRisk: false }, tree.dir);
  const rows: { index: number; label: string; indexed?: false }[] = JSON.parse(tree.read('routes.json'));
  expect(rows.map(({ label }) => label)).toEqual(['route.rightsIssues', 'route.serviceCompany', 'route.press']);
  expect(new Set(rows.map(({ index }) => index)).size).toBe(3);
  expect(rows[2]?.indexed).toBe(false);
});
