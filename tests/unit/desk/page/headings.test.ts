/** The cursor at a heading, whose signs are hidden: what is typed at its beginning stays a heading. */
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { behindSigns, headings } from '../../../../src/desk/page/headings.ts';

const TEXT = '## Risks\n\nIt may fall.\n\n### More\n\n```\n## code\n```';
const MORE = TEXT.indexOf('### More');

/** Selects, and types over what is selected then. */
function typed(anchor: number, head: number, from = 0, text = TEXT) {
  const before = EditorState.create({ doc: text, selection: { anchor: from }, extensions: headings });
  const { state } = before.update({ selection: { anchor, head } });
  const { main } = state.selection;
  return { main, text: state.update(state.replaceSelection('New ')).state.doc.toString() };
}

it('what is typed at the beginning of a heading, or over it, stays a heading', () => {
  expect(typed(0, 0).text).toBe(TEXT.replace('Risks', 'New Risks'));
  expect(typed(0, 8).text).toBe(TEXT.replace('Risks', 'New '));
  expect(typed(0, 9).text).toBe(TEXT.replace('Risks\n', 'New '));
  expect(typed(8, 0).text).toBe(TEXT.replace('Risks', 'New '));
  expect(typed(MORE, MORE).text).toBe(TEXT.replace('More', 'New More'));
  expect(behindSigns(TEXT)).toBe(3);
  expect(behindSigns('It may fall.')).toBe(0);
});

it('to the left of the first word is the line above, and the signs can be taken away', () => {
  const first = MORE + 4;
  expect(typed(MORE, MORE, first).main.head).toBe(MORE - 1);
  expect(typed(0, 0, 3).main.head).toBe(3);
  const state = EditorState.create({ doc: TEXT, selection: { anchor: 3 }, extensions: headings });
  expect(state.update({ changes: { from: 0, to: 3 } }).state.doc.toString()).toBe(TEXT.slice(3));
});

it('more than a heading, code, and a heading that is being typed are selected as they are', () => {
  const { length } = TEXT;
  expect(typed(0, length).text).toBe('New ');
  const code = TEXT.indexOf('## code');
  expect(typed(code, code).main.head).toBe(code);
  expect(typed(0, 0, 0, '## ').main.head).toBe(0);
});
