/** `npm test` runs the browser tests with this tag: a way through each island, every page once. `test:full` runs the others. */
export const SHORT = '@short';

/** Rounds of a loop that kills a process while it writes. */
export const KILLS = process.env.TEST_LONG ? 100 : process.env.TEST_FULL ? 3 : 1;

/** Number of applications with odd answers on which form and server are compared. */
export const ODD_APPLICATIONS = process.env.TEST_FULL ? 20_000 : 1_000;

/** Number of instants at which the state of each market is compared. */
export const INSTANTS = process.env.TEST_FULL ? 40 : 4;

/** Random edits of content after which a second build is compared with a first one, 25 at a time. */
export const EDITS = process.env.TEST_LONG ? 100 : 25;
