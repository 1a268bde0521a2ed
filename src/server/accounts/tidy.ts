/** Periodic clean-up of personal data. */
import type { Database } from '../db/database.ts';
import { describeError, type Log } from '../log.ts';

const EVERY_MS = 3_600_000;

export interface Tidying {
  database: Promise<Database>;
  log: Log;
  /** The name in the log */
  event: string;
  /** False: nothing is done */
  tidies: boolean;
  /** Returns how much it has removed, by kind */
  tidy: (database: Database) => Promise<Record<string, number>>;
}

/** Tidies once the database is open, then every hour. The returned function ends it and waits for work in progress. */
export function tidyHourly({ database, log, event, tidies, tidy }: Tidying): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let isClosed = false;
  const work = async (opened: Database) => {
    try {
      const counts = await tidy(opened);
      if (Object.values(counts).some((count) => count > 0)) log({ level: 'info', event, counts });
    } catch (error) {
      log({ level: 'error', event, ...describeError(error) });
    }
  };
  if (tidies) {
    database.then(
      (opened) => {
        if (isClosed) return;
        working = work(opened);
        timer = setInterval(() => {
          working = working.then(() => work(opened));
        }, EVERY_MS).unref();
      },
      () => {}, // Whoever opened the database reports the failure.
    );
  }
  return () => {
    isClosed = true;
    clearInterval(timer);
    return working;
  };
}
