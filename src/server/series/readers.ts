/** The reader of each format. A new one is added here and to SERIES_FORMATS. */
import { boeCsv } from './formats/boeCsv.ts';
import { ecbXml } from './formats/ecbXml.ts';
import { h10Csv } from './formats/h10Csv.ts';
import { monthsCsv } from './formats/monthsCsv.ts';
import { nyFedJson } from './formats/nyFedJson.ts';
import { treasuryXml } from './formats/treasuryXml.ts';
import { valetJson } from './formats/valetJson.ts';
import type { Readers } from './types.ts';

export const READERS: Readers = { ecbXml, h10Csv, treasuryXml, nyFedJson, valetJson, boeCsv, monthsCsv };
