/** A user with something in every table, for tests of what is downloaded and erased. */
import { mkdir, writeFile } from 'node:fs/promises';
import { eq, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterEach } from 'vitest';
import * as schema from '../../../src/server/db/schema.ts';
import { fileOf, LICENSES, PICTURES } from '../../../src/server/shared/files.ts';
import { counterOf } from '../../../src/server/users/logIn/logInFailures.ts';
import { storeApplication, storeQuestion } from './profiles.ts';
import type { usersApi } from './usersApi.ts';

const { users, userProfiles } = schema;
const DAY_MS = 86_400_000;

/** Every table with something about a user: those named so, and what belongs to applications and questions. */
const TABLES = Object.values(schema).filter((one) => is(one, PgTable));
export const OF_USERS = TABLES.filter(
  (table) =>
    table !== schema.postCounts &&
    /^(user|login|ended|applica|licence|question|post|repl|reports|moderators|moderation_decisions|mails$)/.test(
      getTableName(table),
    ),
);
/** Tables that hold nothing but hashes and short-lived values of better-auth. */
export const SECRET_TABLES: PgTable[] = [schema.userVerifications, schema.endedSessions];

/** Call at the top of a test file. `clock`: that of the API. Returns what makes such a user. */
export function userRows(api: ReturnType<typeof usersApi>, clock: () => Date) {
  afterEach(async () => {
    await api.orm.delete(schema.posts);
    for (const table of [schema.postAudit, schema.replyAudit, schema.reports, schema.moderationDecisions]) {
      await api.orm.delete(table);
    }
  });
  let rows = 1;
  /** A user with a row in every table, whose texts begin with the name of their column. */
  return async function filled(email: string, nickname: string) {
    const now = clock();
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
        id: rows,
        changed: rows,
        author: userId,
        state: 'published',
        language: 'en',
        symbols: ['US10Y'],
        title: text('title'),
        summary: text('summary'),
        savedAt: now,
        publishedAt: now,
        form: {
          language: 'en',
          title: text('title'),
          text: text('post'),
          symbols: ['US10Y'],
          series: 'US10Y',
          holding: 'long',
          pricesOn: '2026-11-20',
          recommendation: {
            product: 'bonds',
            advice: 'buy',
            horizon: 'weeks',
            basis: text('basis'),
            method: text('method'),
            risk: text('risk'),
            updates: text('updates'),
            earlier: text('before'),
            interests: text('interests'),
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
    const appealed = (name: string) => ({
      appealedAt: now,
      appeal: text(`${name}Appeal`),
      appealDecidedAt: now,
      appealOutcome: 'upheld' as const,
      appealReason: text(`${name}Final`),
    });
    await orm
      .insert(schema.reports)
      .values({ ...thing, ...appealed('report'), reporter: userId, words: text('report') });
    await orm.insert(schema.moderationDecisions).values({
      ...thing,
      ...appealed('decision'),
      author: userId,
      by: 'Mika Mori',
      outcome: 'withdrawn' as const,
      title: text('title'),
      words: text('why'),
    });
    return { token, userId, application, question };
  };
}
