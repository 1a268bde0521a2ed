/**
 * Foreign exchange rates of the Federal Reserve, release H.10, from its Data Download Program as CSV with labels and a
 * column for each series. The row 'Time Period' has their names: RXI$US_N.B.EU is US dollars for one unit, RXI_N.B.JA
 * units for one US dollar. Rows above say the 'Currency:' (that of the country; in older files that of the price) and the
 * 'Multiplier:'. 'ND' is a holiday in New York.
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
      // The price of a hundred units, or of another currency, would be taken for a crash.
      const [multiplier = '', currency = ''] = [label('Multiplier:', column), label('Currency:', column)];
      const isRight = Number(multiplier) === 1 && [base, quote].includes(currency);
      if (!isRight) collector.fault(`${code} is ${currency} × ${multiplier}; expected ${base}/${quote} × 1`);
      return isRight;
    },
  );
};
