import type { Locale } from '../../src/i18n/locales.ts';

/** `npm test` skips and `npm run test:full` runs: browser tests with this tag, and more rounds of the kills. */
export const FULL = '@full';

/** Matches browser tests with the tag and all those of a file `<name>.full.spec.ts`, as Playwright's --grep reads it. */
export const FULL_TESTS = `${FULL}|\\.full\\.spec`;

/** Rounds of a loop that kills a process while it writes. */
export const KILLS = process.env.TEST_LONG ? 100 : process.env.TEST_FULL ? 5 : 1;

/** Number of applications with odd answers on which form and server are compared. */
export const ODD_APPLICATIONS = process.env.TEST_FULL ? 20_000 : 2_000;

/** Number of instants at which the state of each market is compared. */
export const INSTANTS = process.env.TEST_FULL ? 40 : 10;

/** The tags of a test of one locale: `npm test` runs only some of the locales. */
export const tagsOf = (locale: Locale, always: readonly Locale[] = ['en-US', 'ja']): string[] =>
  always.includes(locale) ? [] : [FULL];
