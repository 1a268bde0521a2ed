/** Renaming: the files that move, every link, what is recorded of translations, the old address. */
import { beforeEach, expect, it } from 'vitest';
import { translationStatuses } from '../../../../src/authoring/translation/translations.ts';
import { contentFiles } from '../../../../src/catalogue/content.ts';
import { undo } from '../../../../src/desk/server/undo.ts';
import { createText } from '../../../../src/desk/texts/create.ts';
import { planRenaming, type Renaming, rename } from '../../../../src/desk/texts/rename.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';
import { bytesOf } from '../../../helpers/folderBytes.ts';

let tree: ContentTree;
beforeEach(() => {
  tree = contentTree('content');
});

const done = (wanted: Renaming) => rename(wanted, planRenaming(wanted, tree.dir).mark, tree.dir);
const redirects = () => JSON.parse(tree.read('redirects.json'));
const open = () => translationStatuses(tree.dir).filter(({ state }) => !['current', 'overlay'].includes(state));
/** The texts that hold a word; records of translations too. */
const holding = (word: string) =>
  [...bytesOf(tree.dir)].flatMap(([file, bytes]) => (file !== 'README.md' && bytes.includes(word) ? [file] : []));

it('moves an article in every language, changes its links, and keeps every translation current', () => {
  tree.edit('ja/pages/adv.mdx', /$/, '\n[入金](/support/anserpage/deposits#ask)（/support/anserpage/deposits）\n');
  const before = bytesOf(tree.dir);
  const wanted = { page: 'support/deposits', to: 'paying-in' };
  const plan = planRenaming(wanted, tree.dir);
  expect(plan).toMatchObject({ from: '/support/anserpage/deposits', to: '/support/anserpage/paying-in' });
  expect(plan.moves).toHaveLength(
    contentFiles(tree.dir).filter((file) => file.endsWith('support/deposits.mdx')).length,
  );
  expect(plan.files.map(({ file }) => file)).toContain('ja/pages/adv.mdx');
  expect(bytesOf(tree.dir)).toEqual(before);
  const { undo: name, page } = rename(wanted, plan.mark, tree.dir);
  expect(page).toBe('support/paying-in');
  expect(redirects()).toEqual([{ from: '/support/anserpage/deposits', to: '/support/anserpage/paying-in' }]);
  expect(holding('/support/anserpage/deposits')).toEqual(['redirects.json']);
  expect(tree.read('ja/pages/adv.mdx')).toContain('](/support/anserpage/paying-in#ask)');
  expect(open().map(({ page: one }) => one)).toEqual([]);
  undo(name, tree.dir);
  expect(bytesOf(tree.dir)).toEqual(before);
});

it('moves a page of the desk with its row; one that the code names stays', () => {
  createText(
    {
      as: 'article',
      title: 'Press',
      lead: 'For the press.',
      under: '/info',
      name: 'press',
      description: 'What the press finds here, and whom it may ask.',
      labels: { 'en-US': 'Press', ja: '報道', tw: '媒體', cn: '媒体' },
      footer: 'company',
      isHighRisk: false,
    },
    tree.dir,
  );
  tree.edit(
    'en-US/pages/adv.mdx',
    /$/,
    '\n[Press](/info/press) and [more](/info/pressRoom) at https://x.example/info/press\n',
  );
  done({ page: 'pages/info/press', to: '/info/media' });
  expect(JSON.parse(tree.read('routes.json'))).toMatchObject([{ path: '/info/media', label: 'route.press' }]);
  expect(tree.read('en-US/pages/info/media.mdx')).toContain('title: Press');
  expect(tree.read('en-US/pages/adv.mdx')).toContain(
    '[Press](/info/media) and [more](/info/pressRoom) at https://x.example/info/press',
  );
  for (const to of ['/info/company', '/ja/media', 'media', '/api/media', '/info/media'])
    expect(() => planRenaming({ page: 'pages/info/media', to }, tree.dir), to).toThrow();
  expect(() => planRenaming({ page: 'pages/service/stocks', to: '/service/shares' }, tree.dir)).toThrow();
  expect(() => planRenaming({ page: 'support/deposits', to: 'withdrawals' }, tree.dir)).toThrow();
});

it('gives a section another heading: links follow, and translations keep their place under the new one', () => {
  tree.edit('ja/pages/adv.mdx', /$/, '\n[注文](/service/stocks#orders)、[同じ](/service#orders)\n');
  tree.edit('en-US/pages/service/stocks.mdx', /$/, '\nSee [orders](#orders).\n');
  done({ page: 'pages/service/stocks', section: 'orders', heading: 'How orders work' });
  expect(tree.read('en-US/pages/service/stocks.mdx')).toContain('\n## How orders work\n');
  expect(tree.read('en-US/pages/service/stocks.mdx')).toContain('[orders](#how-orders-work)');
  expect(tree.read('ja/pages/adv.mdx')).toContain(
    '(/service/stocks#how-orders-work)、[同じ](/service#how-orders-work)',
  );
  const status = translationStatuses(tree.dir).find(
    ({ locale, page }) => locale === 'ja' && page === 'pages/service/stocks',
  );
  const change = status?.changes.find(({ id }) => id === 'how-orders-work');
  expect(change).toMatchObject({ kind: 'edited', heading: 'How orders work' });
});
