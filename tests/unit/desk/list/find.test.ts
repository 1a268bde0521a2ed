/** Texts are found by name, title, heading and words of any language. */
import { beforeEach, expect, it } from 'vitest';
import { findTexts } from '../../../../src/desk/list/find.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';

let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('find');
  tree.write('en-US/ui.json', '{ "nav.menu": "Menu of bonds" }\n');
  tree.write('en-US/pages/a.mdx', '---\ntitle: Costs\n---\n\nWhat bonds pay, **every** <Term id="x">year</Term>.\n');
  tree.write('en-US/pages/b.mdx', '---\ntitle: Costs\n---\n\n## How bonds are sold\n');
  tree.write('en-US/pages/c.mdx', '---\ntitle: How Bonds work\n---\n\nText.\n');
  tree.write('ja/pages/c.mdx', '---\ntitle: 債券の仕組み\n---\n\n文。\n');
});

const find = (words: string) => findTexts(words, tree.dir);

it('finds a text by its title, address, a heading and words, in any language', () => {
  expect(find('how bonds  WORK')).toEqual(['pages/c']);
  expect(find('債券')).toEqual(['pages/c']);
  expect(find('are sold')).toEqual(['pages/b']);
  expect(find('every year')).toEqual(['pages/a']);
  expect(find('menu')).toEqual(['ui']);
  expect(find('ui.json')).toEqual(['ui']);
  expect(find('no such words')).toEqual([]);
});

it('puts what is named so before headings, and these before words', () => {
  expect(find('bonds')).toEqual(['pages/c', 'pages/b', 'pages/a', 'ui']);
});

it('puts what is called just so first, then what begins so, in any language', () => {
  tree.write('en-US/pages/d.mdx', '---\ntitle: What bonds pay\n---\n\nText.\n');
  tree.write('ja/pages/d.mdx', '---\ntitle: 利回りと債券の仕組み\n---\n\n文。\n');
  expect(find('債券の仕組み')).toEqual(['pages/c', 'pages/d']);
  tree.write('ja/pages/b.mdx', '---\ntitle: 債券\n---\n\n文。\n');
  expect(find('債券')).toEqual(['pages/b', 'pages/c', 'pages/d']);
});

it('finds what has changed since', () => {
  expect(find('perpetual')).toEqual([]);
  tree.write('en-US/pages/a.mdx', '---\ntitle: Costs\n---\n\nA perpetual bond.\n');
  expect(find('perpetual')).toEqual(['pages/a']);
});
