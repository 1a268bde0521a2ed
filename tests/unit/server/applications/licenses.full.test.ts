/** The license of an analyst or broker: stated, checked, refused; who reads it, and what waits for it. */
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { Publication } from '../../../../src/contract/companyPublishing.ts';
import type { AssignedApplicationDetail, License } from '../../../../src/contract/companyWork.ts';
import type { NewsItem } from '../../../../src/contract/news.ts';
import type { PublicUser, UserCenterData } from '../../../../src/contract/users.ts';
import type { WebhookEvent } from '../../../../src/contract/webhooks.ts';
import type { Role } from '../../../../src/forms/lists.ts';
import {
  applicants,
  applicationAudit,
  applications,
  companies,
  deliveries,
  mails,
  webhooks,
} from '../../../../src/server/db/schema.ts';
import { dataOf } from '../../../../src/server/users/data/ownData.ts';
import { COMPANY } from '../../../../src/site.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { callAs, PARTNER_SITE, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { storeApplication } from '../../../helpers/server/profiles.ts';
import { noNews, PUBLICATION, PUBLISHES } from '../../../helpers/server/publishing.ts';
import { companyWith } from '../../../helpers/server/staff.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const FILLED = 'tests/fixtures/operator/operator.yml';
const GIVEN = { type: 'LICENSE_ANALYST', number: 'A-123', authority: 'FSA' };
const api = usersApi({ site: PARTNER_SITE });
const { operator, userId } = companiesOf(api);
afterEach(async () => {
  vi.unstubAllEnvs();
  await noNews(api.orm);
});
/** Times differ by a millisecond at least. */
const tick = () => setTimeout(5);

async function scene(role: Role = 'analyst', given: object = {}) {
  const { token, email } = await api.user({ email: 'mio@example.com', nickname: 'Mio' });
  const id = await userId(email);
  const apply = async (as: Role, answers: object = {}) => {
    await tick();
    const reference = await storeApplication(api.orm, id, { role: as, given: { email, ...answers } });
    await tick();
    return reference;
  };
  const reference = await apply(role, given);
  return {
    token,
    id,
    reference,
    apply,
    own: async () => (await api.ask<UserCenterData>('centre', { token })).data.license,
    shown: async () => (await api.ask<PublicUser>('public/mio')).data.license,
    log: async () =>
      (await api.ask<{ entries: { text: string }[] }>('profile/security/log', { token })).data.entries.map(
        ({ text }) => text,
      ),
  };
}
const approve = (reference: string) => operator.applications('status', reference, 'approved');

it('submitted, approved and checked by the operator: the public page names it, and the number once it is checked', async () => {
  vi.stubEnv('OPERATOR_FILE', FILLED);
  const { reference, own, shown, log, id } = await scene();
  expect(await own()).toMatchObject({ role: 'analyst', state: 'submitted', ...GIVEN, checkedAt: null });
  // Nobody is an analyst before the application is approved.
  expect(await shown()).toBeNull();
  await approve(reference);
  expect(await shown()).toMatchObject({ state: 'submitted', ...GIVEN, number: '', checkedBy: null });
  expect(await operator.applications('license', reference, 'checked')).toEqual([
    `${reference}: the license is checked.`,
  ]);
  const { submittedAt } = (await own()) as License;
  const checked = {
    state: 'checked',
    ...GIVEN,
    submittedAt,
    checkedBy: 'Example Finger Ltd',
    checkedAt: expect.any(String),
  };
  expect(await shown()).toEqual({ role: 'analyst', reason: '', ...checked });
  expect(await own()).toMatchObject(checked);
  expect((await operator.applications('show', reference)).join('\n')).toContain(
    'license.checkedBy: Example Finger Ltd',
  );
  expect(await log()).toContain(`${COMPANY} checked your license (${reference})`);
  const audit = await api.orm.select().from(applicationAudit).where(eq(applicationAudit.action, 'license checked'));
  expect(audit).toMatchObject([{ reference, by: 'Mika Mori' }]);
  const taken = await dataOf(api.orm, { id, email: 'mio@example.com' }, { now: new Date(), locale: 'en-US' });
  expect(taken.applicant).toMatchObject({ licence: { state: 'checked', ...GIVEN } });
  // Declined after all, it is nobody's business.
  await operator.applications('status', reference, 'declined');
  expect(await shown()).toBeNull();
});

it('refused: everyone sees none, its owner the reason, by mail as long as the application is open', async () => {
  const { reference, own, shown, log } = await scene('broker');
  await expect(operator.applications('license', reference, 'refused')).rejects.toThrow('--why');
  await expect(operator.applications('license', reference, 'checked', '--why', 'No.')).rejects.toThrow('leave out');
  const why = 'The register does not list this number.';
  await operator.applications('license', reference, 'refused', '--why', why);
  expect(await own()).toMatchObject({ role: 'broker', state: 'refused', reason: why, checkedBy: COMPANY });
  const queued = await api.orm.select().from(mails).where(eq(mails.about, reference));
  expect(queued.map(({ name }) => name)).toEqual(['applicationAsked']);
  expect(JSON.stringify(queued[0]?.content)).toContain(why);
  await approve(reference);
  const none = { role: 'broker', state: 'none', type: '', number: '', authority: '', checkedBy: null, reason: '' };
  expect(await shown()).toMatchObject(none);
  expect(await log()).toContain(`${COMPANY} did not accept your license (${reference})`);
  const before = await api.orm.$count(mails);
  await operator.applications('license', reference, 'refused', '--why', 'Expired.');
  expect(await own()).toMatchObject({ reason: 'Expired.' });
  expect(await api.orm.$count(mails)).toBe(before);
});

it('none: it is marked as none, and there is nothing to check; nor without its issuer, who was not asked for at first', async () => {
  const { reference, own, shown, apply, token } = await scene('analyst', { licence: { none: true } });
  await approve(reference);
  expect(await own()).toMatchObject({ state: 'none', type: '', number: '' });
  expect(await shown()).toMatchObject({ role: 'analyst', state: 'none' });
  const nothing = 'states no license with its issuer';
  await expect(operator.applications('license', reference, 'checked')).rejects.toThrow(nothing);
  const { authority: _, ...old } = GIVEN;
  const second = await apply('analyst', { licence: { ...old, files: [] } });
  expect(await own()).toMatchObject({ state: 'submitted', authority: '' });
  await expect(operator.applications('license', second, 'checked')).rejects.toThrow(nothing);
  const investor = await apply('investor');
  await expect(operator.applications('license', investor, 'checked')).rejects.toThrow(nothing);
  // Who applies for no such role keeps what they have stated.
  expect(await own()).toMatchObject({ role: 'analyst' });
  const other = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
  expect((await api.ask<UserCenterData>('centre', { token: other.token })).data.license).toBeNull();
  expect((await api.ask<PublicUser>('public/ken')).data.license).toBeNull();
  expect((await api.ask<UserCenterData>('centre', { token })).code).toBe(SUCCESS);
});

it('a new application for another role, or with another license, ends the check; the same license keeps it', async () => {
  const { reference, own, shown, apply } = await scene();
  await approve(reference);
  await operator.applications('license', reference, 'checked');
  const before = await own();
  const again = await apply('analyst');
  expect(await own()).toEqual(before);
  expect((await operator.applications('show', again)).join('\n')).toContain('license.state: checked');
  const broker = await apply('broker');
  expect(await own()).toMatchObject({ role: 'broker', state: 'submitted', checkedAt: null, checkedBy: null });
  expect(await shown()).toBeNull();
  await expect(operator.applications('license', reference, 'checked')).rejects.toThrow('another one since');
  await approve(broker);
  expect(await shown()).toMatchObject({ role: 'broker', state: 'submitted' });
  await operator.applications('license', broker, 'checked');
  await apply('broker', { licence: { ...GIVEN, number: 'B-9', files: [] } });
  expect(await shown()).toMatchObject({ role: 'broker', state: 'submitted', number: '' });
  expect(await own()).toMatchObject({ number: 'B-9', state: 'submitted' });
});

it('a company that holds the application checks it on its page and by its key, and is told of what changes', async () => {
  const { reference, own, apply } = await scene();
  const granted = ['clients.readApplications', 'clients.decideApplications'];
  const key = await partnerKey(api.orm, await storedUser(api.orm), { granted });
  await api.orm.update(applications).set({ company: key.company });
  const hook = { id: 'hook', company: key.company, url: 'https://hooks.example.com/', kind: 'live' } as const;
  const events: WebhookEvent[] = ['applicant.changed'];
  await api.orm.insert(webhooks).values({ ...hook, events, active: true, by: 'Ken', createdAt: new Date() });
  const ken = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
  await companiesOf(api).join(key.company, ken.email, granted);
  const page = `/api/web/company/${key.company}/applications/${reference}`;
  const put = (body: object) => api.ask<License>(`${page}/license`, { method: 'PUT', token: ken.token, body });
  const read = async () => (await api.ask<AssignedApplicationDetail>(page, { token: ken.token })).data.license;
  expect(await read()).toMatchObject({ state: 'submitted', ...GIVEN });
  for (const wrong of [{}, { state: 'none' }, { state: 'refused' }, { state: 'submitted' }]) {
    expect((await put(wrong)).status).toBe(422);
  }
  expect((await put({ state: 'checked' })).data).toMatchObject({ state: 'checked', checkedBy: 'Aoki Securities' });
  expect(await own()).toEqual(await read());
  const path = `/applications/${reference}/license`;
  const refusal = JSON.stringify({ state: 'refused', reason: 'Expired.' });
  expect((await callAs(api.api, key, path, { method: 'PUT', body: refusal })).status).toBe(200);
  const byKey = (await callAs(api.api, key, `/applications/${reference}`)).data as unknown as AssignedApplicationDetail;
  expect(byKey.license).toEqual(await own());
  expect(byKey.license).toMatchObject({ state: 'refused', reason: 'Expired.' });
  // Another one was stated since, in an application that the company does not hold.
  await apply('broker');
  expect(await read()).toBeNull();
  expect((await put({ state: 'checked' })).status).toBe(409);
  const told = await api.orm.select({ data: deliveries.data }).from(deliveries);
  // Checked, refused, stated anew
  expect(told).toEqual(Array.from({ length: 3 }, () => ({ data: { reference } })));
});

it('publishing waits for the license of an analyst; once submitted, readers and members see it at what is published', async () => {
  const company = await companyWith(api);
  const mio = await company.add('Mio', { permissions: PUBLISHES });
  await api.orm.update(companies).set({ confirmedAt: new Date() });
  const id = await userId(mio.email);
  const apply = async (given: object = {}) => {
    await tick();
    return storeApplication(api.orm, id, { role: 'analyst', given: { email: mio.email, ...given } });
  };
  const first = await apply({ licence: { none: true } });
  await approve(first);
  const publish = () => company.ask<{ id: string }>(mio, '/publications/news', PUBLICATION);
  expect((await publish()).status).toBe(409);
  const second = await apply();
  const news = (await publish()).data.id;
  const item = async () => (await api.ask<{ item: NewsItem }>(`/api/web/news/${news}`)).data.item;
  expect(await item()).toMatchObject({ license: { role: 'analyst', state: 'submitted', number: '' } });
  await operator.applications('license', second, 'checked');
  const { number, authority } = GIVEN;
  expect((await item()).license).toEqual({ role: 'analyst', state: 'checked', number, authority });
  const list = async () =>
    (await company.ask<{ publications: Publication[] }>(company.admin, '/publications')).data.publications;
  expect(await list()).toMatchObject([{ member: { nickname: 'Mio', license: { state: 'checked', ...GIVEN } } }]);
  const [listed] = (await api.ask<{ list: NewsItem[] }>('/api/web/news/list?language=en')).data.list;
  expect(listed).toMatchObject({ id: news, license: { state: 'checked' } });
  await operator.applications('license', second, 'refused', '--why', 'Expired.');
  expect((await item()).license).toMatchObject({ state: 'none', number: '' });
  expect((await publish()).status).toBe(409);
  // Who is neither analyst nor broker publishes under the license of the company alone.
  await api.orm.delete(applicants);
  expect((await item()).license).toBeUndefined();
  expect((await publish()).code).toBe(SUCCESS);
});
