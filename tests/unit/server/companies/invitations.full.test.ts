/** Invitations to a company: sent by mail, accepted once by the user whose address it is, over in four ways. */
import { eq, isNotNull, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { readMails } from '../../../../src/catalogue/mails.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { Companies, Invitation, Members } from '../../../../src/contract/companies.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';
import { INVITED_MS, MOST_A_DAY } from '../../../../src/server/companies/members/invitations.ts';
import { tidyInvitations } from '../../../../src/server/companies/tidy.ts';
import { companies, companyMembers, invitations, mails } from '../../../../src/server/db/schema.ts';
import { render } from '../../../../src/server/mail/sending.ts';
import { type ServerMessage, serverMessage } from '../../../../src/server/messages.ts';
import { SITE } from '../../../helpers/server/api.ts';
import { REGISTRATION } from '../../../helpers/server/companies.ts';
import { companyWith, logged, type TestCompany } from '../../../helpers/server/staff.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
const api = usersApi({ now: () => now }, { TRUSTED_PROXY_HOPS: '1' });
beforeEach(() => {
  now = new Date();
});
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const said = (key: ServerMessage, kind: 'conflict' | 'gone' | 'tooMany' | 'notFound') => ({
  code: SERVER_CODES[kind].code,
  message: serverMessage(key, 'en-US'),
});
const BOB = 'bob@example.com';
const bodyOf = (given: object = {}) => ({
  email: BOB,
  locale: 'ja',
  department: null,
  roles: [],
  administrator: false,
  ...given,
});
const invite = async (of: TestCompany, given: object = {}, by = of.admin) =>
  of.ask<{ id: string }>(by, '/invitations', bodyOf(given));
const join = (token: string, body: object) => api.ask<{ id: string }>('/api/web/company/join', { token, body });
const invited = () => api.mailed('companyInvitationUnconfirmed', BOB);
const sent = () => api.orm.select().from(mails).where(eq(mails.name, 'companyInvitationUnconfirmed'));

it('is sent in its language, joins with department and roles, and is removed with its mail', async () => {
  const of = await companyWith(api);
  const { id: department } = (await of.ask<{ id: string }>(of.admin, '/departments', { name: 'Desk', parent: null }))
    .data;
  const { id: role } = (await of.ask<{ id: string }>(of.admin, '/roles', { name: 'Dealer' })).data;
  const { id: removed } = (await of.ask<{ id: string }>(of.admin, '/roles', { name: 'Trainee' })).data;
  const { data } = await invite(of, { email: 'Bob@Example.com', department, roles: [role, removed] });
  const [mail] = await sent();
  const { subject, text } = (mail && render(mail, SITE, readMails())) ?? { subject: '', text: '' };
  expect(subject).not.toContain(REGISTRATION.name);
  expect(text).toContain(`${SITE}/ja/company#invite=${await invited()}`);
  const list = await of.ask<{ invitations: Invitation[]; mail: boolean }>(of.admin, '/invitations');
  expect(list.data).toEqual({
    mail: false,
    invitations: [
      {
        id: data.id,
        email: BOB,
        department,
        roles: [role, removed],
        administrator: false,
        locale: 'ja',
        at: now.toISOString(),
        expiresAt: new Date(now.getTime() + INVITED_MS).toISOString(),
      },
    ],
  });
  await of.ask(of.admin, `/roles/${removed}`, undefined, 'DELETE');
  const bob = await logged(api, 'Bob');
  const seen = await api.ask<Companies>('/api/web/company', { token: bob.token });
  expect(seen.data).toMatchObject({
    companies: [],
    invitations: [{ id: data.id, company: REGISTRATION.name, confirmed: false }],
  });
  expect((await join(bob.token, { token: await invited() })).data).toEqual({ id: of.id });
  const { members } = (await of.ask<Members>(of.admin, '/members?search=bob')).data;
  expect(members).toMatchObject([{ nickname: 'Bob', department, roles: [role], administrator: false }]);
  expect(await sent()).toEqual([]);
  expect(await api.orm.select().from(invitations)).toMatchObject([{ email: '', accepted: true }]);
  expect((await api.ask<Companies>('/api/web/company', { token: bob.token })).data.invitations).toEqual([]);
  expect(await invite(of)).toMatchObject(said('server.company.alreadyMember', 'conflict'));
});

describe('an invitation', () => {
  it('is for the user of its address alone, by its id too', async () => {
    const of = await companyWith(api);
    const { id } = (await invite(of)).data;
    const [token, cem] = [await invited(), await logged(api, 'Cem')];
    for (const body of [{ token }, { invitation: id }]) {
      expect(await join(cem.token, body)).toMatchObject(said('server.company.invitationOther', 'conflict'));
    }
    const bob = await logged(api, 'Bob');
    expect((await join(bob.token, { invitation: id })).code).toBe(SUCCESS);
    for (const body of [{ token }, { invitation: id }]) {
      expect(await join(bob.token, body)).toMatchObject(said('server.company.invitationUsed', 'gone'));
    }
    const unknown = await join(bob.token, { token: 'x'.repeat(32) });
    expect(unknown).toMatchObject({ status: 422, message: serverMessage(FAULT_WORDS.linkUsed, 'en-US') });
    expect(await join(bob.token, { invitation: 'unknown1' })).toMatchObject(
      said('server.company.notFound', 'notFound'),
    );
    expect(await api.orm.$count(companyMembers)).toBe(2);
  });

  it('says when it is cancelled, replaced or expired', async () => {
    const of = await companyWith(api);
    const bob = await logged(api, 'Bob');
    const { id } = (await invite(of)).data;
    const first = await invited();
    later(1000);
    const { id: second } = (await invite(of, { locale: 'tw' })).data;
    const token = await invited();
    expect([(await sent()).length, (await api.orm.select().from(invitations)).length]).toEqual([1, 2]);
    expect(await join(bob.token, { token: first })).toMatchObject(said('server.company.invitationCancelled', 'gone'));
    expect((await of.ask(of.admin, `/invitations/${id}`, undefined, 'DELETE')).status).toBe(404);
    later(INVITED_MS);
    expect(await join(bob.token, { token })).toMatchObject(said('server.company.invitationExpired', 'gone'));
    await tidyInvitations(api.orm, now);
    expect(await sent()).toEqual([]);
    expect((await api.orm.select().from(invitations)).map(({ email }) => email)).toEqual(['', '']);
    expect(await join(bob.token, { invitation: second })).toMatchObject(
      said('server.company.invitationExpired', 'gone'),
    );

    await invite(of);
    const third = await invited();
    const { data } = await of.ask<{ invitations: Invitation[] }>(of.admin, '/invitations');
    expect(data.invitations).toHaveLength(1);
    expect((await of.ask(of.admin, `/invitations/${data.invitations[0]?.id}`, undefined, 'DELETE')).code).toBe(SUCCESS);
    expect(await join(bob.token, { token: third })).toMatchObject(said('server.company.invitationCancelled', 'gone'));
    later(40 * 86_400_000);
    await tidyInvitations(api.orm, now);
    expect(await api.orm.$count(invitations)).toBe(0);
  });

  it('ends with the membership, or the rank, of who sent it, and while nobody administrates the company', async () => {
    const of = await companyWith(api);
    const bob = await logged(api, 'Bob');
    const cem = await of.add('Cem', { administrator: true });
    await invite(of, { administrator: true }, cem);
    let token = await invited();
    await of.ask(of.admin, `/members/${cem.member}`, { administrator: false }, 'PUT');
    expect(await join(bob.token, { token })).toMatchObject(said('server.company.invitationCancelled', 'gone'));
    const dan = await of.add('Dan', { permissions: ['staff.inviteMembers'] });
    await invite(of, {}, dan);
    token = await invited();
    await of.ask(dan, `/members/${dan.member}`, undefined, 'DELETE');
    expect(await join(bob.token, { token })).toMatchObject(said('server.company.invitationCancelled', 'gone'));
    await of.ask(cem, `/members/${cem.member}`, undefined, 'DELETE');
    await invite(of);
    token = await invited();
    await api.ask('profile/close', { token: of.admin.token, body: { password: 'Abcdefg1' } });
    expect(await join(bob.token, { token })).toMatchObject(said('server.company.invitationCancelled', 'gone'));
    await api.ask('profile/close', { token: of.admin.token, method: 'DELETE' });
    expect((await join(bob.token, { token })).code).toBe(SUCCESS);
  });

  it('of a company that nobody has confirmed names it in quotation marks below a fixed sentence, and nowhere else', async () => {
    const of = await companyWith(api);
    for (const locale of LOCALE_IDS) {
      await invite(of, { email: `${locale}@example.com`, locale });
      await api.orm.update(companies).set({ confirmedAt: now });
      await invite(of, { email: `x${locale}@example.com`, locale });
      await api.orm.update(companies).set({ confirmedAt: null });
    }
    const written = await api.orm.select().from(mails).where(like(mails.name, 'companyInvitation%'));
    expect(written).toHaveLength(2 * LOCALE_IDS.length);
    for (const mail of written) {
      const { subject, text } = render(mail, SITE, readMails()) ?? { subject: '', text: '' };
      const isConfirmed = mail.name === 'companyInvitation';
      expect(subject.includes(REGISTRATION.name), subject).toBe(isConfirmed);
      const alone = text.split('\n').filter((line) => /^[“「].*[”」]$/.test(line));
      expect(alone.map((line) => line.slice(1, -1))).toEqual(isConfirmed ? [] : [REGISTRATION.name]);
      expect(text.split(REGISTRATION.name)).toHaveLength(2);
    }
  });

  it('cannot flood: so many a day by a user, fewer while the company is not confirmed', async () => {
    const of = await companyWith(api);
    const send = (n: number) => invite(of, { email: `x${n}@example.com` });
    for (let n = 0; n < MOST_A_DAY.unconfirmed.user; n += 1) expect((await send(n)).code).toBe(SUCCESS);
    expect(await send(99)).toMatchObject(said('server.company.invitedTooOften', 'tooMany'));
    await api.orm.update(companies).set({ confirmedAt: now });
    expect((await send(99)).code).toBe(SUCCESS);
  });

  it('cannot flood an address: so many a day over all companies and users, also where each is cancelled at once', async () => {
    const { recipient } = MOST_A_DAY.unconfirmed;
    const all = [];
    for (let n = 0; n <= recipient; n += 1) all.push(await ownCompany(`Owner ${n}`));
    for (const { send } of all.slice(0, -1)) expect((await send(BOB)).code).toBe(SUCCESS);
    for (const { id, token } of all.slice(0, -1)) {
      const path = `/api/web/company/${id}/invitations`;
      const { data } = await api.ask<{ invitations: Invitation[] }>(path, { token });
      await api.ask(`${path}/${data.invitations[0]?.id}`, { token, method: 'DELETE' });
    }
    const last = all.at(-1);
    expect(await last?.send('Bob@example.com')).toMatchObject(said('server.company.invitedTooOften', 'tooMany'));
    expect((await last?.send('cem@example.com'))?.code).toBe(SUCCESS);
    later(86_400_001);
    await tidyInvitations(api.orm, now);
    expect(await api.orm.$count(invitations, isNotNull(invitations.recipient))).toBe(0);
    expect((await last?.send(BOB))?.code).toBe(SUCCESS);
  });

  it('cannot flood from a network: so many a day over all companies, of IPv6 from a /48', async () => {
    const { user, network } = MOST_A_DAY.unconfirmed;
    const all = [];
    for (let n = 0; n < network / user + 1; n += 1) all.push(await ownCompany(`Owner ${n}`));
    for (let n = 0; n < network; n += 1) {
      const from = `2001:db8:0:${n}::1`;
      expect((await all[n % 2]?.send(`x${n}@example.com`, from))?.code).toBe(SUCCESS);
    }
    const third = all[2];
    expect(await third?.send(BOB, '2001:db8:0:ffff::1')).toMatchObject(
      said('server.company.invitedTooOften', 'tooMany'),
    );
    expect((await third?.send(BOB, '2001:db8:1::1'))?.code).toBe(SUCCESS);
  });
});

/** A user with a company of their own, from where they invite. */
async function ownCompany(nickname: string) {
  const { token } = await api.user({ email: `${nickname.replace(' ', '').toLowerCase()}@example.com`, nickname });
  const { id } = (await api.ask<{ id: string }>('/api/web/company', { token, body: REGISTRATION })).data;
  const send = (email: string, from = '192.0.2.1') =>
    api.ask<{ id: string }>(`/api/web/company/${id}/invitations`, {
      token,
      body: bodyOf({ email }),
      headers: { 'x-forwarded-for': from },
    });
  return { id, token, send };
}

it.each([
  ['company', '', REGISTRATION],
  ['department', '/departments', { parent: null }],
  ['role', '/roles', {}],
])('the name of a %s holds no web address', async (_, path, body) => {
  const of = await companyWith(api);
  const add = (name: string) =>
    api.ask(path ? `/api/web/company/${of.id}${path}` : '/api/web/company', {
      token: of.admin.token,
      body: { ...body, name },
    });
  for (const name of ['LOCKED: verify at http://evil.example/login', 'www.evil', 'Evil.com']) {
    expect(await add(name), name).toMatchObject({ message: serverMessage(FAULT_WORDS.nameAddress, 'en-US') });
  }
  for (const name of ['A.B. Smith & Co. Ltd', 'Aoki K.K.']) expect((await add(name)).code, name).toBe(SUCCESS);
});
