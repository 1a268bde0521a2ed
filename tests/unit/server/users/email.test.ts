import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import type { Security } from '../../../../src/contract/users.ts';
import { mails, userLinks, users } from '../../../../src/server/db/schema.ts';
import { LINK_MS } from '../../../../src/server/users/links.ts';
import { PASSWORD, type Said, signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
const api = usersApi({ now: () => now });
const later = (ms: number) => {
  now = new Date(Date.now() + ms);
};
afterEach(() => later(0));

const OLD = 'hana@example.com';
const NEW = 'sato@example.com';
const fields = ({ data }: Said<unknown>) =>
  (data as { fields?: { field: string }[] })?.fields?.map(({ field }) => field);
const ask = (token: string, email = NEW, password = PASSWORD) =>
  api.ask('profile/security/email', { token, body: { email, password } });
const use = (token: string) => api.ask<{ state: string }>('email/confirm', { body: { token } });
const security = async (token: string) => (await api.ask<Security>('profile/security', { token })).data;
/** Both links of the newest change. */
const links = async (to = NEW, from = OLD) =>
  [await api.mailed('userEmailOld', from), await api.mailed('userEmailNew', to)] as const;
const emails = async () => (await api.orm.select().from(users)).map(({ email }) => email).sort();

describe('a change of address', () => {
  it.each([0, 1])('takes the links at both addresses, whichever comes first (%i)', async (first) => {
    const { token } = await api.user();
    expect((await ask(token, 'Sato@Example.com')).data).toBeNull();
    expect(await security(token)).toMatchObject({ email: OLD, newEmail: NEW });
    const both = await links();
    expect((await use(both[first] ?? '')).data).toEqual({ state: 'waiting' });
    expect(fields(await use(both[first] ?? ''))).toEqual(['token']);
    expect(await security(token)).toMatchObject({ email: OLD, newEmail: NEW });
    expect((await use(both[1 - first] ?? '')).data).toEqual({ state: 'changed' });
    expect(await security(token)).toMatchObject({ email: NEW, newEmail: null });
    expect((await api.logIn()).code).toBe(SERVER_CODES.invalid.code);
    expect((await api.logIn({ email: NEW })).code).toBe(SUCCESS);
    const [told] = await api.orm.select().from(mails).where(eq(mails.name, 'userEmailChanged'));
    expect(told).toMatchObject({ recipient: OLD, content: { values: { email: NEW } } });
    for (const link of both) expect(fields(await use(link))).toEqual(['token']);
  });

  it('happens once if both links are used at once, several times', async () => {
    const { token } = await api.user();
    await ask(token);
    const both = await links();
    const said = await Promise.all([...both, ...both].map(use));
    expect(said.flatMap(({ data }) => data.state ?? []).sort()).toEqual(['changed', 'waiting']);
    expect(await emails()).toEqual([NEW]);
  });

  it('takes the password', async () => {
    const { token } = await api.user();
    expect(fields(await ask(token, NEW, 'Wrong123'))).toEqual(['password']);
    expect(fields(await ask(token, 'sato'))).toEqual(['email']);
    expect(await api.orm.$count(userLinks, eq(userLinks.kind, 'emailNew'))).toBe(0);
  });

  it('can be taken back, is replaced by another, and is over after a day', async () => {
    const { token } = await api.user();
    await ask(token);
    const [old] = await links();
    await use(old);
    expect((await api.ask('profile/security/email', { method: 'DELETE', token })).code).toBe(SUCCESS);
    expect(await security(token)).toMatchObject({ newEmail: null });
    const [, back] = await links();
    expect(fields(await use(back))).toEqual(['token']);
    later(1000);
    await ask(token);
    const replaced = await links();
    later(2000);
    await ask(token, 'third@example.com');
    for (const link of replaced) expect(fields(await use(link))).toEqual(['token']);
    const [agreed, confirmed] = await links('third@example.com');
    expect((await use(agreed)).data).toEqual({ state: 'waiting' });
    later(LINK_MS.emailNew + 3000);
    expect(fields(await use(confirmed))).toEqual(['token']);
    expect(await security((await api.logIn()).data.token)).toMatchObject({ email: OLD, newEmail: null });
  });

  it('to an address with an account looks the same; its owner gets a mail without a link', async () => {
    const { token } = await api.user();
    await api.user({ email: NEW, nickname: 'Sato' });
    const taken = await ask(token);
    const shown = await security(token);
    expect(await api.waiting()).toEqual(['userConfirm', 'userConfirm', 'userEmailOld', 'userKnown']);
    const [known] = await api.orm.select().from(mails).where(eq(mails.name, 'userKnown'));
    expect(known?.recipient).toBe(NEW);
    later(1000);
    const free = await ask(token, 'free@example.com');
    expect({ ...taken, headers: null }).toEqual({ ...free, headers: null });
    expect({ ...shown, newEmail: 'free@example.com' }).toEqual(await security(token));
  });

  it('to the address that it is changes nothing', async () => {
    const { token } = await api.user();
    expect((await ask(token, OLD.toUpperCase())).code).toBe(SUCCESS);
    expect(await api.waiting()).toEqual(['userConfirm']);
  });

  it('does not take the address of an account that is made meanwhile, but of one that nobody confirms', async () => {
    const { token } = await api.user();
    await ask(token);
    const first = await links();
    await api.ask('signUp', { body: signUpBody({ email: NEW, nickname: 'Squatter' }) });
    for (const link of first) await use(link);
    expect(await emails()).toEqual([NEW]);
    expect(await api.orm.$count(mails, eq(mails.recipient, NEW))).toBe(1);
    later(1000);
    await ask(token, 'third@example.com');
    const second = await links('third@example.com', NEW);
    await api.user({ email: 'third@example.com', nickname: 'Third' });
    expect((await use(second[0])).data).toEqual({ state: 'waiting' });
    expect(fields(await use(second[1]))).toEqual(['token']);
    expect(await emails()).toEqual([NEW, 'third@example.com']);
  });

  it('ends links for a new password that the address so far has got', async () => {
    const { token } = await api.user();
    await api.ask('password/forgotten', { body: { email: OLD, locale: 'en-US' } });
    await ask(token);
    for (const link of await links()) await use(link);
    const body = { token: await api.mailed('userReset'), password: 'Attack3r' };
    expect(fields(await api.ask('password/reset', { body }))).toEqual(['token']);
  });

  it('is asked for five times a day at most', async () => {
    const { token } = await api.user();
    const codes = [];
    for (let time = 0; time < 6; time += 1) codes.push((await ask(token, `new${time}@example.com`)).code);
    expect(codes).toEqual([...Array(5).fill(SUCCESS), SERVER_CODES.tooMany.code]);
    later(LINK_MS.emailNew + 1000);
    expect((await ask((await api.logIn()).data.token)).code).toBe(SUCCESS);
  });

  it('is not stored if the mails cannot be queued', async () => {
    const { token } = await api.user();
    await api.orm.execute(sql`alter table mails rename column recipient to recipient_away`);
    const { code } = await ask(token).finally(() =>
      api.orm.execute(sql`alter table mails rename column recipient_away to recipient`),
    );
    expect(code).toBe(SERVER_CODES.internal.code);
    expect(await security(token)).toMatchObject({ newEmail: null });
  });

  it('is of nobody else, and nothing of it is logged', async () => {
    const { token } = await api.user();
    const { token: others } = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    await ask(token);
    await api.ask('profile/security/email', { method: 'DELETE', token: others });
    expect(await security(token)).toMatchObject({ newEmail: NEW });
    const both = await links();
    for (const link of both) await use(link);
    const log = JSON.stringify(api.log);
    for (const hidden of [NEW, OLD, ...both, PASSWORD, token]) expect(log).not.toContain(hidden);
  });
});
