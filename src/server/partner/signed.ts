/**
 * The signature headers of a partner's call. They are read strictly: one signature, with plain names of components. What
 * is read here is compared with what http-message-sig reads before it verifies (layers.ts).
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What Signature-Input states. Nothing of it is verified yet. */
export interface Signed {
  components: readonly string[];
  keyid: string;
  /** Seconds since 1970; null if missing */
  created: number | null;
  expires: number | null;
  nonce: string | null;
}

const MOST_CHARACTERS = 2_048;
const NAME = '[a-z*][a-z0-9_.*-]*';
const COMPONENT = '"@?[a-z0-9-]+"';
const VALUE = String.raw`(?:"(?:[ !#-\[\]-~]|\\["\\])*"|-?\d{1,15})`;
const INPUT = new RegExp(`^(${NAME})=\\( *((?:${COMPONENT}(?: +${COMPONENT})*)?) *\\)((?:; *${NAME}=${VALUE})*)$`);
const PARAMETER = new RegExp(`; *(${NAME})=(${VALUE})`, 'g');
/** An Ed25519 signature is of 64 bytes. */
const SIGNATURE = new RegExp(`^(${NAME})=:[A-Za-z0-9+/]{86}==:$`);

/** What the headers Signature-Input and Signature state; null if there is not exactly one readable signature. */
export function readSigned({ headers }: Pick<IncomingMessage, 'headers'>): Signed | null {
  // Node joins several headers of one name by commas, which match neither pattern.
  const input = textOf(headers['signature-input']);
  const signature = textOf(headers.signature);
  if (input.length > MOST_CHARACTERS || signature.length > MOST_CHARACTERS) return null;
  const [, label, components = '', rest = ''] = INPUT.exec(input) ?? [];
  if (label === undefined || SIGNATURE.exec(signature)?.[1] !== label) return null;

  const parameters = new Map<string, string | number>();
  for (const [, name = '', value = ''] of rest.matchAll(PARAMETER)) {
    if (parameters.has(name)) return null;
    parameters.set(name, value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : Number(value));
  }
  const ofType = <T>(type: 'string' | 'number', ...names: string[]): (T | null)[] | null => {
    const values = names.map((name) => parameters.get(name) ?? null);
    return values.every((value) => value === null || typeof value === type) ? (values as (T | null)[]) : null;
  };
  const texts = ofType<string>('string', 'keyid', 'nonce', 'alg', 'tag');
  const seconds = ofType<number>('number', 'created', 'expires');
  const [keyid, nonce = null] = texts ?? [];
  if (!seconds || typeof keyid !== 'string') return null;
  const [created = null, expires = null] = seconds;
  return { components: components.match(/[@a-z0-9-]+/g) ?? [], keyid, created, expires, nonce };
}

const textOf = (header: string | string[] | undefined) => header?.toString().trim() ?? '';

/** The URI that a request is for: the address of the API and what the request line says, as it says it. */
export function targetOf({ url = '' }: Pick<IncomingMessage, 'url'>, address: string): string {
  // The request line may hold a whole URL (RFC 9112, 3.2.2).
  return address + url.replace(/^https?:\/\/[^/?]+/i, '');
}

/** The headers that a signature covers, as they were sent, and those that hold it. */
export function fieldsOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, { components }: Signed) {
  const wanted = new Set([...components, 'signature', 'signature-input']);
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && wanted.has(name.toLowerCase()) ? { name, value: rawHeaders[at + 1] ?? '' } : [],
  );
}

const DIGESTS = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

/**
 * Whether a Content-Digest (RFC 9530) is that of the body: by SHA-256, SHA-512 or both. Digests by other algorithms are
 * ignored, but do not suffice.
 */
export function isDigestOf(header: string, body: Buffer): boolean {
  if (header.length > MOST_CHARACTERS) return false;
  const digests = header
    .split(',')
    .map((digest) => /^([a-z0-9*][a-z0-9_.*-]*)=:([A-Za-z0-9+/=]*):$/.exec(digest.trim()));
  let known = 0;
  for (const found of digests) {
    const [, name = '', digest] = found ?? [];
    if (!name) return false;
    const algorithm = DIGESTS.get(name);
    if (!algorithm) continue;
    if (createHash(algorithm).update(body).digest('base64') !== digest) return false;
    known += 1;
  }
  return known > 0;
}
