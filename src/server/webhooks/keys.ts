/**
 * The site's own Ed25519 keys, with which it signs what it sends to webhooks. There is one that signs, and after a
 * rotation the one before, which stays published so that a receiver can still check what was on its way. A key is made
 * from 32 random bytes in `server_keys`.
 *
 * They are published as draft-meunier-webbotauth-httpsig-directory-00 (June 26, 2026) has it, but unsigned: receivers
 * ask for them at our address over TLS, and no intermediary republishes them.
 */
import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { serverKeys } from '../db/schema.ts';
import { serverKey } from '../shared/reference.ts';

const SIGNING = 'webhooks';
const BEFORE = 'webhooksBefore';

/** Before the 32 bytes of a private key in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface SigningKey {
  /** Thumbprint of the public key (RFC 7638, RFC 8037 A.3) */
  keyid: string;
  key: KeyObject;
  /** The public key: its 32 bytes in base64url */
  x: string;
}

export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

function keyOf(seed: string): SigningKey {
  const der = Buffer.concat([PKCS8, Buffer.from(seed, 'base64url')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const keyid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { keyid, key, x };
}

/** The key that signs; made at first use. */
export const signingKey = async (orm: Orm): Promise<SigningKey> => keyOf(await serverKey(orm, SIGNING));

/**
 * The secrets of webhooks, by their ids, in the form of Standard Webhooks. They are made from a key of this database, so that
 * none is stored; who wants another adds the webhook anew.
 */
export async function webhookSecrets(orm: Orm): Promise<(id: string) => string> {
  const key = await serverKey(orm, 'webhookSecrets');
  return (id) => SECRET_PREFIX + createHmac('sha256', key).update(`webhook ${id}`).digest('base64');
}
export const SECRET_PREFIX = 'whsec_';

/** The published keys; the one that signs is the first. */
export async function publicKeys(orm: Orm): Promise<PublicKey[]> {
  const signing = await signingKey(orm);
  const before = await guarded('reading a key', () =>
    orm.select({ value: serverKeys.value }).from(serverKeys).where(eq(serverKeys.name, BEFORE)),
  );
  return [signing, ...before.map(({ value }) => keyOf(value))].map(({ x, keyid }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid: keyid,
    use: 'sig',
    alg: 'EdDSA',
  }));
}

/** Signs with a new key from now on. The key until now stays published, the one before it does not. */
export async function rotateKey(orm: Orm): Promise<PublicKey[]> {
  await guarded('rotating a key', () =>
    orm.transaction(async (tx) => {
      await serverKey(tx, SIGNING);
      const [now] = await tx.select().from(serverKeys).where(eq(serverKeys.name, SIGNING)).for('update');
      if (!now) return;
      await tx.delete(serverKeys).where(eq(serverKeys.name, BEFORE));
      await tx.insert(serverKeys).values({ name: BEFORE, value: now.value });
      await tx
        .update(serverKeys)
        .set({ value: randomBytes(32).toString('base64url') })
        .where(eq(serverKeys.name, SIGNING));
    }),
  );
  return publicKeys(orm);
}
