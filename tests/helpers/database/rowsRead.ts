/** How many rows of some tables something reads on Postgres, by whichever index. */
import { sql } from 'drizzle-orm';
import type { Orm } from '../../../src/server/db/database.ts';
import { rowsOf } from '../../../src/server/db/rows.ts';

export async function rowsReadBy(
  orm: Orm,
  tables: readonly string[],
  work: (tx: Orm) => Promise<unknown>,
): Promise<number> {
  const counted = async () => {
    const [row] = await rowsOf<{ read: string }>(
      orm,
      sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables
        where relname = any(${sql.param(`{${tables.join()}}`)}::text[])`,
    );
    return Number(row?.read);
  };
  const before = await counted();
  await orm.transaction(async (tx) => {
    await work(tx as Orm);
    await tx.execute(sql`select pg_stat_force_next_flush()`);
  });
  return (await counted()) - before;
}
