/**
 * Compacts the embedded database. What is deleted stays in the files of a database until something else takes its place:
 * in tables, indexes, statistics and the write-ahead log. PGlite never cleans up by itself.
 */
import { sql } from 'drizzle-orm';
import { command } from '../command.ts';
import { note } from '../shared/records.ts';
import type { Orm } from './database.ts';
import { guarded } from './errors.ts';
import { rowsOf } from './rows.ts';
import { operatorAudit } from './schema.ts';

export const DATABASE_COMMANDS = {
  compact: command({
    about: 'removes what was erased from the files of the embedded database',
    run: async ({ orm }, { by }, now) => {
      await note(operatorAudit, orm, { at: now, reference: '', by, action: 'compacted' });
      const before = await megabytes(orm);
      await guarded('compacting', () => compact(orm));
      return [
        `The database is compacted: ${await megabytes(orm)} MB, before ${before} MB. What was erased is in no file of it.`,
      ];
    },
  }),
};

async function compact(orm: Orm): Promise<void> {
  const run = (statement: string) => orm.execute(sql.raw(statement));
  // Statistics hold values of rows. ANALYZE below makes them anew, but leaves those of a table that is empty now.
  await run('delete from pg_statistic');
  await run('vacuum full pg_statistic');
  const tables = await rowsOf<{ name: string }>(
    orm,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  // One table after the other, so that a server answers in between.
  for (const { name } of tables) await run(`vacuum (full, analyze) ${name}`);
  // Otherwise a segment of the log that is over is kept for later, with its bytes.
  await run('set wal_recycle = off');
  try {
    await run('checkpoint');
    const segments = await rowsOf(orm, sql`select name from pg_ls_waldir()`);
    // Besides the current one these are kept from before. Each becomes the current one, and at a checkpoint is over.
    for (const _ of segments) {
      await run('select pg_switch_wal()');
      await run('checkpoint');
    }
  } finally {
    await run('reset wal_recycle');
  }
}

async function megabytes(orm: Orm): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(
    orm,
    sql`select pg_database_size(current_database()) + (select coalesce(sum(size), 0) from pg_ls_waldir()) as bytes`,
  );
  return Math.ceil(Number(row?.bytes) / 1_000_000);
}
