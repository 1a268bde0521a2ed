/** Following authors: who may, what is counted, who sees whom, and the posts of those who are followed. */
import { afterEach, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { type Follow, type Follower, type Follows, MOST_FOLLOWED } from '../../../../src/contract/follows.ts';
import type { PostEntry } from '../../../../src/contract/posts.ts';
import { posts, userFollows, users } from '../../../../src/server/db/schema.ts';
import { eraseUser } from '../../../../src/server/users/data/erase.ts';
import { authorsOf, storePost } from '../../../helpers/server/authors.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const ROOT = '/api/web/posts/';
const api = usersApi();
const { operator } = companiesOf(api);
const { writer, reader } = authorsOf(api);
afterEach(async () => {
  await api.orm.delete(posts);
});

const person = (name: string) => api.ask<Omit<Follow, 'follows' | 'isSelf'>>(`${ROOT}people/${name}`);
const follow = (name: string, token?: string, method = 'POST') =>
  api.ask<Follow>(`${ROOT}people/${name}/follow`, { method, ...(token !== undefined && { token }) });
const pairs = async (name: string, side: 'followers' | 'following', query = '') =>
  (await api.ask<{ list: Follower[]; next: string | null }>(`${ROOT}people/${name}/${side}${query}`)).data;
const namesIn = ({ list }: { list: Follower[] }) => list.map(({ nickname }) => nickname);
const own = (token: string) => api.ask<Follows>(`${ROOT}follows`, { token });
const show = (token: string, shows: boolean) =>
  api.ask<Follows>(`${ROOT}follows`, { token, method: 'PUT', body: { shows } });
const followed = (token: string, query = '') =>
  api.ask<{ list: PostEntry[]; next: string | null; authors: string[] }>(`${ROOT}following${query}`, { token });

it('a user follows an author, once, and no longer; everyone sees the counts', async () => {
  const [mio, hana] = [await writer('Mio'), await reader('Hana')];
  expect((await person('mio')).data).toEqual({ followers: 0, following: 0, canBeFollowed: true, shows: false });
  const state = { followers: 1, following: 0, canBeFollowed: true, shows: false, follows: true, isSelf: false };
  expect((await follow('mio', hana.token)).data).toEqual(state);
  expect((await follow('Mio', hana.token)).data).toEqual(state);
  expect((await person('hana')).data).toMatchObject({ followers: 0, following: 1, canBeFollowed: false });
  expect((await follow('mio', hana.token, 'GET')).data).toEqual(state);
  expect((await follow('mio', mio.token, 'GET')).data).toMatchObject({ follows: false, isSelf: true });
  expect((await own(hana.token)).data).toMatchObject({ shows: false, list: [{ nickname: 'Mio' }], next: null });
  expect((await follow('mio', hana.token, 'DELETE')).data).toMatchObject({ followers: 0, follows: false });
  expect((await follow('mio', hana.token, 'DELETE')).code).toBe(SUCCESS);
  expect((await own(hana.token)).data.list).toEqual([]);
});

it('nobody follows themself, an unknown user, one who is locked, or one without a license that is checked', async () => {
  const [mio, hana] = [await writer('Mio'), await reader('Hana')];
  expect(await follow('mio', mio.token)).toMatchObject(SERVER_CODES.conflict);
  expect(await follow('hana', mio.token)).toMatchObject(SERVER_CODES.conflict);
  for (const name of ['nobody', '%00', "'--", 'x'.repeat(300)]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await follow(name, hana.token, method), `${method} ${name}`).toMatchObject(SERVER_CODES.notFound);
    }
    expect(await person(name), name).toMatchObject(SERVER_CODES.notFound);
  }
  await operator.users('lock', mio.id);
  expect(await follow('mio', hana.token)).toMatchObject(SERVER_CODES.notFound);
  expect(await follow('hana', mio.token)).toMatchObject(USER_CODES.revoked);
});

it('each call but what everyone sees needs a session, and reads and changes what is the caller’s alone', async () => {
  const [, hana, taro] = [await writer('Mio'), await reader('Hana'), await reader('Taro')];
  await follow('mio', hana.token);
  const calls = [
    ['people/mio/follow', 'GET'],
    ['people/mio/follow', 'POST'],
    ['people/mio/follow', 'DELETE'],
    ['follows', 'GET'],
    ['follows', 'PUT'],
    ['following', 'GET'],
  ] as const;
  for (const [path, method] of calls) {
    const body = method === 'PUT' ? { body: { shows: true } } : {};
    expect(await api.ask(ROOT + path, { method, ...body }), `${method} ${path}`).toMatchObject(USER_CODES.unknown);
  }
  expect((await own(taro.token)).data.list).toEqual([]);
  await follow('mio', taro.token, 'DELETE');
  await show(taro.token, true);
  expect((await own(hana.token)).data).toMatchObject({ shows: false, list: [{ nickname: 'Mio' }] });
  for (const query of ['?after=x', '?after=W10']) {
    expect(await api.ask(`${ROOT}follows${query}`, { token: hana.token }), query).toMatchObject(SERVER_CODES.invalid);
    expect(await api.ask(`${ROOT}people/mio/followers${query}`), query).toMatchObject(SERVER_CODES.invalid);
  }
  expect(await api.ask(`${ROOT}follows`, { token: hana.token, method: 'PUT', body: {} })).toMatchObject(
    SERVER_CODES.invalid,
  );
});

it.each([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])('a pair is shown only if both show it: author %s, reader %s', async (author, follower) => {
  const [mio, hana] = [await writer('Mio'), await reader('Hana')];
  await follow('mio', hana.token);
  if (author) await show(mio.token, true);
  if (follower) await show(hana.token, true);
  const isShown = author && follower;
  expect(namesIn(await pairs('mio', 'followers'))).toEqual(isShown ? ['Hana'] : []);
  expect(namesIn(await pairs('hana', 'following'))).toEqual(isShown ? ['Mio'] : []);
  expect([await pairs('mio', 'following'), await pairs('hana', 'followers')].flatMap(namesIn)).toEqual([]);
  expect((await person('mio')).data).toMatchObject({ followers: 1, shows: author });
});

it('whose account is locked is in no count, list or front, until it is unlocked; erased, the pairs go', async () => {
  const [mio, hana] = [await writer('Mio'), await reader('Hana')];
  await follow('mio', hana.token);
  for (const { token } of [mio, hana]) await show(token, true);
  const post = await storePost(api.orm, mio.id);
  await operator.users('lock', hana.id);
  expect((await person('mio')).data.followers).toBe(0);
  expect(namesIn(await pairs('mio', 'followers'))).toEqual([]);
  await operator.users('unlock', hana.id);
  const { token } = (await api.logIn({ email: 'hana@example.com' })).data;
  await operator.users('lock', mio.id);
  expect((await person('hana')).data.following).toBe(0);
  expect((await own(token)).data.list).toEqual([]);
  expect((await followed(token)).data).toEqual({ list: [], next: null, authors: [] });
  await operator.users('unlock', mio.id);
  expect((await followed(token)).data).toMatchObject({ list: [{ id: post }], authors: ['Mio'] });
  await eraseUser(api.orm, api.dataDir, mio.id, 'Mika Mori', new Date());
  expect(await api.orm.select().from(userFollows)).toEqual([]);
});

it('the front of a reader has the posts of whom they follow, newest first, in pages', async () => {
  const [mio, ken, ann] = [await writer('Mio'), await writer('Ken'), await writer('Ann')];
  const hana = await reader('Hana');
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 9, minute));
  const ids = [];
  for (const [minute, { id }] of [mio, ken, ann, mio, ken].entries()) {
    ids.unshift(await storePost(api.orm, id, { at: at(minute) }));
  }
  expect((await followed(hana.token)).data).toEqual({ list: [], next: null, authors: [] });
  for (const name of ['mio', 'ken']) await follow(name, hana.token);
  const first = (await followed(hana.token, '?limit=3')).data;
  expect(first.list.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[3]]);
  expect(first.authors.toSorted()).toEqual(['Ken', 'Mio']);
  const second = (await followed(hana.token, `?limit=3&before=${first.next}`)).data;
  expect([second.list.map(({ id }) => id), second.next, second.authors]).toEqual([[ids[4]], null, []]);
  for (const query of ['?before=x', '?limit=0', '?limit=101']) {
    expect(await followed(hana.token, query), query).toMatchObject(SERVER_CODES.invalid);
  }
});

it('nobody follows more than the limit, and changes come no faster than theirs', async () => {
  const [, hana] = [await writer('Mio'), await reader('Hana')];
  const many = Array.from({ length: MOST_FOLLOWED }, (_, index) => `many ${index}`);
  const now = new Date();
  await api.orm
    .insert(users)
    .values(
      many.map((id) => ({ id, name: id, email: `${id.replace(' ', '')}@example.com`, createdAt: now, updatedAt: now })),
    );
  await api.orm.insert(userFollows).values(many.map((id) => ({ follower: hana.id, followed: id, at: now })));
  expect(await follow('mio', hana.token)).toMatchObject(SERVER_CODES.conflict);
  const served = await api.serving({ POST_RATE_LIMIT_PER_MINUTE: '2' });
  const end = () => api.ask(`${ROOT}people/mio/follow`, { method: 'DELETE', token: hana.token, served });
  expect([(await end()).code, (await end()).code]).toEqual([SUCCESS, SUCCESS]);
  expect(await end()).toMatchObject(SERVER_CODES.tooMany);
});
