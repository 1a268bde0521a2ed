/** What the server knows of the addresses that it fetches, in a table of db/tables/columns.ts, and the lock of one process. */
import { asc } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import type { sourcesTable } from '../db/tables/columns.ts';

/**
 * The state of a source between two fetches. `lastError` is a kind, never a message, since a message may contain an
 * address. It is '2 refused' if the source was read but two of its items could not be stored.
 */
export interface SourceState {
  id: string;
  etag: string | null;
  lastModified: string | null;
  checkedAt: Date | null;
  okAt: Date | null;
  failures: number;
  nextAt: Date | null;
  lastError: string | null;
  itemsSeen: number;
}

/**
 * How the last fetch of a source went. StreamChange by its times alone: while this machine is offline, no failure is counted,
 * though nothing is reached. A failing source without `okAt` has never been reached.
 */
export function statusOf(state: SourceState | undefined): 'ok' | 'failing' | 'waiting' {
  if (!state?.checkedAt) return 'waiting';
  return state.okAt?.getTime() === state.checkedAt.getTime() ? 'ok' : 'failing';
}

export interface SourceStates {
  readSources(): Promise<SourceState[]>;
  saveSource(state: SourceState): Promise<void>;
  /** Runs the work in only one process at a time. Returns null if another process is running it. */
  withIngestLock<T>(work: () => Promise<T>): Promise<T | null>;
}

/** @param lock any number that no other program on the same Postgres is likely to lock, each of ours its own */
export function createSourceStates(
  { orm, pool }: Pick<Database, 'orm' | 'pool'>,
  table: ReturnType<typeof sourcesTable>,
  lock: number,
): SourceStates {
  let isIngesting = false;
  return {
    readSources: () => guarded('reading sources', () => orm.select().from(table).orderBy(asc(table.id))),

    saveSource: ({ id, ...state }) =>
      guarded('saving a source', async () => {
        await orm
          .insert(table)
          .values({ id, ...state })
          .onConflictDoUpdate({ target: table.id, set: state });
      }),

    async withIngestLock(work) {
      if (isIngesting) return null;
      isIngesting = true;
      try {
        if (!pool) return await work();
        const client = await guarded('connecting', () => pool.connect());
        // Without this, a connection lost while idle ends the process. The work goes on: storing twice does no harm.
        client.on('error', () => {});
        try {
          const { rows } = await guarded('taking the lock of the sources', () =>
            client.query('select pg_try_advisory_lock($1) as taken', [lock]),
          );
          return rows[0]?.taken ? await work() : null;
        } finally {
          // Unlocks before the next process asks. If the connection is lost, Postgres notices and unlocks later.
          await client.query('select pg_advisory_unlock_all()').catch(() => {});
          client.release(true);
        }
      } finally {
        isIngesting = false;
      }
    },
  };
}
