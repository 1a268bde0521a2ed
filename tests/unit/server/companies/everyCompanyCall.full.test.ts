/**
 * Every call of companies, as the contract and the OpenAPI document list them, by everyone: an administrator, a member
 * with exactly the permission that it needs, a member without it, the administrator of another company, nobody, and with a
 * session that is over. A call without a row in the table fails, so a new one needs a decision on who may make it.
 */
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { eq, sql } from 'drizzle-orm/sql';
import { beforeEach, expect, it } from 'vitest';
import { permissionOf } from '../../../../src/catalogue/permissions.ts';
import * as contract from '../../../../src/contract/companies.ts';
import { BY_RIGHT } from '../../../../src/contract/companies.ts';
import * as keys from '../../../../src/contract/companyKeys.ts';
import * as publishing from '../../../../src/contract/companyPublishing.ts';
import * as work from '../../../../src/contract/companyWork.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import * as hooks from '../../../../src/contract/webhooks.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { api, ROWS, type Row } from '../../../helpers/server/companyCalls.ts';
import { companyWith, logged, type Person, storeGrant, type TestCompany } from '../../../helpers/server/staff.ts';
import type { Said } from '../../../helpers/server/usersApi.ts';

const ROOT = '/api/web/company';

interface Described {
  path: string;
  method: string;
}
let calls: Map<string, Described>;
let of: TestCompany;
let exact: Person;
let without: Person;
let foreign: Person;

beforeEach(async () => {
  const { paths } = JSON.parse((await api.api.ask('/api/openapi.json')).text) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  calls = new Map(
    Object.entries(paths)
      .filter(([path]) => path === ROOT || path.startsWith(`${ROOT}/`))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [
          operationId,
          { path, method: method.toUpperCase() },
        ]),
      ),
  );
});

it('the calls are those of the contract, and each has its row', () => {
  const paths = Object.values({ ...contract, ...keys, ...work, ...hooks, ...publishing } as Record<
    string,
    unknown
  >).flatMap((one) => {
    const path = (one as { path?: unknown } | null)?.path;
    return typeof path === 'string' ? path : [];
  });
  const known = new Set([...calls.values()].map(({ path }) => path));
  // Calls of the contract that have no handler yet are those of other parts.
  expect([...known].filter((path) => !paths.includes(path))).toEqual([]);
  expect([...calls.keys()].filter((id) => !ROWS.some(({ call }) => call === id))).toEqual([]);
  for (const { needs } of ROWS) {
    if (needs.includes('.')) expect([needs, permissionOf(needs)?.checkedBy]).toEqual([needs, 'finger']);
  }
});

const TABLES = Object.values(schema).filter((one) => is(one, PgTable)) as PgTable[];
const OF_COMPANIES = TABLES.filter((table) =>
  /^(compan|department|news|partner|webhook|sandbox|application|question)/.test(getTableName(table)),
);
/** A digest of the rows of each table: one query, since it is asked before and after each refused call */
const DIGESTS = sql.join(
  OF_COMPANIES.map(
    (table) =>
      sql`select ${getTableName(table)} as name, md5(string_agg(r::text, '' order by r::text)) from ${table} r`,
  ),
  sql` union all `,
);
const stored = async () => ((await api.orm.execute(DIGESTS)) as { rows: unknown[] }).rows;

async function ask({ call, send }: Row, by: Person | null, on = of): Promise<Said<unknown>> {
  const { path, method } = calls.get(call) as Described;
  const { params = {}, query = '', body } = await send(on, by ?? on.admin);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'company' ? on.id : String(params[name])));
  const before = await stored();
  const said = await api.ask<unknown>(filled + query, {
    method,
    ...(by && { token: by.token }),
    ...(body !== undefined && { body }),
  });
  if (said.status !== 200) expect([call, await stored()]).toEqual([call, before]);
  return said;
}

it('each call lets in whom it must, and nobody else; what is refused changes nothing', {
  timeout: 300_000,
}, async () => {
  of = await companyWith(api);
  await api.orm.update(schema.companies).set({ confirmedAt: new Date() });
  [exact, without] = [await of.add('Exact'), await of.add('Without')];
  const other = await companyWith(api, 'Foreign');
  foreign = other.admin;
  const nobody: Person = { ...(await logged(api, 'Nobody')), member: '' };
  const [OK, FORBIDDEN, UNKNOWN] = [200, USER_CODES.forbidden.status, SERVER_CODES.notFound.status];
  for (const row of ROWS) {
    const { call, needs } = row;
    await api.orm.delete(schema.grants).where(eq(schema.grants.member, exact.member));
    if (needs.includes('.')) await storeGrant(api.orm, of.id, { member: exact.member }, needs);
    const status = async (by: Person | null) => (await ask(row, by)).status;
    const found = [call, needs, await status(null)];
    if (needs === 'session') {
      for (const by of [exact, foreign, nobody]) expect([call, (await ask(row, by)).status]).not.toContain(FORBIDDEN);
      expect(found).toEqual([call, needs, USER_CODES.unknown.status]);
      continue;
    }
    found.push(
      await status(nobody),
      await status(foreign),
      await status(without),
      await status(exact),
      await status(of.admin),
    );
    const isByRight = needs === 'member' || needs === 'administrator' || BY_RIGHT.some((one) => one === needs);
    expect(found).toEqual([
      ...[call, needs, USER_CODES.unknown.status, UNKNOWN, UNKNOWN],
      ...[needs === 'member' ? OK : FORBIDDEN, needs === 'administrator' ? FORBIDDEN : OK, isByRight ? OK : FORBIDDEN],
    ]);
  }
});

it.each([
  ['expired', 'expired'],
  ['revoked', 'revoked'],
  ['logged out', 'unknown'],
  ['locked', 'locked'],
] as const)('no call takes a session that is %s', { timeout: 60_000 }, async (how, kind) => {
  of = await companyWith(api);
  await api.orm.update(schema.companies).set({ confirmedAt: new Date() });
  const { email } = of.admin;
  const { token } = (await api.logIn({ email, own: false })).data;
  const ended = { ...of.admin, token };
  if (how === 'expired') await api.orm.update(schema.userSessions).set({ expiresAt: new Date(Date.now() - 1000) });
  if (how === 'revoked') await api.ask('profile/security/devices', { method: 'DELETE', token: of.admin.token });
  if (how === 'logged out') await api.ask('logout', { method: 'POST', token });
  if (how === 'locked') await api.orm.update(schema.userProfiles).set({ lockedAt: new Date() });
  for (const row of ROWS) {
    const { code, status } = await ask(row, ended);
    expect([row.call, code, status]).toEqual([row.call, USER_CODES[kind].code, USER_CODES[kind].status]);
  }
});

it('what is of another company is found by no call', { timeout: 300_000 }, async () => {
  of = await companyWith(api);
  const other = await companyWith(api, 'Foreign');
  await api.orm.update(schema.companies).set({ confirmedAt: new Date() });
  for (const row of ROWS.filter(({ call }) => calls.get(call)?.path.includes('}/'))) {
    const { params } = await row.send(other, other.admin);
    if (!params || Object.keys(params).length === 0) continue;
    const { body } = await row.send(of, of.admin);
    await api.orm.delete(schema.grants).where(eq(schema.grants.member, of.admin.member));
    if (row.needs.includes('.')) await storeGrant(api.orm, of.id, { member: of.admin.member }, row.needs);
    const { status } = await ask({ ...row, send: () => ({ params, body }) }, of.admin);
    expect([row.call, status]).toEqual([row.call, SERVER_CODES.notFound.status]);
  }
});
