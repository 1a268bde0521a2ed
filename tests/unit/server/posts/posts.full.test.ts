/** Posts of analysts and brokers: who writes them, what readers see of them, what the operator decides. */
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import type { Post, PostEntry, ShownPost } from '../../../../src/contract/posts.ts';
import { postAudit, posts } from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { MOST_DRAFTS } from '../../../../src/server/posts/writing.ts';
import { eraseUser } from '../../../../src/server/users/data/erase.ts';
import { COMPANY } from '../../../../src/site.ts';
import { authorsOf, POST as FORM, RECOMMENDATION, POSTS_ROOT as ROOT } from '../../../helpers/server/authors.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { PASSWORD, usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { operator, create, confirm, join } = companiesOf(api);
const { admin, writer } = authorsOf(api);
afterEach(async () => {
  await api.orm.delete(posts);
  await api.orm.delete(postAudit);
});

const list = async (query = '') =>
  (await api.ask<{ list: PostEntry[]; next: string | null }>(`${ROOT}list${query}`)).data;
const read = (id: string) => api.ask<Post>(`${ROOT}${id}`);

it('the first post of an author waits for the operator, the next ones are public at once', async () => {
  const { save, publish, own } = await writer();
  const first = await save();
  expect((await publish(first)).data).toEqual({ state: 'waiting' });
  expect((await list()).list).toEqual([]);
  expect(await read(first)).toMatchObject(SERVER_CODES.notFound);
  expect((await admin('list')).join('\n')).toContain(`${first}  `);
  expect((await admin('show', first)).join('\n')).toContain(FORM.text);
  expect(await admin('publish', first)).toEqual([`Post ${first} is public.`]);
  const second = await save({ title: 'And rose again' });
  expect((await publish(second)).data).toEqual({ state: 'published' });
  // Twice is once.
  expect((await publish(second)).data).toEqual({ state: 'published' });
  expect((await list()).list.map(({ id }) => id)).toEqual([second, first]);
  expect((await own()).list.map(({ id, state }) => [id, state])).toEqual([
    [second, 'published'],
    [first, 'published'],
  ]);
});

it('readers see the author, the license as it stands, the words, and what was corrected', async () => {
  const { posted, call } = await writer();
  const post = await posted({ symbols: ['US2Y'], pricesOn: '2026-11-20', holding: 'long' });
  const { data } = await read(post);
  expect(data).toMatchObject({
    author: { nickname: 'Mio', company: null, license: { role: 'analyst', state: 'checked' } },
    title: FORM.title,
    text: [{ tag: 'p', children: ['Two-year yields ', { tag: 'strong', children: ['fell'] }, '.'] }],
    summary: 'Two-year yields fell.',
    symbols: ['US2Y'],
    holding: 'long',
    pricesOn: '2026-11-20',
    correctedAt: null,
    earlier: [],
  });
  const corrected = await call<Pick<Post, 'text'>>(`mine/${post}/correct`, 'POST', {
    title: 'Yields fell',
    text: 'A *bit*.',
  });
  expect(corrected.data.text).toEqual([{ tag: 'p', children: ['A ', { tag: 'em', children: ['bit'] }, '.'] }]);
  const after = (await read(post)).data;
  expect(after).toMatchObject({ text: corrected.data.text, publishedAt: data.publishedAt });
  expect(after.earlier).toEqual([{ title: data.title, text: data.text, until: after.correctedAt }]);
  // The same words again are no correction.
  await call(`mine/${post}/correct`, 'POST', { title: 'Yields fell', text: 'A *bit*.' });
  expect((await read(post)).data.earlier).toHaveLength(1);
});

it('authors see a draft and a correction as readers would, and a correction changes nothing before it is published', async () => {
  const { posted, save, call } = await writer();
  const seen = async (path: string, method = 'GET', body?: object) =>
    (await call<{ post: ShownPost }>(`mine/${path}`, method, body)).data.post;
  const draft = await save({ recommendation: { ...RECOMMENDATION, advice: null } });
  expect(await seen(draft)).toMatchObject({
    author: { nickname: 'Mio', license: { role: 'analyst', state: 'checked' } },
    title: FORM.title,
    holding: 'none',
    earlier: [],
    recommendation: { ...RECOMMENDATION, advice: null },
  });
  await call(`mine/${draft}`, 'DELETE');

  const post = await posted({ symbols: ['US2Y'], pricesOn: '2026-11-20', recommendation: RECOMMENDATION });
  const before = (await read(post)).data;
  expect(await seen(post)).toEqual(before);
  const words = { title: 'Yields fell', text: 'A *bit*.' };
  const preview = await seen(`${post}/preview`, 'POST', words);
  expect((await read(post)).data).toEqual(before);
  expect(await seen(`${post}/preview`, 'POST', { title: FORM.title, text: FORM.text })).toEqual(before);
  await call(`mine/${post}/correct`, 'POST', words);
  const after = (await read(post)).data;
  const at = { correctedAt: after.correctedAt, earlier: [{ ...preview.earlier[0], until: after.correctedAt }] };
  expect({ ...preview, ...at }).toEqual(after);
});

it('a post that is withdrawn is gone, by its author or the operator, who say why', async () => {
  const { posted, call, own } = await writer();
  const [one, two] = [await posted(), await posted()];
  expect(await call(`mine/${one}/withdraw`, 'POST', { reason: '' })).toMatchObject(SERVER_CODES.invalid);
  expect(await call(`mine/${one}/withdraw`, 'POST', { reason: 'Wrong figure.' })).toMatchObject({ code: SUCCESS });
  expect(await admin('withdraw', two, '--why', 'Against the rules.')).toEqual([`Post ${two} is withdrawn.`]);
  expect(await read(one)).toMatchObject(SERVER_CODES.gone);
  expect((await list()).list).toEqual([]);
  expect((await own()).list.map(({ reason }) => reason)).toEqual(['Against the rules.', 'Wrong figure.']);
  await expect(admin('withdraw', two)).rejects.toThrow('--why');
  await expect(admin('withdraw', two, '--why', 'Again.')).rejects.toThrow('withdrawn');
});

it('a post that the operator refuses goes back to its author, who changes it and sends it again', async () => {
  const { save, publish, call, own } = await writer();
  const post = await save();
  await publish(post);
  // What waits is not changed under the eyes of who reads it.
  expect(await call(`mine/${post}`, 'PUT', FORM)).toMatchObject(SERVER_CODES.conflict);
  await admin('refuse', post, '--why', 'No source.');
  expect((await own()).list[0]).toMatchObject({ state: 'refused', reason: 'No source.' });
  expect(await call(`mine/${post}`, 'PUT', { ...FORM, text: 'By the Fed.' })).toMatchObject({ code: SUCCESS });
  expect((await publish(post)).data).toEqual({ state: 'waiting' });
});

it('nobody has more drafts than they may, and what is sent does not count', async () => {
  const { save, call, id: author, posted } = await writer();
  await posted();
  const post = Number(await save());
  const [row] = await api.orm.select().from(posts).where(eq(posts.id, post));
  if (!row) throw new Error('No draft');
  const more = Array.from({ length: MOST_DRAFTS - 1 }, (_, n) => ({ ...row, id: -n - 1, author }));
  await api.orm.insert(posts).values(more);
  const refused = { ...SERVER_CODES.conflict, message: serverMessage('server.post.drafts', 'en-US') };
  expect(await call('mine/draft', 'POST', FORM)).toMatchObject(refused);
  await call(`mine/${post}`, 'DELETE');
  expect(await call('mine/draft', 'POST', FORM)).toMatchObject({ code: SUCCESS });
});

it('a draft that another tab has saved since is not overwritten unseen', async () => {
  const { save, call, own } = await writer();
  const post = await save();
  const [{ savedAt: since } = { savedAt: '' }] = (await own()).list;
  const put = (title: string, of: object) =>
    call<{ savedAt: string }>(`mine/${post}`, 'PUT', { ...FORM, title, ...of });
  const first = await put('One tab', { since });
  expect(first).toMatchObject({ code: SUCCESS });
  const second = await put('Another tab', { since });
  expect(second).toMatchObject({ ...SERVER_CODES.conflict, message: serverMessage('server.post.changed', 'en-US') });
  expect((await own()).list[0]).toMatchObject({ draft: { title: 'One tab' }, savedAt: first.data.savedAt });
  // Who has seen it may.
  expect(await put('Another tab', { since: first.data.savedAt })).toMatchObject({ code: SUCCESS });
  expect(await put('x', { since: 'yesterday' })).toMatchObject(SERVER_CODES.conflict);
});

describe('without a license that is checked', () => {
  it.each([
    ['none', 'none'],
    ['submitted', 'submitted'],
  ] as const)('%s: drafts are kept, nothing is published', async (license, waits) => {
    const { save, publish, own } = await writer('Mio', { license });
    const post = await save();
    expect(await publish(post)).toMatchObject(SERVER_CODES.conflict);
    expect(await own()).toMatchObject({ waits, list: [{ id: post, state: 'draft' }] });
  });

  it('lost since: nothing is published or corrected, and what is wrong can go', async () => {
    const { posted, save, publish, call, id } = await writer();
    const post = await posted();
    const draft = await save();
    const [reference] = (await operator.users('show', id)).flatMap(
      (line) => /^application: (.*)/.exec(line)?.[1] ?? [],
    );
    await operator.applications('license', String(reference), 'refused', '--why', 'Not in the register.');
    expect(await publish(draft)).toMatchObject(SERVER_CODES.conflict);
    expect(await call(`mine/${post}/correct`, 'POST', { title: 'x', text: 'y' })).toMatchObject(SERVER_CODES.conflict);
    expect((await read(post)).data.author.license).toMatchObject({ state: 'none' });
    expect(await call(`mine/${post}/withdraw`, 'POST', { reason: 'No license.' })).toMatchObject({ code: SUCCESS });
  });
});

it.each([
  ['no title', { title: ' ' }, ['title']],
  ['no text', { text: '' }, ['text']],
  ['no word on positions', { holding: null }, ['holding']],
  ['prices without their day', { symbols: ['TSLA'] }, ['pricesOn']],
  ['a day to come', { symbols: ['TSLA'], pricesOn: '2999-01-01' }, ['pricesOn']],
  [
    'a recommendation without its basis and symbol',
    { pricesOn: '2026-11-20', recommendation: { advice: 'buy', horizon: null, basis: '', interests: '' } },
    ['product', 'horizon', 'basis', 'method', 'risk', 'updates'].map((name) => `recommendation.${name}`),
  ],
  ['marks that turn the direction', { title: 'a\u202eb' }, ['title']],
])('%s is a fault of its field, and nothing is published', async (_, form, fields) => {
  const { save, publish } = await writer();
  const answer = await publish(await save(form));
  expect(answer).toMatchObject(SERVER_CODES.invalid);
  expect((answer.data as unknown as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(fields);
  expect((await admin('list')).join('')).toBe('No post is waiting.');
});

it('in the name of a company: confirmed, with its license, by members who may publish news', async () => {
  const { email, call, own, save, publish } = await writer();
  const { token } = await api.user({ email: 'ann@example.com', nickname: 'Ann' });
  const company = await create(token);
  const draft = () => call('mine/draft', 'POST', { ...FORM, company });
  expect(await draft()).toMatchObject(SERVER_CODES.invalid);
  await join(company, email, ['publishing.publishNews']);
  expect(await draft()).toMatchObject(SERVER_CODES.invalid);
  await confirm(company);
  expect((await own()).companies).toEqual([{ id: company, name: 'Aoki Securities' }]);
  const post = await save({ company });
  await publish(post);
  await admin('publish', post);
  expect((await read(post)).data.author.company).toEqual({ name: 'Aoki Securities', licence: '123', authority: 'FSA' });
});

it("nobody else reads, changes, publishes or withdraws an author's draft, and no caller without a session", async () => {
  const { save, posted } = await writer();
  const other = await writer('Taro');
  const [draft, post] = [await save(), await posted()];
  const calls = (id: string) =>
    [
      [`mine/${id}`, 'PUT', FORM],
      [`mine/${id}`, 'DELETE', undefined],
      [`mine/${id}/publish`, 'POST', undefined],
      [`mine/${id}/correct`, 'POST', { title: 'x', text: 'y' }],
      [`mine/${id}/withdraw`, 'POST', { reason: 'x' }],
    ] as const;
  for (const [path, method, body] of [...calls(draft), ...calls(post)]) {
    expect(await other.call(path, method, body), `${method} ${path}`).toMatchObject(SERVER_CODES.notFound);
    const sent = await api.ask(ROOT + path, { method, ...(body !== undefined && { body }) });
    expect(sent, `${method} ${path}`).toMatchObject(USER_CODES.unknown);
  }
  for (const id of ['x', '0', '999999999', '1e3', '%00']) {
    expect(await other.call(`mine/${id}`, 'PUT', FORM), id).toMatchObject(SERVER_CODES.notFound);
  }
  expect((await other.own()).list).toEqual([]);
  expect(await read(draft)).toMatchObject(SERVER_CODES.notFound);
  await expect(admin('show', draft)).rejects.toThrow('no post');
});

it('lists go by language, author and symbol, in pages that new posts do not shift', async () => {
  const { posted } = await writer();
  const ids = [];
  for (const language of ['en', 'ja', 'en', 'en'] as const) {
    ids.unshift(await posted({ language, symbols: language === 'ja' ? ['USDJPY'] : [], pricesOn: '2026-11-20' }));
  }
  const [d, c, b, a] = ids;
  const of = async (query: string) => (await list(query)).list.map(({ id }) => id);
  expect(await of('?language=en')).toEqual([d, c, a]);
  expect(await of('?symbol=USDJPY')).toEqual([b]);
  expect(await of('?author=mio&limit=2')).toEqual([d, c]);
  expect(await of('?author=taro')).toEqual([]);
  const { next } = await list('?limit=2');
  await posted();
  expect(await of(`?limit=2&before=${next}`)).toEqual([b, a]);
  for (const query of ['?before=x', '?limit=0', '?language=xx', '?symbol=$', '?author=%00']) {
    expect(await api.ask(`${ROOT}list${query}`), query).toMatchObject(SERVER_CODES.invalid);
  }
});

it('of an author whose account is locked nothing is shown; with an erased one the posts go', async () => {
  const { posted, id } = await writer();
  const post = await posted();
  await operator.users('lock', id);
  expect([(await list()).list, (await read(post)).code]).toEqual([[], SERVER_CODES.notFound.code]);
  await operator.users('unlock', id);
  expect((await list()).list).toHaveLength(1);
  await eraseUser(api.orm, api.dataDir, id, 'Mika Mori', new Date());
  expect(await api.orm.select().from(posts)).toEqual([]);
});

it.each([
  [false, []],
  [true, [null]],
])('with a closed account that is erased, posts go or stay without a name (%s)', async (postsStay, authors) => {
  const { posted, save, token, id } = await writer();
  const post = await posted();
  await posted();
  const [gone] = (await list()).list;
  await api.ask(`${ROOT}mine/${gone?.id}/withdraw`, { token, body: { reason: 'Wrong.' } });
  await save();
  const close = (method: string, body?: object) => api.ask('profile/close', { token, method, ...(body && { body }) });
  // Opening it again takes the choice back.
  await close('POST', { password: PASSWORD, postsStay: true });
  await close('DELETE');
  expect(await close('POST', { password: PASSWORD, ...(postsStay && { postsStay }) })).toMatchObject({ code: SUCCESS });
  await eraseUser(api.orm, api.dataDir, id, 'retention', new Date());
  const left = await api.orm.select().from(posts);
  expect(left.map(({ author }) => author)).toEqual(authors);
  if (postsStay) {
    const { author } = (await read(post)).data;
    expect(author).toEqual({ nickname: null, avatar: null, license: null, company: null });
    expect((await list()).list).toHaveLength(1);
  }
});

it('the log of the account names what the operator did with posts', async () => {
  const { posted, token } = await writer();
  const post = await posted();
  await admin('withdraw', post, '--why', 'Against the rules.');
  const { data } = await api.ask<{ entries: { text: string }[] }>('profile/security/log?kind=access', { token });
  const say = (key: 'server.log.postPublished' | 'server.log.postWithdrawn', what = '') =>
    serverMessage(key, 'en-US', { who: COMPANY, reference: FORM.title, what });
  const texts = data.entries.map(({ text }) => text);
  expect(texts.slice(0, 2)).toEqual([
    say('server.log.postWithdrawn', 'Against the rules.'),
    say('server.log.postPublished'),
  ]);
});
