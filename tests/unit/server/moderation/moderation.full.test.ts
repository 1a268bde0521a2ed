/** Order among posts and replies: reports, decisions, appeals, their mails and counts, and what is shown where. */
import { eq, like } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { ModerationYear, OwnDecision, WaitingAppeal, WaitingItem } from '../../../../src/contract/moderation.ts';
import type { OwnPost, PostEntry } from '../../../../src/contract/posts.ts';
import type { Moderated, Product } from '../../../../src/forms/lists.ts';
import {
  mails,
  moderationAudit,
  moderationDecisions,
  moderators,
  postAudit,
  posts,
  replies,
  replyAudit,
  reports,
  userProfiles,
  users,
} from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { findPost, listPosts } from '../../../../src/server/posts/reading.ts';
import { eraseUser } from '../../../../src/server/users/data/erase.ts';
import { SITE } from '../../../helpers/api.ts';
import { adminOn } from '../../../helpers/command.ts';
import { usersApi } from '../../../helpers/usersApi.ts';

const ROOT = '/api/web/moderation/';
const COUNTRY = 'x-country';
let now = new Date();
const api = usersApi(
  { now: () => now },
  { POST_RATE_LIMIT_PER_MINUTE: '0', GEO_COUNTRY_HEADER: COUNTRY, GEO_CITY_HEADER: 'x-city', TRUSTED_PROXY_HOPS: '1' },
);
const by =
  (name: string) =>
  (...args: string[]) =>
    adminOn(() => ({ orm: api.orm, dataDir: api.dataDir, site: SITE }), '--by', name)('moderation', ...args);
const admin = by('Mika Mori');

beforeEach(() => {
  now = new Date();
});
afterEach(async () => {
  for (const table of [reports, moderationDecisions, moderators, moderationAudit, posts, postAudit, replyAudit]) {
    await api.orm.delete(table);
  }
});

let made = 0;
interface Given {
  state?: 'published' | 'waiting';
  product?: Product | null;
  title?: string;
}
async function posted(author: string, { state = 'published', product = null, title = 'Yields fell' }: Given = {}) {
  made += 1;
  const form = {
    language: 'en' as const,
    title,
    text: 'They fell.',
    symbols: [],
    series: null,
    holding: 'none' as const,
  };
  await api.orm.insert(posts).values({
    id: made,
    changed: made,
    author,
    state,
    language: 'en',
    title,
    summary: form.text,
    symbols: [],
    product,
    form: { ...form, pricesOn: null, recommendation: null },
    savedAt: now,
    publishedAt: state === 'published' ? now : null,
  });
  return String(made);
}
async function replied(author: string, post: string) {
  made += 1;
  const place = { id: made, changed: made, post: Number(post), author };
  await api.orm
    .insert(replies)
    .values({ ...place, state: 'published', text: 'No, they *rose*.', sentAt: now, publishedAt: now });
  return String(made);
}

async function person(name: string, locale: 'en-US' | 'ja' = 'en-US') {
  const { token, email } = await api.user({ email: `${name.toLowerCase()}@example.com`, nickname: name });
  const [user] = await api.orm.select({ id: users.id }).from(users).where(eq(users.email, email));
  const id = user?.id ?? '';
  await api.orm.update(userProfiles).set({ locale }).where(eq(userProfiles.userId, id));
  const call = <T = Record<string, unknown>>(path: string, method = 'GET', body?: unknown) =>
    api.ask<T>(ROOT + path, { token, method, ...(body !== undefined && { body }) });
  return {
    ...{ id, email, token, call },
    report: (item: string, given: object = {}) =>
      call('report', 'POST', { kind: 'post', id: item, reason: 'untrue', words: 'They rose.', ...given }),
    queue: async () => (await call<{ list: WaitingItem[]; appeals: WaitingAppeal[] }>('queue')).data,
    decide: (item: string, given: object = {}, kind: Moderated = 'post') =>
      call(`queue/${kind}/${item}`, 'POST', { ruling: 'withdraw', reason: 'untrue', words: 'They rose.', ...given }),
    own: async () => (await call<{ isModerator: boolean; list: OwnDecision[] }>('mine')).data,
  };
}
async function judge(name: string) {
  const one = await person(name);
  await admin('grant', one.email);
  return one;
}
const counts = async () => (await api.ask<{ years: ModerationYear[] }>(`${ROOT}counts`)).data.years;
/** What a mail says, by its recipient. */
const mailed = async (name: string, to: string) =>
  (
    await api.orm
      .select()
      .from(mails)
      .where(like(mails.event, `${name} %`))
  ).filter((mail) => mail.recipient === to);
const stateOf = async (id: string) =>
  (
    await api.orm
      .select()
      .from(posts)
      .where(eq(posts.id, Number(id)))
  )[0]?.state;

describe('from a report to an appeal', () => {
  it.each(['post', 'reply'] as const)('of a %s: decided, told to both in their language, restored', async (kind) => {
    const [author, reader, other] = [await person('Mio', 'ja'), await person('Taro'), await person('Ken', 'ja')];
    const [first, second] = [await judge('Ann'), await judge('Bob')];
    const post = await posted(author.id);
    const item = kind === 'post' ? post : await replied(author.id, post);
    const title = kind === 'post' ? 'Yields fell' : 'No, they rose.';
    expect(await reader.report(item, { kind })).toMatchObject({ code: SUCCESS });
    now = new Date(now.getTime() + 1000);
    expect(await other.report(item, { kind, reason: 'fraud', words: '' })).toMatchObject({ code: SUCCESS });
    const { list } = await first.queue();
    expect(list).toMatchObject([
      {
        ...{ kind, id: item, post, title, author: 'Mio', isNew: false },
        reports: [
          { reason: 'untrue', words: 'They rose.' },
          { reason: 'fraud', words: '' },
        ],
      },
    ]);
    // Nobody is told who has reported.
    for (const name of ['Taro', 'Ken', reader.id, other.id]) expect(JSON.stringify(list)).not.toContain(name);

    expect(await first.decide(item, {}, kind)).toMatchObject({ code: SUCCESS });
    const [told] = await mailed('moderationWithdrawn', author.email);
    expect(told).toMatchObject({
      locale: 'ja',
      content: {
        path: '/profile/moderation#decisions',
        values: { title, reason: serverMessage('report.reason.untrue', 'ja'), words: 'They rose.' },
      },
    });
    for (const [one, locale] of [
      [reader, 'en-US'],
      [other, 'ja'],
    ] as const) {
      const outcome = serverMessage('server.moderation.report.withdrawn', locale);
      expect(await mailed('moderationReport', one.email)).toMatchObject([
        { locale, content: { values: { title, outcome } } },
      ]);
    }
    expect((await first.queue()).list).toEqual([]);

    const [decision] = (await author.own()).list;
    expect(decision).toMatchObject({ kind, id: item, outcome: 'withdrawn', reason: 'untrue', words: 'They rose.' });
    const path = `mine/${decision?.decision}/appeal`;
    expect(await reader.call(path, 'POST', { words: 'No.' })).toMatchObject(SERVER_CODES.notFound);
    expect(await author.call(path, 'POST', { words: '' })).toMatchObject(SERVER_CODES.invalid);
    expect(await author.call(path, 'POST', { words: 'The Fed says so.' })).toMatchObject({ code: SUCCESS });
    expect(await author.call(path, 'POST', { words: 'Again.' })).toMatchObject(SERVER_CODES.conflict);

    // Who has decided does not decide again.
    expect((await first.queue()).appeals).toEqual([]);
    const appeal = `appeals/${decision?.decision}`;
    const ruling = { ruling: 'restored', words: 'You are right.' };
    expect(await first.call(appeal, 'POST', ruling)).toMatchObject(SERVER_CODES.conflict);
    expect((await second.queue()).appeals).toMatchObject([{ kind, id: item, appeal: 'The Fed says so.' }]);
    expect(await second.call(appeal, 'POST', ruling)).toMatchObject({ code: SUCCESS });
    expect(await second.call(appeal, 'POST', ruling)).toMatchObject(SERVER_CODES.conflict);
    const restored = serverMessage('server.moderation.appeal.restored', 'ja');
    expect(await mailed('moderationAppeal', author.email)).toMatchObject([
      { locale: 'ja', content: { values: { title, outcome: restored, words: 'You are right.' } } },
    ]);
    expect(await mailed('moderationReport', reader.email)).toHaveLength(2);
    if (kind === 'post') expect(await findPost(api.orm, Number(item), 'en-US')).toMatchObject({ id: item });
    else expect((await api.orm.select().from(replies))[0]).toMatchObject({ state: 'published' });
    expect(await counts()).toEqual([
      {
        year: now.getUTCFullYear(),
        reports: 2,
        decisions: [{ kind, outcome: 'withdrawn', reason: 'untrue', count: 1 }],
        appeals: 1,
        restored: 1,
      },
    ]);
  });

  it('by the commands of the operator', async () => {
    const author = await person('Mio');
    const reader = await person('Taro');
    const post = await posted(author.id);
    await reader.report(post);
    expect((await admin('list')).join('\n')).toContain(`post  ${post}`);
    expect((await admin('show', 'post', post)).join('\n')).toContain('They fell.');
    await expect(admin('decide', 'post', post, 'withdraw')).rejects.toThrow('--why');
    await expect(admin('decide', 'post', post, 'withdraw', '--why', 'x')).rejects.toThrow('--reason');
    expect(await admin('decide', 'post', post, 'withdraw', '--why', 'x', '--reason', 'fraud')).toEqual([
      `post ${post}: withdrawn.`,
    ]);
    await expect(admin('decide', 'post', post, 'keep')).rejects.toThrow('withdrawn');
    const [decision] = (await author.own()).list;
    const id = decision?.decision ?? '';
    await author.call(`mine/${id}/appeal`, 'POST', { words: 'No fraud.' });
    expect((await admin('list')).join('\n')).toContain(`appeal  ${id}`);
    expect((await admin('show', 'appeal', id)).join('\n')).toContain('No fraud.');
    await expect(admin('decide', 'appeal', id, 'keep', '--why', 'y')).rejects.toThrow('another person');
    expect(await by('Ken Abe')('decide', 'appeal', id, 'keep', '--why', 'y')).toHaveLength(1);
    expect(await stateOf(post)).toBe('published');
    expect((await admin('show', 'post', post)).join('\n')).toContain('appeal restored');
  });

  it('a decision that stands, and one that keeps', async () => {
    const [author, reader, first, second] = [
      await person('Mio'),
      await person('Taro'),
      await judge('Ann'),
      await judge('Bob'),
    ];
    const [kept, gone] = [await posted(author.id), await posted(author.id)];
    for (const post of [kept, gone]) await reader.report(post);
    expect(await first.decide(kept, { ruling: 'keep', reason: null, words: '' })).toMatchObject({ code: SUCCESS });
    expect(await mailed('moderationReport', reader.email)).toHaveLength(1);
    expect(await mailed('moderationWithdrawn', author.email)).toEqual([]);
    await first.decide(gone);
    const [decision] = (await author.own()).list;
    await author.call(`mine/${decision?.decision}/appeal`, 'POST', { words: 'x' });
    await second.call(`appeals/${decision?.decision}`, 'POST', { ruling: 'upheld', words: 'y' });
    expect([await stateOf(kept), await stateOf(gone)]).toEqual(['published', 'withdrawn']);
    expect((await author.own()).list).toMatchObject([
      { appealOutcome: 'upheld', appealReason: 'y', appealUntil: null },
    ]);
    // Reported once is reported: who has been told does not report it again.
    expect(await reader.report(kept)).toMatchObject(SERVER_CODES.conflict);
  });

  it('after six months there is no appeal', async () => {
    const [author, reader, first] = [await person('Mio'), await person('Taro'), await judge('Ann')];
    const post = await posted(author.id);
    await reader.report(post);
    await first.decide(post);
    const [decision] = await api.orm.select().from(moderationDecisions);
    const long = new Date(now.getTime() - 185 * 86_400_000);
    await api.orm.update(moderationDecisions).set({ at: long });
    expect((await author.own()).list).toMatchObject([{ appealUntil: null }]);
    expect(await author.call(`mine/${decision?.id}/appeal`, 'POST', { words: 'x' })).toMatchObject(
      SERVER_CODES.conflict,
    );
  });
});

it('what waits is published or refused, and what its author has changed since is not restored unread', async () => {
  const [author, first, second] = [await person('Mio'), await judge('Ann'), await judge('Bob')];
  const [good, bad] = [await posted(author.id, { state: 'waiting' }), await posted(author.id, { state: 'waiting' })];
  expect((await first.queue()).list).toMatchObject([
    { id: good, isNew: true },
    { id: bad, isNew: true },
  ]);
  await first.decide(good, { ruling: 'keep' });
  await first.decide(bad);
  expect([await stateOf(good), await stateOf(bad)]).toEqual(['published', 'refused']);
  expect(await mailed('moderationPublished', author.email)).toMatchObject([
    { content: { path: `/datahub/posts/${good}` } },
  ]);
  expect(await mailed('moderationRefused', author.email)).toHaveLength(1);
  const [decision] = (await author.own()).list;
  await author.call(`mine/${decision?.decision}/appeal`, 'POST', { words: 'x' });
  await api.orm
    .update(posts)
    .set({ savedAt: new Date(now.getTime() + 60_000) })
    .where(eq(posts.id, Number(bad)));
  await second.call(`appeals/${decision?.decision}`, 'POST', { ruling: 'restored', words: 'y' });
  expect(await stateOf(bad)).toBe('refused');
});

it('of two who decide at once one wins, the other is told', async () => {
  const [author, reader, first, second] = [
    await person('Mio'),
    await person('Taro'),
    await judge('Ann'),
    await judge('Bob'),
  ];
  const post = await posted(author.id);
  await reader.report(post);
  const done = await Promise.all([first.decide(post), second.decide(post, { ruling: 'keep' })]);
  expect(done.map(({ code }) => code).sort()).toEqual([SUCCESS, SERVER_CODES.conflict.code].sort());
  expect(await api.orm.select().from(moderationDecisions)).toHaveLength(1);
});

describe('who may not', () => {
  it('without a session, with the token of another, without the right: every call', async () => {
    const [author, reader] = [await person('Mio'), await person('Taro')];
    const post = await posted(author.id);
    const id = crypto.randomUUID();
    const ruling = { ruling: 'keep', reason: null, words: '' };
    const calls = [
      ['report', 'POST', { kind: 'post', id: post, reason: 'untrue', words: '' }],
      ['mine', 'GET', undefined],
      [`mine/${id}/appeal`, 'POST', { words: 'x' }],
      ['queue', 'GET', undefined],
      [`queue/post/${post}`, 'POST', ruling],
      [`appeals/${id}`, 'POST', { ruling: 'upheld', words: 'x' }],
    ] as const;
    for (const [path, method, body] of calls) {
      for (const token of [undefined, 'x', `${reader.token}x`]) {
        const sent = await api.ask(ROOT + path, { method, ...(token && { token }), ...(body && { body }) });
        expect(sent, `${method} ${path}`).toMatchObject(USER_CODES.unknown);
      }
    }
    for (const [path, method, body] of calls.slice(3)) {
      expect(await reader.call(path, method, body), path).toMatchObject(USER_CODES.forbidden);
    }
    expect(await reader.own()).toEqual({ isModerator: false, list: [] });
    const moderator = await judge('Ann');
    expect((await moderator.own()).isModerator).toBe(true);
    await admin('revoke', moderator.email);
    expect(await moderator.call('queue')).toMatchObject(USER_CODES.forbidden);
    await expect(admin('revoke', moderator.email)).rejects.toThrow('no moderator');
    await expect(admin('grant', 'nobody@example.com')).rejects.toThrow('no user');
    for (const one of ['queue/post/x', 'queue/company/1', 'queue/post/999999999', `queue/reply/${post}`]) {
      await admin('grant', moderator.email);
      expect(await moderator.call(one, 'POST', ruling), one).toMatchObject(SERVER_CODES.notFound);
    }
  });

  it('on their own: no report, no decision on what they wrote or reported', async () => {
    const [author, reader, moderator] = [await person('Mio'), await person('Taro'), await judge('Ann')];
    const [own, reported] = [await posted(moderator.id), await posted(author.id)];
    expect(await moderator.report(own)).toMatchObject(SERVER_CODES.conflict);
    await reader.report(own);
    await moderator.report(reported);
    expect((await moderator.queue()).list).toEqual([]);
    for (const post of [own, reported]) expect(await moderator.decide(post)).toMatchObject(SERVER_CODES.conflict);
    expect([await stateOf(own), await stateOf(reported)]).toEqual(['published', 'published']);
  });

  it('twice, or what nobody sees; why must be said', async () => {
    const [author, reader, moderator] = [await person('Mio'), await person('Taro'), await judge('Ann')];
    const [post, hidden] = [await posted(author.id), await posted(author.id, { state: 'waiting' })];
    expect(await reader.report(post)).toMatchObject({ code: SUCCESS });
    expect(await reader.report(post, { reason: 'fraud' })).toMatchObject(SERVER_CODES.conflict);
    for (const id of [hidden, 'x', '999999999']) {
      expect(await reader.report(id), id).toMatchObject(SERVER_CODES.notFound);
    }
    for (const given of [
      { reason: 'dislike' },
      { kind: 'user' },
      { reason: 'other', words: '' },
      { words: 'a\u202eb' },
    ]) {
      expect(await reader.report(post, given), JSON.stringify(given)).toMatchObject(SERVER_CODES.invalid);
    }
    for (const given of [{ reason: null }, { words: '' }, { ruling: 'erase' }]) {
      expect(await moderator.decide(post, given), JSON.stringify(given)).toMatchObject(SERVER_CODES.invalid);
    }
  });

  it('more often than the limit, by user', async () => {
    const served = await api.serving({ POST_RATE_LIMIT_PER_MINUTE: '2' });
    const { token } = await person('Taro');
    const body = { kind: 'post', id: '999999999', reason: 'untrue', words: '' };
    const send = () => api.ask(`${ROOT}report`, { served, token, body });
    for (let sent = 0; sent < 2; sent += 1) expect(await send()).toMatchObject(SERVER_CODES.notFound);
    expect(await send()).toMatchObject(SERVER_CODES.tooMany);
  });
});

it('with an account its words to moderators go, and the counts stay', async () => {
  const [author, reader, moderator] = [await person('Mio'), await person('Taro'), await judge('Ann')];
  const [post, open] = [await posted(author.id), await posted(author.id)];
  for (const one of [post, open]) await reader.report(one);
  await moderator.decide(post);
  const before = await counts();
  for (const { id } of [author, reader]) await eraseUser(api.orm, api.dataDir, id, 'Mika Mori', now);
  expect(await counts()).toEqual(before);
  const kept = JSON.stringify([await api.orm.select().from(reports), await api.orm.select().from(moderationDecisions)]);
  for (const word of [author.id, reader.id, 'They rose.', 'Yields fell']) expect(kept).not.toContain(word);
  expect((await moderator.queue()).list).toEqual([]);
});

it('an author sees which of their posts were taken away by a decision, and which by themself', async () => {
  const [author, reader, first] = [await person('Mio'), await person('Taro'), await judge('Ann')];
  const [taken, own] = [await posted(author.id), await posted(author.id)];
  await reader.report(taken);
  expect((await first.decide(taken)).code).toBe(SUCCESS);
  const { token } = author;
  await api.ask(`/api/web/posts/mine/${own}/withdraw`, { token, body: { reason: 'Wrong.' } });
  const { list } = (await api.ask<{ list: OwnPost[] }>('/api/web/posts/mine', { token })).data;
  expect(list.map(({ id, state, isDecided }) => [id, state, isDecided])).toEqual([
    [own, 'withdrawn', false],
    [taken, 'withdrawn', true],
  ]);
});

it('without anything the year counts nothing', async () => {
  expect(await counts()).toEqual([{ year: now.getUTCFullYear(), reports: 0, decisions: [], appeals: 0, restored: 0 }]);
});

describe('a recommendation', () => {
  it('is not shown where it is unlawful, nor where the country is not known', async () => {
    const author = await person('Mio');
    const plain = await posted(author.id);
    const forex = await posted(author.id, { product: 'forex' });
    const stocks = await posted(author.id, { product: 'stocks' });
    const futures = await posted(author.id, { product: 'futures' });
    const seen = async (country: string) => {
      const headers = { [COUNTRY]: country };
      const { data } = await api.ask<{ list: PostEntry[] }>('/api/web/posts/list', { headers });
      const listed = data.list.map(({ id }) => id).sort();
      const read = [];
      for (const id of [plain, forex, stocks, futures]) {
        if ((await api.ask(`/api/web/posts/${id}`, { headers })).code === SUCCESS) read.push(id);
      }
      expect(listed).toEqual(read.sort());
      return read;
    };
    expect(await seen('JP')).toEqual([plain, forex, stocks, futures].sort());
    expect(await seen('BE')).toEqual([plain, stocks, futures].sort());
    expect(await seen('CN')).toEqual([plain, futures].sort());
    expect(await seen('XX')).toEqual([plain, futures].sort());
    // What the server writes for caches.
    const { list } = await listPosts(api.orm, { limit: 10 }, 'en-US');
    expect(list.map(({ id }) => id).sort()).toEqual([plain, futures].sort());
    expect(await findPost(api.orm, Number(forex), 'en-US')).toBe('withheld');
    expect(await findPost(api.orm, Number(forex), 'en-US', 'JP')).toMatchObject({ id: forex });
  });
});
