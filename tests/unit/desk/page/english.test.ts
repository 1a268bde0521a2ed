/** What the page that edits a translation shows of English: what has changed is marked, word by word. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { actBy } from '../../../../src/authoring/translation/actText.ts';
import { recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { type Piece, piecesOf } from '../../../../src/desk/page/marks.ts';
import { openPage } from '../../../../src/desk/page/pageCalls.ts';
import { pairRows } from '../../../../src/desk/page/rows.ts';
import { type ContentTree, treeAt } from '../../../helpers/contentTree.ts';
import { ENGLISH, JAPANESE, mdxPage, BONDS as PAGE } from '../../../helpers/lessons.ts';

const FILE = `${PAGE}.mdx`;
let tree: ContentTree;
beforeEach(() => {
  tree = treeAt(`.data/trees/english-${crypto.randomUUID()}`);
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', ENGLISH));
  tree.write(`ja/${FILE}`, mdxPage('債券', JAPANESE));
  recordSource('ja', PAGE, actBy('Hana', '2026-11-10T09:00:00Z'), tree.dir);
});
afterEach(() => rmSync(tree.dir, { recursive: true }));

const opened = () => openPage('ja', PAGE, tree.dir);
const rows = () =>
  pairRows(opened()).map(({ own, english }) => [own?.section.heading, english?.heading, english?.kind]);
const marked = (pieces: readonly Piece[] = []) =>
  pieces.map(({ text, kind }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind]).join('');

it('words that have come and gone are marked, and a tag is one word', () => {
  expect(marked(piecesOf('It may fall.', 'It can fall far.'))).toBe('It -may-+can+ fall+ far+.');
  const pieces = piecesOf('<Term id="bond">bond</Term> pays.', '<Term id="bond">bonds</Term> pays <Fact id="x" />.');
  expect(pieces.filter(({ tag }) => tag).map(({ text, kind }) => [text, kind])).toEqual([
    ['<Term id="bond">bond</Term>', 'removed'],
    ['<Term id="bond">bonds</Term>', 'added'],
    ['<Fact id="x" />', 'added'],
  ]);
  const words = (...kinds: Piece['kind'][]) =>
    pieces
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ text }) => text)
      .join('');
  expect(words('same', 'removed')).toBe('<Term id="bond">bond</Term> pays.');
  expect(words('same', 'added')).toBe('<Term id="bond">bonds</Term> pays <Fact id="x" />.');
});

it('nothing is marked of a text that has not changed', () => {
  const { english } = opened();
  expect(english?.changedFields).toEqual({});
  for (const { kind, pieces } of english?.sections ?? []) {
    expect(kind).toBe('same');
    expect(pieces.every((piece) => piece.kind === 'same')).toBe(true);
  }
});

it('a section and the fields that have changed in English since the translation are marked', () => {
  tree.edit(`en-US/${FILE}`, 'It may fall.', 'It may fall far.');
  tree.edit(`en-US/${FILE}`, 'lead: Bonds lead.', 'lead: Bonds now lead.');
  const { english } = opened();
  const section = english?.sections.find(({ id }) => id === 'risks');
  expect(marked(section?.pieces)).toBe('## Risks\n\nIt may fall+ far+.');
  expect(section?.kind).toBe('edited');
  expect(Object.keys(english?.changedFields ?? {})).toEqual(['lead']);
  expect(marked(english?.changedFields.lead)).toBe('Bonds +now +lead.');
  // Front matter stands in its fields only.
  expect(marked(english?.sections[0]?.pieces)).toBe('Opening.');
});

it('a section stands beside its translation also when its heading is another one, or when it is gone', () => {
  tree.edit(`en-US/${FILE}`, '## Price', '## What it costs');
  expect(rows()).toEqual([
    ['', '', 'same'],
    ['何', 'What', 'same'],
    ['価格', 'What it costs', 'edited'],
    ['リスク', 'Risks', 'same'],
  ]);
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', { Price: 'It moves.', Taxes: 'A tax.', Risks: 'It may fall.' }));
  expect(rows()).toEqual([
    ['', '', 'same'],
    ['何', 'What', 'removed'],
    ['価格', 'Price', 'same'],
    [undefined, 'Taxes', 'added'],
    ['リスク', 'Risks', 'same'],
  ]);
});
