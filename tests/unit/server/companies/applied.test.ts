/** The companies of brokerage houses' applications: made when the applicant is known, once, and never by another role. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import type { Companies } from '../../../../src/contract/companies.ts';
import { ROLES } from '../../../../src/forms/lists.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { applications, companies } from '../../../../src/server/db/schema.ts';
import { ERASED_APPLICATIONS, eraseRecord } from '../../../../src/server/shared/erase.ts';
import { applicationBody, type Body } from '../../../helpers/server/applications.ts';
import { PASSWORD, usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const EMAIL = 'hana@example.com';
const { privacy, terms, forex } = readRules().versionsOf('ja');

async function apply(
  given: Body = {},
  { token, key = randomUUID(), role = 'brokerageHouse' as (typeof ROLES)[number] } = {} as {
    token?: string;
    key?: string;
    role?: (typeof ROLES)[number];
  },
) {
  const body = applicationBody(role, { email: EMAIL, agreements: { privacy, terms }, ...given });
  const trading = body.trading as { highRisk: { forex: Body } } | undefined;
  if (trading) trading.highRisk.forex.version = forex;
  const { status, text } = await api.api.ask(APPLY_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(token && { token }) },
    body: JSON.stringify(body),
  });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return (JSON.parse(text) as { data: { reference: string } }).data.reference;
}
const asUser = { email: undefined, password: undefined };
const made = () => api.orm.select().from(companies);
const confirmAddress = async () => {
  const token = await api.mailed('userConfirm', EMAIL);
  const { data } = await api.ask<{ token: string }>('confirm', {
    body: { token, password: PASSWORD, isNew: false, own: true, device: null },
  });
  return data.token;
};

it('is made when the address is confirmed with its password, not before, with the applicant as its administrator', async () => {
  const reference = await apply();
  expect(await made()).toEqual([]);
  const token = await confirmAddress();
  expect(await made()).toMatchObject([
    { name: 'Sato Securities', country: 'JP', licence: '', confirmedAt: null, application: reference },
  ]);
  const { data } = await api.ask<Companies>('/api/web/company', { token });
  expect(data.companies).toMatchObject([
    { name: 'Sato Securities', administrator: true, confirmed: false, members: 1 },
  ]);
});

it('is made at once for who is logged in, once for each application, however often it is sent', async () => {
  const { token } = await api.user();
  const key = randomUUID();
  await Promise.all([1, 2, 3].map(() => apply(asUser, { token, key })));
  expect(await made()).toHaveLength(1);
  await apply(asUser, { token });
  expect(await made()).toHaveLength(2);
});

it.each(ROLES.filter((role) => role !== 'brokerageHouse'))('is not made by a %s', async (role) => {
  const { token } = await api.user();
  await apply(asUser, { token, role });
  expect(await made()).toEqual([]);
});

it('is not made by an application that was declined before', async () => {
  const reference = await apply();
  await api.orm.update(applications).set({ state: 'declined' }).where(eq(applications.reference, reference));
  await confirmAddress();
  expect(await made()).toEqual([]);
});

it('stays when the application is erased, without its reference', async () => {
  const { token } = await api.user();
  const reference = await apply(asUser, { token });
  expect(await eraseRecord(ERASED_APPLICATIONS, api.orm, api.dataDir, reference, 'Mika', new Date())).toBe(true);
  expect(await made()).toMatchObject([{ name: 'Sato Securities', application: null }]);
});
