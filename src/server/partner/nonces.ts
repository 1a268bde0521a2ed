/** Notes which nonces keys have used. */
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { partnerKeys, partnerNonces } from '../db/schema.ts';
import { type KeyRow, minuteOf } from './keyRows.ts';

/** Notes that a key has used a nonce. False if it has before. */
export type TakeNonce = (orm: Orm, key: KeyRow, nonce: string, now: Date) => Promise<boolean>;

interface Waiting {
  key: string;
  nonce: string;
  at: Date;
  taken: (isTaken: boolean) => void;
  failed: (error: unknown) => void;
}

/**
 * One statement at a time stores the nonces of all calls that have come meanwhile: each statement is a transaction, which
 * the database writes to the disk.
 */
export function createNonces(): TakeNonce {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(orm: Orm): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      // The first of two equal ones counts.
      const batch = waiting;
      waiting = [];
      const firsts = new Map(batch.toReversed().map((nonce) => [nameOf(nonce), nonce]));
      try {
        const stored = await insert(orm, [...firsts.values()]);
        for (const nonce of batch) nonce.taken(firsts.get(nameOf(nonce)) === nonce && stored.has(nameOf(nonce)));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
  }

  return async (orm, { id, usedAt }, nonce, now) => {
    const isTaken = await new Promise<boolean>((taken, failed) => {
      waiting.push({ key: id, nonce, at: now, taken, failed });
      if (!isWriting) void write(orm);
    });
    const minute = minuteOf(now);
    if (isTaken && (usedAt === null || usedAt < minute)) {
      const isOlder = or(isNull(partnerKeys.usedAt), lt(partnerKeys.usedAt, minute));
      await guarded('noting the use of a key', () =>
        orm
          .update(partnerKeys)
          .set({ usedAt: minute })
          .where(and(eq(partnerKeys.id, id), isOlder)),
      );
    }
    return isTaken;
  };
}

const nameOf = ({ key, nonce }: Pick<Waiting, 'key' | 'nonce'>) => `${key} ${nonce}`;

/** Stores nonces. Returns the names of those that are new. */
async function insert(orm: Orm, nonces: readonly Waiting[]): Promise<Set<string>> {
  const { key, nonce } = partnerNonces;
  // Two processes that store the same ones do so in the same order.
  const rows = nonces.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const stored = await guarded('noting nonces', () =>
    orm
      .insert(partnerNonces)
      .values(rows.map((row) => ({ key: row.key, nonce: row.nonce, at: row.at })))
      .onConflictDoNothing()
      .returning({ key, nonce }),
  );
  return new Set(stored.map(nameOf));
}
