/** Replies to posts: two levels, corrections, marks, what waits, what the operator decides, who may do what. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { OwnReplies, OwnReply, ReplyList } from '../../../../src/contract/replies.ts';
import { MOST_REPLY } from '../../../../src/forms/lists.ts';
import { postCounts, posts, replies, replyAudit, replyMarks, userProfiles } from '../../../../src/server/db/schema.ts';
import { decideAs } from '../../../../src/server/moderation/deciding.ts';
import { SILENT_MS } from '../../../../src/server/replies/writing.ts';
import { eraseUser } from '../../../../src/server/users/data/erase.ts';
import { adminOn } from '../../../helpers/command.ts';
import { SITE } from '../../../helpers/server/api.ts';
import { authorsOf, storePost } from '../../../helpers/server/authors.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const ROOT = '/api/web/replies/';
let now = new Date();
const api = usersApi({ now: () => now }, { REPLY_RATE_LIMIT_PER_MINUTE: '0' });
const { reader } = authorsOf(api);
const admin = (...args: string[]) =>
  adminOn(() => ({ orm: api.orm, dataDir: api.dataDir, site: SITE }), '--by', 'Mika Mori')('replies', ...args);
beforeEach(() => {
  now = new Date();
});
afterEach(async () => {
  await api.orm.delete(posts);
  await api.orm.delete(replyAudit);
});
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const list = async (query: string) => (await api.ask<ReplyList>(`${ROOT}list?${query}`)).data;

async function person(name: string) {
  const { id, token } = await reader(name);
  const call = <T = Record<string, unknown>>(path: string, method = 'GET', body?: unknown) =>
    api.ask<T>(ROOT + path, { token, method, ...(body !== undefined && { body }) });
  const add = (post: string, text: string, answered: string | null = null) =>
    call<OwnReply>('add', 'POST', { post, answered, text });
  return {
    id,
    token,
    call,
    add,
    /** Sends a reply that readers see; returns its id. */
    async said(post: string, text: string, answered: string | null = null): Promise<string> {
      const { data } = await add(post, text, answered);
      if (data.state === 'waiting') {
        await decideAs('reply')(api.orm, { id: Number(data.id), to: 'published', reason: null, by: 'Mika Mori' }, now);
      }
      return data.id;
    },
    own: async (post: string) => (await call<OwnReplies>(`mine?post=${post}`)).data,
    mark: (id: string, method: 'PUT' | 'DELETE' = 'PUT') => call<{ helpful: number }>(`${id}/helpful`, method),
  };
}
type Person = Awaited<ReturnType<typeof person>>;

/** A public post; who writes posts has their tests elsewhere. */
const posted = (author: string | null) => storePost(api.orm, author, { at: now });

/** An author with a post, and a reader. */
async function scene() {
  const author = await person('Mio');
  const reader = await person('Taro');
  return { author, reader, post: await posted(author.id) };
}

it('the first reply of a user waits for the operator, and is seen by its author only; the next ones are public at once', async () => {
  const { author, reader, post } = await scene();
  const { data } = await reader.add(post, 'Why?');
  expect(data).toMatchObject({ state: 'waiting', parent: null, written: 'Why?' });
  expect(await list(`post=${post}`)).toMatchObject({ list: [], count: 0 });
  expect((await reader.own(post)).list).toMatchObject([{ id: data.id, state: 'waiting', text: data.text }]);
  expect((await author.own(post)).list).toEqual([]);
  expect((await admin('list')).join('')).toContain(`post ${post}  Why?`);
  expect((await admin('show', data.id)).join('\n')).toContain('Why?');
  expect(await admin('publish', data.id)).toEqual([`Reply ${data.id} is public.`]);
  expect(await list(`post=${post}`)).toMatchObject({
    list: [{ id: data.id, author: { nickname: 'Taro' }, isOfPost: false, text: [{ tag: 'p', children: ['Why?'] }] }],
    count: 1,
  });
  now = new Date();
  expect((await reader.add(post, 'And how?')).data.state).toBe('published');
  // Whose post is public is known. They are marked.
  expect((await author.add(post, 'Look.')).data.state).toBe('published');
  expect((await list(`post=${post}`)).list.map(({ isOfPost }) => isOfPost)).toEqual([false, false, true]);
});

it('there are two levels: what answers a reply of the second stands beside it, and says whom it answers', async () => {
  const { author, reader, post } = await scene();
  const first = await reader.said(post, 'Why?');
  const second = await author.said(post, 'Because.', first);
  const third = await reader.said(post, 'Really?', second);
  const { list: found, count } = await list(`post=${post}`);
  expect(count).toBe(3);
  expect(found).toMatchObject([
    {
      id: first,
      below: [
        { id: second, answers: null },
        { id: third, answers: 'Mio' },
      ],
      next: null,
    },
  ]);
  expect((await reader.own(post)).list.map(({ parent }) => parent)).toEqual([first, null]);
});

it('a reply is corrected silently for 15 minutes, then readers see when, and the words before', async () => {
  const { reader, post } = await scene();
  const id = await reader.said(post, 'One');
  later(SILENT_MS);
  expect((await reader.call(id, 'PUT', { text: 'Two' })).code).toBe(SUCCESS);
  expect((await list(`post=${post}`)).list).toMatchObject([
    { correctedAt: null, earlier: [], text: [{ children: ['Two'] }] },
  ]);
  later(1);
  await reader.call(id, 'PUT', { text: 'Three' });
  const at = now.toISOString();
  // The same words again are no correction.
  later(1000);
  await reader.call(id, 'PUT', { text: 'Three' });
  expect((await list(`post=${post}`)).list).toMatchObject([
    { correctedAt: at, earlier: [{ text: [{ children: ['Two'] }], until: at }], text: [{ children: ['Three'] }] },
  ]);
});

it('a reply that is removed leaves no word, and its place only if there are replies below', async () => {
  const { author, reader, post } = await scene();
  const [alone, above] = [await reader.said(post, 'Alone'), await reader.said(post, 'Above')];
  const below = await author.said(post, 'Below', above);
  later(SILENT_MS + 1);
  await reader.call(above, 'PUT', { text: 'Above all' });
  for (const id of [alone, above, above]) expect((await reader.call(id, 'DELETE')).code).toBe(SUCCESS);
  const { list: found, count } = await list(`post=${post}`);
  expect(found).toMatchObject([
    { id: above, isGone: true, author: null, text: [], earlier: [], below: [{ id: below }] },
  ]);
  expect(count).toBe(1);
  expect(JSON.stringify(await api.orm.select().from(replies))).not.toMatch(/Above|Alone/);
  expect((await reader.own(post)).list).toEqual([]);
  expect(await reader.add(post, 'Again', above)).toMatchObject(SERVER_CODES.conflict);
  // One can still answer who has answered.
  expect((await reader.add(post, 'Thanks', below)).code).toBe(SUCCESS);
  expect(await reader.call(above, 'PUT', { text: 'x' })).toMatchObject(SERVER_CODES.notFound);
});

it('the operator refuses what waits, whose author corrects and sends it again, and withdraws what is public', async () => {
  const { reader, post } = await scene();
  const { data } = await reader.add(post, 'Buy this!');
  expect(await reader.call(data.id, 'PUT', { text: 'x' })).toMatchObject(SERVER_CODES.conflict);
  await expect(admin('refuse', data.id)).rejects.toThrow('--why');
  await admin('refuse', data.id, '--why', 'Advertising.');
  expect((await reader.own(post)).list).toMatchObject([{ state: 'refused', reason: 'Advertising.' }]);
  expect((await reader.call<OwnReply>(data.id, 'PUT', { text: 'Why?' })).data).toMatchObject({
    state: 'waiting',
    reason: null,
  });
  await admin('publish', data.id);
  await admin('withdraw', data.id, '--why', 'Against the rules.');
  expect(await list(`post=${post}`)).toMatchObject({ list: [], count: 0 });
  expect((await reader.own(post)).list).toMatchObject([{ state: 'withdrawn', reason: 'Against the rules.' }]);
  await expect(admin('publish', data.id)).rejects.toThrow('withdrawn');
  await expect(admin('show', '999')).rejects.toThrow('no reply');
});

it('who sends the same words twice has sent one reply, also at the same time', async () => {
  const { reader, post } = await scene();
  const sent = await Promise.all(Array.from({ length: 5 }, () => reader.add(post, 'Why?')));
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
  later(11 * 60_000);
  expect((await reader.add(post, 'Why?')).data.id).not.toBe(sent[0]?.data.id);
});

describe('helpful marks', () => {
  it('count each user once, at the same time and on two servers too, and are taken back', async () => {
    const { author, reader, post } = await scene();
    const id = await reader.said(post, 'Look here');
    const others = [author, ...(await Promise.all(['Ann', 'Ben', 'Cem'].map(person)))];
    const second = await api.serving();
    const twice = ({ token }: Person) =>
      [undefined, second, undefined].map((served) =>
        api.ask<{ helpful: number }>(`${ROOT}${id}/helpful`, { method: 'PUT', token, ...(served && { served }) }),
      );
    const said = await Promise.all(others.flatMap(twice));
    expect(said.every(({ code }) => code === SUCCESS)).toBe(true);
    expect((await list(`post=${post}`)).list[0]?.helpful).toBe(4);
    expect((await author.own(post)).marked).toEqual([id]);
    expect((await reader.own(post)).marked).toEqual([]);
    const back = await Promise.all([author.mark(id, 'DELETE'), author.mark(id, 'DELETE')]);
    expect(back.map(({ data }) => data.helpful)).toEqual([3, 3]);
    expect(await reader.mark(id)).toMatchObject(SERVER_CODES.conflict);
    // Who has marked stands nowhere.
    expect(JSON.stringify(await list(`post=${post}`))).not.toMatch(/Ann|Ben|Cem/);
  });

  it('are given to posts likewise, but not to one’s own', async () => {
    const { author, reader, post } = await scene();
    const path = `posts/${post}/helpful`;
    const said = await Promise.all(Array.from({ length: 4 }, () => reader.call<{ helpful: number }>(path, 'PUT')));
    expect(said.map(({ data }) => data.helpful)).toEqual([1, 1, 1, 1]);
    expect(await list(`post=${post}`)).toMatchObject({ helpful: 1 });
    expect(await reader.own(post)).toMatchObject({ isPostMarked: true, isPostOwn: false });
    expect(await author.own(post)).toMatchObject({ isPostMarked: false, isPostOwn: true });
    expect((await reader.call(path, 'DELETE')).data).toEqual({ helpful: 0 });
    expect(await author.call(path, 'PUT')).toMatchObject(SERVER_CODES.conflict);
  });
});

/** Every call that needs a session, for a post and a reply. */
const calls = (post: string, reply: string) =>
  [
    [`mine?post=${post}`, 'GET', undefined],
    ['add', 'POST', { post, answered: null, text: 'Hello' }],
    ['add', 'POST', { post, answered: reply, text: 'Hello' }],
    [reply, 'PUT', { text: 'Changed' }],
    [reply, 'DELETE', undefined],
    [`${reply}/helpful`, 'PUT', undefined],
    [`${reply}/helpful`, 'DELETE', undefined],
    [`posts/${post}/helpful`, 'PUT', undefined],
    [`posts/${post}/helpful`, 'DELETE', undefined],
  ] as const;

describe('every call', () => {
  it('needs a session, and refuses that of a locked account', async () => {
    const { reader, author, post } = await scene();
    const id = await reader.said(post, 'Mine');
    const before = await api.orm.select().from(replies);
    for (const [path, method, body] of calls(post, id)) {
      const sent = await api.ask(ROOT + path, { method, ...(body && { body }) });
      expect(sent, `${method} ${path}`).toMatchObject(USER_CODES.unknown);
    }
    await api.orm.update(userProfiles).set({ lockedAt: now }).where(eq(userProfiles.userId, author.id));
    for (const [path, method, body] of calls(post, id)) {
      expect(await author.call(path, method, body), `${method} ${path}`).toMatchObject(USER_CODES.locked);
    }
    expect(await api.orm.select().from(replies)).toEqual(before);
  });

  it("does nothing to another's reply, or to one that does not exist", async () => {
    const { reader, author, post } = await scene();
    const id = await reader.said(post, 'Mine');
    const before = await api.orm.select().from(replies);
    for (const method of ['PUT', 'DELETE'] as const) {
      expect(await author.call(id, method, { text: 'Stolen' })).toMatchObject(SERVER_CODES.notFound);
      for (const wrong of ['x', '0', '999999999', '1e3', '%00']) {
        expect(await reader.call(wrong, method, { text: 'x' }), wrong).toMatchObject(SERVER_CODES.notFound);
        expect(await reader.mark(wrong, method), wrong).toMatchObject(SERVER_CODES.notFound);
        expect(await reader.call(`posts/${wrong}/helpful`, method), wrong).toMatchObject(SERVER_CODES.notFound);
      }
    }
    expect(await reader.add('999999999', 'x')).toMatchObject(SERVER_CODES.notFound);
    expect(await reader.add(post, 'x', '999999999')).toMatchObject(SERVER_CODES.notFound);
    const other = await posted(null);
    expect(await reader.add(other, 'x', id)).toMatchObject(SERVER_CODES.notFound);
    expect(await reader.call('mine?post=999999999')).toMatchObject(SERVER_CODES.notFound);
    expect(await api.ask(`${ROOT}list?post=999999999`)).toMatchObject(SERVER_CODES.notFound);
    expect(await api.ask(`${ROOT}list`)).toMatchObject(SERVER_CODES.notFound);
    for (const query of ['post=x', `post=${post}&after=x`, `post=${post}&limit=0`, `post=${post}&limit=101`]) {
      expect(await api.ask(`${ROOT}list?${query}`), query).toMatchObject(SERVER_CODES.invalid);
    }
    expect(await api.orm.select().from(replies)).toEqual(before);
  });

  it('finds a reply that waits only for its author', async () => {
    const { reader, author, post } = await scene();
    const { data } = await reader.add(post, 'Waits');
    expect(await author.mark(data.id)).toMatchObject(SERVER_CODES.notFound);
    expect(await author.add(post, 'x', data.id)).toMatchObject(SERVER_CODES.notFound);
    expect(await list(`parent=${data.id}`)).toMatchObject({ list: [] });
  });

  it.each([
    ['withdrawn', 'gone'],
    ['draft', 'notFound'],
  ] as const)('on a post that is %s: %s, and a reply can still be removed', async (state, code) => {
    const { reader, author, post } = await scene();
    const id = await reader.said(post, 'Mine');
    await api.orm.update(posts).set({ state });
    expect(await api.ask(`${ROOT}list?post=${post}`)).toMatchObject(SERVER_CODES[code]);
    expect(await api.ask(`${ROOT}list?parent=${id}`)).toMatchObject(SERVER_CODES[code]);
    for (const [path, method, body] of calls(post, id).filter(([, method]) => method !== 'DELETE')) {
      const by = path.endsWith('/helpful') ? author : reader;
      expect(await by.call(path, method, body), `${method} ${path}`).toMatchObject(SERVER_CODES[code]);
    }
    expect((await reader.call(id, 'DELETE')).code).toBe(SUCCESS);
  });
});

it('refuses what is empty, too long or disguised', async () => {
  const { reader, post } = await scene();
  for (const text of ['', ' \n ', '…', 'x'.repeat(MOST_REPLY + 1), 'a\u202eb', 'a\u0000b', 7, null, undefined]) {
    expect(await reader.call('add', 'POST', { post, text }), String(text)).toMatchObject(SERVER_CODES.invalid);
  }
  expect((await reader.add(post, 'x'.repeat(MOST_REPLY))).code).toBe(SUCCESS);
});

it('limits replies and marks by account', async () => {
  const { reader, author, post } = await scene();
  const served = await api.serving({ REPLY_RATE_LIMIT_PER_MINUTE: '2' }, { now: () => now });
  const add = (text: string, { token }: Person = reader) =>
    api.ask(`${ROOT}add`, { token, served, body: { post, answered: null, text } });
  const codes = [];
  for (const text of ['1a', '2a', '3a']) codes.push((await add(text)).code);
  expect(codes).toEqual([SUCCESS, SUCCESS, SERVER_CODES.tooMany.code]);
  expect((await add('4a', author)).code).toBe(SUCCESS);
});

it('lists come in pages of both levels, which new replies do not shift', async () => {
  const { reader, author, post } = await scene();
  const ids: string[] = [];
  for (const text of ['a', 'b', 'c', 'd']) {
    ids.push(await reader.said(post, text));
    later(10);
  }
  const [a, b, c, d] = ids;
  const { list: first, next } = await list(`post=${post}&limit=2`);
  expect(first.map(({ id }) => id)).toEqual([a, b]);
  await reader.call(String(b), 'DELETE');
  const { list: rest, next: last } = await list(`post=${post}&limit=2&after=${next}`);
  expect([rest.map(({ id }) => id), last]).toEqual([[c, d], null]);
  const below: string[] = [];
  for (let n = 0; n < 8; n += 1) below.push(await author.said(post, `below ${n}`, a));
  const [above] = (await list(`post=${post}`)).list;
  expect(above?.below.map(({ id }) => id)).toEqual(below.slice(0, 5));
  const more = await list(`parent=${a}&after=${above?.next}`);
  expect(more.list.map(({ id }) => id)).toEqual(below.slice(5));
  expect(more).toMatchObject({ next: null, count: 11 });
});

it('of a locked account nothing is shown but places; with an erased one its words and marks go, or its name', async () => {
  const { reader, author, post } = await scene();
  const [alone, above] = [await reader.said(post, 'Alone'), await reader.said(post, 'Above')];
  await author.said(post, 'Below', above);
  const other = await author.said(post, 'Other');
  await reader.mark(other);
  await reader.call(`posts/${post}/helpful`, 'PUT');
  const lock = (lockedAt: Date | null) =>
    api.orm.update(userProfiles).set({ lockedAt }).where(eq(userProfiles.userId, reader.id));
  await lock(now);
  expect((await list(`post=${post}`)).list).toMatchObject([{ id: above, isGone: true }, { id: other }]);
  await lock(null);
  expect((await list(`post=${post}`)).list.map(({ id }) => id)).toEqual([alone, above, other]);
  await eraseUser(api.orm, api.dataDir, reader.id, 'Mika Mori', now);
  expect(await list(`post=${post}`)).toMatchObject({
    list: [
      { id: above, isGone: true, text: [] },
      { id: other, helpful: 0 },
    ],
    count: 2,
    helpful: 0,
  });
  expect(await api.orm.select().from(replyMarks)).toEqual([]);
  expect(await api.orm.select().from(postCounts)).toMatchObject([{ replies: 2, helpful: 0 }]);
});

it('of a closed account whose replies stay, readers keep what they saw without a name, and the rest goes', async () => {
  const { reader, author, post } = await scene();
  const shown = await reader.said(post, 'Shown');
  const answer = await author.said(post, 'Answer', shown);
  const states = ['waiting', 'refused', 'withdrawn', 'removed'] as const;
  for (const state of states) {
    const id = await reader.said(post, `Never ${state}`, shown);
    await api.orm
      .update(replies)
      .set({ state })
      .where(eq(replies.id, Number(id)));
  }
  await api.orm.update(userProfiles).set({ postsStay: true }).where(eq(userProfiles.userId, reader.id));
  await eraseUser(api.orm, api.dataDir, reader.id, 'retention', now);
  const left = await api.orm.select().from(replies).orderBy(replies.id);
  expect(left.map(({ id, author }) => [String(id), author])).toEqual([
    [shown, null],
    [answer, author.id],
  ]);
});

it("the download of a user has their replies with earlier words, and what they found helpful, of nobody else's", async () => {
  const { reader, author, post } = await scene();
  const id = await reader.said(post, 'First words');
  later(SILENT_MS + 1);
  await reader.call(id, 'PUT', { text: 'Later words' });
  const other = await author.said(post, 'Not theirs', id);
  await reader.mark(other);
  await reader.call(`posts/${post}/helpful`, 'PUT');
  const served = await api.serving({}, { now: () => now });
  const { text } = await served.ask('/api/web/user/profile/data', { headers: { token: reader.token } });
  const { replies: written, marks } = JSON.parse(text);
  expect(written).toMatchObject([{ text: 'Later words', state: 'published', earlier: [{ text: 'First words' }] }]);
  expect(marks).toEqual([{ post: Number(post) }, { reply: Number(other) }]);
  expect(text).not.toContain('Not theirs');
});
