/** Tables as grids: what is not changed stays byte for byte, in every real page. */
import { expect, it } from 'vitest';
import { parseMdx, walk } from '../../../../src/authoring/reading/mdx.ts';
import {
  cellChange,
  cellOf,
  type Grid,
  gridsIn,
  newColumn,
  newRow,
  type TextChange,
  withoutColumn,
  withoutRow,
} from '../../../../src/desk/page/grid.ts';
import { readPageText } from '../../../../src/desk/page/pageFile.ts';
import { realPages } from '../../../helpers/content/realPages.ts';

/** Changes do not overlap, and are of the text before all of them. */
const withChanges = (text: string, changes: readonly TextChange[]) =>
  changes
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
const cells = (text: string, grid: Grid) =>
  grid.rows.map((row, at) => row.parts.map((_, column) => cellOf(text, grid, at, column)));

const TABLE = '| Fee | *Rate* |\n|---|:---:|\n| One \\| two |  |\n|x|`a`|';
const TEXT = `Words.\n\n${TABLE}\n\nMore.`;
const only = (text: string) => {
  const [grid, ...others] = gridsIn(text);
  expect(others).toEqual([]);
  return grid as Grid;
};
const change = (make: (grid: Grid) => TextChange[], text = TEXT) => withChanges(text, make(only(text)));

it('every table of every page is a grid, with the rows that readers see, and can be written back', () => {
  let count = 0;
  for (const { file, text } of realPages()) {
    for (const { text: section, heading } of readPageText(text).sections) {
      const tables = [...walk(parseMdx(section).root)].filter(({ node }) => node.type === 'table');
      const grids = gridsIn(section);
      expect(grids.length, `${file} ${heading}`).toBe(tables.length);
      for (const [index, grid] of grids.entries()) {
        count += 1;
        const table = tables[index]?.node;
        const sizes = table?.type === 'table' ? table.children.map((row) => row.children.length) : [];
        expect(sizes, `${file} ${heading}`).toEqual(grid.rows.map(({ parts }) => parts.length));
        for (const [row, line] of cells(section, grid).entries())
          for (const [column, words] of line.entries()) {
            expect(cellChange(section, grid, row, column, words)).toEqual([]);
            const changed = withChanges(section, cellChange(section, grid, row, column, `${words} more|`));
            const back = gridsIn(changed)[index] as Grid;
            expect(withChanges(changed, cellChange(changed, back, row, column, words)) === section, file).toBe(true);
          }
        const added = withChanges(section, newRow(grid, 0));
        expect(withChanges(added, withoutRow(gridsIn(added)[index] as Grid, 1)) === section, file).toBe(true);
        const wider = withChanges(section, newColumn(grid, 0));
        expect(withChanges(wider, withoutColumn(gridsIn(wider)[index] as Grid, 1)) === section, file).toBe(true);
      }
    }
  }
  expect(count).toBeGreaterThan(100);
}, 120_000);

it('a cell has its words without the table around them, and takes a bar', () => {
  expect(cells(TEXT, only(TEXT))).toEqual([
    ['Fee', '*Rate*'],
    ['One | two', ''],
    ['x', '`a`'],
  ]);
  expect(change((grid) => cellChange(TEXT, grid, 1, 1, 'a|b\nc'))).toBe(TEXT.replace('|  |', '| a\\|b c |'));
  const ended = change((grid) => cellChange(TEXT, grid, 2, 0, 'x\\'));
  expect(cells(ended, only(ended))[2]).toEqual(['x\\', '`a`']);
});

it('rows and columns come and go, and nothing else changes', () => {
  expect(change((grid) => newRow(grid, 0))).toBe(TEXT.replace(':---:|\n', ':---:|\n|  |  |\n'));
  expect(change((grid) => newRow(grid, 2))).toBe(TEXT.replace('`a`|', '`a`|\n|  |  |'));
  expect(change((grid) => withoutRow(grid, 2))).toBe(TEXT.replace('\n|x|`a`|', ''));
  expect(change((grid) => withoutRow(grid, 0))).toBe(TEXT);
  const wide = change((grid) => newColumn(grid, 1));
  expect(wide).toContain('| Fee | *Rate* |  |\n|---|:---:| --- |\n| One \\| two |  |  |\n|x|`a`|  |');
  const narrow = change((grid) => withoutColumn(grid, 0));
  expect(narrow).toContain('\n| *Rate* |\n|:---:|\n|  |\n|`a`|\n');
  expect(withoutColumn(only(narrow), 0)).toEqual([]);
});

it('what is no whole table stays text', () => {
  for (const text of [
    '```\n| a |\n|---|\n| b |\n```',
    '| a | b |\n|---|---|\n| c |',
    '| a |\n|---|\nwords',
    'words\n| a |\n|---|\n| b |',
    '| a |\n| b |',
  ])
    expect(gridsIn(text), text).toEqual([]);
});
