/** The log of an account: what it tells of the owner, of mails and of others, in which words, for how long. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAIL_NAMES } from '../../../../src/catalogue/mails.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { USER_CODES } from '../../../../src/contract/errors.ts';
import type { LogEntry } from '../../../../src/contract/users.ts';
import { LOG_KINDS } from '../../../../src/forms/lists.ts';
import { applicationAudit, companies, mails, userAudit, userSignIns } from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { tidyUsers } from '../../../../src/server/users/tidy.ts';
import { COMPANY } from '../../../../src/site.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { callAs, PARTNER_SITE, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { PASSWORD, usersApi } from '../../../helpers/server/usersApi.ts';

type Page = { entries: LogEntry[]; next: string | null };
let now = new Date();
beforeEach(() => {
  now = new Date();
});
const api = usersApi({ site: PARTNER_SITE, now: () => now });
const { operator, userId } = companiesOf(api);
const read = async (token: string, query = '', language = 'en-US') =>
  (await api.ask<Page>(`profile/security/log${query}`, { token, language })).data;
const texts = async (token: string, kind: string, language?: string) =>
  (await read(token, `?kind=${kind}`, language)).entries.map(({ text }) => text);
const say = (key: Parameters<typeof serverMessage>[0], values: Record<string, string> = {}) =>
  serverMessage(key, 'en-US', values);

/** A user whose application and question a company has read and decided, with its system and by a member. */
async function scene() {
  const key = await partnerKey(api.orm, await storedUser(api.orm, 'ken@example.com'), {
    granted: ['readApplications', 'decideApplications', 'readQuestions'].map((name) => `clients.${name}`),
  });
  const { token, email } = await api.user();
  const user = await userId(email);
  const application = await storeApplication(api.orm, user);
  const question = await storeQuestion(api.orm, user);
  await operator.applications('assign', application, key.company);
  await operator.applications('show', application);
  await operator.users('show', user);
  await callAs(api.api, key, `/applications/${application}`);
  await callAs(api.api, key, `/applications/${application}/decision`, {
    method: 'POST',
    body: JSON.stringify({ decision: 'accept' }),
  });
  const [company] = await api.orm.select().from(companies).where(eq(companies.id, key.company));
  return { token, user, application, question, key, company: company?.name ?? '' };
}

describe('the log', () => {
  it('tells what the owner did', async () => {
    const { token } = await api.user();
    const other = await api.logIn();
    await api.ask('profile/security/devices', { method: 'DELETE', token });
    await api.ask('profile/security/mobile', { method: 'PUT', token, body: { mobile: '+81 90 1234 5678' } });
    await api.ask('profile/security/hint', { method: 'PUT', token, body: { hint: 'a tree', password: PASSWORD } });
    await api.ask('profile/security/email', { token, body: { email: 'new@example.com', password: PASSWORD } });
    await api.ask('profile/security/email', { method: 'DELETE', token });
    await api.ask('profile/trade', { method: 'PUT', token, body: { products: ['stocks'] } });
    const served = await api.serving({}, { now: () => now });
    await served.ask('/api/web/user/profile/data', { headers: { token } });
    expect(other.code).toBe(SUCCESS);
    expect((await texts(token, 'changes')).sort()).toEqual(
      (['mobile', 'hint', 'emailAsked', 'emailTakenBack', 'products'] as const)
        .map((action) => say(`server.log.${action}`))
        .sort(),
    );
    expect(await texts(token, 'devices')).toEqual([say('server.log.devicesEnded')]);
    expect(await texts(token, 'data')).toEqual([say('server.log.downloaded', { what: 'JSON' })]);
    const signIns = await texts(token, 'signIns');
    expect(signIns).toHaveLength(2);
    for (const text of signIns) expect(text).toMatch(/^Logged in · .* · Firefox 151, Windows · /);
  });

  it('tells of a mail what it was about, once it is sent', async () => {
    const { token, application, user } = await scene();
    await api.orm.update(mails).set({ state: 'sent', sentAt: now, recipient: null, content: null });
    expect(await texts(token, 'mails')).toEqual(
      expect.arrayContaining([expect.stringContaining(application), expect.stringContaining(COMPANY)]),
    );
    await api.orm.delete(mails);
    const row = { about: user, locale: 'ja', state: 'sent', sentAt: now, waitsSince: now, nextAt: now } as const;
    await api.orm.insert(mails).values(MAIL_NAMES.map((name) => ({ ...row, name, event: name })));
    for (const language of ['en-US', 'ja', 'zh-TW', 'zh-CN']) {
      const all = await texts(token, 'mails', language);
      expect(all).toHaveLength(Math.min(MAIL_NAMES.length, 50));
      for (const text of all) expect(text).not.toMatch(/[{}]|^$/);
    }
  });

  it('tells which company read and decided, and names nobody of it or of the operator', async () => {
    const { token, application, company } = await scene();
    const who = `${company} · API`;
    const expected = [
      say('server.log.assigned', { who: COMPANY, what: company, reference: application }),
      say('server.log.shown', { who: COMPANY, reference: application }),
      say('server.log.accountShown', { who: COMPANY }),
      say('server.log.shown', { who, reference: application }),
      say('server.log.state', { who, reference: application, what: say('account.state.approved') }),
    ];
    expect((await texts(token, 'access')).sort()).toEqual(expected.sort());
    const all = JSON.stringify((await read(token)).entries);
    expect(all).not.toMatch(/Mika|ken@example|member [0-9a-f]{24}/);
    await api.orm.delete(companies);
    expect((await texts(token, 'access')).some((text) => text.includes(say('server.log.formerCompany')))).toBe(true);
  });

  it('tells of passkeys, of a recovery and of decisions on products', async () => {
    const { token, user, application } = await scene();
    const owner = ['passkey added', 'passkey removed', 'passkey refused', 'recovery taken back'];
    const begun = ['removal of second step begun', 'change of address begun', 'recovery taken back'];
    const ended = ['second step removed', 'address changed', 'change of address failed: it has an account'];
    const by = (name: string, actions: string[]) =>
      actions.map((action) => ({ at: now, reference: user, by: name, action }));
    await api.orm.insert(userAudit).values([...by('user', owner), ...by('Mika Mori', begun), ...by('recovery', ended)]);
    const row = { at: now, reference: application, by: 'Mika Mori', action: 'products', detail: 'bonds declined' };
    await api.orm.insert(applicationAudit).values(row);
    const { entries } = await read(token);
    const said = entries.map(({ text }) => text);
    expect(said).toContain(say('server.log.decided', { who: COMPANY, reference: application }));
    for (const key of ['server.log.passkeyRefused', 'server.log.recoveryEnded'] as const)
      expect(said).toContain(say(key));
    expect(said).toContain(say('server.log.secondStepEnded', { who: COMPANY }));
    for (const key of ['server.log.other', 'server.log.otherAccess'] as const)
      expect(said).not.toContain(say(key, { who: COMPANY }));
  });

  it('has words for what it does not know, whatever it is called', async () => {
    const { token, email } = await api.user();
    const reference = await userId(email);
    const row = { at: now, reference, action: 'constructor', detail: '__proto__' };
    await api.orm.insert(userAudit).values([
      { ...row, by: 'user' },
      { ...row, by: 'company constructor member x' },
    ]);
    expect(await texts(token, 'changes')).toEqual([say('server.log.other')]);
    expect(await texts(token, 'access')).toEqual([
      say('server.log.otherAccess', { who: say('server.log.formerCompany') }),
    ]);
  });

  it('comes in pages that leave out and repeat nothing, also of one moment', async () => {
    const { token, email } = await api.user();
    const reference = await userId(email);
    const row = { at: now, reference, by: 'user', action: 'toggles' };
    await api.orm.insert(userAudit).values(Array.from({ length: 120 }, () => row));
    const ids: string[] = [];
    let after = '';
    for (let page = 0; page < 5; page += 1) {
      const { entries, next } = await read(token, `?kind=changes&after=${after}`);
      ids.push(...entries.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  });

  it('refuses kinds and places that it did not name', async () => {
    const { token } = await api.user();
    for (const query of ['?kind=constructor', '?kind=x', '?after=x', '?after=WyJ4IiwieSJd']) {
      expect((await api.ask(`profile/security/log${query}`, { token })).status, query).toBe(422);
    }
    for (const kind of LOG_KINDS)
      expect((await api.ask(`profile/security/log?kind=${kind}`, { token })).status).toBe(200);
    expect((await api.ask('profile/security/log')).code).toBe(USER_CODES.unknown.code);
  });

  it('is of nobody else', async () => {
    const { application, question } = await scene();
    const { token } = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const all = JSON.stringify(await read(token));
    for (const text of [application, question, 'hana']) expect(all).not.toContain(text);
    expect((await texts(token, 'access')).length).toBe(0);
  });
});

it('goes back twelve months; what only it needs is then removed, but the latest log-in and what was signed', async () => {
  const { token, email } = await api.user();
  const reference = await userId(email);
  const old = new Date(now.getTime() - 366 * 86_400_000);
  const audit = { at: old, reference, by: 'user' };
  await api.orm.insert(userAudit).values([
    { ...audit, action: 'toggles' },
    { ...audit, action: 'declared', detail: 'qualifiedPurchaser' },
    { ...audit, action: 'shown', by: 'Mika Mori' },
  ]);
  await api.orm.update(mails).set({ state: 'sent', sentAt: old });
  const [signIn] = await api.orm.select().from(userSignIns);
  if (!signIn) throw new Error('no log-in');
  const older = { ...signIn, id: undefined, at: old };
  await api.orm.insert(userSignIns).values([older, { ...older, outcome: 'password' }]);
  for (const kind of ['changes', 'access', 'mails']) expect(await texts(token, kind)).toEqual([]);
  expect((await tidyUsers(api.orm, now)).log).toBe(4);
  expect((await api.orm.select().from(userAudit)).map(({ action }) => action).sort()).toEqual(['declared', 'shown']);
  expect(await api.orm.select().from(userSignIns)).toHaveLength(1);
  await api.orm.update(userSignIns).set({ at: old });
  expect((await tidyUsers(api.orm, now)).log).toBe(0);
  expect(await api.orm.select().from(userSignIns)).toHaveLength(1);
});
