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

const EXPECTED = 'publisher, release and terms of each file';
const REMEDY = 'compare the head of the file';

/** The monthly series of content/data, and their publishers. */
export const series: Rule = {
  name: 'table',
  checks: ({ dir, table }) => ({
    folder(reportIn) {
      for (const [file, columns] of Object.entries(SERIES_FILES)) {
        const name = seriesPath(file as SeriesFile);
        readSeries(join(dir, name), columns, reportIn(name));
      }
      const report = reportIn(SERIES_SOURCES);
      const written = table(SERIES_SOURCES);
      if (!written) return report(1, 'the file is missing', `content/${SERIES_SOURCES}`, 'bring it back');
      const { value, fault, lineOf } = written;
      if (fault) return; // The rule for syntax reports it.
      for (const { path, message } of seriesSourcesSchema.safeParse(value).error?.issues ?? [])
        report(lineOf(path), `${path.join(' ')}: ${message}`, EXPECTED, REMEDY);
    },
  }),
};
