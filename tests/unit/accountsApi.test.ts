/** Applications over HTTP: what is taken and refused, repetitions, secrets, files, and that nothing personal is logged. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FAULT_WORDS } from '../../src/accounts/faults.ts';
import { ROLES } from '../../src/accounts/lists.ts';
import { checkApplication } from '../../src/accounts/shapes.ts';
import { APPLY_PATH, LICENCE_PATH, MOST_FILE_BYTES, REFERENCE } from '../../src/contract/accounts.ts';
import { LOCALE_IDS, LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { eraseApplication, eraseOld } from '../../src/server/accounts/erase.ts';
import { folderOf, sweepFiles, typeOf } from '../../src/server/accounts/files.ts';
import { administerApplications } from '../../src/server/accounts/operator.ts';
import { readRules } from '../../src/server/accounts/tables.ts';
import { restoreBackup, writeBackup } from '../../src/server/db/backup.ts';
import type { Database } from '../../src/server/db/database.ts';
import { applicationAudit, applications, licenceFiles } from '../../src/server/db/schema.ts';
import { type ServedApi, serveApi } from '../helpers/api.ts';
import {
  applicationBody,
  type Body,
  oddApplication,
  signature,
  tables,
  VERSIONS,
  withAt,
} from '../helpers/applications.ts';
import { emptyFolder, testDatabase } from '../helpers/database.ts';
import { random } from '../helpers/durability.ts';
import { FORM_TYPE, formOf } from '../helpers/forms.ts';

let database: Database;
let folder: Awaited<ReturnType<typeof emptyFolder>>;
let api: ServedApi;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  [database, folder] = await Promise.all([testDatabase(), emptyFolder()]);
  api = await serveApi({ database, env: { DATA_DIR: folder.path }, accounts: { rules: tables } });
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  await database.orm.delete(applications);
  await database.orm.delete(applicationAudit);
  await database.orm.delete(licenceFiles);
});
afterAll(async () => {
  await api.stop();
  await database.close();
  await folder.remove();
});

interface Sending {
  key?: string;
  served?: ServedApi;
  language?: string;
  headers?: Record<string, string>;
}

async function apply(
  body: unknown,
  { key = randomUUID(), served = api, language = 'en-US', headers = {} }: Sending = {},
) {
  const { status, text } = await served.ask(APPLY_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language, 'idempotency-key': key, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status, text, ...(JSON.parse(text) as { code: number; message: string; data: Body | null }) };
}
const fieldsOf = ({ data }: { data: Body | null }) => (data?.fields ?? []) as { field: string; message: string }[];
async function statusOf(reference: unknown, secret?: unknown) {
  const { status, text } = await api.ask(`/api/web/account/application/${reference}`, {
    headers: secret === undefined ? {} : { 'application-secret': String(secret) },
  });
  return { status, text, ...(JSON.parse(text) as { code: number; data: Body | null }) };
}
const rows = () => database.orm.select().from(applications);
const audit = () => database.orm.select().from(applicationAudit);

const form = (bytes: Buffer) => ({ method: 'POST', headers: { 'content-type': FORM_TYPE }, body: formOf(bytes) });
async function upload(bytes: Buffer, served = api) {
  const { status, text } = await served.ask(LICENCE_PATH, form(bytes));
  return { status, ...(JSON.parse(text) as { message: string; data: Body | null }) };
}
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

describe('an application', () => {
  it.each(ROLES)('of a %s is stored, answered and found again', async (role) => {
    const sent = await apply(applicationBody(role));
    expect(sent).toMatchObject({ status: 200, code: 20000, data: { state: 'received' } });
    const { reference, secret, submittedAt } = sent.data as Body;
    expect(reference).toMatch(REFERENCE);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const licence = role === 'analyst' || role === 'broker' ? 'given' : null;
    expect((await statusOf(reference, secret)).data).toEqual({
      reference,
      state: 'received',
      submittedAt,
      updatedAt: submittedAt,
      licence,
    });

    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    const { password, ...answers } = checkApplication(applicationBody(role), tables).ok
      ? (checkApplication(applicationBody(role), tables) as { value: Body }).value
      : {};
    expect(row?.answers).toEqual(JSON.parse(JSON.stringify(answers)));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(String(row?.passwordHash), String(password))).toBe(true);
    expect(JSON.stringify({ ...row, passwordHash: '' })).not.toContain(password);
  });

  it('says each fault in the language of the caller, in its field', async () => {
    const body = withAt(withAt(applicationBody(), 'email', 'hana'), 'address.line1', '');
    for (const locale of LOCALE_IDS) {
      const t = translator(locale);
      const sent = await apply(body, { language: LOCALES[locale].lang });
      expect(sent).toMatchObject({ status: 422, code: 42200 });
      expect(fieldsOf(sent)).toEqual([
        { field: 'email', message: t(FAULT_WORDS.emailFormat, { value: 'name@example.com' }) },
        { field: 'address.line1', message: t(FAULT_WORDS.addressEmpty) },
      ]);
    }
    expect(await rows()).toEqual([]);
  });

  it('needs a city of its country', async () => {
    expect(fieldsOf(await apply(applicationBody('developer', { city: 5128581 })))).toMatchObject([{ field: 'city' }]);
    expect(
      (await apply(applicationBody('developer', { city: 5128581, country: 'US', mobile: '+12125550123' }))).status,
    ).toBe(200);
  });

  it('names the remedy for an old text, an unknown product and an unknown role', async () => {
    const old = await apply(withAt(applicationBody(), 'trading.highRisk.forex.version', '2020-01-01'));
    expect(fieldsOf(old)).toMatchObject([{ field: 'trading.highRisk.forex.version' }]);
    expect(old.message).toContain(VERSIONS.forex);
    expect(old.message).toMatch(/reload/i);
    expect(fieldsOf(await apply(withAt(applicationBody(), 'trading.products', ['forex', 'gold'])))).toMatchObject([
      { field: 'trading.products.1' },
    ]);
    expect(fieldsOf(await apply(applicationBody('developer', { role: 'king' })))).toMatchObject([{ field: 'role' }]);
  });

  it('leaves an audit row of each signed disclosure, without the name', async () => {
    const body = withAt(applicationBody(), 'trading.products', ['forex', 'options']);
    await apply(withAt(body, 'trading.highRisk.options', signature(VERSIONS.options)));
    const entries = await audit();
    expect(entries.map(({ action, by }) => [action, by]).sort()).toEqual([
      ['received', 'applicant'],
      ['signed', 'applicant'],
      ['signed', 'applicant'],
    ]);
    expect(
      entries.map(({ detail }) => JSON.parse(String(detail))).filter(({ product }) => product === 'options'),
    ).toEqual([{ product: 'options', version: VERSIONS.options, locale: 'ja', signedAt: '2026-11-21T14:58:00.000Z' }]);
    expect(JSON.stringify(entries)).not.toMatch(/Hana|Sato/i);
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', ''],
    ['a deep body', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('that is %s is a bad request', async (_, body) => {
    expect(await apply(body)).toMatchObject({ status: 400, code: 40000 });
  });

  it('above 64 kB is refused', async () => {
    expect((await apply(applicationBody('developer', { brokerNumber: 'x'.repeat(70_000) }))).status).toBe(413);
  });

  it('needs a key', async () => {
    for (const key of ['', 'short', 'x'.repeat(65), 'not a key at all, no']) {
      const sent = await apply(applicationBody(), { key });
      expect(sent.status).toBe(422);
      expect(fieldsOf(sent)).toMatchObject([{ field: 'Idempotency-Key' }]);
    }
  });

  it('is asked for by its own methods alone', async () => {
    expect((await api.ask(APPLY_PATH)).headers.allow).toBe('POST');
    expect((await api.ask(LICENCE_PATH)).status).toBe(405);
    expect((await api.ask('/api/web/account/application/x', { method: 'DELETE' })).headers.allow).toBe('GET, HEAD');
  });

  it('waits for the database, and is limited for each address', async () => {
    const closed = await serveApi({ accounts: { rules: tables } });
    undo.push(closed.stop);
    expect((await apply(applicationBody(), { served: closed })).status).toBe(503);
    expect((await closed.ask(LICENCE_PATH, form(PDF))).status).toBe(503);
    expect((await closed.ask('/api/web/account/application/x')).status).toBe(503);

    const limited = await serveApi({
      database,
      env: { APPLY_RATE_LIMIT_PER_MINUTE: '2', DATA_DIR: folder.path },
      accounts: { rules: tables },
    });
    undo.push(limited.stop);
    const found = [1, 2, 3].map(() => apply({}, { served: limited }).then(({ status }) => status));
    expect((await Promise.all(found)).sort()).toEqual([422, 422, 429]);
    const files = [1, 2, 3, 4, 5].map(() => upload(PDF, limited).then(({ status }) => status));
    expect((await Promise.all(files)).sort()).toEqual([200, 200, 200, 200, 429]);
    const guesses = Array.from({ length: 7 }, () =>
      limited.ask('/api/web/account/application/x').then(({ status }) => status),
    );
    expect((await Promise.all(guesses)).sort()).toEqual([404, 404, 404, 404, 404, 404, 429]);
    expect((await limited.ask('/api/web/common/country/list')).status).toBe(200);
  });

  it('may come from the origins that are allowed, with its headers', async () => {
    const served = await serveApi({
      database,
      env: { ALLOWED_ORIGINS: 'https://www.example.com', DATA_DIR: folder.path },
    });
    undo.push(served.stop);
    const { headers } = await served.ask(APPLY_PATH, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.example.com', 'access-control-request-method': 'POST' },
    });
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['Idempotency-Key', 'Application-Secret', 'Content-Type']));
  });

  it('stands in the description of the API with all its calls', async () => {
    const { paths } = JSON.parse((await api.ask('/api/openapi.json')).text);
    const { post } = paths[APPLY_PATH];
    expect(post.operationId).toBe('accountApply');
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '409', '413', '422', '429', '503']));
    const text = JSON.stringify(post.requestBody);
    for (const name of ['birthDate', 'highRisk', 'licence', 'agreements', 'brokerageHouse'])
      expect(text).toContain(name);
    expect(paths[LICENCE_PATH].post.requestBody.content).toHaveProperty('multipart/form-data');
    expect(paths['/api/web/account/application/{reference}'].get.operationId).toBe('accountApplication');
  });
});

describe('a repetition', () => {
  it('gets the very same answer, once stored', async () => {
    const key = randomUUID();
    const first = await apply(applicationBody(), { key });
    for (let round = 0; round < 3; round += 1) expect((await apply(applicationBody(), { key })).text).toBe(first.text);
    expect(await rows()).toHaveLength(1);
    expect(await audit()).toHaveLength(2);
  });

  it('is answered the same when the state has changed, a text has a newer version or the files are tied', async () => {
    const key = randomUUID();
    const { data } = await upload(PDF);
    const body = withAt(applicationBody('broker'), 'licence.files', [data?.id]);
    const first = await apply(body, { key });
    await database.orm.update(applications).set({ state: 'approved' });
    const later = await serveApi({
      database,
      env: { DATA_DIR: folder.path },
      accounts: { rules: { ...tables, versionsOf: () => ({ ...VERSIONS, terms: '2030-01-01' }) } },
    });
    undo.push(later.stop);
    expect((await apply(body, { key, served: later })).text).toBe(first.text);
  });

  it('of a double click makes one application', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(applicationBody(), { key })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    ['another answer', { nickname: 'other' }],
    ['another password', { password: 'Abcdefg2' }],
    ['no password', { password: undefined }],
    ['less', { declaration: undefined }],
  ])('with %s is refused and changes nothing', async (_, given) => {
    const key = randomUUID();
    await apply(applicationBody(), { key });
    expect(await apply(applicationBody('investor', given), { key })).toMatchObject({
      status: 409,
      code: 40900,
      data: null,
    });
    const [row] = await rows();
    expect(row).toMatchObject({ answers: { nickname: 'hana' } });
  });
});

describe('the same e-mail', () => {
  it('is answered alike, and marked for the operator alone', async () => {
    const first = await apply(applicationBody());
    const second = await apply(applicationBody('developer', { email: 'HANA.Sato@example.com' }));
    const other = await apply(applicationBody('developer', { email: 'other@example.com' }));
    for (const { status, data } of [second, other]) {
      expect(status).toBe(200);
      expect(Object.keys(data ?? {})).toEqual(Object.keys(first.data ?? {}));
    }
    expect(second.data?.reference).not.toBe(first.data?.reference);
    const listed = await administerApplications(
      { orm: database.orm, dataDir: folder.path },
      { tool: 'applications', action: 'list', by: 'Mika' },
    );
    const marked = listed.filter((line) => line.includes('same e-mail as'));
    expect(marked).toEqual([
      expect.stringMatching(`^${second.data?.reference} .* same e-mail as ${first.data?.reference}$`),
    ]);
    const { data } = await statusOf(second.data?.reference, second.data?.secret);
    expect(JSON.stringify(data)).not.toContain(first.data?.reference);
  });

  it('is hashed like any other', async () => {
    await apply(applicationBody('developer'));
    await apply(applicationBody('developer'));
    const hashes = (await rows()).map(({ passwordHash }) => passwordHash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(await verify(hash, 'Abcdefg1')).toBe(true);
  });

  // Measured, so not where others work on the same machine.
  const itLong = process.env.TEST_LONG ? it : () => {};
  itLong('takes as long as a new one', async () => {
    await apply(applicationBody());
    const time = async (email: string) => {
      const started = performance.now();
      await apply(applicationBody('developer', { email }));
      return performance.now() - started;
    };
    const known: number[] = [];
    const fresh: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await time('hana.sato@example.com'));
      fresh.push(await time(`new${round}@example.com`));
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[7] ?? 0;
    // The hash is most of both; a look-up of an index is none of it.
    expect(Math.abs(middle(known) - middle(fresh)) / middle(fresh)).toBeLessThan(0.5);
  });
});

describe('the status', () => {
  it('is for who has the secret; nobody else can tell whether there is such an application', async () => {
    const { data } = await apply(applicationBody());
    const { reference, secret } = data as Body;
    const wrong = [
      await statusOf(reference),
      await statusOf(reference, ''),
      await statusOf(reference, 'x'.repeat(43)),
      await statusOf('FA-0000-0000-0000', secret),
      await statusOf('x', secret),
      await statusOf('%00', secret),
    ];
    expect(new Set(wrong.map(({ text }) => text)).size).toBe(1);
    for (const { status, code } of wrong) expect([status, code]).toEqual([404, 40400]);
    expect((await statusOf(String(reference).toLowerCase(), secret)).status).toBe(200);
  });

  it('says what an operator has made of it', async () => {
    const { data } = await apply(applicationBody());
    const { reference, secret, submittedAt } = data as Body;
    const now = new Date(Date.now() + 60_000);
    await administerApplications(
      { orm: database.orm, dataDir: folder.path },
      { tool: 'applications', action: 'status', by: 'Mika', reference: String(reference), state: 'needsInformation' },
      now,
    );
    expect((await statusOf(reference, secret)).data).toMatchObject({
      state: 'needsInformation',
      submittedAt,
      updatedAt: now.toISOString(),
    });
  });
});

describe('files of a licence', () => {
  it('are told by their content', () => {
    expect([PDF, PNG, JPEG].map(typeOf)).toEqual(['application/pdf', 'image/png', 'image/jpeg']);
    const others = [
      '',
      '%PDF',
      'PDF-1.7',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>%PDF-1.7',
      'GIF89a',
      'PK\u0003\u0004',
      'MZ',
    ];
    for (const text of others) expect(typeOf(Buffer.from(text, 'latin1')), text).toBeNull();
    expect(typeOf(PNG.subarray(0, 12))).toBeNull();
    expect(typeOf(JPEG.subarray(0, 3))).toBeNull();
  });

  it('are stored under random names that only the owner reads, and tied to their application', async () => {
    const { status, data } = await upload(PNG);
    expect(status).toBe(200);
    const id = String(data?.id);
    const path = join(folderOf(folder.path), id);
    expect(await readFile(path)).toEqual(PNG);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folderOf(folder.path))).mode & 0o777).toBe(0o700);
    const sent = await apply(withAt(applicationBody('analyst'), 'licence.files', [id]));
    expect(sent.status).toBe(200);
    const [row] = await database.orm.select().from(licenceFiles).where(eq(licenceFiles.id, id));
    expect(row).toMatchObject({ type: 'image/png', bytes: PNG.length, application: sent.data?.reference });
    // Nowhere to be had.
    for (const address of [`${LICENCE_PATH}/${id}`, `/licences/${id}`])
      expect((await api.ask(address)).status).toBe(404);
  });

  it('of nobody, of another application or not there at all are a fault of their field', async () => {
    const { data } = await upload(PDF);
    const body = withAt(applicationBody('analyst'), 'licence.files', [data?.id]);
    expect((await apply(body)).status).toBe(200);
    for (const files of [[data?.id], ['x'.repeat(32)], [String(data?.id), 'y'.repeat(32)]]) {
      const sent = await apply(withAt(applicationBody('analyst'), 'licence.files', files));
      expect(sent.status).toBe(422);
      expect(fieldsOf(sent)).toMatchObject([{ field: 'licence.files' }]);
    }
    expect(await rows()).toHaveLength(1);
    const { data: free } = await upload(PDF);
    const both = withAt(applicationBody('analyst'), 'licence.files', [free?.id, data?.id]);
    expect((await apply(both)).status).toBe(422);
    const [row] = await database.orm
      .select()
      .from(licenceFiles)
      .where(eq(licenceFiles.id, String(free?.id)));
    expect(row?.application).toBeNull();
  });

  it('of another kind, too large, or none are refused in words', async () => {
    const before = await readdir(folderOf(folder.path)).catch(() => []);
    expect(await upload(Buffer.from('<svg/>'))).toMatchObject({ status: 422, message: expect.stringContaining('PDF') });
    const large = Buffer.concat([PDF, Buffer.alloc(MOST_FILE_BYTES - PDF.length + 1)]);
    expect(await upload(large)).toMatchObject({ status: 422, message: expect.stringContaining('10 MB') });
    expect((await upload(large.subarray(0, MOST_FILE_BYTES))).status).toBe(200);
    expect((await api.ask(LICENCE_PATH, form(Buffer.alloc(MOST_FILE_BYTES + 200_000)))).status).toBe(413);
    expect(await readdir(folderOf(folder.path))).toHaveLength(before.length + 1);
  });

  it('are swept a day after nobody came for them, and nothing else is', async () => {
    const { data: kept } = await upload(PDF);
    await apply(withAt(applicationBody('broker'), 'licence.files', [kept?.id]));
    const { data: orphan } = await upload(PDF);
    const foreign = join(folderOf(folder.path), 'README');
    await writeFile(foreign, 'of somebody else');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(await sweepFiles(database.orm, folder.path, inHours(24))).toBe(0);
    // Too late for it, though it is still there.
    const late = await serveApi({
      database,
      env: { DATA_DIR: folder.path },
      accounts: { rules: tables, now: () => inHours(24.5) },
    });
    undo.push(late.stop);
    const body = withAt(applicationBody('broker'), 'licence.files', [orphan?.id]);
    expect(fieldsOf(await apply(body, { served: late }))).toMatchObject([{ field: 'licence.files' }]);

    expect(await sweepFiles(database.orm, folder.path, inHours(25.1))).toBe(1);
    expect(await sweepFiles(database.orm, folder.path, inHours(1_000))).toBe(0);
    expect(await database.orm.$count(licenceFiles)).toBe(1);
    const left = await readdir(folderOf(folder.path));
    expect(left).toEqual(expect.arrayContaining([String(kept?.id), 'README']));
    expect(left).not.toContain(orphan?.id);
  });

  it('at another address are taken by the names it gave', async () => {
    const served = await serveApi({
      database,
      env: { DATA_DIR: folder.path },
      accounts: { rules: tables, filesElsewhere: true },
    });
    undo.push(served.stop);
    const body = withAt(applicationBody('broker'), 'licence.files', ['https://files.example.com/a/1.pdf?v=1']);
    expect((await apply(body, { served })).status).toBe(200);
    expect((await apply(body)).status).toBe(422);
  });
});

describe('erasing', () => {
  const on = () => ({ orm: database.orm, dataDir: folder.path });

  it('takes record and files away and keeps the audit without anything personal', async () => {
    const { data: file } = await upload(JPEG);
    const { data } = await apply(withAt(applicationBody('broker'), 'licence.files', [file?.id]));
    const again = await apply(applicationBody('developer'));
    const reference = String(data?.reference);
    expect(await eraseApplication(database.orm, folder.path, reference, 'Mika', new Date())).toBe(true);
    expect(await eraseApplication(database.orm, folder.path, reference, 'Mika', new Date())).toBe(false);
    expect((await statusOf(reference, data?.secret)).status).toBe(404);
    expect(await readdir(folderOf(folder.path))).not.toContain(file?.id);
    const left = await rows();
    expect(left.map(({ reference }) => reference)).toEqual([again.data?.reference]);
    const entries = (await audit()).filter((entry) => entry.reference === reference);
    expect(entries.map(({ action, by }) => `${action} ${by}`)).toEqual(
      expect.arrayContaining(['received applicant', 'erased Mika']),
    );
    expect(JSON.stringify(await audit())).not.toMatch(/hana|sato|example\.com|9012345678|1990/i);
  });

  it('comes some days after a final state, where that is set', async () => {
    const { data: done } = await apply(applicationBody('developer'));
    const { data: open } = await apply(applicationBody('developer'));
    const { data: reopened } = await apply(applicationBody('developer'));
    const state = (reference: unknown, wanted: 'declined' | 'inReview') =>
      administerApplications(on(), {
        tool: 'applications',
        action: 'status',
        by: 'Mika',
        reference: String(reference),
        state: wanted,
      });
    await state(done?.reference, 'declined');
    await state(reopened?.reference, 'declined');
    await state(reopened?.reference, 'inReview');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await eraseOld(database.orm, folder.path, 0, inDays(1_000))).toBe(0);
    expect(await eraseOld(database.orm, folder.path, 30, inDays(29))).toBe(0);
    expect(await eraseOld(database.orm, folder.path, 30, inDays(31))).toBe(1);
    expect((await rows()).map(({ reference }) => reference).sort()).toEqual(
      [open?.reference, reopened?.reference].sort(),
    );
    expect((await audit()).find(({ action }) => action === 'erased')).toMatchObject({
      by: 'retention',
      detail: 'declined',
    });
  });
});

describe('what is personal', () => {
  it('is in no line of the log and in no answer', async () => {
    const before = api.log.length;
    const body = applicationBody('broker', {
      brokerNumber: 'BROKER-7788',
      company: { name: 'Sato Securities', registrationNumber: '', position: '' },
    });
    const file = await upload(PDF);
    const key = randomUUID();
    const sent = withAt(body, 'licence.files', [file.data?.id]);
    const answers = [
      await apply(sent, { key }),
      await apply(sent, { key }),
      await apply({ ...sent, nickname: 'x' }, { key }),
      await apply(applicationBody()),
      await apply(withAt(sent, 'email', 'hana.sato.example.com')),
      await apply(withAt(sent, 'nickname', 'x\u0000')),
      await apply('{"email":"hana.sato@example.com"'),
    ];
    const { reference, secret } = answers[0]?.data ?? {};
    await statusOf(reference, secret);
    await statusOf(reference, 'wrong');
    // A database that fails in the middle of it: nothing of the query may be told.
    const broken = {
      ...database,
      orm: new Proxy(database.orm, {
        get: (orm, name) =>
          name === 'transaction'
            ? () => orm.execute(`select '${body.email}', '${body.mobile}'::int`)
            : (Reflect.get(orm, name).bind?.(orm) ?? Reflect.get(orm, name)),
      }),
    };
    const failing = await serveApi({ database: broken, env: { DATA_DIR: folder.path }, accounts: { rules: tables } });
    undo.push(failing.stop);
    const failed = await apply(applicationBody(), { served: failing });
    expect(failed).toMatchObject({ status: 500, code: 50000 });

    const lines = [...api.log.slice(before), ...failing.log];
    expect(lines.length).toBeGreaterThan(9);
    expect(lines).toContainEqual(expect.objectContaining({ event: 'failure', error: 'DatabaseError' }));
    const log = lines.map((line) => JSON.stringify(line)).join('\n');
    const values = (value: unknown): string[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(values) : [String(value)];
    const personal = [
      ...values(sent),
      ...values(applicationBody().trading),
      String(reference),
      String(secret),
      key,
    ].filter(
      // Words that stand in any log: short ones, and those of routes.
      (value) => value.length > 3 && !['true', 'false', 'broker', 'private', 'public'].includes(value),
    );
    expect(personal.length).toBeGreaterThan(20);
    for (const value of personal) expect(log.includes(value), value).toBe(false);
    const said = [...answers, failed].map(({ text }) => text).join('\n');
    for (const value of ['hana', 'Sato', '9012345678', 'Abcdefg1', 'Chiyoda', '1990'])
      expect(said.includes(value), value).toBe(false);
    expect(lines.map(({ route }) => route)).toContain('/api/web/account/application/:reference');
  });
});

describe('a backup', () => {
  it('holds applications with their audit, and their secrets stay good in another database', async () => {
    const { data } = await apply(applicationBody());
    const file = join(folder.path, 'finger.backup');
    await writeBackup(database, file);
    const other = await testDatabase();
    undo.push(() => other.close());
    await restoreBackup(other, file, { force: true });
    expect(await other.orm.select().from(applications)).toEqual(await rows());
    expect(await other.orm.$count(applicationAudit)).toBe(2);
    const served = await serveApi({ database: other, env: { DATA_DIR: folder.path } });
    undo.push(served.stop);
    const { status, text } = await served.ask(`/api/web/account/application/${data?.reference}`, {
      headers: { 'application-secret': String(data?.secret) },
    });
    expect([status, JSON.parse(text).data.state]).toEqual([200, 'received']);
  }, 120_000);
});

describe('the rules of the server', () => {
  it('are read from content/, and take an application in the versions of today', async () => {
    const rules = readRules('content');
    for (const locale of LOCALE_IDS) {
      for (const version of Object.values(rules.versionsOf(locale))) expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    expect(rules.versionsOf('fr')).toEqual(rules.versionsOf('en-US'));
    expect(rules.jurisdictionOf('JP')).toMatchObject({ applications: true, ageOfMajority: 18 });
    expect(rules.jurisdictionOf('ZZ')).toMatchObject({ applications: true });
    expect([rules.dialCodeOf('JP'), rules.dialCodeOf('AQ'), rules.dialCodeOf('ZZ')]).toEqual(['+81', null, undefined]);
    const real = await serveApi({ database, env: { DATA_DIR: folder.path } });
    undo.push(real.stop);
    const { privacy, terms, forex } = rules.versionsOf('ja');
    const body = withAt(
      applicationBody('investor', { agreements: { privacy, terms } }),
      'trading.highRisk.forex.version',
      forex,
    );
    expect((await apply(body, { served: real })).status).toBe(200);
  });
});

describe('hostile applications', () => {
  const many = process.env.TEST_LONG ? 10_000 : 500;

  it(`${many} of them are answered with a field or stored as plain text`, async () => {
    const next = random(11);
    const count: Record<number, number> = {};
    for (let round = 0; round < many; round += 10) {
      const bodies = Array.from({ length: 10 }, () => oddApplication(next));
      const answers = await Promise.all(bodies.map((body) => apply(body)));
      for (const [index, answer] of answers.entries()) {
        const body = bodies[index] as Body;
        count[answer.status] = (count[answer.status] ?? 0) + 1;
        expect([200, 422], JSON.stringify([body, answer])).toContain(answer.status);
        // What the browser would let pass the server takes, but for what only it knows: cities and files.
        const sent = JSON.parse(JSON.stringify(body));
        const checked = checkApplication(sent, tables);
        const known = fieldsOf(answer).every(({ field }) => ['city', 'licence.files'].includes(field));
        expect(answer.status === 200 || (checked.ok && known), JSON.stringify([body, answer])).toBe(checked.ok);
        if (answer.status === 422)
          for (const { field, message } of fieldsOf(answer))
            expect([typeof field, message.length > 5]).toEqual(['string', true]);
        if (answer.status !== 200 || !checked.ok) continue;
        const { password: _, ...answersGiven } = checked.value;
        const [row] = await database.orm
          .select()
          .from(applications)
          .where(eq(applications.reference, String(answer.data?.reference)));
        expect(row?.answers).toEqual(JSON.parse(JSON.stringify(answersGiven)));
      }
    }
    expect(count[200]).toBeGreaterThan(many / 10);
    expect(count[422]).toBeGreaterThan(many / 10);
    expect(await database.orm.$count(applications)).toBe(count[200]);
    expect(JSON.stringify(api.log)).not.toMatch(/hana|sato|example\.com|Abcdefg1|9012345678|<script|drop table/i);
  }, 1_200_000);
});
