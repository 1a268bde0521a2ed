import { OFFICIAL_SERIES_FILE, officialSeriesSchema } from '../../../catalogue/officialSeries.ts';
import { AS_ENTRIES_BESIDE, reportIssues, tableRule } from '../tables.ts';

/** The series of official publishers: where their files are, what is in them, under which terms. */
export const officialSeries = tableRule(OFFICIAL_SERIES_FILE, (written, report) =>
  reportIssues(officialSeriesSchema, written, report, {
    remedy: AS_ENTRIES_BESIDE,
    // A series is named by its id, a file by its publisher.
    nameOf: (path, values) =>
      path
        .map((step, index) => {
          const entry = Object(values[index]) as { id?: unknown; publisher?: unknown };
          return typeof step === 'number' ? (entry.id ?? entry.publisher ?? step) : step;
        })
        .join(' '),
    isShown: () => true,
  }),
);
