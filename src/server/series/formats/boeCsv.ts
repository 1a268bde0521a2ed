/**
 * Series of the Bank of England's database as CSV (CSVF=TN): a column DATE such as '20 Nov 2026', then one for each code.
 * A request that the database cannot serve is answered by a web page with status 200.
 * https://www.bankofengland.co.uk/boeapps/database/help.asp
 */
import { csvReader } from './csv.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '02 Jan 2026' → '2026-01-02'; anything else stays as it is. */
function dayOf(cell: string): string {
  const [, day, month = '', year] = /^(\d{2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(cell) ?? [];
  const number = MONTHS.indexOf(month) + 1;
  return number ? `${year}-${String(number).padStart(2, '0')}-${day}` : cell;
}

export const boeCsv = csvReader('DATE', dayOf);
