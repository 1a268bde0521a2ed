/** Works off a queue in the database, by which processes share work (mail/queue.ts, webhooks/queue.ts). */
import { describeError, type Log } from '../log.ts';
import { logOncePerMinute, type RepeatedLog } from '../repeatedLog.ts';

/** Whoever signs up waits for a mail. */
const TICK_MS = 1_000;
/** How long what is being done may take when the process is told to stop. */
const GRACE_MS = 5_000;
const MINUTE_MS = 60_000;

export interface WorkerOptions<Job> {
  log: Log;
  /** The name in the log */
  event: string;
  /** How many jobs are done at the same time */
  parallel?: number;
  now: () => Date;
  /** Claims what is due; null if nothing is */
  claim: () => Promise<Job | null>;
  /** Does a claimed job. `signal` aborts when the process cannot wait any longer. */
  work: (job: Job, { signal, note }: { signal: AbortSignal } & Pick<RepeatedLog, 'note'>) => Promise<void>;
}

export interface Worker {
  /** Does all that is due. */
  tick(): Promise<void>;
  /** Ends the work, so that the database can be closed. */
  close(): Promise<void>;
}

/** Does what is due at once, and looks for more every second. */
export function createWorker<Job>({ log, event, parallel = 1, now, claim, work }: WorkerOptions<Job>): Worker {
  let isClosed = false;
  const lines = new Set<Promise<void>>();
  const stopping = new AbortController();
  const repeated = logOncePerMinute(log, now);

  /** Starts one more line of work, if there may be. */
  function begin(): void {
    if (isClosed || lines.size >= parallel) return;
    const line = run().finally(() => lines.delete(line));
    lines.add(line);
  }

  async function run(): Promise<void> {
    try {
      while (!isClosed) {
        const job = await claim();
        if (!job) return;
        // More may be due while this one is done.
        begin();
        await work(job, { signal: stopping.signal, note: repeated.note });
      }
    } catch (error) {
      // What was done meanwhile is done again when its claim ends.
      repeated.note({ level: 'error', event, ...describeError(error) });
    } finally {
      repeated.flush();
    }
  }

  async function idle(): Promise<void> {
    while (lines.size > 0) await Promise.all(lines);
  }

  begin();
  const timer = setInterval(begin, TICK_MS).unref();

  return {
    async tick() {
      // What was queued while the last line looked is for a new one.
      await idle();
      begin();
      await idle();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      const grace = setTimeout(() => stopping.abort(), GRACE_MS);
      await idle();
      clearTimeout(grace);
      repeated.end();
    },
  };
}

/** Milliseconds until the next attempt: twice as long each time, up to `most`. */
export const backoff = (attempts: number, most: number): number =>
  Math.min(MINUTE_MS * 2 ** Math.min(attempts - 1, 20), most);
