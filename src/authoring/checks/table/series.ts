import { join } from 'node:path';
import {
  readSeries,
  SERIES_FILES,
  SERIES_SOURCES,
  type SeriesFile,
  seriesPath,
  seriesSourcesSchema,
} from '../../../catalogue/series.ts';
import type { Rule } from '../rule.ts';
import { AS_ENTRIES_BESIDE, checkTable, reportIssues } from '../tables.ts';

/** The monthly series of content/data, and their publishers. */
export const series: Rule = {
  name: 'table',
  checks: (known) => ({
    folder(reportIn) {
      for (const [file, columns] of Object.entries(SERIES_FILES)) {
        const name = seriesPath(file as SeriesFile);
        readSeries(join(known.dir, name), columns, reportIn(name));
      }
      checkTable(known, SERIES_SOURCES, reportIn(SERIES_SOURCES), (written, report) =>
        reportIssues(seriesSourcesSchema, written, report, {
          remedy: AS_ENTRIES_BESIDE,
          nameOf: (path) => path.join(' '),
          isShown: () => false,
        }),
      );
    },
  }),
};
