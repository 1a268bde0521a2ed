import { OFFICIAL_SERIES_FILE, officialSeriesSchema } from '../../../catalogue/officialSeries.ts';
import { saidOf } from '../../../catalogue/problem.ts';
import { lookUp } from '../../../lookUp.ts';
import type { Rule } from '../rule.ts';

const EXPECTED = 'what the head of the file says of its fields';
const REMEDY = 'write it as the entries beside it';

/** The series of official publishers: where their files are, what is in them, under which terms. */
export const officialSeries: Rule = {
  name: 'table',
  checks: ({ table }) => ({
    folder(reportIn) {
      const report = reportIn(OFFICIAL_SERIES_FILE);
      const written = table(OFFICIAL_SERIES_FILE);
      if (!written) return report(1, 'the file is missing', `content/${OFFICIAL_SERIES_FILE}`, 'bring it back');
      const { value: data, fault, lineOf } = written;
      if (fault) return; // The rule for syntax reports it.
      for (const { path, ...issue } of officialSeriesSchema.safeParse(data).error?.issues ?? []) {
        const message = saidOf(issue);
        const along = path.map((_, index) =>
          path.slice(0, index + 1).reduce<unknown>((node, key) => lookUp(Object(node), key), data),
        );
        // A series is named by its id, a file by its publisher.
        const names = path.map((step, index) => {
          const entry = Object(along[index]) as { id?: unknown; publisher?: unknown };
          return typeof step === 'number' ? (entry.id ?? entry.publisher ?? step) : step;
        });
        const value = along.at(-1);
        const shown = typeof value === 'string' ? `'${value}' ` : '';
        report(lineOf(path), `${names.join(' ')}: ${shown}${message}`, EXPECTED, REMEDY);
      }
    },
  }),
};
