/**
 * References of applications, questions and requests, secrets of the first two, and other keyed hashes. A reference is
 * 60 random bits. A secret is derived from it with a key in the database, so it need not be stored, and a repeated
 * request gets the same one.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { serverKeys } from '../db/schema.ts';

// cspell:ignore ABCDEFGHJKMNPQRSTVWXYZ HJKMNP
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** That of applications also makes the references of questions; those of webhooks sign (webhooks/keys.ts). */
type KeyName = 'applications' | 'users' | 'webhooks' | 'webhookSecrets';

/** A key of this database, created at first use. If several processes create one, the first one counts. */
export async function serverKey(orm: Orm, name: KeyName = 'applications'): Promise<string> {
  return guarded('reading a key', async () => {
    const read = () => orm.select({ value: serverKeys.value }).from(serverKeys).where(eq(serverKeys.name, name));
    const [known] = await read();
    if (known) return known.value;
    const value = randomBytes(32).toString('base64url');
    await orm.insert(serverKeys).values({ name, value }).onConflictDoNothing();
    const [made] = await read();
    return made?.value ?? value;
  });
}

/** The reference of a request. */
export const REQUEST_ID = /^FR(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

/** FA for an application, FQ for a question, FR for a request to the server, whose line in the log has it. */
export function newReference(kind: 'FA' | 'FQ' | 'FR'): string {
  const letters = [...randomBytes(12)].map((byte) => ALPHABET[byte & 31]).join('');
  return `${kind}-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

export function secretOf(reference: string, key: string): string {
  return createHmac('sha256', key).update(`secret ${reference}`).digest('base64url');
}

/** Keyed hash of a network, for storage: always the same, and not traceable to an address without the key. */
export function networkMark(network: string, key: string): string {
  return createHmac('sha256', key).update(`network ${network}`).digest('base64url');
}

/** Compares two texts in a time that does not reveal where they differ. */
export function isSame(text: string, otherText: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(text), hash(otherText));
}

/** The hash under which a key or a token is stored. Both are random and long, so a fast hash is enough. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Distinguishes a repeated body from another. Leaves out the password, because a fast hash of it would undo the slow
 * one; it is compared separately. Throws a RangeError for a body nested deeper than anything that could be accepted.
 */
export function fingerprintOf(body: object, key: string): string {
  const parts = Object.entries(body)
    .filter(([name]) => name !== 'password')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
