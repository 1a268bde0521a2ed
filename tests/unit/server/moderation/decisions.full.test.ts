/** Order among posts and replies: reports, decisions, their mails and counts, and who may do what. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { OwnPost } from '../../../../src/contract/posts.ts';
import { moderationDecisions, posts, reports } from '../../../../src/server/db/schema.ts';
import { eraseUser } from '../../../../src/server/users/data/erase.ts';
import { RECOMMENDATION } from '../../../helpers/server/authors.ts';
import { moderationOf, MODERATION_ROOT as ROOT } from '../../../helpers/server/moderation.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
const api = usersApi({ now: () => now }, { POST_RATE_LIMIT_PER_MINUTE: '0' });
const { admin, counts, judge, mailed, person, posted, replied, stateOf } = moderationOf(api, () => now);
beforeEach(() => {
  now = new Date();
});

it('moderators get the text as readers do, and what a post states besides', async () => {
  const [author, reader, moderator] = [await person('Mio'), await person('Taro'), await judge('Ann')];
  const recommendation = { ...RECOMMENDATION, interests: 'A fee' };
  const stated = { symbols: ['US10Y'], pricesOn: '2026-11-27', holding: 'long' as const, recommendation };
  const post = await posted(author.id, { text: 'Two-year yields **fell**.', ...stated });
  const reply = await replied(author.id, post);
  await reader.report(post);
  now = new Date(now.getTime() + 1000);
  await reader.report(reply, { kind: 'reply' });
  const strong = { tag: 'strong', children: ['fell'] };
  const em = { tag: 'em', children: ['rose'] };
  expect((await moderator.queue()).list).toMatchObject([
    {
      text: [{ tag: 'p', children: ['Two-year yields ', strong, '.'] }],
      facts: { ...stated, language: 'en', series: null },
    },
    { text: [{ tag: 'p', children: ['No, they ', em, '.'] }], facts: null },
  ]);
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
  await second.call(`appeals/${decision?.decision}`, 'POST', { ruling: 'reversed', words: 'y' });
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
    expect(await reader.own()).toEqual({ isModerator: false, list: [], reports: [] });
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
  const none = { reports: 0, decisions: [], appeals: 0, restored: 0, reportAppeals: 0, withdrawn: 0 };
  expect(await counts()).toEqual([{ year: now.getUTCFullYear(), ...none }]);
});
