/** Every call of companies with who may make it and what it sends, for the test of all of them. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm/sql';
import { newId } from '../../../src/server/companies/rows.ts';
import * as schema from '../../../src/server/db/schema.ts';
import { companyAs, publish } from '../../../src/server/news/publishing.ts';
import { createStore } from '../../../src/server/news/store.ts';
import { REGISTRATION } from './companies.ts';
import { keyPair } from './partner.ts';
import { storeApplication, storeQuestion } from './profiles.ts';
import { PUBLICATION } from './publishing.ts';
import { type Person, storeMember, type TestCompany } from './staff.ts';
import { usersApi } from './usersApi.ts';

export const api = usersApi();

/** What a call sends: the parameters of its path, what follows it, and its body. */
interface Sent {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}
export interface Row {
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
export const ROWS: Row[] = [
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
  {
    call: 'companyApplicationProducts',
    needs: 'clients.decideApplications',
    send: async (of) => {
      const params = await APPLICATION(of);
      await api.orm.update(schema.applications).set({ state: 'approved' });
      return { ...params, body: { products: [{ product: 'stocks', decision: 'declined', reason: 'Not offered.' }] } };
    },
  },
  {
    call: 'companyApplicationLicense',
    needs: 'clients.decideApplications',
    send: async (of) => {
      const reference = await storeApplication(api.orm, null, { role: 'analyst' });
      await api.orm
        .update(schema.applications)
        .set({ company: of.id })
        .where(eq(schema.applications.reference, reference));
      return { params: { reference }, body: { state: 'checked' } };
    },
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
