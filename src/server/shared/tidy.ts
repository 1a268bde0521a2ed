/** Periodic clean-up of personal data. */
import type { Database } from '../db/database.ts';
import { describeError, type Log } from '../log.ts';

const EVERY_MS = 3_600_000;

/** The name in the audit if the retention erases. */
export const RETENTION = 'retention';

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

export interface Tidying {
  database: Database;
  log: Log;
  /** The name in the log */
  event: string;
  /** False: nothing is done */
  tidies: boolean;
  /** Returns how much it has removed, by kind */
  tidy: (database: Database) => Promise<Record<string, number>>;
}

/** Tidies at once, then every hour. The returned function ends it and waits for work in progress. */
export function tidyHourly({ database, log, event, tidies, tidy }: Tidying): () => Promise<void> {
  const work = async () => {
    try {
      const counts = await tidy(database);
      if (Object.values(counts).some((count) => count > 0)) log({ level: 'info', event, counts });
    } catch (error) {
      log({ level: 'error', event, ...describeError(error) });
    }
  };
  return tidies ? atOnceAndEvery(EVERY_MS, work) : async () => {};
}

/** Works at once and then at intervals. The returned function ends it and waits for work in progress. */
function atOnceAndEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let working = work();
  const timer = setInterval(() => {
    working = working.then(work);
  }, ms).unref();
  return () => {
    clearInterval(timer);
    return working;
  };
}
