/** What the readers of publishers' files take and give. */
import type { SeriesFormat, SeriesRow } from '../../catalogue/officialSeries.ts';

/** One value of a series, as its publisher states it. */
export interface Point {
  /** The id of the series */
  series: string;
  /** YYYY-MM-DD: the day, or the first day of the month */
  day: string;
  /** As published: digits with '.', no grouping, padding kept */
  value: string;
}

/** What a file says. */
export interface Reading {
  points: Point[];
  /** What could not be read, each with its line or entry */
  faults: string[];
}

/**
 * Reads the series that are wanted from a file; a value that is a holiday is no point. Throws with one line that names the
 * publisher and the remedy if the file is not what it should be, such as a web page of errors or half a file.
 */
export type Reader = (body: string, wanted: readonly SeriesRow[]) => Reading;
export type Readers = Readonly<Record<SeriesFormat, Reader>>;
