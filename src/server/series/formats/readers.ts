/** The reader of each format. A new one is added here and to SERIES_FORMATS. */
import type { SeriesRow } from '../../../catalogue/officialSeries.ts';
import type { Readers, Reading } from '../types.ts';
import { boeCsv } from './boeCsv.ts';
import { ecbXml } from './ecbXml.ts';
import { fedXml } from './fedXml.ts';
import { monthsCsv } from './monthsCsv.ts';
import { nyFedJson } from './nyFedJson.ts';
import { treasuryXml } from './treasuryXml.ts';
import { valetJson } from './valetJson.ts';
import { isZip, unzipped } from './zip.ts';

export const READERS: Readers = { ecbXml, fedXml, treasuryXml, nyFedJson, valetJson, boeCsv, monthsCsv };

/** What a file says, as it came from its publisher: packed or not, in UTF-8. Throws as the reader does. */
export function readBytes(bytes: Buffer, rows: readonly SeriesRow[]): Reading {
  const [first] = rows;
  if (!first) return { points: [], faults: [] };
  const file = isZip(bytes) ? unzipped(bytes, rows) : bytes;
  return READERS[first.format](new TextDecoder().decode(file), rows);
}
