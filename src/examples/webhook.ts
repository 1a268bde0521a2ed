/**
 * Receives webhooks and takes only those that the site has signed: `node webhook.ts`. API is the address of the site,
 * ADDRESS that of your webhook, exactly as it is registered, and PORT where this program listens behind it.
 */
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const { API = 'http://localhost:4321', ADDRESS = 'https://www.example.com/hook', PORT = '8080' } = process.env;
const KEYS = `${API}/.well-known/http-message-signatures-directory`;
/** Seconds that a signature may be old: an event that is sent again is signed again. */
const MOST_AGE_S = 300;

let keys = new Map<string, JsonWebKey>();
let readAt = 0;

/** The public key of an id. The site's keys are read again when it signs with a new one, at most once a minute. */
async function keyOf(keyid: string): Promise<JsonWebKey | undefined> {
  if (!keys.has(keyid) && Date.now() - readAt > 60_000) {
    readAt = Date.now();
    const response = await fetch(KEYS);
    const { keys: published } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] };
    keys = new Map(published.map((key) => [key.kid, key]));
  }
  return keys.get(keyid);
}

/** Whether the site has signed this request, its body included, within the last minutes. */
async function isSigned(headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
  const digest = createHash('sha256').update(body).digest('base64');
  if (headers['content-digest'] !== `sha-256=:${digest}:`) return false;

  const [, input = ''] = /^\w+=(.+)$/.exec(String(headers['signature-input'])) ?? [];
  const [, signature = ''] = /^\w+=:([\w+/]+=*):$/.exec(String(headers.signature)) ?? [];
  const [, created] = /;created=(\d+)/.exec(input) ?? [];
  const [, keyid = ''] = /;keyid="([\w-]+)"/.exec(input) ?? [];
  const covered = [
    ['@method', 'POST'],
    ['@target-uri', ADDRESS],
    ['content-digest', headers['content-digest']],
    ['content-type', headers['content-type']],
  ];
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  if (!input.startsWith(`(${names});`)) return false;
  if (!created || Math.abs(Date.now() / 1000 - Number(created)) > MOST_AGE_S) return false;

  const key = await keyOf(keyid);
  if (!key) return false;
  const lines = [...covered, ['@signature-params', input]].map(([name, value]) => `"${name}": ${value}`);
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify(null, Buffer.from(lines.join('\n')), publicKey, Buffer.from(signature, 'base64'));
}

/** Ids of events that were handled. Keep them in your database: an event may come again for three days. */
const handled = new Set<string>();

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (!(await isSigned(request.headers, body).catch(() => false))) {
    response.writeHead(401).end();
    return;
  }
  const event = JSON.parse(body.toString());
  if (!handled.has(event.id)) {
    handled.add(event.id);
    console.log(event.type, JSON.stringify(event.data));
  }
  response.writeHead(204).end();
}).listen(Number(PORT));
