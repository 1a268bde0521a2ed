import {
  exchangesSchema,
  PUBLIC_HOLIDAYS,
  publicHolidaysSchema,
  readPublicHolidays,
} from '../../catalogue/exchanges.ts';
import { lookUp } from '../../lookUp.ts';
import type { Rule } from './rule.ts';

const FILE = 'exchanges.yml';
const EXPECTED = 'what the head of the file says of its columns';
const REMEDY = 'write it so; the head of the file has examples';

/** The table of exchanges: hours, holidays, places. */
export const exchanges: Rule = {
  name: 'table',
  checks: ({ dir, table, unreadable }) => ({
    folder(reportIn) {
      const report = reportIn(FILE);
      const written = table(FILE);
      if (!written) return report(1, 'the file is missing', `content/${FILE}`, 'bring it back');
      const { value: data, lineOf } = written;
      // The rule for syntax reports both.
      if (unreadable.has(FILE) || unreadable.has(PUBLIC_HOLIDAYS)) return;
      const holidays = publicHolidaysSchema.safeParse(readPublicHolidays(dir));
      if (!holidays.success) {
        return reportIn(PUBLIC_HOLIDAYS)(
          1,
          'it is not as the command writes it',
          'days by country and year',
          'npm run holidays',
        );
      }
      const { error } = exchangesSchema(holidays.data).safeParse(data);
      for (const { path, message } of error?.issues ?? []) {
        const value = path.reduce<unknown>((node, key) => lookUp(Object(node), key), data);
        const entries = (data as { exchanges?: { mic?: string }[] }).exchanges;
        const entry = path[0] === 'exchanges' ? entries?.[Number(path[1])]?.mic : path[1];
        const where = [entry, ...path.slice(2)].filter((step) => typeof step === 'string').join(' ');
        const shown = typeof value === 'string' && !message.includes(value) ? `'${value}' ` : '';
        report(lineOf(path), `${where}: ${shown}${message}`, EXPECTED, REMEDY);
      }
    },
  }),
};
