/** Files of comma-separated columns: one row a day, one column a series. */
import type { SeriesRow } from '../../../catalogue/officialSeries.ts';
import type { Reading } from '../types.ts';
import { Collector, textOf, WrongFile } from './reading.ts';

export interface Row {
  cells: string[];
  /** From 1 */
  line: number;
}

export interface Table {
  /** The rows above the names of the columns */
  above: Row[];
  columns: string[];
  rows: Row[];
  /** False if the last row has no line end */
  isWhole: boolean;
}

const CELL = /"((?:[^"]|"")*)"|([^",]*)/y;

/** The table below a row that begins with this cell. Throws a WrongFile. */
export function tableOf(body: string, firstCell: string, wanted: readonly SeriesRow[]): Table {
  const lines = textOf(body, wanted).split(/\r?\n/);
  const isWhole = lines.at(-1) === '';
  const rows = lines.flatMap((text, index) => (text.trim() ? [{ cells: cellsOf(text), line: index + 1 }] : []));
  const head = rows.findIndex(({ cells }) => cells[0] === firstCell);
  const names = rows[head]?.cells;
  if (!names) throw new WrongFile(wanted, `the file has no row that begins with '${firstCell}'`);
  return { above: rows.slice(0, head), columns: names, rows: rows.slice(head + 1), isWhole };
}

function cellsOf(text: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at = CELL.lastIndex + 1) {
    CELL.lastIndex = at;
    const [, quoted, plain = ''] = CELL.exec(text) ?? [];
    // A quotation mark that never closes: the rest is one cell, so that the number of cells is wrong.
    if (CELL.lastIndex < text.length && text[CELL.lastIndex] !== ',') return [...cells, text.slice(at)];
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
  }
  return cells;
}

/** Reads the columns of the series that are wanted. `dayOf` converts the first cell of a row. */
export function readColumns(
  { columns, rows, isWhole }: Table,
  wanted: readonly SeriesRow[],
  dayOf: (cell: string) => string,
  isRight: (row: SeriesRow, column: number, collector: Collector) => boolean = () => true,
): Reading {
  const collector = new Collector(wanted, 'line');
  const places = collector
    .present((code) => columns.includes(code, 1))
    .map((row) => [row, columns.indexOf(row.code, 1)] as const)
    .filter(([row, column]) => isRight(row, column, collector));
  if (rows.length === 0) throw new WrongFile(wanted, 'the file has no row of values');
  for (const [index, { cells, line }] of rows.entries()) {
    const [first = ''] = cells;
    if (cells.length !== columns.length)
      collector.fault(
        `${cells.length} cells for ${columns.length} columns; expected a number with a point in each`,
        line,
      );
    else if (!isWhole && index === rows.length - 1 && mayBeCut(rows))
      collector.fault(`'${cells.at(-1)}' may be cut off; expected as many decimals as above, or a line end`, line);
    else if (collector.isDay(dayOf(first), line))
      for (const [row, column] of places) collector.add(row, dayOf(first), cells[column] ?? '', line);
  }
  return collector.reading();
}

/**
 * True if the last number may go on. The Federal Reserve's files end without a line end, but each number of a column has
 * as many decimals as the others.
 */
function mayBeCut(rows: readonly Row[]): boolean {
  const decimals = rows.map(({ cells }) => cells.at(-1)?.split('.')[1]?.length ?? 0);
  const last = decimals.pop() ?? 0;
  return decimals.length === 0 || last < Math.max(...decimals);
}
