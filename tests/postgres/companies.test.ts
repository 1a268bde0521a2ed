/**
 * Two processes that change a company at once: it keeps an administrator, an invitation is used once, its tree is one, an
 * application is decided once.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SUCCESS } from '../../src/contract/common.ts';
import { SERVER_CODES } from '../../src/contract/errors.ts';
import { type AdminRequest, administer } from '../../src/server/admin.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import {
  applications,
  companies,
  companyMembers,
  departments,
  mails,
  userProfiles,
  users,
} from '../../src/server/db/schema.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { EMPTY_SITE, type Served, serve, untilReady } from '../helpers/serve.ts';
import { REGISTRATION } from '../helpers/server/companies.ts';
import { storeApplication } from '../helpers/server/profiles.ts';
import { storeGrant, storeMember } from '../helpers/server/staff.ts';
import { PASSWORD, signUpBody, tokenIn } from '../helpers/server/usersApi.ts';

const ROUNDS = 5;
const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const CONFLICT = SERVER_CODES.conflict.code;
let place: Place;
let database: Database;
let servers: Served[];
let tokens: Record<string, string>;
let company: string;
let ann: string;
let bob: string;

beforeAll(async () => {
  place = await filledPlace();
  servers = await Promise.all([1, 2].map(() => serve(EMPTY_SITE, { DATABASE_URL: String(place.url) })));
  for (const { url } of servers) await untilReady(url);
  database = await connect(place);
  tokens = {};
  for (const [email, nickname] of [
    [ANN, 'Ann'],
    [BOB, 'Bob'],
  ] as const) {
    await ask(0, '', 'user/signUp', signUpBody({ email, nickname }));
    const token = await tokenIn(database, 'userConfirm', email);
    const entered = await ask(0, '', 'user/confirm', {
      token,
      password: PASSWORD,
      isNew: false,
      own: true,
      device: null,
    });
    tokens[email] = String(entered.data.token);
  }
});
afterAll(async () => {
  for (const { stop } of servers) await stop();
  await database.close();
  await place.remove();
});

beforeEach(newCompany);
/** The only company, with two administrators. */
async function newCompany(): Promise<void> {
  await database.orm.delete(companies);
  company = String((await ask(0, ANN, 'company', REGISTRATION)).data.id);
  const [first] = await database.orm.select().from(companyMembers).where(eq(companyMembers.company, company));
  ann = String(first?.id);
  const [user] = await database.orm.select().from(users).where(eq(users.email, BOB));
  bob = await storeMember(database.orm, company, String(user?.id), { administrator: true });
}

async function ask(server: number, email: string, path: string, body?: object, method = 'POST') {
  const response = await fetch(`${servers[server]?.url}/api/web/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(email && { token: String(tokens[email]) }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code: number; data: Record<string, unknown> };
}
const both = async (work: (email: string, server: number) => Promise<{ code: number }>) =>
  (await Promise.all([ANN, BOB].map(work))).map(({ code }) => code).sort();
const memberOf = (email: string) => (email === ANN ? ann : bob);
const otherOf = (email: string) => (email === ANN ? bob : ann);
const administrators = () =>
  database.orm.$count(
    companyMembers,
    and(eq(companyMembers.company, company), eq(companyMembers.administrator, true), isNull(companyMembers.leftAt)),
  );

it('the two last administrators leave: one stays', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await newCompany();
    const codes = await both((email, server) =>
      ask(server, email, `company/${company}/members/${memberOf(email)}`, undefined, 'DELETE'),
    );
    expect(codes).toEqual([SUCCESS, CONFLICT]);
    expect(await administrators()).toBe(1);
  }
});

it('they take the right from each other: one keeps it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await newCompany();
    const codes = await both((email, server) =>
      ask(server, email, `company/${company}/members/${otherOf(email)}`, { administrator: false }, 'PUT'),
    );
    expect(codes[0]).toBe(SUCCESS);
    expect(await administrators()).toBe(1);
  }
});

it('they close their accounts: one cannot', async () => {
  // Not those of the tests before, of which one of them is the last administrator.
  await database.orm.delete(companies);
  await newCompany();
  const codes = await both((email, server) => ask(server, email, 'user/profile/close', { password: PASSWORD }));
  expect(codes).toEqual([SUCCESS, CONFLICT]);
  await database.orm.update(userProfiles).set({ erasedAt: null });
});

it('an invitation is accepted twice: one membership', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await newCompany();
    await ask(0, ANN, `company/${company}/members/${bob}`, undefined, 'DELETE');
    const body = { email: BOB, locale: 'ja', department: null, roles: [], administrator: false };
    await ask(0, ANN, `company/${company}/invitations`, body);
    const token = await tokenIn(database, 'companyInvitationUnconfirmed', BOB);
    const said = await Promise.all([0, 1].map((server) => ask(server, BOB, 'company/join', { token })));
    expect(said.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.gone.code]);
    const members = and(eq(companyMembers.company, company), isNull(companyMembers.leftAt));
    expect(await database.orm.$count(companyMembers, members)).toBe(2);
  }
});

it('two departments are moved into each other: one is', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await newCompany();
    const made = await Promise.all(
      ['A', 'B'].map((name) => ask(0, ANN, `company/${company}/departments`, { name, parent: null })),
    );
    const [a, b] = made.map(({ data }) => String(data.id));
    const codes = await both((email, server) =>
      ask(
        server,
        email,
        `company/${company}/departments/${server ? a : b}`,
        { name: server ? 'A' : 'B', parent: server ? b : a },
        'PUT',
      ),
    );
    expect(codes).toEqual([SUCCESS, CONFLICT]);
    const roots = and(eq(departments.company, company), isNull(departments.parent));
    expect(await database.orm.$count(departments, roots)).toBe(1);
  }
});

/** A client's application, assigned to the company, whose administrators may decide on it. */
async function newApplication(): Promise<string> {
  await newCompany();
  await database.orm.update(companies).set({ confirmedAt: new Date() }).where(eq(companies.id, company));
  for (const member of [ann, bob]) await storeGrant(database.orm, company, { member }, 'clients.decideApplications');
  const [user] = await database.orm.select().from(users).where(eq(users.email, BOB));
  const reference = await storeApplication(database.orm, String(user?.id));
  await operate({ command: 'applications assign', by: 'Mika', reference, company });
  return reference;
}
const operate = (request: AdminRequest) =>
  administer({ orm: database.orm, dataDir: place.dataDir ?? '', site: 'https://finger.test' }, request);
const decide = (server: number, email: string, reference: string, decision: string) =>
  ask(server, email, `company/${company}/applications/${reference}/decision`, { decision });

it('two members decide on an application: one decides, the applicant gets one mail', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await newApplication();
    const codes = await both((email, server) => decide(server, email, reference, server ? 'accept' : 'decline'));
    expect(codes).toEqual([SUCCESS, CONFLICT]);
    expect(await database.orm.$count(mails, eq(mails.about, reference))).toBe(1);
  }
});

it('the operator takes an application back while a member decides: one of them comes first, neither waits for ever', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await newApplication();
    const [said] = await Promise.all([
      decide(round % 2, ANN, reference, 'accept'),
      operate({ command: 'applications unassign', by: 'Mika', reference }),
    ]);
    const [row] = await database.orm.select().from(applications).where(eq(applications.reference, reference));
    expect([said.code, row?.state, row?.company]).toEqual(
      said.code === SUCCESS ? [SUCCESS, 'approved', null] : [SERVER_CODES.notFound.code, 'received', null],
    );
  }
});

it('the operator confirms what a member changes: what was not shown is never confirmed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await newCompany();
    const shown = await operate({ command: 'companies show', by: 'Mika', company });
    const version = shown.find((line) => line.startsWith('version: '))?.slice(9);
    await Promise.all([
      operate({ command: 'companies confirm', by: 'Mika', company, version }).catch(() => {}),
      ask(round % 2, ANN, `company/${company}/registration`, { ...REGISTRATION, name: 'Other' }, 'PUT'),
    ]);
    const [row] = await database.orm.select().from(companies).where(eq(companies.id, company));
    expect([row?.name, row?.confirmedAt]).toEqual(['Other', null]);
  }
});
