/** What `npm test` leaves out and `npm run test:full` runs: browser tests with this tag, and more rounds of the kills. */
export const FULL = '@full';

/** Rounds of a loop that kills a process while it writes. */
export const KILLS = process.env.TEST_LONG ? 100 : process.env.TEST_FULL ? 5 : 1;
