/**
 * Every call of companies, as the contract and the OpenAPI document list them, by everyone: an administrator, a member
 * with exactly the permission that it needs, a member without it, the administrator of another company, and nobody. A
 * call without a row in the table fails, so a new one needs a decision on who may make it.
 */
import { randomUUID } from 'node:crypto';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { eq } from 'drizzle-orm/sql';
import { beforeEach, expect, it } from 'vitest';
import { permissionOf } from '../../../../src/catalogue/permissions.ts';
import * as contract from '../../../../src/contract/companies.ts';
import { BY_RIGHT } from '../../../../src/contract/companies.ts';
import * as keys from '../../../../src/contract/companyKeys.ts';
import * as publishing from '../../../../src/contract/companyPublishing.ts';
import * as work from '../../../../src/contract/companyWork.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import * as hooks from '../../../../src/contract/webhooks.ts';
import { newId } from '../../../../src/server/companies/rows.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { companyAs, publish } from '../../../../src/server/news/publishing.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { REGISTRATION } from '../../../helpers/companies.ts';
import { keyPair } from '../../../helpers/partner.ts';
import { storeApplication, storeQuestion } from '../../../helpers/profiles.ts';
import { PUBLICATION } from '../../../helpers/publishing.ts';
import { companyWith, logged, type Person, storeGrant, storeMember, type TestCompany } from '../../../helpers/staff.ts';
import { type Said, usersApi } from '../../../helpers/usersApi.ts';

const ROOT = '/api/web/company';
const api = usersApi();

/** What a call sends: the parameters of its path, what follows it, and its body. */
interface Sent {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}
interface Row {
  call: string;
  /**
   * The permission that it needs; 'member': none; 'administrator': no permission is enough; 'session': needs no
   * membership
   */
  needs: string;
  /** Makes what the call works on, anew for each caller */
  send: (of: TestCompany, by: Person) => Promise<Sent> | Sent;
}

const PAIR = ['staff.proposeBonus', 'staff.approveBonus'];
let serial = 0;
const named = (what: string) => `${what} ${++serial}`;

const department = async (of: TestCompany) => {
  const id = newId();
  await api.orm.insert(schema.departments).values({ id, company: of.id, name: named('Department') });
  return id;
};
const role = async (of: TestCompany) => {
  const id = newId();
  await api.orm.insert(schema.companyRoles).values({ id, company: of.id, name: named('Role') });
  return id;
};
/** A member who never logs in. */
const somebody = async (of: TestCompany) => {
  const id = named('user').replace(' ', '');
  const times = { createdAt: new Date(), updatedAt: new Date() };
  await api.orm.insert(schema.users).values({ id, name: id, email: `${id}@example.com`, ...times });
  return storeMember(api.orm, of.id, id);
};
const invitation = async (of: TestCompany) => {
  const id = newId();
  const [at, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  await api.orm.insert(schema.invitations).values({
    id,
    company: of.id,
    tokenHash: id,
    email: `${id}@example.com`,
    locale: 'ja',
    roles: [],
    administrator: false,
    by: 'x',
    at,
    expiresAt,
  });
  return id;
};
const exception = async (of: TestCompany) => {
  const id = newId();
  const [first = '', second = ''] = PAIR.toSorted();
  const member = await somebody(of);
  await api.orm
    .insert(schema.exceptions)
    .values({ id, company: of.id, member, first, second, reason: 'x', by: 'x', at: new Date() });
  return id;
};

/** An application or a question that is assigned to the company. */
const assigned = async (of: TestCompany, kind: 'application' | 'question') => {
  const [user] = await api.orm.select().from(schema.users);
  const store = kind === 'application' ? storeApplication : storeQuestion;
  const reference = await store(api.orm, String(user?.id));
  const table = kind === 'application' ? schema.applications : schema.questions;
  await api.orm.update(table).set({ company: of.id }).where(eq(table.reference, reference));
  return reference;
};
const webhook = async (of: TestCompany) => {
  const [id, createdAt] = [newId(), new Date()];
  const hook = { url: 'https://hooks.example.com/finger', events: ['news.published'], kind: 'sandbox' } as const;
  await api.orm
    .insert(schema.webhooks)
    .values({ ...hook, events: [...hook.events], id, company: of.id, active: true, by: 'x', createdAt });
  return id;
};
const delivery = async (of: TestCompany) => {
  const [id, hook, at] = [randomUUID(), await webhook(of), new Date()];
  await api.orm
    .insert(schema.deliveries)
    .values({ id, webhook: hook, event: id, type: 'ping', data: {}, state: 'failed', at, nextAt: at });
  return { id: hook, delivery: id };
};
const publicKey = async () => (await keyPair()).publicKey;
const NETWORKS = ['192.0.2.0/24'];
const KEY = async (of: TestCompany) => {
  const key = newId();
  await api.orm.insert(schema.partnerKeys).values({
    id: key,
    company: of.id,
    member: of.admin.member,
    name: 'Order system',
    kind: 'sandbox',
    publicKey: await publicKey(),
    scopes: ['reference.read'],
    networks: NETWORKS,
    perMinute: 60,
    createdAt: new Date(),
  });
  return { params: { key } };
};
const newKey = (kind: 'sandbox' | 'live') => async () => ({
  body: {
    name: named('Key'),
    kind,
    publicKey: await publicKey(),
    scopes: ['reference.read'],
    networks: NETWORKS,
    expiresAt: null,
  },
});
const APPLICATION = async (of: TestCompany) => ({ params: { reference: await assigned(of, 'application') } });
const QUESTION = async (of: TestCompany) => ({ params: { reference: await assigned(of, 'question') } });
const publication = async (of: TestCompany) => {
  const { by, orm } = { by: companyAs({ id: of.id, member: of.admin.member }, 'x'), orm: api.orm };
  const done = await publish(orm, createStore({ orm, pool: null }), by, PUBLICATION, {
    key: undefined,
    now: new Date(),
  });
  return String(typeof done === 'string' ? done : done.id);
};
const PUBLISHED = async (of: TestCompany) => ({ params: { id: await publication(of) } });
const WEBHOOK = async (of: TestCompany) => ({ params: { id: await webhook(of) } });
const DELIVERY = async (of: TestCompany) => ({ params: await delivery(of) });

/** Add a row for a new call: what it needs, and what it sends to succeed. */
const ROWS: Row[] = [
  { call: 'companies', needs: 'session', send: () => ({}) },
  { call: 'companyCreate', needs: 'session', send: () => ({ body: REGISTRATION }) },
  { call: 'companyJoin', needs: 'session', send: () => ({ body: { invitation: 'unknown1' } }) },
  { call: 'company', needs: 'member', send: () => ({}) },
  { call: 'companyDepartments', needs: 'member', send: () => ({}) },
  {
    call: 'companyDepartmentAdd',
    needs: 'staff.changeDepartments',
    send: () => ({ body: { name: named('New'), parent: null } }),
  },
  {
    call: 'companyDepartmentChange',
    needs: 'staff.changeDepartments',
    send: async (of) => ({
      params: { id: await department(of) },
      body: { name: named('New'), parent: await department(of) },
    }),
  },
  {
    call: 'companyDepartmentClose',
    needs: 'staff.changeDepartments',
    send: async (of) => ({ params: { id: await department(of) } }),
  },
  { call: 'companyRoles', needs: 'member', send: () => ({}) },
  { call: 'companyRoleAdd', needs: 'staff.changeRoles', send: () => ({ body: { name: named('New') } }) },
  {
    call: 'companyRoleRename',
    needs: 'staff.changeRoles',
    send: async (of) => ({ params: { id: await role(of) }, body: { name: named('New') } }),
  },
  { call: 'companyRoleRemove', needs: 'staff.changeRoles', send: async (of) => ({ params: { id: await role(of) } }) },
  { call: 'companyMembers', needs: 'staff.viewMembers', send: () => ({}) },
  {
    call: 'companyMemberChange',
    needs: 'staff.placeMembers',
    send: async (of) => ({ params: { member: await somebody(of) }, body: { department: await department(of) } }),
  },
  {
    call: 'companyMemberChange',
    needs: 'staff.assignRoles',
    send: async (of) => ({ params: { member: await somebody(of) }, body: { roles: [await role(of)] } }),
  },
  {
    call: 'companyMemberChange',
    needs: 'administrator',
    send: async (of) => ({ params: { member: await somebody(of) }, body: { administrator: true } }),
  },
  {
    call: 'companyMemberEnd',
    needs: 'staff.removeMembers',
    send: async (of) => ({ params: { member: await somebody(of) } }),
  },
  { call: 'companyInvitations', needs: 'staff.inviteMembers', send: () => ({}) },
  {
    call: 'companyInvite',
    needs: 'staff.inviteMembers',
    send: () => ({
      body: { email: `${++serial}@example.com`, locale: 'ja', department: null, roles: [], administrator: false },
    }),
  },
  {
    call: 'companyInvite',
    needs: 'administrator',
    send: () => ({
      body: { email: `${++serial}@example.com`, locale: 'ja', department: null, roles: [], administrator: true },
    }),
  },
  {
    call: 'companyInvitationCancel',
    needs: 'staff.inviteMembers',
    send: async (of) => ({ params: { id: await invitation(of) } }),
  },
  { call: 'companyGrants', needs: 'staff.viewPermissions', send: () => ({ query: '?kind=role&id=x' }) },
  {
    call: 'companyGrant',
    needs: 'staff.assignPermissions',
    send: async (of) => ({
      body: {
        subject: { kind: 'role', id: await role(of) },
        permission: 'staff.assignPermissions',
        effect: 'allow',
        until: null,
      },
    }),
  },
  { call: 'companyMemberPermissions', needs: 'member', send: (_, { member }) => ({ params: { member } }) },
  {
    call: 'companyMemberPermissions',
    needs: 'staff.viewPermissions',
    send: async (of) => ({ params: { member: await somebody(of) } }),
  },
  {
    call: 'companyExcept',
    needs: 'staff.grantExceptions',
    send: async (of) => ({
      params: { member: await somebody(of) },
      body: { permissions: PAIR, reason: 'A reason', until: null },
    }),
  },
  {
    call: 'companyExceptionEnd',
    needs: 'staff.grantExceptions',
    send: async (of) => ({ params: { id: await exception(of) } }),
  },
  { call: 'companyAudit', needs: 'staff.readAudit', send: () => ({}) },
  {
    call: 'companyChange',
    needs: 'settings.editProfile',
    send: () => ({ body: { description: named('What we do'), website: '', contact: '' } }),
  },
  {
    call: 'companyRegistrationChange',
    needs: 'settings.changeRegistration',
    send: () => ({ body: REGISTRATION }),
  },
  { call: 'companyApplications', needs: 'clients.readApplications', send: () => ({}) },
  { call: 'companyApplication', needs: 'clients.readApplications', send: APPLICATION },
  {
    call: 'companyApplicationMember',
    needs: 'clients.assignApplications',
    send: async (of) => ({ ...(await APPLICATION(of)), body: { member: null } }),
  },
  {
    call: 'companyApplicationDecide',
    needs: 'clients.decideApplications',
    send: async (of) => ({ ...(await APPLICATION(of)), body: { decision: 'accept' } }),
  },
  { call: 'companyQuestions', needs: 'clients.readQuestions', send: () => ({}) },
  { call: 'companyQuestion', needs: 'clients.readQuestions', send: QUESTION },
  {
    call: 'companyQuestionMember',
    needs: 'clients.answerQuestions',
    send: async (of) => ({ ...(await QUESTION(of)), body: { member: null } }),
  },
  {
    call: 'companyQuestionAnswer',
    needs: 'clients.answerQuestions',
    send: async (of) => ({ ...(await QUESTION(of)), body: { text: 'Tomorrow.' } }),
  },
  { call: 'companyPublications', needs: 'member', send: () => ({}) },
  { call: 'companyNewsPublish', needs: 'publishing.publishNews', send: () => ({ body: PUBLICATION }) },
  { call: 'companyFlashPublish', needs: 'publishing.publishFlash', send: () => ({ body: PUBLICATION }) },
  {
    call: 'companyPublicationCorrect',
    needs: 'publishing.correct',
    send: async (of) => ({ ...(await PUBLISHED(of)), body: { title: named('Corrected') } }),
  },
  {
    call: 'companyPublicationWithdraw',
    needs: 'publishing.withdraw',
    send: async (of) => ({ ...(await PUBLISHED(of)), body: { reason: 'Wrong.' } }),
  },
  ...['api.manageWebhooks', 'api.viewDeliveries'].map((needs) => ({ call: 'webhooks', needs, send: () => ({}) })),
  {
    call: 'webhookAdd',
    needs: 'api.manageWebhooks',
    send: () => ({ body: { url: 'https://hooks.example.com/finger', kind: 'sandbox', events: ['news.published'] } }),
  },
  {
    call: 'webhookChange',
    needs: 'api.manageWebhooks',
    send: async (of) => ({ ...(await WEBHOOK(of)), body: { active: false } }),
  },
  { call: 'webhookRemove', needs: 'api.manageWebhooks', send: WEBHOOK },
  { call: 'webhookTest', needs: 'api.manageWebhooks', send: WEBHOOK },
  { call: 'deliveries', needs: 'api.viewDeliveries', send: WEBHOOK },
  { call: 'companyKeys', needs: 'api.viewKeys', send: () => ({}) },
  { call: 'companyKeyMake', needs: 'api.createSandboxKeys', send: newKey('sandbox') },
  { call: 'companyKeyMake', needs: 'api.createLiveKeys', send: newKey('live') },
  {
    call: 'companyKeyRotate',
    needs: 'api.rotateKeys',
    send: async (of) => ({
      ...(await KEY(of)),
      body: { publicKey: await publicKey(), overlapHours: 1, expiresAt: null },
    }),
  },
  {
    call: 'companyKeyChange',
    needs: 'api.changeNetworks',
    send: async (of) => ({ ...(await KEY(of)), body: { name: named('Key'), networks: NETWORKS } }),
  },
  {
    call: 'companyKeyLimit',
    needs: 'api.setLimits',
    send: async (of) => ({ ...(await KEY(of)), body: { perMinute: 10 } }),
  },
  { call: 'companyKeyRevoke', needs: 'api.revokeKeys', send: KEY },
  { call: 'delivery', needs: 'api.viewDeliveries', send: DELIVERY },
  { call: 'deliveryRetry', needs: 'api.manageWebhooks', send: DELIVERY },
];

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
const stored = async () => Promise.all(OF_COMPANIES.map((table) => api.orm.select().from(table)));

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
