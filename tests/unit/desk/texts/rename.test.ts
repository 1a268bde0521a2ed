/** Renaming: what an old address leads to, and that only what was shown is done. */
import { beforeEach, expect, it } from 'vitest';
import { planRenaming, type Renaming, rename } from '../../../../src/desk/texts/rename.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';
import { bytesOf } from '../../../helpers/folderBytes.ts';

let tree: ContentTree;
beforeEach(() => {
  tree = contentTree('content');
});

const done = (wanted: Renaming) => rename(wanted, planRenaming(wanted, tree.dir).mark, tree.dir);
const redirects = () => JSON.parse(tree.read('redirects.json'));

it('sends every old address to the newest one, and none to itself', () => {
  done({ page: 'support/deposits', to: 'paying-in' });
  done({ page: 'support/paying-in', to: 'money-in' });
  const now = '/support/anserpage/money-in';
  expect(redirects()).toEqual([
    { from: '/support/anserpage/deposits', to: now },
    { from: '/support/anserpage/paying-in', to: now },
  ]);
  done({ page: 'support/money-in', to: 'deposits' });
  expect(redirects()).toEqual([
    { from: '/support/anserpage/paying-in', to: '/support/anserpage/deposits' },
    { from: now, to: '/support/anserpage/deposits' },
  ]);
});

it('does nothing that was not shown', () => {
  const wanted = { page: 'support/deposits', to: 'paying-in' };
  const { mark } = planRenaming(wanted, tree.dir);
  tree.edit('ja/pages/adv.mdx', /$/, '\n[入金](/support/anserpage/deposits)\n');
  const before = bytesOf(tree.dir);
  expect(() => rename(wanted, mark, tree.dir)).toThrow();
  expect(bytesOf(tree.dir)).toEqual(before);
});
