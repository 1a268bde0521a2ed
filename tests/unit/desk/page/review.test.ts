/** What the desk shows of a translation beside its source. */
import { beforeEach, expect, it } from 'vitest';
import { actBy } from '../../../../src/authoring/translation/actText.ts';
import { recordReview, recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { reviewOf } from '../../../../src/desk/page/texts.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';
import { ENGLISH, JAPANESE, mdxPage, BONDS as PAGE } from '../../../helpers/content/lessons.ts';

const FILE = `${PAGE}.mdx`;
const [HANA, KEN] = [actBy('Hana', '2026-11-10T09:00:00Z'), actBy('Ken', '2026-11-20T09:00:00Z')];

let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('review');
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', ENGLISH));
  tree.write(`ja/${FILE}`, mdxPage('債券', JAPANESE));
  recordSource('ja', PAGE, HANA, tree.dir);
});

const rows = (page = PAGE) =>
  reviewOf('ja', page, tree.dir)?.sections.map(({ heading, kind, own }) => [heading, kind, own?.heading ?? null]);

it('each section stands beside its translation, also where both have moved or are new and nobody has recorded it', () => {
  tree.edit(`en-US/${FILE}`, '## Risks', '## Costs\n\nA spread.\n\n## Risks');
  tree.edit(`ja/${FILE}`, '## リスク', '## 費用\n\nスプレッド。\n\n## リスク');
  expect(rows()).toEqual([
    ['', 'same', ''],
    ['What', 'same', '何'],
    ['Price', 'same', '価格'],
    ['Costs', 'added', '費用'],
    ['Risks', 'same', 'リスク'],
  ]);
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', { Risks: 'It may fall a lot.', What: 'A loan.', Price: 'It moves.' }));
  tree.write(`ja/${FILE}`, mdxPage('債券', JAPANESE));
  expect(rows()).toEqual([
    ['', 'same', ''],
    ['Risks', 'movedAndEdited', 'リスク'],
    ['What', 'same', '何'],
    ['Price', 'same', '価格'],
  ]);
});

it('a section tells who translated and who reviewed it, and whether it has changed since', () => {
  recordReview('ja', PAGE, KEN, tree.dir);
  tree.edit(`ja/${FILE}`, '動く。', '変わる。');
  const told = reviewOf('ja', PAGE, tree.dir)?.sections.map(({ acts, isChanged }) => [
    acts?.translated,
    acts?.reviewed,
    isChanged,
  ]);
  expect(told).toEqual([false, false, true, false].map((isChanged) => [HANA, KEN, isChanged]));
});

it('of messages and tables it has the entries that need work', () => {
  tree.write('en-US/ui.json', '{ "a": "One", "b": "Two", "c": "Three" }');
  tree.write('ja/ui.json', '{ "a": "一", "b": "二" }');
  recordSource('ja', 'ui', HANA, tree.dir);
  tree.edit('en-US/ui.json', 'Two', 'Another');
  expect(rows('ui')).toEqual([
    ['b', 'edited', 'b'],
    ['c', 'added', null],
  ]);
});

it('there is none of a text that nobody knows, and no section where English cannot be read', () => {
  expect(reviewOf('ja', 'pages/none', tree.dir)).toBeNull();
  tree.edit(`en-US/${FILE}`, 'title: Bonds', 'title: a: b');
  expect(reviewOf('ja', PAGE, tree.dir)).toMatchObject({ status: { state: 'unreadable' }, sections: [] });
});
