/** Tables of Markdown as rows of cells, and the changes of the text that change one: the rest stays as it is written. */
import { codeIn } from '../offers/tags.ts';

export interface Grid {
  /** Where it begins and ends in the text */
  from: number;
  to: number;
  /** The heads, then each row */
  rows: GridLine[];
  /** The line of --- below the heads */
  rule: GridLine;
}

interface GridLine {
  from: number;
  to: number;
  /** Between two bars, with the space around the words */
  parts: { from: number; to: number }[];
}

export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** The tables of a text whose rows all have as many cells, each row between two bars; others stay text. */
export function gridsIn(text: string): Grid[] {
  const code = codeIn(text);
  const lines: { from: number; written: string; row: GridLine | null }[] = [];
  for (const written of text.split('\n')) {
    const last = lines.at(-1);
    const from = last ? last.from + last.written.length + 1 : 0;
    const isCode = code.some(([start, stop]) => start <= from && from < stop);
    lines.push({ from, written, row: isCode ? null : lineOf(written, from) });
  }
  const grids: Grid[] = [];
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const [head, rule] = [lines[at]?.row, lines[at + 1]?.row];
    if (!head || !rule?.parts.every((part) => /^\s*:?-+:?\s*$/.test(text.slice(part.from, part.to)))) continue;
    let end = at + 2;
    while (lines[end]?.written.trim()) end += 1;
    const rows = [head, ...lines.slice(at + 2, end).map(({ row }) => row)];
    const isWhole = !lines[at - 1]?.written.trim();
    if (
      isWhole &&
      rows.every((row): row is GridLine => row?.parts.length === head.parts.length) &&
      rule.parts.length === head.parts.length
    )
      grids.push({ from: head.from, to: rows.at(-1) === head ? rule.to : (rows.at(-1)?.to ?? rule.to), rows, rule });
    at = end - 1;
  }
  return grids;
}

/** A line between two bars; a bar behind \ is a sign of the words. */
function lineOf(written: string, from: number): GridLine | null {
  if (!/^\|.*\|$/.test(written)) return null;
  const bars = [...written.matchAll(/\\[\\|]|\|/g)].filter(([sign]) => sign === '|').map(({ index }) => index);
  if (bars.length < 2 || bars.at(-1) !== written.length - 1) return null;
  const parts = bars.slice(1).map((bar, at) => ({ from: from + (bars[at] ?? 0) + 1, to: from + bar }));
  return { from, to: from + written.length, parts };
}

/** Where the words of a cell are: without the space around them. */
export function placeOf(text: string, grid: Grid, row: number, column: number): { from: number; to: number } {
  const { from = 0, to = 0 } = grid.rows[row]?.parts[column] ?? {};
  const written = text.slice(from, to);
  const words = written.trim();
  // An empty cell keeps a space on either side.
  const lead = words ? written.length - written.trimStart().length : Math.min(1, written.length);
  return { from: from + lead, to: from + lead + words.length };
}

/** The words of a cell, as they are without the table around them. */
export function cellOf(text: string, grid: Grid, row: number, column: number): string {
  const { from, to } = placeOf(text, grid, row, column);
  return inCell(text.slice(from, to));
}

/** A part of a table as the words of a cell: a bar of them is written behind a sign. */
export const inCell = (written: string) => written.replace(/\\[\\|]/g, (sign) => (sign === '\\|' ? '|' : sign));

/** Words as a cell has them: in one line, without space around them. */
export const asCell = (words: string) => words.replace(/\s*\n\s*/g, ' ').trim();

/** Writes words into a cell; none if they are there already. */
export function cellChange(text: string, grid: Grid, row: number, column: number, words: string): TextChange[] {
  const line = asCell(words);
  if (line === cellOf(text, grid, row, column)) return [];
  const escaped = line.replace(/\\\\|\|/g, (sign) => (sign === '|' ? '\\|' : sign));
  const place = placeOf(text, grid, row, column);
  // At the bar, a \ would make it a sign of the words.
  return [{ ...place, insert: escaped.endsWith('\\') && text[place.to] === '|' ? `${escaped} ` : escaped }];
}

/** An empty row behind another one. */
export function newRow({ rows, rule }: Grid, row: number): TextChange[] {
  const line = row === 0 ? rule : rows[row];
  if (!line) return [];
  return [{ from: line.to, to: line.to, insert: `\n|${'  |'.repeat(line.parts.length)}` }];
}

/** A table without a row; it keeps its heads. */
export function withoutRow({ rows }: Grid, row: number): TextChange[] {
  const line = rows[row];
  return row === 0 || !line ? [] : [{ from: line.from - 1, to: line.to, insert: '' }];
}

const allLines = ({ rows: [head, ...rows], rule }: Grid) => [...(head ? [head] : []), rule, ...rows];

/** An empty column behind another one. */
export function newColumn(grid: Grid, column: number): TextChange[] {
  return allLines(grid).map((line) => {
    const at = (line.parts[column]?.to ?? line.to - 1) + 1;
    return { from: at, to: at, insert: line === grid.rule ? ' --- |' : '  |' };
  });
}

/** A table without a column; it keeps the last one. */
export function withoutColumn(grid: Grid, column: number): TextChange[] {
  if (grid.rule.parts.length < 2) return [];
  return allLines(grid).flatMap(({ parts }) => {
    const part = parts[column];
    return part ? [{ from: part.from, to: part.to + 1, insert: '' }] : [];
  });
}
