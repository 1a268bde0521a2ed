/**
 * Removes items older than the settings allow. An item whose only date is its first sight stays as an empty, withdrawn
 * row: its source may still list it, and it would come back as new. All others are recognized by their date when they
 * are fetched again (store.ts). Also updates the planner's statistics of PGlite, which nothing else does.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { describeError, type Log } from '../log.ts';
import { succeed } from './publishing.ts';

const BATCH = 500;
const EVERY_MS = 6 * 3_600_000;
/** The database keeps its statistics: a start need not wait for new ones, which take PGlite a second. */
const ANALYZE_AFTER_MS = 60_000;
const DAY_MS = 86_400_000;

/** Removes items published more than so many days ago, in small transactions; returns how many. */
export async function removeOld({ orm }: Database, keepDays: number, now: Date): Promise<number> {
  if (keepDays === 0) return 0;
  const oldest = new Date(now.getTime() - keepDays * DAY_MS).toISOString();
  let removed = 0;
  for (;;) {
    const count = await guarded('removing old items', () =>
      orm.transaction(async (tx) => {
        const rows = await rowsOf<{ id: string | number; undated: boolean }>(
          tx,
          sql`select id, published_at = first_seen_at and link is not null as undated from news_items
            where published_at < ${oldest}::timestamptz and title <> '' limit ${BATCH} for update`,
        );
        if (rows.length === 0) return 0;
        const ids = (which: (row: { undated: boolean }) => boolean) =>
          JSON.stringify(rows.filter(which).map(({ id }) => Number(id)));
        const among = (list: string) => sql`(select value::bigint from json_array_elements_text(${list}::json))`;
        await tx.execute(
          sql`update news_items set title = '', summary = null, link = null, search = '', symbols = '{}',
            link_key = null, title_bands = '{}', withdrawn_at = ${now.toISOString()}::timestamptz
            where id in ${among(ids(({ undated }) => undated))}`,
        );
        await tx.execute(sql`delete from news_items where id in ${among(ids(({ undated }) => !undated))}`);
        await tx.execute(sql`delete from news_revisions where item in ${among(ids(() => true))}`);
        await succeed(
          tx,
          rows.map(({ id }) => Number(id)),
          null,
        );
        return rows.length;
      }),
    );
    removed += count;
    if (count < BATCH) return removed;
  }
}

/** Removes old items at once and at intervals. Returns the function that stops it. */
export function startRetention(database: Database, keepDays: number, now: () => Date, log: Log): () => Promise<void> {
  const remove = () => removeOld(database, keepDays, now());
  const analyze = async () => {
    if (!database.pool) await guarded('analysing', () => database.orm.execute(sql`analyze news_items`));
  };
  const logged = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log({ level: 'error', event: 'retention', ...describeError(error) });
    }
  };
  let working = logged(remove);
  const next = (...works: (() => Promise<unknown>)[]) => {
    for (const work of works) working = working.then(() => logged(work));
  };
  const first = setTimeout(next, ANALYZE_AFTER_MS, analyze).unref();
  const timer = setInterval(next, EVERY_MS, remove, analyze).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    return working;
  };
}
