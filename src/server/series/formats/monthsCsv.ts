/** The files of content/data: a column `month` such as 1999-01, then one for each series. See catalogue/series.ts. */
import type { Reader } from '../types.ts';
import { readColumns, tableOf } from './csv.ts';

export const monthsCsv: Reader = (body, wanted) =>
  readColumns(tableOf(body, 'month', wanted), wanted, (month) => `${month}-01`);
