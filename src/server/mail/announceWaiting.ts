/** Without a mail server: the log says that mails wait and how to read them, so that links in them can be followed. */
import { count, eq, max } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { mails } from '../db/schema.ts';
import { describeError, type Log } from '../log.ts';
import type { Worker } from '../shared/worker.ts';

const TICK_MS = 5_000;
/** Further mails are announced after this time. */
export const QUIET_MS = 60_000;

export interface AnnounceOptions {
  database: Database;
  log: Log;
  now?: () => Date;
}

/** Looks for new mails at once, then every few seconds. */
export function announceWaiting({ database, log, now = () => new Date() }: AnnounceOptions): Worker {
  let isClosed = false;
  let working = Promise.resolve();
  let logged = { at: 0, latest: 0 };

  async function look(): Promise<void> {
    const at = now().getTime();
    if (isClosed || at - logged.at < QUIET_MS) return;
    try {
      const [found] = await guarded('counting mails', () =>
        database.orm
          .select({ waiting: count(), latest: max(mails.waitsSince) })
          .from(mails)
          .where(eq(mails.state, 'waiting')),
      );
      const latest = found?.latest?.getTime() ?? 0;
      if (!found || latest <= logged.latest) return;
      logged = { at, latest };
      log({
        level: 'info',
        event: 'mail',
        state: 'waiting',
        counts: { waiting: found.waiting },
        message: 'SMTP_URL is unset, so mails wait: npm run admin -- mail show prints them',
      });
    } catch (error) {
      log({ level: 'error', event: 'mail', ...describeError(error) });
    }
  }

  function tick(): Promise<void> {
    working = working.then(look);
    return working;
  }

  void tick();
  const timer = setInterval(() => void tick(), TICK_MS).unref();

  return {
    tick,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await working;
    },
  };
}
