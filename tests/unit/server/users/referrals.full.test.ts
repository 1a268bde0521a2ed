/** Personal links: which applications count, for whom, how often, and what is told of them. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { UserCenterData } from '../../../../src/contract/users.ts';
import { REFERRAL } from '../../../../src/forms/referral.ts';
import { administer } from '../../../../src/server/admin.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { applications, userReferrals, users } from '../../../../src/server/db/schema.ts';
import { eraseUser } from '../../../../src/server/users/data/erase.ts';
import { applicationBody, type Body } from '../../../helpers/server/applications.ts';
import { PASSWORD, usersApi } from '../../../helpers/server/usersApi.ts';

const on = usersApi({}, { APPLICATION_RATE_LIMIT_PER_MINUTE: '0' });
const { privacy, terms } = readRules().versionsOf('ja');

const makeLink = async (token: string) =>
  (await on.ask<NonNullable<UserCenterData['referral']>>('referral', { token, method: 'POST' })).data;
const shown = async (token: string) => (await on.ask<UserCenterData>('centre', { token })).data.referral;

/** Applies with a code; with a token as the user whose it is. */
async function apply(referral: unknown, given: Body = {}, token?: string): Promise<void> {
  const known = token === undefined ? {} : { email: undefined, password: undefined };
  const body = applicationBody('developer', { agreements: { privacy, terms }, referral, ...known, ...given });
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...(token && { token }) };
  const { text } = await on.api.ask(APPLY_PATH, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(JSON.parse(text)).toMatchObject({ code: SUCCESS });
}
const confirm = async (email: string) =>
  on.ask('confirm', {
    body: { token: await on.mailed('userConfirm', email), password: PASSWORD, isNew: false, own: true },
  });
const referrers = async () => (await on.orm.select().from(applications)).map(({ referrer }) => referrer);

describe('a personal link', () => {
  it('is made once, when its user asks for it, and tells nothing of them', async () => {
    const hana = await on.user();
    expect(await shown(hana.token)).toBeNull();
    const made = await makeLink(hana.token);
    expect(made).toEqual({ code: expect.stringMatching(REFERRAL), counted: 0 });
    expect(await makeLink(hana.token)).toEqual(made);
    expect(await shown(hana.token)).toEqual(made);
    const taro = await on.user({ email: 'taro@example.com', nickname: 'Taro' });
    expect((await makeLink(taro.token)).code).not.toBe(made.code);
    expect((await on.ask('referral', { method: 'POST' })).code).not.toBe(SUCCESS);
  });

  it('counts an applicant once their application is theirs, and never again', async () => {
    const hana = await on.user();
    const { code } = await makeLink(hana.token);
    const email = 'new@example.com';
    await apply(code, { email });
    expect((await shown(hana.token))?.counted).toBe(0);
    await confirm(email);
    expect((await shown(hana.token))?.counted).toBe(1);
    await apply(code, { email: 'NEW@example.com' });
    const { data } = await on.logIn({ email });
    await apply(code, {}, data.token);
    expect((await shown(hana.token))?.counted).toBe(1);
    expect((await referrers()).filter(Boolean)).toHaveLength(1);
    // Whoever had applied counts for nobody else either.
    const taro = await on.user({ email: 'taro@example.com', nickname: 'Taro' });
    await apply((await makeLink(taro.token)).code, { email });
    expect((await shown(taro.token))?.counted).toBe(0);
  });

  it('counts a user who is logged in at once, also if they send two applications at a time', async () => {
    const hana = await on.user();
    const { code } = await makeLink(hana.token);
    const taro = await on.user({ email: 'taro@example.com', nickname: 'Taro' });
    await Promise.all([1, 2, 3].map(() => apply(code, {}, taro.token)));
    expect((await shown(hana.token))?.counted).toBe(1);
  });

  it('does not count its own user, whoever had applied before, or an unknown code', async () => {
    const hana = await on.user();
    const { code } = await makeLink(hana.token);
    await apply(code, {}, hana.token);
    await apply(code, { email: 'Hana@Example.com' });
    await apply(undefined, { email: 'early@example.com' });
    await apply(code, { email: 'early@example.com' });
    await confirm('early@example.com');
    for (const wrong of ['x'.repeat(12), 'short', "' or 1=1 --", 7, {}, null, '']) {
      await apply(wrong, { email: `user${randomUUID()}@example.com` });
    }
    expect(await shown(hana.token)).toEqual({ code, counted: 0 });
    expect((await referrers()).filter(Boolean)).toEqual([]);
  });

  it('is stored with the application for the operator, and tells neither side who the other is', async () => {
    const hana = await on.user();
    const { code } = await makeLink(hana.token);
    const [{ id } = { id: '' }] = await on.orm.select().from(users);
    const taro = await on.user({ email: 'taro@example.com', nickname: 'Taro' });
    await apply(code, {}, taro.token);
    const [row] = await on.orm.select().from(applications);
    expect(row?.answers).not.toHaveProperty('referral');
    const lines = await administer(
      { orm: on.orm, dataDir: on.dataDir, site: '' },
      { command: 'applications show', by: 'Mika', reference: String(row?.reference) },
    );
    expect(lines).toContain(`referrer: ${id}`);
    const download = async (token: string) =>
      (await on.api.ask('/api/web/user/profile/data', { headers: { token } })).text;
    const theirs = await download(taro.token);
    expect(theirs).not.toContain(id);
    expect(theirs).not.toContain(code);
    expect(JSON.parse(theirs).applications).toMatchObject([{ referred: true }]);
    const own = await download(hana.token);
    expect(JSON.parse(own).referral).toMatchObject({ code, counted: 1 });
    expect(own).not.toContain(String(row?.reference));
  });

  it('goes with its user; what the applicant sent stays, and the number stays when the applicant is erased', async () => {
    const hana = await on.user();
    const taro = await on.user({ email: 'taro@example.com', nickname: 'Taro' });
    const { code } = await makeLink(hana.token);
    await apply(code, {}, taro.token);
    const idOf = async (email: string) =>
      (await on.orm.select().from(users).where(eq(users.email, email)))[0]?.id ?? '';
    const mika = await on.user({ email: 'mika@example.com', nickname: 'Mika' });
    await apply(code, {}, mika.token);
    await eraseUser(on.orm, on.dataDir, await idOf('taro@example.com'), 'Mori', new Date());
    expect(await shown(hana.token)).toEqual({ code, counted: 2 });
    await eraseUser(on.orm, on.dataDir, await idOf(hana.email), 'Mori', new Date());
    expect(await on.orm.$count(userReferrals)).toBe(0);
    expect(await referrers()).toEqual([null]);
  });
});
