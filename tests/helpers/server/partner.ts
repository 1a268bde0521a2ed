/**
 * Calls of a partner's system, signed by hand with WebCrypto: RFC 9421 as the examples for developers do it, so that they
 * check the library of the server.
 */
import { randomBytes } from 'node:crypto';
import { permissionOf } from '../../../src/catalogue/permissions.ts';
import { SCOPES } from '../../../src/contract/partner.ts';
import { newId } from '../../../src/server/companies/rows.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { companies, companyMembers, grants, partnerKeys, userProfiles, users } from '../../../src/server/db/schema.ts';
import type { ServedApi } from './api.ts';

const subtle = globalThis.crypto.subtle;
const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64');

export interface KeyPair {
  privateKey: CryptoKey;
  /** Its 32 bytes in base64url */
  publicKey: string;
}

export async function keyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  return { privateKey, publicKey: Buffer.from(await subtle.exportKey('raw', publicKey)).toString('base64url') };
}

export interface Signing {
  method?: string;
  /** Address of the API and the target of the request */
  uri: string;
  body?: string;
  keyid: string;
  privateKey: CryptoKey;
  now?: number;
  /** Replaces parameters; undefined omits one */
  parameters?: Record<string, string | number | undefined>;
  components?: readonly string[];
  label?: string;
  digest?: 'SHA-256' | 'SHA-512';
}

/** The headers of a signed request. */
export async function signed({
  method = 'GET',
  uri,
  body,
  keyid,
  privateKey,
  now = Date.now(),
  parameters = {},
  components = ['@method', '@target-uri', ...(body === undefined ? [] : ['content-digest'])],
  label = 'sig1',
  digest = 'SHA-256',
}: Signing): Promise<Record<string, string>> {
  const sum = body !== undefined && base64(await subtle.digest(digest, Buffer.from(body)));
  const headers = { ...(sum && { 'content-digest': `${digest.toLowerCase()}=:${sum}:` }) };
  const values = new Map([['@method', method], ['@target-uri', uri], ...Object.entries(headers)]);
  const given = {
    created: Math.floor(now / 1000),
    nonce: randomBytes(16).toString('base64url'),
    keyid,
    alg: 'ed25519',
    ...parameters,
  };
  const stated = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : `;${name}=${typeof value === 'number' ? value : `"${value}"`}`,
  );
  const input = `(${components.map((name) => `"${name}"`).join(' ')})${stated.join('')}`;
  const base = [
    ...components.map((name) => `"${name}": ${values.get(name) ?? ''}`),
    `"@signature-params": ${input}`,
  ].join('\n');
  const signature = await subtle.sign('Ed25519', privateKey, Buffer.from(base));
  return { ...headers, 'signature-input': `${label}=${input}`, signature: `${label}=:${base64(signature)}:` };
}

export interface PartnerKey extends KeyPair {
  id: string;
  company: string;
  member: string;
}

/** Stores a user who is confirmed; returns the id. */
export async function storedUser(orm: Orm, email = 'hana@example.com'): Promise<string> {
  const id = newId();
  await orm.insert(users).values({ id, name: email, email, emailVerified: true });
  await orm.insert(userProfiles).values({ userId: id, locale: 'en-US' });
  return id;
}

/** Stores a company with one member, an administrator unless `grants` says what the member may do, and a key of theirs. */
export async function partnerKey(
  orm: Orm,
  user: string,
  given: Partial<typeof partnerKeys.$inferInsert> & { confirmed?: boolean; granted?: readonly string[] } = {},
): Promise<PartnerKey> {
  const { confirmed = true, granted, ...row } = given;
  const [company, member, id] = [newId(), newId(), newId()];
  const at = new Date();
  await orm.insert(companies).values({
    id: company,
    name: 'Aoki Securities',
    country: 'JP',
    licence: '123',
    authority: 'FSA',
    createdAt: at,
    confirmedAt: confirmed ? at : null,
  });
  await orm
    .insert(companyMembers)
    .values({ id: member, company, user, administrator: granted === undefined, joinedAt: at });
  for (const permission of granted ?? []) {
    if (!permissionOf(permission)) throw new Error(`No permission ${permission}`);
    await orm.insert(grants).values({ id: newId(), company, permission, member, effect: 'allow', by: member, at });
  }
  const pair = await keyPair();
  await orm.insert(partnerKeys).values({
    id,
    company,
    member,
    name: 'Order system',
    kind: 'live',
    publicKey: pair.publicKey,
    scopes: [...SCOPES],
    networks: ['127.0.0.0/8'],
    perMinute: 300,
    createdAt: at,
    ...row,
  });
  return { ...pair, id, company, member };
}

/** Origin of the API in tests of partners: for this machine alone, where no TLS is needed. */
export const PARTNER_SITE = 'http://localhost:4321';

interface Calling extends Partial<Omit<Signing, 'uri'>> {
  headers?: Record<string, string | undefined>;
  site?: string;
}

/** Makes a signed call. `path` is below /api/partner/v1. */
export async function callAs(
  served: Pick<ServedApi, 'ask'>,
  key: Pick<PartnerKey, 'id' | 'privateKey'>,
  path: string,
  { headers = {}, site = PARTNER_SITE, ...signing }: Calling = {},
) {
  const target = `/api/partner/v1${path}`;
  const { method = signing.body === undefined ? 'GET' : 'POST', body } = signing;
  const made = await signed({ method, uri: site + target, keyid: key.id, privateKey: key.privateKey, ...signing });
  const sent = Object.entries({ 'accept-language': 'en-US', ...made, ...headers });
  const answer = await served.ask(target, {
    method,
    headers: Object.fromEntries(sent.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    ...(body !== undefined && { body }),
  });
  return { ...answer, ...readable(answer.text) };
}

function readable(text: string): { code: number; message: string; data: Record<string, unknown> | null } {
  return text ? JSON.parse(text) : { code: 0, message: '', data: null };
}
