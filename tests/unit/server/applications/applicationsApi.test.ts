// cspell:ignore Kamikatsu
/** Applications over HTTP: what is accepted and refused, repeated requests, and the rules of the server. */
import { randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { APPLY_PATH, LICENSE_PATH, REFERENCE } from '../../../../src/contract/applications.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { ROLES } from '../../../../src/forms/lists.ts';
import { checkApplication } from '../../../../src/forms/shapes.ts';
import { LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { applications } from '../../../../src/server/db/schema.ts';
import {
  applicationBody,
  type Body,
  signature,
  storedAnswers,
  tables,
  VERSIONS,
  withAt,
} from '../../../helpers/server/applications.ts';
import { accountsApi, fieldsOf, PDF } from '../../../helpers/server/applicationsApi.ts';

const on = accountsApi();
const { serving, apply, statusOf, upload, rows, audit } = on;

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
    expect(row?.answers).toEqual(storedAnswers(answers, row?.submittedAt));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
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

  it('keeps the name of a city that is no longer in the list, and the city in its address', async () => {
    const address = { line1: '1-1', line2: '', city: '', region: '', postcode: '' };
    const gone = { city: 2_147_483_647, cityName: 'Kamikatsu', address };
    expect((await apply(applicationBody('developer', gone))).status).toBe(200);
    const [row] = await rows();
    expect(row?.answers).toMatchObject({
      city: null,
      cityName: 'Kamikatsu',
      address: { ...address, city: 'Kamikatsu' },
    });
    expect(fieldsOf(await apply(applicationBody('developer', { ...gone, cityName: '' })))).toMatchObject([
      { field: 'city' },
    ]);
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
    ).toEqual([{ product: 'options', version: VERSIONS.options, locale: 'ja' }]);
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
    expect((await on.api.ask(APPLY_PATH)).headers.allow).toBe('POST');
    expect((await on.api.ask(LICENSE_PATH)).status).toBe(405);
    expect((await on.api.ask('/api/web/account/application/x', { method: 'DELETE' })).headers.allow).toBe('GET, HEAD');
  });

  it('is limited for each address', async () => {
    const limited = await serving({ env: { APPLY_RATE_LIMIT_PER_MINUTE: '2' } });
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
    const served = await serving({ env: { ALLOWED_ORIGINS: 'https://www.example.com' } });
    const { headers } = await served.ask(APPLY_PATH, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.example.com', 'access-control-request-method': 'POST' },
    });
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['Idempotency-Key', 'Application-Secret', 'Content-Type']));
  });

  it('stands in the description of the API with all its calls', async () => {
    const { paths } = JSON.parse((await on.api.ask('/api/openapi.json')).text);
    const { post } = paths[APPLY_PATH];
    expect(post.operationId).toBe('accountApply');
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '409', '413', '422', '429', '503']));
    const text = JSON.stringify(post.requestBody);
    for (const name of ['birthDate', 'highRisk', 'licence', 'agreements', 'brokerageHouse'])
      expect(text).toContain(name);
    expect(paths[LICENSE_PATH].post.requestBody.content).toHaveProperty('multipart/form-data');
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
    await on.database.orm.update(applications).set({ state: 'approved' });
    const newer = { ...tables, versionsOf: () => ({ ...VERSIONS, terms: '2030-01-01' }) };
    const later = await serving({ applications: { rules: newer } });
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
    const real = await serving({ applications: {} });
    const { privacy, terms, forex } = rules.versionsOf('ja');
    const body = withAt(
      applicationBody('investor', { agreements: { privacy, terms } }),
      'trading.highRisk.forex.version',
      forex,
    );
    expect((await apply(body, { served: real })).status).toBe(200);
  });
});
