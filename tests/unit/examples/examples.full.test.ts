/** The examples for developers, run as the page says: against the real server, by what a new company has made itself. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../src/contract/common.ts';
import { PARTNER_CODES, SERVER_CODES } from '../../../src/contract/errors.ts';
import { PARTNER_OPENAPI_PATH } from '../../../src/contract/partner.ts';
import { readPrivateKey } from '../../../src/examples/sign.ts';
import { companyApi } from '../../helpers/browser/companyPages.ts';
import { confirmedUser, type ServedUsers, serveUsers, type TestUser } from '../../helpers/browser/users.ts';
import { emptyFolder } from '../../helpers/database/database.ts';
import { freePort } from '../../helpers/runTests.ts';
import { EMPTY_SITE } from '../../helpers/serve.ts';
import { type Received, startReceiver } from '../../helpers/server/webhooks.ts';

const EXAMPLES = 'src/examples';
const TYPESCRIPT = 'node_modules/typescript-native/bin/tsc';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

let folder: Awaited<ReturnType<typeof emptyFolder>>;
let server: ServedUsers;
let user: TestUser;
let company: string;
let key: string;

beforeAll(async () => {
  const [port, path] = await Promise.all([freePort(), emptyFolder()]);
  folder = path;
  writeFileSync(join(folder.path, 'key.pem'), pem);
  const env = { PORT: String(port), SITE_URL: `http://localhost:${port}`, WEBHOOKS_ALLOW_PRIVATE: 'on' };
  server = await serveUsers(env, EMPTY_SITE);
  user = await confirmedUser(server);
  const registration = { name: 'Example Securities', country: 'JP', licence: '123', authority: 'FSA' };
  ({ id: company } = await companyApi<{ id: string }>(server, user, '', registration));
  const made = {
    name: 'First call',
    kind: 'sandbox',
    scopes: ['reference.read', 'permissions.check'],
    expiresAt: null,
    networks: ['127.0.0.1', '::1'],
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }),
  };
  ({ id: key } = await companyApi<{ id: string }>(server, user, `/${company}/keys`, made));
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

interface Answer {
  code: number;
  message: string;
  data: Record<string, unknown>;
}

/** Runs a program in the folder of the key, and returns what it printed. */
async function run([command = '', ...options]: readonly string[], file: string, ...words: string[]): Promise<Answer> {
  const env = { ...process.env, API: server.url, KEY_ID: key };
  const path = join(process.cwd(), EXAMPLES, file);
  const printed = await new Promise<string>((resolve, reject) =>
    execFile(command, [...options, path, ...words], { cwd: folder.path, env }, (error, stdout, stderr) =>
      stdout ? resolve(stdout) : reject(new Error(stderr, { cause: error })),
    ),
  );
  return JSON.parse(printed);
}

const canRun = (command: string, ...options: string[]) => spawnSync(command, options).status === 0;
const hasOpenSsl = /^OpenSSL 3/.test(String(spawnSync('openssl', ['version']).stdout));
/** Debian's package is for Debian's Python, which need not be the first in the path. */
const python = ['python3', '/usr/bin/python3'].find((command) => canRun(command, '-c', 'import cryptography'));
/** .ci/run installs what they need, so that all of them run. */
const isSkipped = (runs: boolean) => !runs && process.env.EXAMPLES !== 'all';
const PROGRAMS = [
  {
    file: 'call.sh',
    by: ['bash'],
    needs: 'bash, curl and OpenSSL 3',
    runs: hasOpenSsl && canRun('curl', '--version') && canRun('bash', '--version'),
  },
  { file: 'call.ts', by: [process.execPath], needs: 'Node 24', runs: true },
  { file: 'call.py', by: [python ?? ''], needs: 'Python 3 with cryptography', runs: python !== undefined },
];

describe.each(PROGRAMS)('$file', ({ file, by, needs, runs }) => {
  it.skipIf(isSkipped(runs))(`makes a call, one with a body, and shows a refusal (needs ${needs})`, async () => {
    const who = await run(by, file, 'GET', '/key');
    expect([who.code, who.data.id, who.data.kind]).toEqual([SUCCESS, key, 'sandbox']);

    const body = JSON.stringify({ email: user.email, permissions: ['orders.enter'] });
    const { code, data } = await run(by, file, 'POST', '/permissions/check', body);
    expect([code, data.decisions]).toEqual([SUCCESS, [expect.objectContaining({ permission: 'orders.enter' })]]);

    const refused = await run(by, file, 'GET', '/dictionary/nothing');
    expect(refused.code).toBe(SERVER_CODES.notFound.code);
    expect(refused.message).not.toBe('');
  });
});

it('typed.ts is checked by the types of the document, and runs', async () => {
  const document = await (await fetch(server.url + PARTNER_OPENAPI_PATH)).text();
  writeFileSync(join(folder.path, 'partner.d.ts'), astToString(await openapiTS(document)));
  const text = readFileSync(`${EXAMPLES}/typed.ts`, 'utf8');
  cpSync(`${EXAMPLES}/sign.ts`, join(folder.path, 'sign.ts'));
  const faultsOf = (code: string) => {
    writeFileSync(join(folder.path, 'typed.ts'), code);
    const types = ['--typeRoots', resolve('node_modules/@types'), '--types', 'node'];
    const settings = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
    const modules = ['--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const args = [TYPESCRIPT, ...settings, ...modules, ...types, join(folder.path, 'typed.ts')];
    return spawnSync(process.execPath, args).stdout.toString();
  };
  expect(faultsOf(text.replace('data.scopes', 'data.scope'))).toContain("Property 'scope' does not exist");
  expect(faultsOf(text)).toBe('');
  const answer = await run([process.execPath], 'typed.ts');
  expect(answer.message).toBe('First call has no end');
  expect(answer.data.scopes).toEqual(['reference.read', 'permissions.check']);
}, 120_000);

it('a key is read from PEM and from a JWK, and another signature is refused', async () => {
  const jwk = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' });
  for (const text of [pem, jwk]) expect((await readPrivateKey(text)).algorithm.name).toBe('Ed25519');
  const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  writeFileSync(join(folder.path, 'other.pem'), other);
  process.env.KEY_FILE = 'other.pem';
  try {
    const { code } = await run([process.execPath], 'call.ts', 'GET', '/key');
    expect(code).toBe(PARTNER_CODES.signature.code);
  } finally {
    delete process.env.KEY_FILE;
  }
});

const RECEIVERS = [
  { file: 'webhook.ts', by: process.execPath, needs: 'Node 24', runs: true },
  { file: 'webhook.py', by: python ?? '', needs: 'Python 3 with cryptography', runs: python !== undefined },
];
const SIGNED = ['content-type', 'content-digest', 'signature-input', 'signature'];
const digestOf = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;

describe.each(RECEIVERS)('$file', ({ file, by, needs, runs }) => {
  it.skipIf(isSkipped(runs))(`takes what the site sends, once, and nothing else (needs ${needs})`, async () => {
    const port = await freePort();
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers }).then(
        ({ status }) => status,
        () => 0,
      );
    // In front of the program, as a proxy is; it shows what the site sends.
    const proxy = await startReceiver(async (response, { text, headers }) =>
      response.writeHead(await post(text, signatureIn(headers))).end(),
    );
    const env = { ...process.env, API: server.url, ADDRESS: proxy.url, PORT: String(port) };
    const receiver = spawn(by, [`${EXAMPLES}/${file}`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    receiver.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    try {
      await expect.poll(() => post('{}'), { timeout: 20_000 }).toBe(401);

      const of = `/${company}/webhooks`;
      const { id } = await companyApi<{ id: string }>(server, user, of, {
        url: proxy.url,
        kind: 'sandbox',
        events: ['news.published'],
      });
      const { id: delivery } = await companyApi<{ id: string }>(server, user, `${of}/${id}/test`, {});
      const path = `${of}/${id}/deliveries/${delivery}`;
      const sent = () => companyApi<{ state: string }>(server, user, path);
      await expect.poll(sent, { timeout: 20_000 }).toMatchObject({ state: 'delivered' });
      await companyApi(server, user, path, {}, 'POST');
      await expect.poll(sent, { timeout: 20_000 }).toMatchObject({ state: 'delivered' });
      expect(proxy.received).toHaveLength(2);
      expect(printed).toBe('ping {}\n');

      const headers = signatureIn(proxy.received[0]?.headers ?? {});
      const forged = JSON.stringify({ id: 'x', type: 'ping', data: {} });
      const input = headers['signature-input'] ?? '';
      for (const changed of [
        {},
        { 'content-digest': digestOf(forged) },
        { 'content-digest': digestOf(forged), 'signature-input': input.replace(' "content-digest"', '') },
      ]) {
        expect(await post(forged, { ...headers, ...changed })).toBe(401);
      }
      expect(printed).toBe('ping {}\n');
    } finally {
      const ended = once(receiver, 'exit');
      receiver.kill();
      await Promise.all([ended, proxy.stop()]);
    }
  });
});

const signatureIn = (headers: Received['headers']) =>
  Object.fromEntries(SIGNED.map((name) => [name, String(headers[name])]));
