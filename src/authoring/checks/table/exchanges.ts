import {
  exchangesSchema,
  PUBLIC_HOLIDAYS,
  publicHolidaysSchema,
  readPublicHolidays,
} from '../../../catalogue/exchanges.ts';
import { type Report, saidOf } from '../../../catalogue/problem.ts';
import type { Yaml } from '../../../catalogue/yaml.ts';
import { LOCALE_IDS } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { isCjk, type Rule } from '../rule.ts';

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
          'npm run generate -- holidays',
        );
      }
      checkNames(written, report);
      const { error } = exchangesSchema(holidays.data).safeParse(data);
      for (const { path, ...issue } of error?.issues ?? []) {
        const message = saidOf(issue);
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

interface Named {
  mic?: string;
  name?: string;
  names?: Record<string, string>;
}

/** An exchange that has a name in one language has one in each, and no two have the same. */
function checkNames({ value, lineOf }: Yaml, report: Report): void {
  const { exchanges: rows } = Object(value) as { exchanges?: unknown };
  const locales = LOCALE_IDS.filter(isCjk);
  const named = new Map<string, Named>();
  for (const [index, row] of ((Array.isArray(rows) ? rows : []) as Named[]).entries()) {
    const place = ['exchanges', index, 'names'];
    const missing = locales.filter((locale) => !row?.names?.[locale]);
    if (missing.length > 0 && missing.length < locales.length) {
      const remedy = `write ${missing.map((locale) => `${locale}: …`).join(', ')}`;
      report(lineOf(place), `${row.mic}: its name in ${missing.join(', ')} is missing`, EXPECTED, remedy);
    }
    for (const locale of locales) {
      const own = row?.names?.[locale];
      const earlier = named.get(`${locale} ${own}`);
      if (own && earlier && earlier.name !== row.name) {
        const what = `${row.mic}: ‘${own}’ is the name of ${earlier.mic} in ${locale}`;
        report(lineOf([...place, locale]), what, 'a name of its own for each exchange', 'write the name of this one');
      }
      if (own && !earlier) named.set(`${locale} ${own}`, row);
    }
  }
}
