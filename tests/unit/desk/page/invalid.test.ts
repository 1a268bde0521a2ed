/** Problems in cells of tables and fields of forms: which is in which, and where. */
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { type TagSpan, tagsIn } from '../../../../src/desk/offers/tags.ts';
import { fieldsOf, placeOfField } from '../../../../src/desk/page/forms.ts';
import { gridsIn, placeOf } from '../../../../src/desk/page/grid.ts';
import { problemsIn } from '../../../../src/desk/page/invalid.ts';

/** An editor with a problem at each of the words. */
function withProblems(doc: string, ...words: string[]): EditorState {
  const state = EditorState.create({ doc });
  const problems = words.map((message) => {
    const from = doc.indexOf(message);
    return { from, to: from + message.length, severity: 'error' as const, message };
  });
  return state.update(setDiagnostics(state, problems)).state;
}

it('a problem is in the field whose value it touches; of a value that is not written, the tag', () => {
  const doc = 'A <Term id="bond">bonds,</Term> and <Run call="a" />.';
  const [term, run] = tagsIn(doc) as [TagSpan, TagSpan];
  const told = (state: EditorState, tag: TagSpan) =>
    fieldsOf(tag).map((field) => problemsIn(state, placeOfField(doc, tag, field)).map(({ message }) => message));
  expect(told(withProblems(doc, 'bonds,'), term)).toEqual([[], ['bonds,']]);
  expect(told(withProblems(doc, '"bond"'), term)).toEqual([['"bond"'], []]);
  expect(told(withProblems(doc, 'A ', ' and '), term)).toEqual([[], []]);
  expect(told(withProblems(doc, '<Run'), run)).toEqual([[], ['<Run'], ['<Run']]);
});

it('a problem is in the cell that has its words, and one of several cells in each, cut to it', () => {
  const doc = '| Fee | Rate |\n| --- | --- |\n| Stocks, | 1% |';
  const [grid] = gridsIn(doc);
  const told = (state: EditorState) =>
    grid?.rows.map((line, row) =>
      line.parts.map((_, column) =>
        problemsIn(state, placeOf(doc, grid, row, column))
          .map(({ from, to }) => doc.slice(from, to))
          .join(),
      ),
    );
  expect(told(withProblems(doc, ','))).toEqual([
    ['', ''],
    [',', ''],
  ]);
  expect(told(withProblems(doc, '| Stocks, | 1% |'))).toEqual([
    ['', ''],
    ['Stocks,', '1%'],
  ]);
});
