/** The files of content/data: a column `month` such as 1999-01, then one for each series. See catalogue/series.ts. */
import { csvReader } from './csv.ts';

export const monthsCsv = csvReader('month', (month) => `${month}-01`);
