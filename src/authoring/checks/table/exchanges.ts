import {
  exchangesSchema,
  PUBLIC_HOLIDAYS,
  publicHolidaysSchema,
  readPublicHolidays,
} from '../../../catalogue/exchanges.ts';
import type { Report } from '../../../catalogue/problem.ts';
import type { Yaml } from '../../../catalogue/yaml.ts';
import { LOCALE_IDS } from '../../../i18n/locales.ts';
import { isCjk, type Rule } from '../rule.ts';
import { AS_ENTRIES_BESIDE, checkTable, expectedAt, onlyFile, reportIssues } from '../tables.ts';

const FILE = 'exchanges.yml';

/** The table of exchanges: hours, holidays, places. */
export const exchanges: Rule = {
  name: 'table',
  files: onlyFile(FILE),
  checks: (known) => ({
    folder(reportIn) {
      checkTable(known, FILE, reportIn(FILE), (written, report) => {
        // The rule for syntax reports both.
        if (known.unreadable.has(FILE) || known.unreadable.has(PUBLIC_HOLIDAYS)) return;
        const holidays = publicHolidaysSchema.safeParse(readPublicHolidays(known.dir));
        if (!holidays.success) {
          const [what, expected] = ['it is not as the command writes it', 'days by country and year'];
          return reportIn(PUBLIC_HOLIDAYS)(1, what, expected, 'npm run generate -- holidays');
        }
        checkNames(written, report);
        reportIssues(exchangesSchema(holidays.data), written, report, {
          remedy: AS_ENTRIES_BESIDE,
          // An exchange is named by its MIC, a city by its id.
          nameOf: ([list, id, ...path], values) => {
            const entry = list === 'exchanges' ? Object(values[1]).mic : id;
            return [entry, ...path].filter((step) => typeof step === 'string').join(' ');
          },
          isShown: (value, message) => !message.includes(value),
        });
      });
    },
  }),
};

interface Named {
  mic?: string;
  name?: string;
  names?: Record<string, string>;
}

/** An exchange that has a name in one language has one in each, and no two have the same. */
function checkNames(written: Yaml, report: Report): void {
  const { value, lineOf } = written;
  const { exchanges: rows } = Object(value) as { exchanges?: unknown };
  const locales = LOCALE_IDS.filter(isCjk);
  const named = new Map<string, Named>();
  for (const [index, row] of ((Array.isArray(rows) ? rows : []) as Named[]).entries()) {
    const place = ['exchanges', index, 'names'];
    const missing = locales.filter((locale) => !row?.names?.[locale]);
    if (missing.length > 0 && missing.length < locales.length) {
      const remedy = `write ${missing.map((locale) => `${locale}: …`).join(', ')}`;
      report(
        lineOf(place),
        `${row.mic}: its name in ${missing.join(', ')} is missing`,
        expectedAt(written, ['names']),
        remedy,
      );
    }
    for (const locale of locales) {
      const name = row?.names?.[locale];
      const earlier = named.get(`${locale} ${name}`);
      if (name && earlier && earlier.name !== row.name) {
        const what = `${row.mic}: ‘${name}’ is the name of ${earlier.mic} in ${locale}`;
        report(lineOf([...place, locale]), what, 'a name of its own for each exchange', 'write the name of this one');
      }
      if (name && !earlier) named.set(`${locale} ${name}`, row);
    }
  }
}
