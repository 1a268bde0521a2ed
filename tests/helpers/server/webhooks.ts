/** A receiver of webhooks, which checks signatures as RFC 9421 has it with node:crypto alone; and rows for tests. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WEBHOOK_EVENTS, type WebhookBody } from '../../../src/contract/webhooks.ts';
import type { KeyKind } from '../../../src/forms/lists.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { companies, webhooks } from '../../../src/server/db/schema.ts';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  text: string;
  body: WebhookBody;
  /** The parameters of the signature, such as nonce */
  parameters: Record<string, string>;
  /** Checks digest and signature by the public keys of the site, as a receiver at `address` would. */
  isSignedBy: (keys: readonly { kid: string; x: string }[], address?: string) => boolean;
}

export type Answering = (response: ServerResponse, received: Received) => unknown;

export interface Receiver {
  url: string;
  received: Received[];
  stop: () => Promise<void>;
}

/** Answers 204, or what `answering` says. */
export async function startReceiver(
  answering: Answering = (response) => response.writeHead(204).end(),
  tls?: { cert: Buffer; key: Buffer },
): Promise<Receiver> {
  const received: Received[] = [];
  const origin = () => `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = Buffer.concat(await request.toArray());
    const one = readReceived(request, bytes, origin());
    received.push(one);
    await answering(response, one);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${origin()}/hook?a=1`,
    received,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readReceived({ url = '', method = '', headers }: IncomingMessage, bytes: Buffer, origin: string): Received {
  const [, label = '', input = ''] = /^(\w+)=(.*)$/.exec(String(headers['signature-input'])) ?? [];
  const [, covered = ''] = /^\(([^)]*)\)/.exec(input) ?? [];
  const parameters = Object.fromEntries(
    [...input.matchAll(/;(\w+)=(?:"([^"]*)"|(\d+))/g)].map(([, name = '', text, number]) => [
      name,
      text ?? number ?? '',
    ]),
  );
  const isSignedBy: Received['isSignedBy'] = (keys, address = origin + url) => {
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    if (headers['content-digest'] !== digest) return false;
    const key = keys.find(({ kid }) => kid === parameters.keyid);
    const [, signature = ''] = new RegExp(`^${label}=:([^:]+):$`).exec(String(headers.signature)) ?? [];
    if (!key) return false;
    const values: Record<string, unknown> = { ...headers, '@method': method, '@target-uri': address };
    const names = covered.split(' ').map((name) => name.slice(1, -1));
    const base = [...names.map((name) => `"${name}": ${values[name]}`), `"@signature-params": ${input}`].join('\n');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
    return (
      ['@method', '@target-uri', 'content-digest', 'content-type'].every((name) => names.includes(name)) &&
      verify(null, Buffer.from(base), publicKey, Buffer.from(signature, 'base64'))
    );
  };
  const text = bytes.toString();
  return { path: url, headers, text, body: JSON.parse(text), parameters, isSignedBy };
}

/** Stores a company, confirmed or not. */
export async function addCompany(orm: Orm, id = 'acme', { confirmed = true } = {}): Promise<string> {
  const at = new Date('2026-11-01T00:00:00Z');
  const row = { id, name: id, country: 'JP', licence: '', authority: '', createdAt: at };
  await orm.insert(companies).values({ ...row, confirmedAt: confirmed ? at : null });
  return id;
}

/** Stores a webhook that wants every event. Returns its id. */
export async function addWebhook(
  orm: Orm,
  url: string,
  { company = 'acme', kind = 'live', ...more }: Partial<typeof webhooks.$inferInsert> & { kind?: KeyKind } = {},
): Promise<string> {
  const id = more.id ?? crypto.randomUUID();
  const createdAt = new Date('2026-11-01T00:00:00Z');
  const row = { id, company, kind, url, events: [...WEBHOOK_EVENTS], active: true, by: 'member', createdAt };
  await orm.insert(webhooks).values({ ...row, ...more });
  return id;
}
