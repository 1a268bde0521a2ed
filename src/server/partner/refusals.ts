/** Counts calls that were refused, by key, minute and code. */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { partnerRefusals } from '../db/schema.ts';
import { minuteOf } from './keyRows.ts';

interface Refusal {
  /** '' if the call names no key that may be used */
  key: string;
  code: number;
  at: Date;
}

/**
 * Counts in memory and writes one statement at a time, so that strangers who send many calls cause few. What cannot be
 * written is not counted: the answer does not depend on it.
 */
export function createRefusals(database: Database): (refusal: Refusal) => void {
  let counts = new Map<string, typeof partnerRefusals.$inferInsert>();
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (counts.size > 0) {
      // Two processes that write the same rows do so in the same order.
      const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      counts = new Map();
      try {
        await database.orm
          .insert(partnerRefusals)
          .values(rows)
          .onConflictDoUpdate({
            target: [partnerRefusals.key, partnerRefusals.minute, partnerRefusals.code],
            set: { calls: sql`${partnerRefusals.calls} + excluded.calls` },
          });
      } catch {
        // The database does not respond.
      }
    }
    isWriting = false;
  }

  return ({ key, code, at }) => {
    const minute = minuteOf(at);
    const id = `${key} ${minute.getTime()} ${code}`;
    const row = counts.get(id) ?? { key, minute, code, calls: 0 };
    counts.set(id, { ...row, calls: row.calls + 1 });
    if (!isWriting) void write();
  };
}
