/** Uploads of license files: forms of every kind, how many files may wait, and a full disk. */
// cspell:ignore statfs bavail
import { mkdir, readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LICENSE_PATH } from '../../../../src/contract/applications.ts';
import { LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';
import type { ApplicationsOptions } from '../../../../src/server/applications/applications.ts';
import { licenseFiles } from '../../../../src/server/db/schema.ts';
import { type ServerMessage, serverMessage } from '../../../../src/server/messages.ts';
import { folderOf, LICENSES, type Room } from '../../../../src/server/shared/files.ts';
import { random } from '../../../helpers/durability.ts';
import { FORM_TYPE, formOf } from '../../../helpers/forms.ts';
import type { ServedApi } from '../../../helpers/server/api.ts';
import { applicationBody, tables, withAt } from '../../../helpers/server/applications.ts';
import { accountsApi, PDF } from '../../../helpers/server/applicationsApi.ts';

/** True if the disk for licenses is full. Files are then written to /dev/full. */
let isFull = false;
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const open: typeof real.open = (path, flags, mode) =>
    isFull && flags === 'wx' ? real.open('/dev/full', 'w') : real.open(path, flags, mode);
  return { ...real, open };
});

const MEGABYTE = 1024 * 1024;

const on = accountsApi();
afterEach(() => {
  isFull = false;
});
const serving = (applications: Partial<ApplicationsOptions> = {}) =>
  on.serving({ env: { TRUSTED_PROXY_HOPS: '1' }, applications: { rules: tables, ...applications } });

interface Sending {
  from?: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

async function upload(served: ServedApi, { from = '192.0.2.1', body = formOf(PDF), headers = {} }: Sending = {}) {
  const answer = await served.ask(LICENSE_PATH, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE, 'x-forwarded-for': from, ...headers },
    body,
  });
  const read = JSON.parse(answer.text) as { code: number; message: string; data: { id: string } | null };
  return { status: answer.status, headers: answer.headers, ...read };
}
const filesOnDisk = () => readdir(folderOf(LICENSES, on.dataDir)).catch(() => []);
const waiting = () => on.database.orm.$count(licenseFiles);
const said = (message: ServerMessage) => serverMessage(message, 'en-US');

describe('a form', () => {
  it.each([
    ['of another field', formOf(PDF, { name: 'other' }), {}],
    ['that is none', PDF, {}],
    ['without a boundary', formOf(PDF), { 'content-type': 'multipart/form-data' }],
    ['of another type', Buffer.from('file=%25PDF-1.7'), { 'content-type': 'application/x-www-form-urlencoded' }],
    ['whose type is unknown', formOf(PDF), { 'content-type': 'application/pdf' }],
    [
      'whose file has no name',
      Buffer.from(
        formOf(PDF).toString('latin1').replace('; filename="licence.pdf"', '').replace('application/pdf', 'text/plain'),
      ),
      {},
    ],
    ['that ends before its file', formOf(PDF, { ends: false }), {}],
    ['that ends in the midst of its file', formOf(Buffer.concat([PDF, Buffer.alloc(500_000)]), { ends: false }), {}],
    ['that ends in the head of its file', formOf(PDF).subarray(0, 60), {}],
    ['of nothing', Buffer.alloc(0), {}],
  ])('%s is refused, and nothing of it stays', async (_, body, headers) => {
    const served = await serving();
    expect(await upload(served, { body, headers })).toMatchObject({ status: 422, message: said('server.licenceFile') });
    expect([await filesOnDisk(), await waiting()]).toEqual([[], 0]);
  });

  it('is taken without a length too, whatever stands around its file', async () => {
    const served = await serving();
    const bytes = Buffer.concat([PDF, Buffer.alloc(300_000, '\r\n--')]);
    const file = formOf(bytes);
    const before = formOf('some words', { name: 'note', ends: false });
    const body = Buffer.concat([
      Buffer.from('preamble\r\n'),
      before,
      Buffer.from('\r\n'),
      file,
      Buffer.from('epilogue'),
    ]);
    const { status, data } = await upload(served, { body, headers: { 'transfer-encoding': 'chunked' } });
    expect(status).toBe(200);
    expect(await readFile(join(folderOf(LICENSES, on.dataDir), String(data?.id)))).toEqual(bytes);
    const [row] = await on.database.orm.select().from(licenseFiles);
    expect(row).toMatchObject({ type: 'application/pdf', bytes: bytes.length });
  });

  it('of several files gives the first one', async () => {
    const served = await serving();
    const [one, two] = [formOf(PDF, { ends: false }), formOf('%PDF-1.4 another one')];
    const { data } = await upload(served, { body: Buffer.concat([one, Buffer.from('\r\n'), two]) });
    expect(await readFile(join(folderOf(LICENSES, on.dataDir), String(data?.id)))).toEqual(PDF);
    expect(await filesOnDisk()).toHaveLength(1);
  });

  it('with faults anywhere is taken or refused, and answered', async () => {
    const served = await serving({ room: { network: { files: 1e6, bytes: 1e12 }, all: { files: 1e6, bytes: 1e12 } } });
    const next = random(14);
    const whole = formOf(Buffer.concat([PDF, Buffer.from('\r\n--boundary-of-a-test'), PDF]));
    let taken = 0;
    for (let n = 0; n < (process.env.TEST_FULL ? 300 : 40); n += 1) {
      const body = Buffer.from(whole.subarray(0, next() < 0.5 ? whole.length : Math.floor(next() * whole.length)));
      for (let faults = Math.floor(next() * 4); faults > 0 && body.length > 0; faults -= 1) {
        body[Math.floor(next() * body.length)] = [0, 10, 13, 34, 45, 58, 255][Math.floor(next() * 7)] ?? 0;
      }
      const { status } = await upload(served, { body });
      expect([200, 422], JSON.stringify(body.toString('latin1'))).toContain(status);
      if (status === 200) taken += 1;
    }
    expect([(await filesOnDisk()).length, await waiting()]).toEqual([taken, taken]);
    expect(taken).toBeGreaterThan(0);
  });
});

describe('files that wait', () => {
  const room = (network: Room['all'], all: Room['all']) => ({ room: { network, all } });
  const MUCH = { files: 100, bytes: 1000 * MEGABYTE };

  it('are so many of a network, also where they come at once; others still send theirs', async () => {
    const served = await serving(room({ ...MUCH, files: 3 }, MUCH));
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(served)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      code: 42900,
      message: said('server.licenceNetworkFull'),
      headers: { 'retry-after': '3600' },
    });
    expect(await filesOnDisk()).toHaveLength(3);
    expect((await upload(served, { from: '192.0.2.2' })).status).toBe(200);
    // Another process counts them too.
    expect((await upload(await serving(room({ ...MUCH, files: 3 }, MUCH)))).status).toBe(429);
  });

  it('are so large of a network', async () => {
    const served = await serving(room({ ...MUCH, bytes: MEGABYTE }, MUCH));
    const body = formOf(Buffer.concat([PDF, Buffer.alloc(600_000)]));
    expect((await upload(served, { body })).status).toBe(200);
    expect((await upload(served, { body })).status).toBe(429);
    expect((await upload(served, { body, from: '2001:db8::1' })).status).toBe(200);
    expect((await upload(served, { body, from: '2001:db8::2' })).status).toBe(429);
    // A finished upload reserves only its actual size.
    expect((await upload(served)).status).toBe(200);
  });

  it('count no more once an application has them, and then nothing tells whence they came', async () => {
    const served = await serving(room({ ...MUCH, files: 1 }, MUCH));
    const { data } = await upload(served);
    const [row] = await on.database.orm.select().from(licenseFiles);
    expect(row?.network).toMatch(/^[\w-]{43}$/);
    expect((await upload(served)).status).toBe(429);
    expect((await on.apply(withAt(applicationBody('analyst'), 'licence.files', [data?.id]), { served })).status).toBe(
      200,
    );
    const [tied] = await on.database.orm
      .select()
      .from(licenseFiles)
      .where(eq(licenseFiles.id, String(data?.id)));
    expect(tied?.network).toBeNull();
    expect((await upload(served)).status).toBe(200);
  });

  it.each([
    ['many', { ...MUCH, files: 2 }],
    ['large', { ...MUCH, bytes: 2 * PDF.length + 100 }],
  ])('are so %s in all', async (_, all) => {
    const served = await serving(room(MUCH, all));
    for (const from of ['192.0.2.1', '192.0.2.2']) await upload(served, { from });
    expect(await upload(served, { from: '192.0.2.3' })).toMatchObject({ status: 507, code: 50700 });
  });

  it('are 50 of a network and 500 in all', async () => {
    const served = await serving();
    await upload(served);
    const [{ network = null } = {}] = await on.database.orm.select().from(licenseFiles);
    const row = (n: number) => ({ id: `f${n}`, type: 'image/png' as const, bytes: 1, createdAt: new Date() });
    const rows = (count: number, from: string | null) =>
      Array.from({ length: count }, (_, n) => ({ ...row(n), id: `${from} ${n}`, network: from }));
    await on.database.orm.insert(licenseFiles).values(rows(49, network));
    expect((await upload(served)).status).toBe(429);
    await on.database.orm.insert(licenseFiles).values(rows(449, 'others'));
    expect((await upload(served, { from: '192.0.2.2' })).status).toBe(200);
    expect((await upload(served, { from: '192.0.2.2' })).status).toBe(507);
  });
});

describe('a full disk', () => {
  /** Checks that the rest works: a call that needs no disk, and an application. */
  async function goesOn(served: ServedApi) {
    expect((await served.ask('/api/web/common/ip')).status).toBe(200);
    expect((await on.apply(applicationBody(), { served })).status).toBe(200);
  }

  it('is one that has come to its reserve: nothing is written, and it is said in words', async () => {
    await mkdir(folderOf(LICENSES, on.dataDir));
    const { bavail, bsize } = await statfs(folderOf(LICENSES, on.dataDir));
    const served = await serving({ reserve: Math.ceil((2 * bavail * bsize) / MEGABYTE) });
    for (const locale of LOCALE_IDS) {
      const answer = await upload(served, { headers: { 'accept-language': LOCALES[locale].lang } });
      expect(answer).toMatchObject({ status: 507, code: 50700, data: null, headers: { 'retry-after': '3600' } });
      expect(answer.message).toBe(serverMessage('server.licenceFull', locale));
    }
    expect([await filesOnDisk(), await waiting()]).toEqual([[], 0]);
    await goesOn(served);
    expect((await upload(await serving({ reserve: 1 }))).status).toBe(200);
  });

  it('is one that takes no more while it is written: nothing of the file stays', async () => {
    const served = await serving();
    isFull = true;
    const body = formOf(Buffer.concat([PDF, Buffer.alloc(2 * MEGABYTE)]));
    expect(await upload(served, { body })).toMatchObject({ status: 507, message: said('server.licenceFull') });
    expect([await filesOnDisk(), await waiting()]).toEqual([[], 0]);
    await goesOn(served);
    isFull = false;
    expect((await upload(served, { body })).status).toBe(200);
  });
});
