/** What a signature must cover, how its headers may be written, and what becomes of malformed ones. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { PARTNER_CODES, SERVER_CODES } from '../../../../src/contract/errors.ts';
import { partnerKeys } from '../../../../src/server/db/schema.ts';
import { isDigestOf, readSigned } from '../../../../src/server/partner/signed.ts';
import {
  callAs,
  keyPair,
  PARTNER_SITE,
  type PartnerKey,
  partnerKey,
  signed,
  storedUser,
} from '../../../helpers/server/partner.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi({ site: PARTNER_SITE });
let key: PartnerKey;
beforeEach(async () => {
  key = await partnerKey(api.orm, await storedUser(api.orm), { perMinute: 1_000_000 });
});

type Given = Parameters<typeof callAs>[3];
const call = (path: string, given: Given = {}) => callAs(api.api, key, path, given);
const codeOf = async (path: string, given: Given = {}) => (await call(path, given)).code;
const SIGNATURE = PARTNER_CODES.signature.code;
const UNSIGNED = PARTNER_CODES.unsigned.code;

describe('a signature covers', () => {
  it.each([
    ['the method', ['@target-uri']],
    ['the target', ['@method']],
    ['nothing less', []],
  ])('%s', async (_, components) => {
    expect(await codeOf('/key', { components })).toBe(SIGNATURE);
  });

  it('the query and the spelling of the target', async () => {
    const { privateKey, id } = key;
    const send = async (target: string, signedFor: string) => {
      const headers = await signed({ uri: PARTNER_SITE + signedFor, keyid: id, privateKey });
      return JSON.parse((await api.api.ask(target, { headers })).text).code;
    };
    const path = '/api/partner/v1/cities/JP';
    for (const target of [path, `${path}?`, `${path}?a=1&a=%20`, '/api/partner/v1/cities/%4aP']) {
      expect(await send(target, target), target).toBe(SUCCESS);
      expect(await send(target, '/api/partner/v1/cities/US'), target).toBe(SIGNATURE);
    }
    expect(await send(`${path}?a=1`, path)).toBe(SIGNATURE);
    expect(await send('/api/partner/v1/cities/%4aP', path)).toBe(SIGNATURE);
    // A request line with a whole URL: the host in it says nothing.
    expect(await send(`http://other.example${path}`, path)).toBe(SUCCESS);
  });

  it('the address of the API as configured, and not the host of the request', async () => {
    expect(await codeOf('/key', { headers: { host: 'other.example' } })).toBe(SUCCESS);
    expect(await codeOf('/key', { site: 'http://other.example', headers: { host: 'other.example' } })).toBe(SIGNATURE);
    const behind = await api.serving({}, { api: 'http://localhost:4321/finger' });
    const { code } = await callAs(behind, key, '/key', { site: 'http://localhost:4321/finger' });
    expect(code).toBe(SUCCESS);
  });

  it('the body, where there is one', async () => {
    const body = JSON.stringify({ member: key.member, permissions: ['staff.viewMembers'] });
    expect(await codeOf('/permissions/check', { body })).toBe(SUCCESS);
    expect(await codeOf('/permissions/check', { body, digest: 'SHA-512' })).toBe(SUCCESS);
    expect(await codeOf('/permissions/check', { body, components: ['@method', '@target-uri'] })).toBe(SIGNATURE);
    const sum = createHash('sha256').update('{}').digest('base64');
    for (const digest of [undefined, `sha-256=:${sum}:`, '', 'md5=:AAAA:', `sha-256=${sum}`]) {
      expect(await codeOf('/permissions/check', { body, headers: { 'content-digest': digest } })).toBe(SIGNATURE);
    }
    // No body where one is needed, and a body where none is.
    expect(await codeOf('/permissions/check', { method: 'POST' })).toBe(SERVER_CODES.badRequest.code);
    expect(await codeOf('/key', { method: 'GET', body: '{}' })).toBe(SUCCESS);
    expect(await codeOf('/permissions/check', { body: 'not JSON' })).toBe(SERVER_CODES.badRequest.code);
  });

  it('other headers too, if it says so', async () => {
    const components = ['@method', '@target-uri', 'accept-language'];
    const sent = await call('/key', { components, headers: {} });
    // The helper signs the header as empty.
    expect(sent.code).toBe(SIGNATURE);
    expect(await codeOf('/key', { components, headers: { 'accept-language': '' } })).toBe(SUCCESS);
  });
});

describe('a signature is made', () => {
  it('by Ed25519, and says so', async () => {
    for (const alg of [undefined, 'rsa-pss-sha512', 'Ed25519', '']) {
      expect(await codeOf('/key', { parameters: { alg } }), alg).toBe(SIGNATURE);
    }
  });

  it('by the key that it names', async () => {
    const { privateKey } = await keyPair();
    expect(await codeOf('/key', { privateKey })).toBe(SIGNATURE);
    const { publicKey } = await keyPair();
    await api.orm.update(partnerKeys).set({ publicKey });
    expect(await codeOf('/key')).toBe(SIGNATURE);
  });

  it('with any label, further parameters and header names in any case', async () => {
    expect(await codeOf('/key', { label: 'my-app.v1*' })).toBe(SUCCESS);
    expect(await codeOf('/key', { parameters: { tag: 'order-system', expires: 4_000_000_000 } })).toBe(SUCCESS);
    const made = await signed({ uri: `${PARTNER_SITE}/api/partner/v1/key`, keyid: key.id, privateKey: key.privateKey });
    const headers = { 'Signature-INPUT': made['signature-input'] ?? '', SIGNATURE: made.signature ?? '' };
    expect((await api.api.ask('/api/partner/v1/key', { headers })).status).toBe(200);
  });
});

describe('exactly one signature is read', () => {
  const made = () => signed({ uri: `${PARTNER_SITE}/api/partner/v1/key`, keyid: key.id, privateKey: key.privateKey });
  /** Sends header lines as they are; Node's client would join those of one name. */
  const raw = (lines: string[]) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(api.api.port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(Number(/"code":(\d+)/.exec(text)?.[1])));
      socket.on('error', reject);
      const head = ['GET /api/partner/v1/key HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines];
      socket.end(`${head.join('\r\n')}\r\n\r\n`);
    });

  it('from one header of each', async () => {
    const one = await made();
    const lines = Object.entries(one).map(([name, value]) => `${name}: ${value}`);
    expect(await raw(lines)).toBe(SUCCESS);
    const two = await made();
    const more = Object.entries(two).map(([name, value]) => `${name}: ${value}`);
    expect(await raw([...more, ...more])).toBe(UNSIGNED);
    for (const line of more) expect(await raw([...more, line])).toBe(UNSIGNED);
  });

  it('of one label', async () => {
    const [one, two] = [await made(), await made()];
    const second = (header: string | undefined) => header?.replace('sig1=', 'sig2=') ?? '';
    const input = `${one['signature-input']}, ${second(two['signature-input'])}`;
    const signature = `${one.signature}, ${second(two.signature)}`;
    const codes = [
      { 'signature-input': input, signature },
      { 'signature-input': input, signature: one.signature },
      { 'signature-input': one['signature-input'], signature },
      { 'signature-input': second(one['signature-input']), signature: one.signature },
    ];
    for (const headers of codes) expect(await codeOf('/key', { headers })).toBe(UNSIGNED);
  });
});

describe('malformed headers', () => {
  const INPUT = 'sig1=("@method" "@target-uri");created=1;nonce="n";keyid="k";alg="ed25519"';
  const SENT = `sig1=:${'A'.repeat(86)}==:`;
  const read = (input: string, signature = SENT) => readSigned({ headers: { 'signature-input': input, signature } });

  it('are told from right ones', () => {
    expect(read(INPUT)).toEqual({
      components: ['@method', '@target-uri'],
      keyid: 'k',
      created: 1,
      expires: null,
      nonce: 'n',
    });
    expect(read(`sig1=( "@method"  "@target-uri" );  keyid="a\\"b\\\\c"`)).toMatchObject({
      keyid: 'a"b\\c',
      created: null,
      nonce: null,
    });
    expect(read('sig1=();keyid="k"')).toMatchObject({ components: [] });
  });

  it.each([
    '',
    'sig1',
    'sig1=',
    'sig1=()',
    'sig1=("@method")',
    'sig1=("@method";req);keyid="k"',
    'sig1=("@METHOD");keyid="k"',
    'sig1=(@method);keyid="k"',
    'sig1=("@method"\t"@path");keyid="k"',
    'sig1=("@method";keyid="k"',
    'sig1="@method";keyid="k"',
    'Sig1=("@method");keyid="k"',
    'sig1=("@method");keyid=k',
    'sig1=("@method");keyid=:aw==:',
    'sig1=("@method");keyid="k',
    'sig1=("@method");keyid="k";',
    'sig1=("@method");keyid="k";keyid="l"',
    'sig1=("@method");keyid="k";created="1"',
    'sig1=("@method");keyid="k";created=1.5',
    'sig1=("@method");keyid="k";created=1e3',
    'sig1=("@method");keyid="k";created',
    'sig1=("@method");keyid="k";nonce=1',
    'sig1=("@method");keyid="k";created=1234567890123456',
    'sig1=("@method");keyid="k\\x"',
    'sig1=("@method");keyid="k" trailing',
    'sig1=("@method");keyid="k", sig2=("@method");keyid="k"',
    `sig1=("@method");keyid="${'k'.repeat(3000)}"`,
  ])('%j', (input) => {
    expect(read(input)).toBeNull();
  });

  it.each(['', 'sig1', 'sig1=', 'sig1=::', 'sig2=:AAAA:', 'sig1=:AAAA:', `sig1=:${'A'.repeat(88)}:`, `${SENT};a=1`])(
    'Signature: %j',
    (signature) => {
      expect(read(INPUT, signature)).toBeNull();
    },
  );

  it('never fail the server, whatever is changed in right ones', { timeout: 60_000 }, async () => {
    const random = seeded(21);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const PARTS = ['"', '\\', '(', ')', ';', ',', '=', ':', ' ', '\t', '@', '%', '?1', 'sig1', '"@method"', '\u00e9'];
    PARTS.push('";sf', ';key="a"', ';req', '__proto__', 'constructor=1', '-', '999999999999999', '*', '\u007f');
    const counts = new Map<number, number>();
    for (let round = 0; round < 400; round += 1) {
      const made = await signed({
        uri: `${PARTNER_SITE}/api/partner/v1/key`,
        keyid: key.id,
        privateKey: key.privateKey,
      });
      const name = pick(Object.keys(made));
      let text = made[name] ?? '';
      for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
        const at = Math.floor(random() * text.length);
        const removed = Math.floor(random() * 4);
        text = text.slice(0, at) + (random() < 0.7 ? pick(PARTS) : '') + text.slice(at + removed);
      }
      // Node's client sends no control characters.
      const headers = { ...made, [name]: text.replace(/[^\t -~\u0080-\u00ff]/g, '') };
      const { status, text: answer } = await api.api.ask('/api/partner/v1/key', { headers });
      const { code } = JSON.parse(answer);
      expect(status, `${name}: ${text}`).toBeLessThan(500);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    const partner = new Set<number>([...Object.values(PARTNER_CODES).map(({ code }) => code), SUCCESS]);
    expect([...counts.keys()].filter((code) => !partner.has(code))).toEqual([]);
    expect(counts.get(UNSIGNED) ?? 0).toBeGreaterThan(100);
    expect(api.log.filter(({ event }) => event === 'failure')).toEqual([]);
  });
});

it('a digest is that of the body by an algorithm that we know, and no other beside it is wrong', () => {
  const body = Buffer.from('body');
  const of = (algorithm: string) => createHash(algorithm).update(body).digest('base64');
  for (const [header, expected] of [
    [`sha-256=:${of('sha256')}:`, true],
    [`sha-512=:${of('sha512')}:, sha-256=:${of('sha256')}:`, true],
    [`unknown=:AAAA:, sha-256=:${of('sha256')}:`, true],
    ['unknown=:AAAA:', false],
    [`sha-256=:${of('sha256')}:, sha-512=:AAAA:`, false],
    [`sha-256=:${of('sha256')}:, sha-256=:AAAA:`, false],
    [`SHA-256=:${of('sha256')}:`, false],
    ['sha-256=::', false],
    ['', false],
  ] as const) {
    expect(isDigestOf(header, body), header).toBe(expected);
  }
});

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
