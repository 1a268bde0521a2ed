/** The reader of each format. A new one is added here and to SERIES_FORMATS. */
import type { SeriesRow } from '../../catalogue/officialSeries.ts';
import { boeCsv } from './formats/boeCsv.ts';
import { ecbXml } from './formats/ecbXml.ts';
import { fedXml } from './formats/fedXml.ts';
import { monthsCsv } from './formats/monthsCsv.ts';
import { nyFedJson } from './formats/nyFedJson.ts';
import { treasuryXml } from './formats/treasuryXml.ts';
import { valetJson } from './formats/valetJson.ts';
import { isZip, unzipped } from './formats/zip.ts';
import type { Readers, Reading } from './types.ts';

export const READERS: Readers = { ecbXml, fedXml, treasuryXml, nyFedJson, valetJson, boeCsv, monthsCsv };

/** What a file says, as it came from its publisher: packed or not, in UTF-8. Throws as the reader does. */
export function readBytes(bytes: Buffer, rows: readonly SeriesRow[]): Reading {
  const [first] = rows;
  if (!first) return { points: [], faults: [] };
  const file = isZip(bytes) ? unzipped(bytes, rows) : bytes;
  return READERS[first.format](new TextDecoder().decode(file), rows);
}
