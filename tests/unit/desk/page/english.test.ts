/** What the page that edits a translation shows of English: what has changed is marked, word by word. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it } from 'vitest';
import { actBy } from '../../../../src/authoring/translation/actText.ts';
import { recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { EDIT_WORDS, WORDS } from '../../../../src/desk/frame/deskWords.ts';
import { asText, type Piece, piecesOf } from '../../../../src/desk/page/marks.ts';
import { openPage, savePage } from '../../../../src/desk/page/pageCalls.ts';
import { pairRows, withSection } from '../../../../src/desk/page/rows.ts';
import { Source } from '../../../../src/desk/page/Source.tsx';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';
import { ENGLISH, JAPANESE, mdxPage, BONDS as PAGE } from '../../../helpers/content/lessons.ts';

const FILE = `${PAGE}.mdx`;
let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('english');
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', ENGLISH));
  tree.write(`ja/${FILE}`, mdxPage('債券', JAPANESE));
  recordSource('ja', PAGE, actBy('Hana', '2026-11-10T09:00:00Z'), tree.dir);
});

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

it('a missing section stands behind the one that it follows in English, though others are gone in both', () => {
  // The one before it was in English when the translation was made, and is in neither text now.
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', { Price: 'It moves.', Risks: 'It may fall.' }));
  tree.write(`ja/${FILE}`, mdxPage('債券', { リスク: JAPANESE.リスク }));
  expect(rows()).toEqual([
    ['', '', 'same'],
    [undefined, 'Price', 'same'],
    ['リスク', 'Risks', 'same'],
  ]);
});

it('a section that is missing behind the opening is begun in its own place, not in the text of the opening', () => {
  const japanese = mdxPage('債券', { 価格: JAPANESE.価格, リスク: JAPANESE.リスク });
  tree.write(`ja/${FILE}`, japanese);
  const { sections, english, digest } = opened();
  const [, missing] = pairRows({ sections, english });
  expect([missing?.own, missing?.english?.id]).toEqual([null, 'what']);
  const text = withSection(sections[0]?.text ?? '', missing?.english?.text ?? '');
  const answer = savePage({ locale: 'ja', page: PAGE, digest, sections: [{ at: 0, text }] }, tree.dir);
  const saved = 'saved' in answer ? answer.saved : null;
  expect(saved?.sections.map(({ id, text: words }) => [id, words])).toEqual([
    ['', 'Opening.'],
    ['what', `## What\n\n${ENGLISH.What}`],
    ['price', `## 価格\n\n${JAPANESE.価格}`],
    ['risks', `## リスク\n\n${JAPANESE.リスク}`],
  ]);
  expect(saved && pairRows(saved).map(({ own, english: source }) => [own?.section.id, source?.id])).toEqual(
    ['', 'what', 'price', 'risks'].map((id) => [id, id]),
  );
});

const TABLE = '| Fee | Rate |\n| --- | --- |\n| Stocks | $1 a share |\n| Bonds | 1% |\n';

it('what has changed in a table is marked in its cells, and rows that have come or gone in theirs', () => {
  const now = '| Fee | Rate |\n| --- | --- |\n| Stocks | $2 a <Fact id="products" /> |\n| Funds \\| ETF |  |\n';
  const pieces = piecesOf(`Words.\n\n${TABLE}\nMore.`, `Words.\n\n${now}\nMore.`);
  const rows = pieces.flatMap(({ row }) => (row ? [row.cells.map(marked)] : []));
  expect(rows).toEqual([
    ['Fee', 'Rate'],
    ['Stocks', '$-1-+2+ a -share-+<Fact id="products" />+'],
    ['-Bonds-+Funds | ETF+', '-1%-'],
  ]);
  expect(pieces.flatMap(({ row, text }) => (row ? [] : [text]))).toEqual(['Words.\n\n', '\nMore.']);
  expect(marked(asText(pieces))).toContain('| Fee | Rate |\n| --- | --- |\n| Stocks | $-1-+2+ a ');
});

it('a row that is new stands where it is, one that is gone where it was, and a table with other columns is another', () => {
  const kinds = (before: string, after: string) =>
    piecesOf(before, after).flatMap(({ row, kind }) => (row ? [`${kind} ${row.cells.map(marked).join(' ')}`] : []));
  expect(kinds(TABLE, TABLE.replace('| Bonds', '| Funds | 2% |\n| Bonds'))).toEqual([
    'same Fee Rate',
    'same Stocks $1 a share',
    'added +Funds+ +2%+',
    'same Bonds 1%',
  ]);
  const changed = TABLE.replace('Rate', 'Price').replace('| Stocks | $1 a share |\n', '').replace('1%', '2%');
  expect(kinds(TABLE, changed)).toEqual([
    'same Fee -Rate-+Price+',
    'removed -Stocks- -$1 a share-',
    'same Bonds -1-+2+%',
  ]);
  const wide = '| Fee |\n| --- |\n| Stocks |\n';
  expect(kinds(TABLE, wide)).toHaveLength(5);
});

it('beside a translation, a table is a table, and what only English has is in a frame with its facts', () => {
  const html = (before: string, after: string) =>
    renderToStaticMarkup(createElement(Source, { pieces: piecesOf(before, after) }));
  const mark = (kind: 'added' | 'removed') => `<span class="unseen">${EDIT_WORDS.mark[kind]} </span>`;
  expect(html(TABLE, TABLE.replace('1%', '2%'))).toContain(
    `<table><tbody><tr><th>Fee</th><th>Rate</th></tr><tr><td>Stocks</td><td>$1 a share</td></tr><tr><td>Bonds</td><td><del>${mark('removed')}1</del><ins>${mark('added')}2</ins>%</td></tr></tbody></table>`,
  );
  const local = '<Local facts="a b">\n\n## Rules\n\nThey differ.\n\n</Local>\n\nMore.';
  const shown = html(local, local).replaceAll(/ title="[^"]*"/g, '');
  const chip = (words: string) => `<span><span class="desk-chip" data-kind="whole">Fact ${words}</span> </span>`;
  expect(shown).toBe(
    `<section class="source-local" aria-label="${WORDS.onlyHere}"><p class="own-mark">${WORDS.onlyHere}</p><strong>Rules</strong>\n\nThey differ.<p>${WORDS.sourcesOf} ${chip('a')}${chip('b')}</p></section>\n\nMore.`,
  );
});
