/**
 * The seven layers that every call of a partner passes, in this order. A call that fails at one learns its code and
 * nothing of the others. Whatever is wrong with a key, the answer is the same.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { isSignatureError, verifySignature } from 'http-message-sig';
import ipaddr from 'ipaddr.js';
import type { PARTNER_CODES } from '../../contract/errors.ts';
import { type Scope, SIGNATURE } from '../../contract/partner.ts';
import { type ApiContext, tooMany } from '../answers.ts';
import { type Bodies, hasBody } from '../bodies.ts';
import { mayUse } from '../companies/permissions/memberPermissions.ts';
import type { Orm } from '../db/database.ts';
import { type Limit, type Tell, WINDOW_S } from '../rateLimit.ts';
import { type KeyRow, type Known, usableKey } from './keyRows.ts';
import type { TakeNonce } from './nonces.ts';
import { fieldsOf, isDigestOf, readSigned, type Signed, targetOf } from './signed.ts';

export type Layer = keyof typeof PARTNER_CODES;

export interface LayersOptions {
  /** Address of the API, as callers write it */
  address: string;
  trustedHops: number;
  ipOf: (c: ApiContext) => string;
  bodies: Bodies;
  /** Counts a call of a key; see Limit */
  limitOf: (key: KeyRow, tell: Tell) => ReturnType<Limit>;
  takeNonce: TakeNonce;
}

/** A call on its way through the layers. Each fills in what those after it need. */
export interface Passing {
  c: ApiContext;
  orm: Orm;
  now: Date;
  /** Null: every key may make the call */
  scope: Scope | null;
  permission: string | undefined;
  signed?: Signed;
  known?: Known;
  body?: Buffer;
  /** The scope or the permission that is missing */
  missing?: string;
}
/** A call that has passed all layers. */
export interface Passed extends Known {
  body: Buffer;
}

/** True if a call passes; a response if it cannot be judged. */
type Check = (passing: Required<Passing>, options: LayersOptions) => Promise<boolean | Response> | boolean | Response;

/** `unsigned` is no layer of its own: without readable headers there is no key to look for. */
const CHECKS: readonly (readonly [Layer, Check])[] = [
  ['tls', isEncrypted],
  ['unsigned', isReadable],
  ['key', isOfUsableKey],
  ['network', isFromItsNetwork],
  ['time', isInTime],
  ['nonce', isNonceNew],
  ['signature', isSignatureRight],
  // Stored only now, so that a stranger uses up none. A call with the same nonce may have been faster.
  ['nonce', isNonceTaken],
  ['scope', mayCall],
];

/** Leads a call through the layers. Returns the layer that refuses it, or a response that does. */
export async function pass(passing: Passing, options: LayersOptions): Promise<Passed | Layer | Response> {
  for (const [layer, check] of CHECKS) {
    const passes = await check(passing as Required<Passing>, options);
    if (passes instanceof Response) return passes;
    if (!passes) return layer;
  }
  const { known, body } = passing as Required<Passing>;
  return { ...known, body };
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

/**
 * Layer 1: the caller has used TLS. Behind n trusted proxies the n-th entry from the right of X-Forwarded-Proto says so,
 * which our outermost proxy wrote, or the first where proxies only pass on what it wrote. Without proxies the connection
 * itself, or, where the API is for this machine alone, that the caller is on it.
 */
function isEncrypted({ c }: Passing, { address, trustedHops }: LayersOptions): boolean {
  const { socket, headers } = c.env.incoming;
  if (trustedHops > 0) {
    const entries = headers['x-forwarded-proto']?.toString().split(',') ?? [];
    return (entries.at(-trustedHops) ?? entries[0])?.trim().toLowerCase() === 'https';
  }
  if ((socket as Partial<TLSSocket>).encrypted) return true;
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isLoopback(peer) && isLoopback(new URL(address).hostname);
}

function isReadable(passing: Passing): boolean {
  const signed = readSigned(passing.c.env.incoming);
  if (signed) passing.signed = signed;
  return signed !== null;
}

/** Layer 2 */
async function isOfUsableKey(passing: Required<Passing>): Promise<boolean> {
  const { orm, now, signed } = passing;
  const known = await usableKey(orm, signed.keyid, signed.nonce ?? '', now);
  if (known) passing.known = known;
  return known !== null;
}

/** Layer 3 */
function isFromItsNetwork({ c, known }: Required<Passing>, { ipOf }: LayersOptions): boolean {
  return isInNetworks(ipOf(c), known.key.networks);
}

/** @param networks CIDR */
function isInNetworks(ip: string, networks: readonly string[]): boolean {
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === address.kind() && address.match(range);
  });
}

/** Layer 4 */
function isInTime({ now, signed: { created, expires } }: Required<Passing>): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  if (created === null || Math.abs(seconds - created) > SIGNATURE.clockS) return false;
  return expires === null || expires >= seconds;
}

/** Layer 5 */
function isNonceNew({ signed: { nonce }, known }: Required<Passing>): boolean {
  const { least, most } = SIGNATURE.nonce;
  return nonce !== null && nonce.length >= least && nonce.length <= most && !known.nonceIsUsed;
}

/** Layer 6. Reads the body, which only a caller who knows a key and is in its network can make us do. */
async function isSignatureRight(passing: Required<Passing>, options: LayersOptions): Promise<boolean | Response> {
  const { c, now, signed, known } = passing;
  const { incoming } = c.env;
  const read = await options.bodies.bytes(c);
  if ('refused' in read) return read.refused;
  passing.body = read.bytes;
  const digest = incoming.headers[SIGNATURE.bodyComponent]?.toString();
  if (digest !== undefined && !isDigestOf(digest, read.bytes)) return false;

  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: known.key.publicKey }, format: 'jwk' });
  const verifier = {
    algorithm: SIGNATURE.algorithm,
    verify: (data: Uint8Array, signature: Uint8Array) => verify(null, data, publicKey, signature),
  };
  try {
    await verifySignature(
      {
        kind: 'request',
        method: incoming.method ?? '',
        targetUri: targetOf(incoming, options.address),
        fields: fieldsOf(incoming, signed),
      },
      {
        policy: {
          algorithms: [SIGNATURE.algorithm],
          requiredComponents: [...SIGNATURE.components, ...(hasBody(incoming) ? [SIGNATURE.bodyComponent] : [])],
          requiredParameters: SIGNATURE.parameters,
          now: Math.floor(now.getTime() / 1000),
          clockSkew: SIGNATURE.clockS,
        },
        resolveVerifier: ({ parameters: { keyid, created, expires = null, nonce } }) => {
          const isSame =
            keyid === signed.keyid &&
            created === signed.created &&
            expires === signed.expires &&
            nonce === signed.nonce;
          if (!isSame) throw new Error('The signature was read in two ways');
          return verifier;
        },
      },
    );
    return true;
  } catch (error) {
    if (isSignatureError(error)) return false;
    throw error;
  }
}

/** The second part of layer 5. Counts the call: only the holder of the key uses up its limit. */
async function isNonceTaken(
  { c, orm, now, signed, known: { key } }: Required<Passing>,
  { limitOf, takeNonce }: LayersOptions,
): Promise<boolean | Response> {
  const wait = await limitOf(key, ({ limit, remaining, ms }) => {
    // draft-ietf-httpapi-ratelimit-headers-10
    c.header('RateLimit-Policy', `"key";q=${limit};w=${WINDOW_S}`);
    c.header('RateLimit', `"key";r=${remaining};t=${Math.ceil(ms / 1000)}`);
  });
  return wait > 0 ? tooMany(c, wait) : takeNonce(orm, key, signed.nonce ?? '', now);
}

/** Layer 7 */
export async function mayCall(passing: Omit<Passing, 'known'> & { known: Known }): Promise<boolean> {
  const { orm, now, known, scope, permission } = passing;
  if (scope !== null && !known.key.scopes.includes(scope)) passing.missing = scope;
  else if (permission !== undefined && !(await mayUse(orm, known.member, permission, now)))
    passing.missing = permission;
  return passing.missing === undefined;
}
