/** Request bodies: the server reads one only when there is a place for it, and none may stay for ever. */
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { APPLY_PATH, LICENSE_PATH } from '../../../src/contract/applications.ts';
import { SERVER_CODES } from '../../../src/contract/errors.ts';
import { ASK_PATH } from '../../../src/contract/support.ts';
import { forgottenCall, logInCall, signUpCall } from '../../../src/contract/users.ts';
import { BODY_LIMITS, type BodyKind, type BodyLimits, letGoBy } from '../../../src/server/bodies.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { licenseFiles } from '../../../src/server/db/schema.ts';
import { folderOf, LICENSES } from '../../../src/server/shared/files.ts';
import { emptyFolder, testDatabase } from '../../helpers/database/database.ts';
import { FORM_TYPE, formOf } from '../../helpers/forms.ts';
import { serveApi } from '../../helpers/server/api.ts';
import { tables } from '../../helpers/server/applications.ts';

const IP = '/api/web/common/ip';
const JSON_TYPE = 'application/json';

let database: Database;
let folder: Awaited<ReturnType<typeof emptyFolder>>;

beforeAll(async () => {
  [database, folder] = await Promise.all([testDatabase(), emptyFolder()]);
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

/** The API behind a proxy that passes on the address of the caller. */
async function serving(limits: Partial<Record<BodyKind, Partial<BodyLimits>>> = {}, env: Record<string, string> = {}) {
  const bodyLimits = {
    json: { ...BODY_LIMITS.json, ...limits.json },
    report: { ...BODY_LIMITS.report, ...limits.report },
    file: { ...BODY_LIMITS.file, ...limits.file },
    avatar: { ...BODY_LIMITS.avatar, ...limits.avatar },
  };
  const served = await serveApi({
    database,
    env: { DATA_DIR: folder.path, TRUSTED_PROXY_HOPS: '1', ...env },
    applications: { rules: tables },
    bodyLimits,
  });
  onTestFinished(() => served.stop());
  return served;
}

interface Begun {
  sent: ClientRequest;
  /** The response; rejects if the connection ends without one */
  answer: Promise<{ status: number; code: number; message: string; headers: IncomingMessage['headers'] }>;
  closed: Promise<unknown>;
}

/** Sends the head of a request and the beginning of its body, but never the end. */
function begin(port: number, path: string, part: string | Buffer, headers: Record<string, string> = {}): Begun {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    agent: false,
    headers: {
      'content-type': path === LICENSE_PATH ? FORM_TYPE : JSON_TYPE,
      ...(headers['transfer-encoding'] ? {} : { 'content-length': '60000' }),
      ...headers,
    },
  });
  const closed = once(sent, 'close');
  const answer = new Promise<Awaited<Begun['answer']>>((resolve, reject) => {
    sent.once('error', reject).once('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, ...JSON.parse(text) });
    });
  });
  answer.catch(() => {}); // Most of them are never awaited.
  closed.catch(() => {});
  sent.flushHeaders();
  if (part.length > 0) sent.write(part);
  onTestFinished(() => void sent.destroy());
  return { sent, answer, closed };
}

/** The status of a call with a complete body from a network. */
async function tried({ ask }: Awaited<ReturnType<typeof serving>>, network: string): Promise<number> {
  const { status } = await ask(APPLY_PATH, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE, 'idempotency-key': crypto.randomUUID(), 'x-forwarded-for': network },
    body: '[]',
  });
  return status;
}
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
const FROM = '192.0.2.1';
const BEGUN = '{"locale":"ja",';

describe('bodies under way', () => {
  it('are 16 of one network: the next one is refused unread, and others are not', async () => {
    const served = await serving();
    const held = Array.from({ length: 16 }, () =>
      begin(served.port, APPLY_PATH, BEGUN, { ...keyed(), 'x-forwarded-for': FROM }),
    );
    await vi.waitFor(async () => expect(await tried(served, FROM)).toBe(429));
    const next = begin(served.port, APPLY_PATH, '', { ...keyed(), 'x-forwarded-for': FROM });
    expect(await next.answer).toMatchObject({ status: 429, code: 42900, headers: { 'retry-after': '1' } });
    expect(await tried(served, '192.0.2.2')).toBe(400);
    // Files have their own places.
    const file = begin(served.port, LICENSE_PATH, formOf('<svg version="1.1">', { ends: false }), {
      'x-forwarded-for': FROM,
    });
    expect(await file.answer).toMatchObject({ status: 422 });

    held[0]?.sent.destroy();
    await vi.waitFor(async () => expect(await tried(served, FROM)).toBe(400));
  });

  it('count by the /64 of IPv6', async () => {
    const served = await serving({ json: { perNetwork: 1 } });
    begin(served.port, APPLY_PATH, BEGUN, { ...keyed(), 'x-forwarded-for': '2001:db8:0:1::1' });
    await vi.waitFor(async () => expect(await tried(served, '2001:db8:0:1:2::2')).toBe(429));
    expect(await tried(served, '2001:db8:0:2::1')).toBe(400);
  });

  it('are four times as many of a /56 of IPv6', async () => {
    const served = await serving({ json: { perNetwork: 1 } });
    const begun = [1, 2, 3, 4].map((n) =>
      begin(served.port, APPLY_PATH, BEGUN, { ...keyed(), 'x-forwarded-for': `2001:db8:0:${n}::1` }),
    );
    await vi.waitFor(async () => expect(await tried(served, '2001:db8:0:5::1')).toBe(429));
    expect(await tried(served, '2001:db8:0:100::1')).toBe(400);
    for (const { sent } of begun) sent.destroy();
    await vi.waitFor(async () => expect(await tried(served, '2001:db8:0:5::1')).toBe(400));
  });

  it('are so many in all, whoever sends them', async () => {
    const served = await serving({ json: { inAll: 2 } });
    for (const n of [1, 2]) begin(served.port, APPLY_PATH, BEGUN, { ...keyed(), 'x-forwarded-for': `198.51.100.${n}` });
    await vi.waitFor(async () => expect(await tried(served, FROM)).toBe(503));
    const next = begin(served.port, APPLY_PATH, '', { ...keyed(), 'x-forwarded-for': FROM });
    expect(await next.answer).toMatchObject({ status: 503, code: 50300, headers: { 'retry-after': '1' } });
    // A call without a body still works.
    expect((await served.ask(IP)).status).toBe(200);
  });
});

describe('before a body is read', () => {
  it('its type must be JSON: a page elsewhere may send any other without asking', async () => {
    const served = await serving({}, { ASK_RATE_LIMIT_PER_MINUTE: '0' });
    const status = async (type: string | undefined, path = APPLY_PATH) => {
      const headers = {
        ...keyed(),
        origin: 'https://evil.example',
        ...(type !== undefined && { 'content-type': type }),
      };
      const answer = await served.ask(path, { method: 'POST', headers, body: '{}' });
      return [answer.status, JSON.parse(answer.text).code];
    };
    const { code, status: refused } = SERVER_CODES.wrongType;
    for (const path of [APPLY_PATH, ASK_PATH, logInCall.path, signUpCall.path, forgottenCall.path]) {
      for (const type of [
        undefined,
        'text/plain',
        'text/plain;charset=UTF-8',
        'application/x-www-form-urlencoded',
        'text/json',
      ]) {
        expect(await status(type, path), `${path} ${type}`).toEqual([refused, code]);
      }
      for (const type of [JSON_TYPE, 'Application/JSON; charset=utf-8']) {
        expect(await status(type, path), `${path} ${type}`).toEqual([422, SERVER_CODES.invalid.code]);
      }
    }
  });

  it('its length is judged, then the rate limits are', async () => {
    const { port } = await serving({}, { RATE_LIMIT_PER_MINUTE: '1' });
    const tooLarge = begin(port, APPLY_PATH, '', { ...keyed(), 'content-length': '65537' });
    expect(await tooLarge.answer).toMatchObject({ status: 413, code: 41300 });
    const file = begin(port, LICENSE_PATH, '', { 'content-length': String(BODY_LIMITS.file.bytes + 1) });
    expect(await file.answer).toMatchObject({ status: 413, code: 41300 });
    await begin(port, IP, '').answer;
    expect(await begin(port, APPLY_PATH, '', keyed()).answer).toMatchObject({ status: 429 });
  });

  it.each([
    ['applications', APPLY_PATH, 1],
    ['files', LICENSE_PATH, 2],
  ])('the rate limit of %s is taken', async (_, path, allowed) => {
    const { port } = await serving({ json: { ms: 50 }, file: { ms: 50 } }, { APPLY_RATE_LIMIT_PER_MINUTE: '1' });
    for (let n = 0; n < allowed; n += 1) {
      expect(await begin(port, path, '', keyed()).answer).toMatchObject({ status: 408 });
    }
    expect(await begin(port, path, '', keyed()).answer).toMatchObject({ status: 429 });
  });
});

describe('a body', () => {
  it('without a length is counted as it comes', async () => {
    const { port } = await serving();
    const chunked = { ...keyed(), 'transfer-encoding': 'chunked' };
    const begun = begin(port, APPLY_PATH, 'x'.repeat(65_536), chunked);
    begun.sent.write('x');
    expect(await begun.answer).toMatchObject({ status: 413, code: 41300 });
    const whole = begin(port, APPLY_PATH, `"${'x'.repeat(65_534)}"`, chunked);
    whole.sent.end();
    expect(await whole.answer).toMatchObject({ status: 400 });
  });

  it('of JSON that is not there in time is cut off, also where it trickles in', async () => {
    expect(BODY_LIMITS.json.ms).toBe(15_000);
    const served = await serving({ json: { ms: 300, perNetwork: 1 } });
    const { sent, answer, closed } = begin(served.port, APPLY_PATH, BEGUN, { ...keyed(), 'x-forwarded-for': FROM });
    const trickle = setInterval(() => sent.write(' '), 20);
    onTestFinished(() => clearInterval(trickle));
    sent.on('error', () => {});
    expect(await answer).toMatchObject({ status: 408, code: 40800, headers: { connection: 'close' } });
    await closed;
    expect(await tried(served, FROM)).toBe(400);
  });

  it('of a file goes to the disk as it comes, and nothing of it stays where it is cut off', async () => {
    expect(BODY_LIMITS.file).toMatchObject({ ms: 120_000, idleMs: 15_000 });
    const { port } = await serving({ file: { idleMs: 1_000 } });
    const part = formOf(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000)]), { ends: false });
    const { answer, closed } = begin(port, LICENSE_PATH, part, { 'content-length': '9000000' });
    await vi.waitFor(async () => {
      const [name = ''] = await readdir(folderOf(LICENSES, folder.path));
      expect((await stat(join(folderOf(LICENSES, folder.path), name))).size).toBeGreaterThan(1_800_000);
    });
    expect(await answer).toMatchObject({ status: 408, code: 40800 });
    await closed;
    await vi.waitFor(async () => {
      expect(await readdir(folderOf(LICENSES, folder.path))).toEqual([]);
      expect(await database.orm.$count(licenseFiles)).toBe(0);
    });
  });

  it('of a file may trickle in, but not for ever', async () => {
    const { port } = await serving({ file: { ms: 600, idleMs: 200 } });
    const { sent, answer } = begin(port, LICENSE_PATH, formOf('%PDF-1.7\n', { ends: false }));
    const began = performance.now();
    const trickle = setInterval(() => sent.write(' '), 20);
    onTestFinished(() => clearInterval(trickle));
    sent.on('error', () => {});
    expect(await answer).toMatchObject({ status: 408 });
    expect(performance.now() - began).toBeGreaterThan(500);
    await vi.waitFor(async () => expect(await database.orm.$count(licenseFiles)).toBe(0));
  });

  it('whose sender leaves gives its place and its room back', async () => {
    const { port } = await serving({ file: { perNetwork: 1 } });
    for (let n = 0; n < 3; n += 1) {
      const { sent } = begin(port, LICENSE_PATH, formOf('%PDF-1.7\n1234567890', { ends: false }));
      await vi.waitFor(async () => expect(await readdir(folderOf(LICENSES, folder.path))).toHaveLength(1));
      sent.destroy();
      await vi.waitFor(async () => expect(await database.orm.$count(licenseFiles)).toBe(0));
      expect(await readdir(folderOf(LICENSES, folder.path))).toEqual([]);
    }
  });

  it('that is refused goes by, so that whoever sends all of it first sees the answer', async () => {
    const served = await serving({ file: { perNetwork: 0 } });
    const socket = connect(served.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const body = formOf(Buffer.alloc(9_000_000));
    socket.write(
      `POST ${LICENSE_PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // Slower than the time for which the server used to wait after its response.
    for (let at = 0; at < body.length; at += 1_000_000) {
      await new Promise((resolve) => socket.write(body.subarray(at, at + 1_000_000), resolve));
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    socket.write(`GET ${IP} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answers = Buffer.concat(await socket.toArray()).toString();
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 200']);
  });

  it('that goes by has its time too', async () => {
    const server = createServer((incoming, outgoing) => {
      outgoing.once('finish', () => letGoBy(incoming, 50)).end('no');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc');
    await once(socket, 'close');
  });
});
