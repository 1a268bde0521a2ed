/** Codes of authenticator apps (TOTP, RFC 6238): six digits, a new one every 30 seconds. */
import { createHmac } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Orm } from '../../db/database.ts';
import { userTwoFactors } from '../../db/schema.ts';
import { isSame, serverKey } from '../../shared/reference.ts';

const STEP_MS = 30_000;
/** A code is accepted one step before and after its own, since clocks differ. So does better-auth. */
const WINDOW = [-1, 0, 1];
/** Never the code of an app. */
const NO_CODE = '';

/** The step of a time, counted from 1970. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

/** The code of a step (RFC 4226, 5.3). `secret` is the text that better-auth stores, not its Base32 form. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Lets better-auth check a code, which would accept it as often as it is sent: only one of a later step than the last gets
 * to it, any other becomes one that it refuses and counts. The caller has locked the user (securityChange.ts), so that a code
 * which two requests send at once, or two processes get, is used once.
 */
export async function onceOnly<T>(
  tx: Orm,
  userId: string,
  code: string,
  check: (code: string) => Promise<T>,
): Promise<T> {
  const isOfUser = eq(userTwoFactors.userId, userId);
  const [row] = await tx.select().from(userTwoFactors).where(isOfUser);
  const secret = row && (await symmetricDecrypt({ key: await serverKey(tx, 'users'), data: row.secret }));
  // The real time: better-auth asks for no other.
  const current = stepAt(Date.now());
  const step = WINDOW.map((by) => current + by).findLast(
    (candidate) => secret && isSame(codeAt(secret, candidate), code),
  );
  const isFresh = row && step !== undefined && step > row.lastStep;
  const checked = await check(isFresh ? code : NO_CODE);
  const used = await tx
    .update(userTwoFactors)
    .set({ lastStep: step ?? 0 })
    .where(and(isOfUser, lt(userTwoFactors.lastStep, step ?? 0)))
    .returning({ id: userTwoFactors.id });
  if (used.length === 0) throw new Error('A code was used twice');
  return checked;
}
