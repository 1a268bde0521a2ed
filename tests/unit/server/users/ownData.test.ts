/** What a user downloads: all of it, nothing of another, no secret. */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';
import * as schema from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { dataPage } from '../../../../src/server/users/data/dataPage.ts';
import { LEFT_OUT } from '../../../../src/server/users/data/ownData.ts';
import { HOSTILE } from '../../../helpers/server/applications.ts';
import { OF_USERS, SECRET_TABLES, userRows } from '../../../helpers/server/userRows.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
beforeEach(() => {
  now = new Date();
});
const api = usersApi({ now: () => now });
const filled = userRows(api, () => now);
const { users, userProfiles } = schema;

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
      expect(
        found.size,
        `${name}: give it a row in tests/helpers/server/userRows.ts, and name its part of the download above`,
      ).toBeGreaterThan(0);
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
    const written = [
      'post',
      'earlier',
      'basis',
      'interests',
      'reply',
      'said',
      'report',
      'why',
      'reportAppeal',
      'decisionFinal',
    ];
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
      const lacking = bare.filter((label) => label !== 'ID');
      expect(lacking, `${locale}: add these to DATA_WORDS in src/server/users/data/dataWords.ts`).toEqual([]);
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
