/**
 * Every call of partners, as their OpenAPI document lists them, by everyone who may not make it: unsigned, with a key that
 * is another's or over, without the scope, without the permission, and of another company. Nothing changes by it.
 */
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { eq, sql } from 'drizzle-orm/sql';
import { beforeEach, expect, it } from 'vitest';
import { PARTNER_CODES, SERVER_CODES } from '../../../../src/contract/errors.ts';
import { PARTNER_OPENAPI_PATH, PARTNER_ROOT, SCOPES } from '../../../../src/contract/partner.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import {
  callAs,
  keyPair,
  PARTNER_SITE,
  type PartnerKey,
  partnerKey,
  storedUser,
} from '../../../helpers/server/partner.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { noNews, PUBLICATION, publishingBy } from '../../../helpers/server/publishing.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

interface Described {
  operationId: string;
  description: string;
  security: { signature: string[] }[];
}
interface PartnerCall {
  id: string;
  path: string;
  method: string;
  scope: string | undefined;
  permission: string | undefined;
}

const api = usersApi({ site: PARTNER_SITE });
let key: PartnerKey;
let every: PartnerCall[];
let of: Record<'applications' | 'questions' | 'publications', string>;
const { publish } = publishingBy(api, () => key);

beforeEach(async () => {
  const { paths } = JSON.parse((await api.api.ask(PARTNER_OPENAPI_PATH)).text) as {
    paths: Record<string, Record<string, Described>>;
  };
  every = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, description, security }]) => ({
      id,
      path: path.slice(PARTNER_ROOT.length),
      method: method.toUpperCase(),
      scope: security[0]?.signature[0],
      permission: /permission ([\w.]+) of/.exec(description)?.[1],
    })),
  );
  await noNews(api.orm);
  key = await partnerKey(api.orm, await storedUser(api.orm), { granted: permissions() });
  const client = await storedUser(api.orm, 'mio@example.com');
  of = {
    applications: await storeApplication(api.orm, client, { given: { email: 'mio@example.com' } }),
    questions: await storeQuestion(api.orm, client, { email: 'mio@example.com' }),
    publications: await publish(),
  };
  await api.orm.update(schema.applications).set({ company: key.company });
  await api.orm.update(schema.questions).set({ company: key.company });
});

const permissions = () => [...new Set(every.flatMap(({ permission }) => permission ?? []))];
/** The path of a call with what is of the company in it; other lists are everybody's. */
const filled = ({ path }: PartnerCall) =>
  path.replace(/\/(\w+)\/\{\w+\}/, (_, list: string) => `/${list}/${(of as Record<string, string>)[list] ?? '0'}`);
const isOfCompany = ({ path }: PartnerCall) => Object.keys(of).some((list) => path.startsWith(`/${list}/{`));
const send = (call: PartnerCall, body: object, by: Pick<PartnerKey, 'id' | 'privateKey'> = key) =>
  callAs(api.api, by, filled(call), {
    method: call.method,
    ...(call.method !== 'GET' && { body: JSON.stringify(body) }),
  });

/** What a refused call may write: that it was refused, and that its nonce is used. */
const COUNTED = ['partner_refusals', 'partner_nonces', 'partner_keys'];
const TABLES = (Object.values(schema).filter((one) => is(one, PgTable)) as PgTable[]).filter(
  (table) => !COUNTED.includes(getTableName(table)),
);
const DIGESTS = sql.join(
  TABLES.map(
    (table) =>
      sql`select ${getTableName(table)} as name, md5(string_agg(r::text, '' order by r::text)) from ${table} r`,
  ),
  sql` union all `,
);
const stored = async () => ((await api.orm.execute(DIGESTS)) as { rows: unknown[] }).rows;

it('each is refused to who may not make it', { timeout: 60_000 }, async () => {
  const stranger = await keyPair();
  const change = (set: Partial<typeof schema.partnerKeys.$inferInsert>) =>
    api.orm.update(schema.partnerKeys).set(set).where(eq(schema.partnerKeys.id, key.id));
  const before = await stored();
  for (const call of every) {
    const { id, method, scope, permission } = call;
    const target = PARTNER_ROOT + filled(call);
    const codes = { unsigned: JSON.parse((await api.api.ask(target, { method })).text).code, foreign: 0, over: 0 };
    codes.foreign = (await send(call, {}, { id: key.id, privateKey: stranger.privateKey })).code;
    await change({ expiresAt: new Date(Date.now() - 1000) });
    codes.over = (await send(call, {})).code;
    await change({ expiresAt: null });
    expect([id, codes]).toEqual([
      id,
      { unsigned: PARTNER_CODES.unsigned.code, foreign: PARTNER_CODES.signature.code, over: PARTNER_CODES.key.code },
    ]);
    if (scope) {
      await change({ scopes: SCOPES.filter((one) => one !== scope) });
      const { code, data } = await send(call, {});
      expect([id, code, data]).toMatchObject([id, PARTNER_CODES.scope.code, { fields: [{ field: scope }] }]);
      await change({ scopes: [...SCOPES] });
    }
    if (permission) {
      await api.orm.update(schema.grants).set({ effect: 'deny' }).where(eq(schema.grants.permission, permission));
      const { code, data } = await send(call, {});
      expect([id, code, data]).toMatchObject([id, PARTNER_CODES.scope.code, { fields: [{ field: permission }] }]);
      await api.orm.update(schema.grants).set({ effect: 'allow' });
    }
  }
  expect(await stored()).toEqual(before);
});

it('who the key is needs no scope, every other call does; what acts for clients or publishes needs a permission', () => {
  expect(every.filter(({ scope }) => !scope).map(({ path }) => path)).toEqual(['/key']);
  const without = every.filter(({ method, permission }) => method !== 'GET' && !permission).map(({ path }) => path);
  expect(without).toEqual([]);
  expect(every.filter((call) => isOfCompany(call) && !call.permission).map(({ path }) => path)).toEqual([]);
});

it('what is of another company is found by none', { timeout: 60_000 }, async () => {
  const user = await storedUser(api.orm, 'rika@example.com');
  const other = await partnerKey(api.orm, user, { granted: permissions() });
  /** A right body by the end of the path: a wrong one would be refused for that. */
  const BODIES: Record<string, object> = {
    'applications/{reference}/member': { member: other.member },
    'applications/{reference}/decision': { decision: 'accept' },
    'applications/{reference}/products': { products: [{ product: 'stocks', decision: 'enabled' }] },
    'applications/{reference}/license': { state: 'checked' },
    'questions/{reference}/member': { member: other.member },
    'questions/{reference}/answer': { text: 'Tomorrow.' },
    'publications/{id}': { ...PUBLICATION, title: 'Taken' },
    'publications/{id}/withdraw': { reason: 'Mine.' },
  };
  const before = await stored();
  const ofCompany = every.filter(isOfCompany);
  expect(
    ofCompany
      .filter(({ method }) => method !== 'GET')
      .map(({ path }) => path.slice(1))
      .sort(),
  ).toEqual(Object.keys(BODIES).sort());
  for (const call of ofCompany) {
    const { status } = await send(call, BODIES[call.path.slice(1)] ?? {}, other);
    expect([call.id, status]).toEqual([call.id, SERVER_CODES.notFound.status]);
  }
  expect(await stored()).toEqual(before);
});
