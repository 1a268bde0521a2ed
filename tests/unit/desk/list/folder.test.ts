/** The list of the desk: every text in every language, read anew only if a file has changed. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it } from 'vitest';
import { EDIT_WORDS } from '../../../../src/desk/frame/deskWords.ts';
import { listTexts } from '../../../../src/desk/list/folder.ts';
import { kindOf } from '../../../../src/desk/list/kinds.ts';
import { ListGroup } from '../../../../src/desk/list/ListGroup.tsx';
import { fileTitles, taskOf } from '../../../../src/desk/list/listTasks.ts';
import { waitsWords } from '../../../../src/desk/page/begins.ts';
import { TABLE_WORDS } from '../../../../src/desk/table/tableWords.ts';
import { LOCALES } from '../../../../src/i18n/locales.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';

let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('folder');
  tree.write('en-US/pages/adv.mdx', '---\ntitle: a\n---\n\nText.\n');
  tree.write('en-US/ui.json', '{ "a": "b" }\n');
});

const taskIn = (locale: string, page: string) => {
  const text = listTexts(tree.dir).find((one) => one.locale === locale && one.page === page);
  if (!text) throw new Error(`${locale}/${page} is not in the list`);
  return taskOf(text, 0);
};

it('says what is to be done with a text in each language', () => {
  expect(taskIn('en-US', 'pages/adv')).toBe('done');
  expect(taskIn('ja', 'pages/adv')).toBe('missing');
  expect(taskIn('en-GB', 'pages/adv')).toBe('done');
  tree.write('ja/pages/adv.mdx', '---\ntitle: あ\n---\n\n文。\n');
  expect(taskIn('ja', 'pages/adv')).toBe('unrecorded');
  tree.write('ja/pages/other.mdx', '---\ntitle: あ\n---\n\n文。\n');
  expect(taskIn('ja', 'pages/other')).toBe('orphan');
  const [text] = listTexts(tree.dir);
  expect(text && taskOf(text, 1)).toBe('problem');
});

it('calls each text by its title, of what is not written by the English one', () => {
  tree.write('ja/pages/adv.mdx', '---\ntitle: あ\n---\n\n文。\n');
  const titles = listTexts(tree.dir).map(({ page, locale, title }) => `${locale} ${page}: ${title}`);
  expect(titles).toEqual(
    expect.arrayContaining([
      'en-US pages/adv: a',
      'ja pages/adv: あ',
      'tw pages/adv: a',
      `ja ui: ${TABLE_WORDS.table.ui}`,
    ]),
  );
});

it('says of news and of a legal text from which day readers see them, while that is to come', () => {
  tree.write('en-US/pages/legal/terms.mdx', '---\ntitle: a\nversion: 2999-02-03\n---\n\nText.\n');
  tree.write('en-US/news/a.mdx', '---\ntitle: a\ndate: 2999-02-04\n---\n\nText.\n');
  const pages = ['pages/legal/terms', 'news/a', 'pages/adv'];
  const texts = pages.flatMap((page) => listTexts(tree.dir).find((one) => one.page === page) ?? []);
  expect(texts.map(({ from }) => from)).toEqual(['2999-02-03', '2999-02-04', '']);
  const told = (now: string) => texts.map(({ from }) => waitsWords(from, new Date(now)));
  const [terms, news] = ['2999-02-03', '2999-02-04'].map((day) => `${EDIT_WORDS.waits} ${day}`);
  expect(told('2999-02-02T23:59:59Z')).toEqual([terms, news, '']);
  expect(told('2999-02-03T00:00:00Z')).toEqual(['', news, '']);
  const html = renderToStaticMarkup(createElement(ListGroup, { id: 'done', title: '', texts, problems: new Map() }));
  expect(html.match(/(?<=<td>)[^<]*(?=<\/td>)/g)).toEqual([terms, news, '']);
});

it('calls files by the titles of their texts, with their language where each has its own', () => {
  tree.write('ja/pages/adv.mdx', '---\ntitle: 広告\n---\n\n文。\n');
  tree.write('glossary.yml', 'gap:\n  en-US: { term: gap, definition: A gap. }\n');
  const titles = fileTitles(listTexts(tree.dir));
  expect(titles.get('ja/pages/adv.mdx')).toBe(`広告, ${LOCALES.ja.name}`);
  expect(titles.get('glossary.yml')).toBe(TABLE_WORDS.table.glossary);
  expect(titles.get('nothing.yml')).toBeUndefined();
});

it('is read again only when a file has come, gone or changed', () => {
  const first = listTexts(tree.dir);
  expect(listTexts(tree.dir)).toBe(first);
  tree.write('.translations/ja/pages/adv.jsonl', '{}\n');
  expect(listTexts(tree.dir)).not.toBe(first);
});

it('knows the kind of every text by its name', () => {
  const kinds = ['pages/adv', 'news/a', 'support/a', 'notices/a', 'ui', 'mail/a', 'glossary', 'data/sources'].map(
    kindOf,
  );
  expect(kinds).toEqual(['page', 'news', 'help', 'notice', 'message', 'mail', 'table', 'table']);
});
