import { readSourcesFile, SOURCES_FILE } from '../../../catalogue/sources.ts';
import type { Rule } from '../rule.ts';

/** The list of feeds: its outlines and their attributes. */
export const sources: Rule = {
  name: 'table',
  checks: ({ dir }) => ({
    folder: (reportIn) => void readSourcesFile(dir, reportIn(SOURCES_FILE)),
  }),
};
