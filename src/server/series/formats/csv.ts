import type { SeriesRow } from '../../../catalogue/officialSeries.ts';
import type { Reader } from '../types.ts';
import { Collector, textOf, WrongFile } from './values.ts';

/**
 * Reads a table of comma-separated columns, one row a day and one column a series. The first column has this name;
 * `dayOf` converts what stands in it.
 */
export const csvReader =
  (firstColumn: string, dayOf: (cell: string) => string): Reader =>
  (body, wanted) => {
    const [columns = [], ...rows] = rowsOf(body, wanted);
    if (columns[0] !== firstColumn)
      throw new WrongFile(wanted, `the first column is '${columns[0]?.slice(0, 40)}'; expected ${firstColumn}`);
    const collector = new Collector(wanted, 'line');
    const places = collector
      .present((code) => columns.includes(code, 1))
      .map((row) => [row, columns.indexOf(row.code, 1)] as const);
    if (rows.every((cells) => cells.length === 0)) throw new WrongFile(wanted, 'the file has no row of values');
    for (const [index, cells] of rows.entries()) {
      const line = index + 2;
      const day = dayOf(cells[0] ?? '');
      if (cells.length === 0) continue;
      if (cells.length !== columns.length)
        collector.fault(`${cells.length} cells for ${columns.length} columns; expected numbers with a point`, line);
      else if (collector.isDay(day, line))
        for (const [row, column] of places) collector.add(row, day, cells[column] ?? '', line);
    }
    return collector.reading();
  };

/** The cells of each line; none of an empty one. The last line must have an end, else its number may go on. */
function rowsOf(body: string, wanted: readonly SeriesRow[]): string[][] {
  const lines = textOf(body, wanted).split(/\r?\n/);
  if (lines.pop() !== '') throw new WrongFile(wanted, 'the last line has no end: the file is cut off, or no table');
  return lines.map((line) => (line.trim() ? line.split(',').map((cell) => cell.trim()) : []));
}
