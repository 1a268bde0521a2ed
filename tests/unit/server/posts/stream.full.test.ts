/** The stream of posts: what it tells whom, where it goes on, and the same by asking. */
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import type { CallData } from '../../../../src/contract/common.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { POST_STREAM_PATH, type postChangesCall } from '../../../../src/contract/postStream.ts';
import { posts } from '../../../../src/server/db/schema.ts';
import { decideAs } from '../../../../src/server/moderation/deciding.ts';
import { correctPost, withdrawPost } from '../../../../src/server/posts/writing.ts';
import { addReply, correctReply, removeReply } from '../../../../src/server/replies/writing.ts';
import { type EventClient, openEvents } from '../../../helpers/feeds/events.ts';
import { authorsOf, POST, storePost } from '../../../helpers/server/authors.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { operator } = companiesOf(api);
const { writer } = authorsOf(api);
const clients: EventClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await api.orm.delete(posts);
});
const open = async (query = '', headers: Record<string, string> = {}, { port } = api.api) => {
  const client = await openEvents(`http://127.0.0.1:${port}${POST_STREAM_PATH}${query}`, headers);
  clients.push(client);
  return client;
};
const changes = async (query = '') =>
  (await api.ask<CallData<typeof postChangesCall>>(`/api/web/posts/changes${query}`)).data;

it('tells of posts that are new, corrected and withdrawn, and never of a draft', async () => {
  const mio = await writer('Mio');
  const client = await open();
  expect(client.response.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
  await api.ask('/api/web/posts/mine/draft', { token: mio.token, body: POST });
  const id = await storePost(api.orm, mio.id);
  const first = await client.next();
  expect(first).toMatchObject({ id, event: 'post', data: { id, title: POST.title, author: { nickname: 'Mio' } } });
  await correctPost(
    api.orm,
    { id: Number(id), author: mio.id, title: 'Corrected', text: 'Anew.', waits: false },
    new Date(),
  );
  expect(await client.next()).toMatchObject({ event: 'post', data: { id, title: 'Corrected' } });
  await withdrawPost(api.orm, { id: Number(id), author: mio.id, reason: 'Wrong.' }, new Date());
  expect(await client.next()).toMatchObject({ event: 'withdraw', data: { id } });
});

it('tells each in its own filter; of a locked author nothing', async () => {
  const [mio, ken] = [await writer('Mio'), await writer('Ken')];
  const watched = await storePost(api.orm, mio.id, { title: 'watched' });
  await api.api.postHub.catchUp();
  const queries = ['', '?language=ja', '?author=mio', `?post=${watched}`];
  const open4 = await Promise.all(queries.map((query) => open(query)));
  await storePost(api.orm, mio.id, { title: 'Mio' });
  await storePost(api.orm, ken.id, { title: 'Ken', language: 'ja' });
  await correctPost(
    api.orm,
    { id: Number(watched), author: mio.id, title: 'last', text: 'x', waits: false },
    new Date(),
  );
  await storePost(api.orm, mio.id, { title: 'end', language: 'ja' });
  const heard = [];
  for (const [index, client] of open4.entries()) {
    const titles: unknown[] = [];
    while (titles.at(-1) !== (index === 3 ? 'last' : 'end')) titles.push((await client.next()).data.title);
    heard.push(titles);
  }
  expect(heard).toEqual([['Mio', 'Ken', 'last', 'end'], ['Ken', 'end'], ['Mio', 'last', 'end'], ['last']]);
  await operator.users('lock', mio.id);
  const { last } = await changes();
  await api.orm
    .update(posts)
    .set({ changed: Number(last) + 5 })
    .where(eq(posts.id, Number(watched)));
  await storePost(api.orm, ken.id, { title: 'after' });
  expect((await changes(`?after=${last}`)).list.map(({ title }) => title)).toEqual(['after']);
});

it('goes on where a client was, also at another process, and by asking', async () => {
  const mio = await writer('Mio');
  const { last } = await changes();
  const ids = [await storePost(api.orm, mio.id), await storePost(api.orm, mio.id)];
  const other = await api.serving();
  for (const served of [api.api, other]) {
    const client = await open('', { 'last-event-id': last }, served);
    expect([(await client.next()).id, (await client.next()).id]).toEqual(ids);
  }
  expect(await changes(`?after=${last}`)).toMatchObject({ list: ids.map((id) => ({ id })), last: ids[1], gap: false });
  await withdrawPost(api.orm, { id: Number(ids[0]), author: mio.id, reason: 'Wrong.' }, new Date());
  expect(await changes(`?after=${ids[1]}`)).toMatchObject({ list: [], withdrawn: [ids[0]] });
  expect((await changes('?after=999999')).gap).toBe(true);
  for (const query of ['?after=x', '?post=x', '?language=xx', '?author=%00']) {
    expect(await api.ask(`/api/web/posts/changes${query}`), query).toMatchObject(SERVER_CODES.invalid);
    expect(await api.ask(POST_STREAM_PATH + query), query).toMatchObject(SERVER_CODES.invalid);
  }
});

it('tells of replies whoever follows their post, and of one no more than where it is', async () => {
  const [mio, ken] = [await writer('Mio'), await writer('Ken')];
  const [post, other] = [await storePost(api.orm, mio.id), await storePost(api.orm, ken.id)];
  const { last } = await changes();
  const client = await open(`?post=${post}`);
  const everything = await open();
  const [author, to] = [ken.id, Number(post)];
  const reply = (waits = false, answered: number | null = null, text = 'Not so.') =>
    addReply(api.orm, { author, post: to, answered, text, waits }, new Date());
  const idOf = (sent: Awaited<ReturnType<typeof reply>>) => (typeof sent === 'object' ? sent.id : 0);
  // Nobody hears of one that waits, nor of one that goes before it was shown.
  const waiting = idOf(await reply(true, null, 'Waits.'));
  await removeReply(api.orm, { id: waiting, author }, new Date());
  const first = idOf(await reply());
  const second = idOf(await reply(false, first));
  await addReply(api.orm, { author: mio.id, post: Number(other), answered: null, text: 'x', waits: false }, new Date());
  await correctReply(api.orm, { id: first, author, text: 'Not so!', waits: false }, new Date());
  await removeReply(api.orm, { id: second, author }, new Date());
  for (const id of [first, second, first, second]) {
    expect(await client.next()).toEqual({
      id: expect.any(String),
      event: 'reply',
      data: { id: String(id), post },
    });
  }
  const replies = [first, second].map((id) => ({ id: String(id), post }));
  expect(await changes(`?after=${last}&post=${post}`)).toMatchObject({ list: [], withdrawn: [], replies, gap: false });
  expect((await changes(`?after=${last}`)).replies).toEqual([]);
  await decideAs('reply')(api.orm, { id: first, to: 'withdrawn', reason: 'x', by: 'test' }, new Date());
  expect(await client.next()).toMatchObject({ event: 'reply', data: { id: String(first) } });
  const end = await storePost(api.orm, mio.id);
  expect(await everything.next()).toMatchObject({ event: 'post', data: { id: end } });
});

it('a network has as many streams as it may', async () => {
  const served = await api.serving({ STREAMS_PER_NETWORK: '2' });
  await open('', {}, served);
  await open('', {}, served);
  expect(await api.ask(POST_STREAM_PATH, { served })).toMatchObject(SERVER_CODES.tooMany);
});
