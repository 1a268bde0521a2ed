/**
 * Foreign exchange rates of the Federal Reserve, release H.10, from its Data Download Program as CSV with labels and a
 * column for each series. Rows above the values say what each column holds: 'Unit:' (Currency:_Per_EUR), 'Multiplier:',
 * 'Currency:'; the row 'Time Period' has the names. 'ND' is a holiday in New York.
 * https://www.federalreserve.gov/datadownload/Choose.aspx?rel=H10, https://www.federalreserve.gov/releases/h10/about.htm
 */
import type { Reader } from '../types.ts';
import { readColumns, tableOf } from './csv.ts';

export const h10Csv: Reader = (body, wanted) => {
  const table = tableOf(body, 'Time Period', wanted);
  const label = (name: string, column: number) =>
    table.above.find(({ cells }) => cells[0] === name)?.cells[column] ?? '';
  return readColumns(
    table,
    wanted,
    (cell) => cell,
    ({ code, base, quote }, column, collector) => {
      // A rate the other way round, or of a hundred units, would be taken for a crash.
      const [unit, multiplier, currency] = ['Unit:', 'Multiplier:', 'Currency:'].map((name) => label(name, column));
      const isRight = unit === `Currency:_Per_${base}` && currency === quote && Number(multiplier) === 1;
      if (!isRight)
        collector.fault(
          `${code} is in ${currency} × ${multiplier}, ${unit}; expected ${quote} × 1, Currency:_Per_${base}`,
        );
      return isRight;
    },
  );
};
