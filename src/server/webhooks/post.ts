/**
 * Posts an event to a webhook, signed as RFC 9421 has it and as Standard Webhooks has it, through the guarded
 * connection of the feeds. The status of the answer is all that counts: redirects are not followed, and its body is not
 * read.
 */
import { createHash, createHmac, sign } from 'node:crypto';
import { createSignatureSync } from 'http-message-sig';
import { COMPANY } from '../../site.ts';
import { FeedFault } from '../feeds/errors.ts';
import { type AskerOptions, createAsker, faultOf } from '../feeds/fetch.ts';
import { SECRET_PREFIX, type SigningKey } from './keys.ts';

/** From the connection to the headers of the answer; much shorter than a claim (queue.ts). */
export const LIMIT_MS = 10_000;
const TYPE = 'application/json';

export interface PosterOptions extends AskerOptions {
  /** Origin of the site */
  site: string;
  ms?: number;
  now?: () => Date;
}

/** Returns the status of the answer, or the kind of failure such as 'timeout'. Never throws. */
export type Post = (
  of: { url: string; id: string; body: string; key: SigningKey; secret: string },
  signal?: AbortSignal,
) => Promise<string>;

export function createPoster({ site, ms = LIMIT_MS, now = () => new Date(), ...options }: PosterOptions): Post {
  const { judgedUrl, ask } = createAsker(options);
  return async ({ url, id, body: text, key, secret }, signal) => {
    const deadline = AbortSignal.timeout(ms);
    try {
      const to = judgedUrl(url);
      if (to.protocol !== 'https:' && !options.allowPrivate) throw new FeedFault('address');
      const body = Buffer.from(text);
      const headers = {
        'Content-Type': TYPE,
        // RFC 9530
        'Content-Digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
        'User-Agent': `${COMPANY}-webhooks/1.0 (+${site})`,
      };
      const at = now();
      const signed = {
        ...signatureOf({ url: to.href, headers, id, key, now: at }),
        ...standardHeaders({ id, text, secret, now: at }),
      };
      const ends = signal ? AbortSignal.any([deadline, signal]) : deadline;
      const answer = await ask(to, { method: 'POST', headers: { ...headers, ...signed }, body }, ends);
      answer.destroy();
      return String(answer.statusCode);
    } catch (error) {
      return faultOf(error, deadline).kind;
    }
  };
}

/** Headers of Standard Webhooks 1.0: the id is the delivery's, and the secret signs by HMAC with SHA-256. */
function standardHeaders({ id, text, secret, now }: { id: string; text: string; secret: string; now: Date }) {
  const time = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${text}`).digest('base64');
  return { 'Webhook-Id': id, 'Webhook-Timestamp': time, 'Webhook-Signature': `v1,${signature}` };
}

/** `id`, the delivery's, is the nonce: the same in each attempt, so that a receiver knows a repetition. */
function signatureOf({
  url,
  headers,
  id,
  key: { key, keyid },
  now,
}: {
  url: string;
  headers: Record<string, string>;
  id: string;
  key: SigningKey;
  now: Date;
}): Record<string, string> {
  const { signature, signatureInput } = createSignatureSync(
    {
      kind: 'request',
      method: 'POST',
      targetUri: url,
      fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
    },
    {
      label: 'finger',
      components: ['@method', '@target-uri', 'content-digest', 'content-type'],
      parameters: { created: Math.floor(now.getTime() / 1000), keyid, alg: 'ed25519', nonce: id },
      signer: { algorithm: 'ed25519', sign: (base) => sign(null, base, key) },
    },
  );
  return { 'Signature-Input': signatureInput, Signature: signature };
}
