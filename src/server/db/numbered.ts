/** Changes with numbers that streams resume after. */
import { sql } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { rowsOf } from './rows.ts';

/**
 * Runs a change in a transaction with `count` numbers of a counter, from `first` on. The counter's row stays locked until
 * the commit: writers queue, numbers follow the order of the commits, and a reader that has seen n has missed nothing
 * below it. On commit, NOTIFY sends the newest number on the channel of the same name (hub.ts). If the work throws, the
 * transaction is rolled back, including the numbers.
 */
export async function numbered<T>(
  orm: Orm,
  counter: string,
  count: number,
  work: (tx: Orm, first: number) => Promise<T>,
): Promise<T> {
  return orm.transaction(async (tx) => {
    const [row] = await rowsOf<{ value: string | number }>(
      tx,
      sql`insert into counters as c (name, value) values (${counter}, ${count}::bigint)
        on conflict (name) do update set value = c.value + excluded.value returning value`,
    );
    const last = Number(row?.value);
    const done = await work(tx as Orm, last - count + 1);
    await tx.execute(sql`select pg_notify(${counter}, ${String(last)})`);
    return done;
  });
}
