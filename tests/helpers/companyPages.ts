/** Companies of a served site, for browser tests. */
import type { Page } from 'playwright/test';
import { permissionOf } from '../../src/catalogue/permissions.ts';
import type { EFFECTS, SUBJECTS } from '../../src/contract/companies.ts';
import { DEFAULT_LOCALE, type Locale } from '../../src/i18n/locales.ts';
import { localize } from '../../src/i18n/urls.ts';
import type { Served } from './serve.ts';
import { expect, hydrated } from './site.ts';
import { confirmedUser, type ServedUsers, type TestUser } from './users.ts';

export const companySection = (page: Page, id: string) => page.locator(`.profile-section#${id}`);

export async function openCompany(page: Page, { url }: Served, path: string, locale: Locale = DEFAULT_LOCALE) {
  await page.goto(url + localize(path, locale));
  await hydrated(page);
  await expect(page.locator('.profile-section').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

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

/** A company with two departments, a role and two members, one of whom may and may not do several things. */
export async function filledCompany(server: ServedUsers): Promise<TestCompany> {
  const administrator = await confirmedUser(server);
  const invited = await confirmedUser(server);
  const api = <T = { id: string }>(path: string, json?: object) => companyApi<T>(server, administrator, path, json);
  const registration = { name: 'Harbour Securities', country: 'JP', licence: '1234', authority: 'Tokyo' };
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
