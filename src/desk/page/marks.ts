/** A text with what has changed since an earlier one, word by word, also within the cells of its tables. */
import { diffArrays } from 'diff';
import { type TagSpan, tagsIn } from '../offers/tags.ts';
import { cellOf, gridsIn } from './grid.ts';

export interface Piece {
  text: string;
  kind: 'same' | 'added' | 'removed';
  /** What it is if it is a tag: a tag is never cut */
  tag: TagSpan | null;
  /** A row of a table, with the pieces of each cell; null for what stands in no table */
  row: { isHead: boolean; cells: Piece[][] } | null;
}

interface Unit {
  text: string;
  tag: TagSpan | null;
  row: { isHead: boolean; cells: string[] } | null;
}

interface Changed {
  unit: Unit;
  kind: Piece['kind'];
  old?: Unit;
}

/** The pieces of both texts, in their order. */
export function piecesOf(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  const put = ({ text, tag, row }: Unit, kind: Piece['kind'], old?: Unit) => {
    if (row) {
      const cells = row.cells.map((cell, column) =>
        piecesOf(kind === 'added' ? '' : (old?.row?.cells[column] ?? cell), kind === 'removed' ? '' : cell),
      );
      pieces.push({ text, kind, tag, row: { isHead: row.isHead, cells } });
      return;
    }
    const last = pieces.at(-1);
    if (last && last.kind === kind && !tag && !last.tag && !last.row) last.text += text;
    else pieces.push({ text, kind, tag, row: null });
  };
  let removed: Unit[] = [];
  let added: Unit[] = [];
  const putChanged = () => {
    for (const { unit, kind, old } of mergedOf(removed, added)) put(unit, kind, old);
    [removed, added] = [[], []];
  };
  const comparator = (a: Unit, b: Unit) => a.text === b.text && !a.row === !b.row;
  for (const change of diffArrays(unitsOf(before), unitsOf(after), { comparator })) {
    if (change.removed) removed.push(...change.value);
    else if (change.added) added.push(...change.value);
    else {
      putChanged();
      for (const unit of change.value) put(unit, 'same');
    }
  }
  putChanged();
  return pieces;
}

/** What has changed at one place: first what is gone. A row stands for the one that it was, and what followed that follows. */
function mergedOf(removed: readonly Unit[], added: readonly Unit[]): Changed[] {
  const earlierRows = rowsBefore(removed, added);
  const staying = new Set(earlierRows.values());
  const goneFrom = (start: number): Changed[] => {
    const end = removed.findIndex((unit, at) => at >= start && staying.has(unit));
    return removed.slice(start, end < 0 ? undefined : end).map((unit) => ({ unit, kind: 'removed' }));
  };
  return [
    ...goneFrom(0),
    ...added.flatMap((unit): Changed[] => {
      const old = earlierRows.get(unit);
      return old ? [{ unit, kind: 'same', old }, ...goneFrom(removed.indexOf(old) + 1)] : [{ unit, kind: 'added' }];
    }),
  ];
}

/** The earlier row of each row that has changed: of the same first cell, or at the same place if none has come or gone. */
function rowsBefore(removed: readonly Unit[], added: readonly Unit[]): Map<Unit, Unit> {
  const pairs = new Map<Unit, Unit>();
  const alike = (a: Unit, b: Unit | undefined) =>
    a.row?.isHead === b?.row?.isHead && a.row?.cells.length === b?.row?.cells.length;
  let [old, now] = [removed, added].map((units) => units.filter(({ row }) => row)) as [Unit[], Unit[]];
  for (const unit of now) {
    const same = old.find((one) => alike(unit, one) && one.row?.cells[0] === unit.row?.cells[0]);
    if (!same) continue;
    pairs.set(unit, same);
    old = old.filter((one) => one !== same);
  }
  now = now.filter((unit) => !pairs.has(unit));
  if (now.length === old.length)
    for (const [at, unit] of now.entries()) {
      const same = old[at];
      if (same && alike(unit, same)) pairs.set(unit, same);
    }
  return pairs;
}

/** Words, white space, signs, those of a heading as one, whole tags, and whole rows of tables. */
function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let at = 0;
  const rows = rowsIn(text);
  const tags = tagsIn(text).map((tag) => ({ from: tag.from, to: tag.to, tag, row: null }));
  for (const { from, to, tag, row } of [...rows, ...tags].toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue; // A tag in a row
    units.push(...wordsOf(text.slice(at, from)), { text: text.slice(from, to), tag, row });
    at = to;
  }
  return [...units, ...wordsOf(text.slice(at))];
}

/** The rows of the tables of a text, with the ends of their lines; the line below the heads is of theirs. */
function rowsIn(text: string) {
  return gridsIn(text).flatMap((grid) =>
    grid.rows.map((line, at) => {
      const end = at === 0 ? grid.rule.to : line.to;
      const cells = line.parts.map((_, column) => cellOf(text, grid, at, column));
      return { from: line.from, to: end + (text[end] === '\n' ? 1 : 0), tag: null, row: { isHead: at === 0, cells } };
    }),
  );
}

const wordsOf = (text: string): Unit[] =>
  (text.match(/^#{2,4} |[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gmu) ?? []).map((words) => ({
    text: words,
    tag: null,
    row: null,
  }));

/** The same as running text: rows that have changed between bars, as they are written. */
export function asText(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece): Piece[] => {
    const { row, kind, text } = piece;
    if (!row || kind !== 'same') return [piece];
    const bar = (sign: string): Piece => ({ text: sign, kind, tag: null, row: null });
    const [, ...below] = text.split('\n');
    return [...row.cells.flatMap((cell) => [bar('| '), ...cell, bar(' ')]), bar(['|', ...below].join('\n'))];
  });
}
