/** The examples for developers, run as the page says: against the real server, by what a new company has made itself. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../src/contract/common.ts';
import { PARTNER_CODES } from '../../../src/contract/errors.ts';
import { readPrivateKey } from '../../../src/examples/sign.ts';
import { companyApi } from '../../helpers/companyPages.ts';
import { emptyFolder } from '../../helpers/database.ts';
import { freePort } from '../../helpers/runTests.ts';
import { EMPTY_SITE } from '../../helpers/serve.ts';
import { confirmedUser, type ServedUsers, serveUsers, type TestUser } from '../../helpers/users.ts';

const EXAMPLES = 'src/examples';
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
    ...{ name: 'First call', kind: 'sandbox', scopes: ['reference.read', 'permissions.check'], expiresAt: null },
    ...{ networks: ['127.0.0.1', '::1'], publicKey: publicKey.export({ format: 'pem', type: 'spki' }) },
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
const LANGUAGES = [
  { file: 'call.sh', by: ['bash'], needs: 'bash, curl, OpenSSL 3', has: canRun('curl', '--version') && hasOpenSsl() },
  { file: 'call.ts', by: [process.execPath], needs: 'Node 24', has: true },
  {
    ...{ file: 'call.py', by: ['python3'], needs: 'Python 3 with cryptography' },
    has: canRun('python3', '-c', 'import cryptography'),
  },
];
function hasOpenSsl(): boolean {
  return /^OpenSSL 3/.test(String(spawnSync('openssl', ['version']).stdout)) && canRun('bash', '--version');
}

describe.each(LANGUAGES)('$file', ({ file, by, needs, has }) => {
  // .ci/run installs all of them, and must skip nothing.
  const isSkipped = !has && !process.env.CI_ALL_EXAMPLES;
  const title = isSkipped ? ` (skipped: needs ${needs})` : '';

  it.skipIf(isSkipped)(`makes the first call, one with a body, and shows a refusal${title}`, async () => {
    const who = await run(by, file, 'GET', '/key');
    expect([who.code, who.data.id, who.data.kind]).toEqual([SUCCESS, key, 'sandbox']);

    const body = JSON.stringify({ email: user.email, permissions: ['orders.enter'] });
    const { code, data } = await run(by, file, 'POST', '/permissions/check', body);
    expect([code, data.decisions]).toEqual([SUCCESS, [expect.objectContaining({ permission: 'orders.enter' })]]);

    const refused = await run(by, file, 'GET', '/dictionary/nothing');
    expect(refused.code).not.toBe(SUCCESS);
    expect(refused.message).not.toBe('');
  });
});

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

describe('webhook.ts', () => {
  let receiver: ChildProcess;
  let address: string;
  let printed = '';

  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}/hook?of=1`;
    const env = { ...process.env, API: server.url, ADDRESS: address, PORT: String(port) };
    receiver = spawn(process.execPath, [`${EXAMPLES}/webhook.ts`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    receiver.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await expect
      .poll(() =>
        fetch(address, { method: 'POST' }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(401);
  });
  afterAll(async () => {
    const ended = once(receiver, 'exit');
    receiver.kill();
    await ended;
  });

  it('takes what the site sends, once, and nothing else', async () => {
    const of = `/${company}/webhooks`;
    const hook = { url: address, kind: 'sandbox', events: ['news.published'] };
    const { id } = await companyApi<{ id: string }>(server, user, of, hook);
    const { id: delivery } = await companyApi<{ id: string }>(server, user, `${of}/${id}/test`, {});
    const stateOf = async () =>
      (await companyApi<{ state: string; body: string }>(server, user, `${of}/${id}/deliveries/${delivery}`)).state;
    await expect.poll(stateOf, { timeout: 20_000 }).toBe('delivered');
    expect(printed).toBe('ping {}\n');

    const forged = JSON.stringify({ id: 'x', type: 'ping', data: {} });
    for (const headers of [{}, { 'signature-input': 'finger=()', signature: 'finger=:AA==:' }]) {
      expect((await fetch(address, { method: 'POST', body: forged, headers })).status).toBe(401);
    }
    expect(printed).toBe('ping {}\n');
  });
});
