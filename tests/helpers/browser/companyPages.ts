/** Companies of a served site, for browser tests. */
import type { Page } from 'playwright/test';
import { permissionOf } from '../../../src/catalogue/permissions.ts';
import type { EFFECTS, SUBJECTS } from '../../../src/contract/companies.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../src/i18n/locales.ts';
import type { Served } from '../serve.ts';
import { PARTNER_SITE, signed } from '../server/partner.ts';
import { confirmedUser, type ServedUsers, type TestUser } from './users.ts';
import { administer, applied, asked } from './userThings.ts';

export const companySection = (page: Page, id: string) => page.locator(`.profile-section#${id}`);

/** The name of a permission in a language. */
export function permissionName(id: string, locale: Locale = DEFAULT_LOCALE): string {
  const permission = permissionOf(id);
  if (!permission) throw new Error(`No permission '${id}'`);
  return permission.names[locale];
}

/** Calls a company's API as a user; `path` is what follows '/company'. Throws unless it succeeds. */
export async function companyApi<T>(
  { url }: Served,
  { token }: Pick<TestUser, 'token'>,
  path: string,
  json?: object,
  method = json ? 'POST' : 'GET',
): Promise<T> {
  const response = await fetch(`${url}/api/web/company${path}`, {
    method,
    headers: { token, 'accept-language': 'en-US', ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  const { data, message } = (await response.json()) as { data: T; message: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${message}`);
  return data;
}

export interface TestCompany {
  id: string;
  administrator: TestUser;
  /** A member of the department Asia, with the role Trainee */
  staff: TestUser & { member: string };
  departments: { sales: string; asia: string };
  roles: { trainee: string };
}

const REGISTRATION = { name: 'Harbour Securities', country: 'JP', licence: '1234', authority: 'Tokyo' };

/** A company with two departments, a role and two members, one of whom may and may not do several things. */
export async function filledCompany(server: ServedUsers, registration = REGISTRATION): Promise<TestCompany> {
  const administrator = await confirmedUser(server);
  const invited = await confirmedUser(server);
  const api = <T = { id: string }>(path: string, json?: object) => companyApi<T>(server, administrator, path, json);
  const { id } = await api('', registration);
  const add = async (path: string, json: object) => (await api(`/${id}/${path}`, json)).id;
  const sales = await add('departments', { name: 'Sales', parent: null });
  const asia = await add('departments', { name: 'Asia', parent: sales });
  const trainee = await add('roles', { name: 'Trainee' });
  const placed = { department: asia, roles: [trainee], administrator: false };
  const invitation = await add('invitations', { email: invited.email, locale: 'en-US', ...placed });
  await companyApi(server, invited, '/join', { invitation });
  const own = await companyApi<{ me: { member: string } }>(server, invited, `/${id}`);
  const grant = (kind: (typeof SUBJECTS)[number], of: string, permission: string, effect: (typeof EFFECTS)[number]) =>
    api(`/${id}/grants`, { subject: { kind, id: of }, permission, effect, until: null });
  await grant('department', sales, 'orders.enter', 'allow');
  await grant('role', trainee, 'orders.enter', 'deny');
  await grant('department', sales, 'clients.open', 'allow');
  await grant('member', own.me.member, 'clients.approveOpening', 'allow');
  return {
    id,
    administrator,
    staff: { ...invited, member: own.me.member },
    departments: { sales, asia },
    roles: { trainee },
  };
}

/** Grants permissions to the administrator of a company, who holds by right only what administers it. */
async function grantToOneself(server: ServedUsers, { id, administrator }: TestCompany, permissions: readonly string[]) {
  const { me } = await companyApi<{ me: { member: string } }>(server, administrator, `/${id}`);
  const subject = { kind: 'member', id: me.member };
  for (const permission of permissions) {
    await companyApi(server, administrator, `/${id}/grants`, { subject, permission, effect: 'allow', until: null });
  }
}

/** Confirms a company as the operator does. */
export async function confirmCompany(server: ServedUsers, company: string): Promise<void> {
  const shown = await administer(server, { command: 'companies show', by: 'test', company });
  const version = shown.find((line) => line.startsWith('version: '))?.slice(9);
  await administer(server, { command: 'companies confirm', by: 'test', company, version });
}

/** A confirmed company that may do everything, with an application and a question that are assigned to it. */
export async function workingCompany(server: ServedUsers, registration = REGISTRATION) {
  const company = await filledCompany(server, registration);
  await confirmCompany(server, company.id);
  await grantToOneself(server, company, [
    ...['clients.readApplications', 'clients.assignApplications', 'clients.decideApplications'],
    ...['clients.readQuestions', 'clients.answerQuestions'],
    ...['publishing.publishNews', 'publishing.publishFlash', 'publishing.correct', 'publishing.withdraw'],
  ]);
  const client = await confirmedUser(server);
  const [application, question] = [await applied(server, client), await asked(server, client)];
  for (const [command, reference] of [
    ['applications assign', application],
    ['questions assign', question],
  ] as const) {
    await administer(server, { command, by: 'test', reference, company: company.id });
  }
  return { ...company, application, question };
}

/** Asks the partner API who a key is, as a company's system does. */
export async function callWith({ url }: Served, keyid: string, privateKey: CryptoKey) {
  const target = '/api/partner/v1/key';
  const headers = await signed({ uri: PARTNER_SITE + target, keyid, privateKey });
  const response = await fetch(url + target, { headers });
  return (await response.json()) as { code: number; data: { name: string } | null };
}

/** The private key of a PEM, as a system reads it. */
export function privateKeyOf(pem: string): Promise<CryptoKey> {
  const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  return crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
}
