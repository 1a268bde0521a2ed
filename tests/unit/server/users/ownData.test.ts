/** What a user downloads: all of it, nothing of another, no secret; and erasing, which leaves nothing of it. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coolingDays } from '../../../../src/catalogue/operator.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { UserCenterData } from '../../../../src/contract/users.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { fileOf, LICENSES, PICTURES } from '../../../../src/server/shared/files.ts';
import { dataPage } from '../../../../src/server/users/data/dataPage.ts';
import { eraseClosed, eraseUser } from '../../../../src/server/users/data/erase.ts';
import { LEFT_OUT } from '../../../../src/server/users/data/ownData.ts';
import { counterOf } from '../../../../src/server/users/logIn/logInFailures.ts';
import { HOSTILE } from '../../../helpers/applications.ts';
import { companiesOf, REGISTRATION } from '../../../helpers/companies.ts';
import { storeApplication, storeQuestion } from '../../../helpers/profiles.ts';
import { PASSWORD, usersApi } from '../../../helpers/usersApi.ts';

let now = new Date();
beforeEach(() => {
  now = new Date();
});
const api = usersApi({ now: () => now });
const DAY_MS = 86_400_000;
afterEach(async () => {
  await api.orm.delete(schema.posts);
  for (const table of [schema.postAudit, schema.replyAudit, schema.reports, schema.moderationDecisions]) {
    await api.orm.delete(table);
  }
});
const { users, userProfiles } = schema;
const t = translator('en-US');

/** Every table with something about a user: those named so, and what belongs to applications and questions. */
const TABLES = Object.values(schema).filter((one) => is(one, PgTable));
const OF_USERS = TABLES.filter(
  (table) =>
    table !== schema.postCounts &&
    /^(user|login|ended|applica|licence|question|post|repl|reports|moderators|moderation_decisions|mails$)/.test(
      getTableName(table),
    ),
);
/** Tables that hold nothing but hashes and short-lived values of better-auth. */
const SECRET_TABLES: PgTable[] = [schema.userVerifications, schema.endedSessions];

let rows = 1;
/** A user with a row in every table, whose texts begin with the name of their column. */
async function filled(email: string, nickname: string) {
  const { token } = await api.user({ email, nickname });
  const [user] = await api.orm.select().from(users).where(eq(users.email, email));
  const userId = user?.id ?? '';
  const text = (name: string) => `${name} of ${nickname}`;
  const { orm } = api;
  await api.ask('profile/personal', { method: 'PUT', token, body: { givenName: text('givenName'), country: 'JP' } });
  await api.ask('profile/trade', {
    method: 'PUT',
    token,
    body: { brokerNumber: text('broker'), products: ['stocks'] },
  });
  await api.ask('profile/toggles', { method: 'PUT', token, body: { privacy: { email: 'public' } } });
  await orm
    .update(userProfiles)
    .set({ passwordHint: text('hint'), mobile: text('mobile') })
    .where(eq(userProfiles.userId, userId));
  await orm
    .insert(schema.userTwoFactors)
    .values({ id: text('twoStep'), userId, secret: 'SECRET', backupCodes: 'SECRET' });
  await orm.insert(schema.userPasskeys).values({
    id: text('id'),
    userId,
    credentialId: text('SECRET'),
    publicKey: Buffer.from('SECRET'),
    counter: 1,
    transports: ['internal'],
    name: text('passkey'),
    createdAt: now,
  });
  await orm
    .insert(schema.userAvatars)
    .values({ id: text('SECRET'), userId, bytes: Buffer.from('picture'), createdAt: now });
  await orm.insert(schema.userReferrals).values({ userId, code: text('code'), createdAt: now });
  await orm.insert(schema.userFollows).values({ follower: userId, followed: userId, at: now });
  await orm.insert(schema.userCredentials).values({
    id: text('SECRET'),
    userId,
    accountId: text('accountId'),
    providerId: 'provider',
    scope: text('scope'),
    accessToken: 'SECRET',
    refreshToken: 'SECRET',
    idToken: 'SECRET',
  });
  const links = { userId, createdAt: now, expiresAt: new Date(now.getTime() + DAY_MS) };
  await orm.insert(schema.userLinks).values([
    { ...links, kind: 'emailNew', tokenHash: text('SECRET new'), data: { email: text('newEmail') } },
    { ...links, kind: 'social', tokenHash: text('SECRET social'), data: { challenge: 'SECRET' } },
  ]);
  await orm
    .insert(schema.userVerifications)
    .values({ id: text('x'), identifier: text('SECRET'), value: userId, expiresAt: now });
  await orm
    .insert(schema.loginFailures)
    .values({ address: await counterOf(orm, { email }), failedAt: [now.toISOString()] });
  await orm.insert(schema.endedSessions).values({ tokenHash: text('SECRET'), reason: 'revoked', at: now });
  const application = await storeApplication(orm, userId, {
    asked: text('asked'),
    given: { email, familyName: text('familyName') },
  });
  const question = await storeQuestion(orm, userId, { email, question: text('question') });
  const files = [
    { shelf: LICENSES, owner: application, id: `licence-${nickname}` },
    { shelf: PICTURES, owner: question, id: `picture-${nickname}` },
  ];
  for (const { shelf, owner, id } of files) {
    await orm.insert(shelf.table).values({ id, owner, type: 'image/png', bytes: 7, createdAt: now });
    await mkdir(fileOf(shelf, api.dataDir, '.'), { recursive: true });
    await writeFile(fileOf(shelf, api.dataDir, id), 'picture');
  }
  const audit = { at: now, by: 'Mika Mori', action: 'shown', detail: text('detail') };
  await orm.insert(schema.applicationAudit).values({ ...audit, reference: application });
  await orm.insert(schema.questionAudit).values({ ...audit, reference: question });
  const mail = { name: 'userDevice', locale: 'ja', state: 'waiting', waitsSince: now, nextAt: now } as const;
  const content = { path: '/login#reset=SECRET', values: {} };
  for (const about of [application, question]) {
    await orm
      .insert(schema.mails)
      .values({ ...mail, about, event: `${about} x`, recipient: text('recipient'), content });
  }
  const [post] = await orm
    .insert(schema.posts)
    .values({
      ...{ id: rows, changed: rows, author: userId, state: 'published', language: 'en', symbols: ['US10Y'] },
      ...{ title: text('title'), summary: text('summary'), savedAt: now, publishedAt: now },
      form: {
        ...{ language: 'en', title: text('title'), text: text('post'), symbols: ['US10Y'], series: 'US10Y' },
        ...{ holding: 'long', pricesOn: '2026-11-20' },
        recommendation: {
          ...{ product: 'bonds', advice: 'buy', horizon: 'weeks', basis: text('basis'), method: text('method') },
          ...{ risk: text('risk'), updates: text('updates'), earlier: text('before'), interests: text('interests') },
        },
      },
    })
    .returning({ id: schema.posts.id });
  rows += 1;
  const of = post?.id ?? 0;
  await orm
    .insert(schema.postRevisions)
    .values({ post: of, number: 1, title: text('title'), text: text('earlier'), until: now });
  await orm.insert(schema.postAudit).values({ ...audit, reference: String(of) });
  const reply = { id: rows, changed: rows, post: of, author: userId, state: 'published', sentAt: now } as const;
  await orm.insert(schema.replies).values({ ...reply, text: text('reply') });
  await orm.insert(schema.replyRevisions).values({ reply: rows, number: 1, text: text('said'), until: now });
  await orm.insert(schema.replyAudit).values({ ...audit, reference: String(rows) });
  await orm.insert(schema.replyMarks).values({ reply: rows, user: userId, post: of });
  await orm.insert(schema.postMarks).values({ post: of, user: userId });
  await orm.insert(schema.moderators).values({ user: userId, since: now });
  const thing = { kind: 'post', item: of, at: now, reason: 'untrue' } as const;
  await orm.insert(schema.reports).values({ ...thing, reporter: userId, words: text('report') });
  await orm.insert(schema.moderationDecisions).values({
    ...{ ...thing, author: userId, by: 'Mika Mori', outcome: 'withdrawn', title: text('title'), words: text('why') },
    ...{ appealedAt: now, appeal: text('appeal'), appealDecidedAt: now, appealOutcome: 'upheld' },
    appealReason: text('final'),
  });
  return { token, userId, application, question };
}

const download = async (token: string, query = '') => {
  const served = await api.serving({}, { now: () => now });
  return served.ask(`/api/web/user/profile/data${query}`, { headers: { token } });
};

describe('the download', () => {
  it('has every column of every table, but those that are left out by name', async () => {
    const { token } = await filled('hana@example.com', 'Hana');
    const data = JSON.parse((await download(token)).text);
    const part = (name: string) => data[name] as Record<string, unknown>[];
    const rows = new Map<PgTable, Record<string, unknown>[]>([
      [users, [data.account]],
      [userProfiles, [data.profile]],
      [schema.applicants, [data.applicant]],
      [schema.userAvatars, [data.avatar]],
      [schema.userCredentials, part('logins')],
      [schema.userTwoFactors, part('twoStep')],
      [schema.userPasskeys, part('passkeys')],
      [schema.userDevices, part('devices')],
      [schema.userSessions, part('sessions')],
      [schema.userSignIns, part('signIns')],
      [schema.loginFailures, part('failures')],
      [schema.userLinks, part('links')],
      [schema.mails, part('mails')],
      [schema.userReferrals, [data.referral]],
      [schema.userFollows, part('follows')],
      [schema.userAudit, part('history')],
      [schema.applications, part('applications')],
      [schema.licenseFiles, data.applications[0].files],
      [schema.applicationAudit, data.applications[0].history],
      [schema.questions, part('questions')],
      [schema.questionAnswers, data.questions[0].answers],
      [schema.questionPictures, data.questions[0].files],
      [schema.questionAudit, data.questions[0].history],
      [schema.posts, part('posts')],
      [schema.postRevisions, data.posts[0].earlier],
      [schema.postAudit, data.posts[0].history],
      [schema.postMarks, part('marks').filter(({ reply }) => !reply)],
      [schema.replies, part('replies')],
      [schema.replyRevisions, data.replies[0].earlier],
      [schema.replyAudit, data.replies[0].history],
      [schema.replyMarks, part('marks').filter(({ reply }) => reply)],
      [schema.reports, part('reports')],
      [schema.moderationDecisions, part('decisions')],
      [schema.moderators, [data.moderator]],
    ]);
    for (const table of OF_USERS) {
      if (SECRET_TABLES.includes(table)) continue;
      const name = getTableName(table);
      const found = new Set((rows.get(table) ?? []).flatMap((row) => Object.keys(row)));
      expect(found.size, name).toBeGreaterThan(0);
      const left = LEFT_OUT.get(table) ?? [];
      for (const column of Object.keys(getTableColumns(table))) {
        expect([name, column, found.has(column)]).toEqual([name, column, !left.includes(column)]);
      }
    }
  });

  it('has all that the user has said, nothing of another, and no secret', async () => {
    const { token } = await filled('hana@example.com', 'Hana');
    await filled('taro@example.com', 'Taro');
    const { text, headers } = await download(token);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="data-\d{4}-\d\d-\d\d\.json"$/),
    });
    const said = [
      'givenName',
      'broker',
      'hint',
      'mobile',
      'accountId',
      'scope',
      'newEmail',
      'asked',
      'familyName',
      'code',
    ];
    const written = ['post', 'earlier', 'basis', 'interests', 'reply', 'said', 'report', 'why', 'appeal', 'final'];
    for (const name of [...said, ...written, 'question', 'detail', 'recipient'])
      expect(text).toContain(`${name} of Hana`);
    expect(text).toContain(Buffer.from('picture').toString('base64'));
    expect(text).toContain('Tomorrow.');
    expect(text).not.toMatch(/Taro|taro@|SECRET|\$argon2|argon of|fingerprint|Mika|network/);
    const sessions = await api.orm.select().from(schema.userSessions);
    for (const { token: one } of sessions) expect(text).not.toContain(one);
    const hashes = (await api.orm.select().from(schema.userDevices)).map(({ secretHash }) => secretHash ?? '-');
    for (const hash of hashes) expect(text).not.toContain(hash);
  });

  it('is a page in the language of the user too, with words for every part, and runs nothing', async () => {
    const { token } = await filled('hana@example.com', 'Hana');
    const data = JSON.parse((await download(token)).text);
    for (const locale of LOCALE_IDS) {
      const page = dataPage(data, locale);
      const labels = [...page.matchAll(/<(?:dt|h2)>(.*?)<\/(?:dt|h2)>/g)].map(([, label]) => label);
      expect(labels).toContain(serverMessage('server.data.signIns', locale));
      // A name without words would stand there as it is: 'givenName'.
      const names = new Set(
        JSON.stringify(data)
          .match(/"\w+":/g)
          ?.map((name) => name.slice(1, -2)),
      );
      const bare = labels.filter((label) => locale !== 'en-US' && locale !== 'en-GB' && names.has(String(label)));
      expect([locale, bare.filter((label) => label !== 'ID')]).toEqual([locale, []]);
    }
    await api.ask('profile/general', { method: 'PUT', token, body: { locale: 'ja' } });
    const { text, headers } = await download(token, '?format=html');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="data-\d{4}-\d\d-\d\d\.html"$/),
    });
    expect(text).toContain('<html lang="ja">');
    expect(text).toContain(serverMessage('server.data.title', 'ja'));
    expect(text).toContain('givenName of Hana');
  });

  it.each(HOSTILE.filter((text) => /[<>"&]/.test(text)))('escapes %s', (text) => {
    const page = dataPage(
      { account: { name: text, [text]: text }, links: [{ at: text, bytes: `data:image/webp;base64,${text}` }] },
      'en-US',
    );
    expect(page).not.toContain(text);
    expect(page.match(/<script|<img|onerror=[^&]*>/g)).toBeNull();
  });
});

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
