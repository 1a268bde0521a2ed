/** An authenticator in software: it makes and uses passkeys (ES256) as browsers send them, and can lie in every part. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CallData } from '../../../src/contract/common.ts';
import type { passkeyAskedCall, passkeyBeginCall } from '../../../src/contract/passkeys.ts';

type Asked = CallData<typeof passkeyAskedCall>;
type Begun = CallData<typeof passkeyBeginCall>;

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** CBOR (RFC 8949) of a small integer, of bytes, a text or a map. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].map(([key, item]) => Buffer.concat([cbor(key), cbor(item as Buffer)]));
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** What an authenticator may say otherwise than it should. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  userHandle?: string;
  /** User present 1, user verified 4, new key 64 */
  flags?: number;
  key?: KeyObject;
}

export interface SoftPasskey {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  /** How often it was used; 0 for one that does not count */
  counter: number;
}

const clientData = (type: string, origin: string, challenge: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([hash(rpId), Buffer.from([flags]), count]);
}

/** Makes a passkey as `options` ask. Returns it, and what the browser sends. */
export function makePasskey(options: Begun, site: string, lies: Lies = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(32);
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const { flags = 0x45, rpId = options.rp.id, counter = 1, origin = site } = lies;
  const authData = Buffer.concat([
    authenticatorData(rpId, flags, counter),
    Buffer.alloc(16),
    Buffer.from([0, credential.length]),
    credential,
    key,
  ]);
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  const id = base64url(credential);
  const made: SoftPasskey = { id, privateKey, userHandle: options.user.id, counter };
  const { type = 'webauthn.create', challenge = options.challenge } = lies;
  const answer = {
    id,
    type: 'public-key' as const,
    response: {
      clientDataJSON: base64url(clientData(type, origin, challenge)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    },
  };
  return { made, answer };
}

/** Uses a passkey as `options` ask. Returns what the browser sends. */
export function answerWith(passkey: SoftPasskey, options: Asked, site: string, lies: Lies = {}) {
  const { type = 'webauthn.get', challenge = options.challenge, origin = site, rpId = options.rpId } = lies;
  if (passkey.counter > 0 && lies.counter === undefined) passkey.counter += 1;
  const { flags = 5, counter = passkey.counter, userHandle = passkey.userHandle, key = passkey.privateKey } = lies;
  const client = clientData(type, origin, challenge);
  const data = authenticatorData(rpId, flags, counter);
  return {
    id: passkey.id,
    type: 'public-key' as const,
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, hash(client)]), key)),
      userHandle,
    },
  };
}
