/** Erasing a user, which leaves nothing of them, and closing an account, which is erased in the end. */
import { readdir } from 'node:fs/promises';
import { eq, getTableName } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { coolingDays } from '../../../../src/catalogue/operator.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { UserCenterData } from '../../../../src/contract/users.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { fileOf, LICENSES, PICTURES } from '../../../../src/server/shared/files.ts';
import { eraseClosed, eraseUser } from '../../../../src/server/users/data/erase.ts';
import { companiesOf, REGISTRATION } from '../../../helpers/server/companies.ts';
import { OF_USERS, userRows } from '../../../helpers/server/userRows.ts';
import { PASSWORD, usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
beforeEach(() => {
  now = new Date();
});
const api = usersApi({ now: () => now });
const DAY_MS = 86_400_000;
const filled = userRows(api, () => now);
const { users } = schema;
const t = translator('en-US');

describe('erasing a user', () => {
  it('leaves nothing in any table but the audits, no file, and nothing of another untouched', async () => {
    const kept = async (email: string, id: string) => {
      const found: string[] = [];
      for (const table of OF_USERS) {
        const text = JSON.stringify(await api.orm.select().from(table));
        if (text.includes(email) || text.includes(id) || text.includes('of Hana')) found.push(getTableName(table));
      }
      return found;
    };
    const { userId, token, application, question } = await filled('hana@example.com', 'Hana');
    const counts = () => Promise.all(OF_USERS.map(async (table) => [getTableName(table), await api.orm.$count(table)]));
    const taro = await filled('taro@example.com', 'Taro');
    const before = await counts();
    expect(await kept('hana@example.com', userId)).toContain('users');
    expect(await eraseUser(api.orm, api.dataDir, userId, 'Mika Mori', now)).toEqual({
      applications: [application],
      questions: [question],
      companies: [],
      licenses: ['licence-Hana'],
      pictures: ['picture-Hana'],
    });
    expect(await eraseUser(api.orm, api.dataDir, userId, 'Mika Mori', now)).toBeNull();

    // The audits keep what was done and by whom; their details are not personal (this test has written one that is).
    const audits = ['application_audit', 'question_audit', 'post_audit', 'reply_audit', 'user_audit'];
    // Without words and names they stay for the yearly counts.
    const counted = ['moderation_decisions', 'reports'];
    expect((await kept('hana@example.com', userId)).filter((name) => !audits.includes(name))).toEqual([
      'ended_sessions',
    ]);
    expect((await api.orm.select().from(schema.userAudit)).at(-1)).toMatchObject({
      reference: userId,
      by: 'Mika Mori',
      action: 'erased',
    });
    expect(await readdir(fileOf(LICENSES, api.dataDir, '.'))).toEqual(['licence-Taro']);
    expect(await readdir(fileOf(PICTURES, api.dataDir, '.'))).toEqual(['picture-Taro']);
    expect((await api.ask('me', { token })).code).toBe(USER_CODES.unknown.code);
    for (const [table, reference] of [
      [schema.applications, application],
      [schema.questions, question],
    ] as const) {
      expect(await api.orm.$count(table, eq(table.reference, reference))).toBe(0);
    }
    // Of the two users, each had half of the rows.
    const after = new Map((await counts()) as [string, number][]);
    for (const [name, number] of before as [string, number][]) {
      const left = [...audits, ...counted, 'ended_sessions'].includes(name) ? after.get(name) : number / 2;
      expect([name, after.get(name)]).toEqual([name, left]);
    }
    expect((await api.ask<UserCenterData>('centre', { token: taro.token })).data.applications).toHaveLength(1);
  });

  it('is undone as a whole if it fails', async () => {
    const { userId } = await filled('hana@example.com', 'Hana');
    await api.orm.execute('alter table user_audit rename to user_audit_away');
    await eraseUser(api.orm, api.dataDir, userId, 'Mika Mori', now).catch(() => {});
    await api.orm.execute('alter table user_audit_away rename to user_audit');
    for (const table of [users, schema.applications, schema.questions]) expect(await api.orm.$count(table)).toBe(1);
    expect(await readdir(fileOf(LICENSES, api.dataDir, '.'))).toContain('licence-Hana');
  });
});

describe('closing an account', () => {
  const close = (token: string, password: string) =>
    api.ask<{ erasedAt: string }>('profile/close', { token, body: { password } });
  const later = (days: number) => {
    now = new Date(Date.now() + days * DAY_MS);
  };

  it('needs the password, mails the day, and erases when it has come', async () => {
    expect(coolingDays()).toBe(14);
    const { token } = await api.user();
    const wrong = await close(token, 'Wrong123');
    expect(wrong).toMatchObject({ code: SERVER_CODES.invalid.code, message: t(FAULT_WORDS.passwordWrong) });
    const { code, data } = await close(token, PASSWORD);
    expect(code).toBe(SUCCESS);
    expect(Date.parse(data.erasedAt) - now.getTime()).toBe(14 * DAY_MS);
    const [mail] = await api.orm.select().from(schema.mails).where(eq(schema.mails.name, 'userClosed'));
    expect(mail).toMatchObject({
      recipient: 'hana@example.com',
      locale: 'en-US',
      content: { path: '/profile/account' },
    });
    expect(mail?.content?.values.date).toContain(data.erasedAt.slice(0, 4));
    expect((await api.ask<UserCenterData>('centre', { token })).data.erasedAt).toBe(data.erasedAt);
    later(1);
    expect((await close(token, PASSWORD)).data).toEqual(data);
    expect(await api.waiting()).toEqual(['userConfirm', 'userClosed']);
    later(13.9);
    expect(await eraseClosed(api.orm, api.dataDir, now)).toBe(0);
    expect((await api.logIn()).code).toBe(SUCCESS);
    later(14.1);
    expect(await eraseClosed(api.orm, api.dataDir, now)).toBe(1);
    expect(await api.orm.$count(users)).toBe(0);
    expect((await api.logIn()).code).toBe(SERVER_CODES.invalid.code);
    const done = await api.orm.select().from(schema.userAudit);
    expect(done.map(({ action, by }) => [action, by])).toEqual([
      ['closed', 'user'],
      ['erased', 'retention'],
    ]);
  });

  it('erases the companies of which nobody else is a member, and leaves the others', async () => {
    const { create, join } = companiesOf(api);
    const { token, email } = await api.user();
    await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const [alone, shared] = [await create(token), await create(token, { ...REGISTRATION, name: 'Shared' })];
    await api.orm.update(schema.companies).set({ contact: email });
    const other = await join(shared, 'taro@example.com');
    await api.orm.update(schema.companyMembers).set({ administrator: true }).where(eq(schema.companyMembers.id, other));
    expect((await close(token, PASSWORD)).code).toBe(SUCCESS);
    later(15);
    expect(await eraseClosed(api.orm, api.dataDir, now)).toBe(1);
    expect((await api.orm.select().from(schema.companies)).map(({ id }) => id)).toEqual([shared]);
    const done = await api.orm.select().from(schema.operatorAudit).where(eq(schema.operatorAudit.reference, alone));
    expect(done).toMatchObject([{ action: 'erased', by: 'retention' }]);
  });

  it('is taken back by its owner, also while it is being erased', async () => {
    const { token, userId } = await filled('hana@example.com', 'Hana');
    await close(token, PASSWORD);
    const opened = await api.ask('profile/close', { method: 'DELETE', token });
    expect(opened).toMatchObject({ code: SUCCESS, data: { erasedAt: null } });
    later(15);
    expect(await eraseClosed(api.orm, api.dataDir, now)).toBe(0);
    expect(await eraseUser(api.orm, api.dataDir, userId, 'retention', now, { isClosed: true })).toBeNull();
    expect(await api.orm.$count(users)).toBe(1);
  });

  it('frees address and nickname for another once it is erased', async () => {
    const { token } = await api.user();
    await close(token, PASSWORD);
    later(15);
    await eraseClosed(api.orm, api.dataDir, now);
    const again = await api.user({ password: 'Another1' });
    expect(again.token).toBeTruthy();
  });
});
