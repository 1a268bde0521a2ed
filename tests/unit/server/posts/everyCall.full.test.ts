/**
 * Every call of posts, replies, follows and moderation, as the OpenAPI document lists them: without a token, with
 * another's, without a license, without the right to decide, locked.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { SESSION_S } from '../../../../src/contract/users.ts';
import {
  moderationDecisions,
  moderators,
  postMarks,
  postRevisions,
  posts,
  replies,
  replyMarks,
  reports,
  userFollows,
  userProfiles,
} from '../../../../src/server/db/schema.ts';
import { authorsOf, POST, POSTS_ROOT } from '../../../helpers/server/authors.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

/** The calls that need no session, each by a decision. */
const OPEN = [
  ...['moderationCounts', 'person', 'personFollowers', 'personFollowing', 'post', 'postChanges', 'postList'],
  ...['postStream', 'postsJson', 'postsRss', 'replyList'],
];
/** What is sent to the others. */
const BODIES: Record<string, object> = {
  postDraft: POST,
  postDraftSave: { ...POST, title: 'Changed' },
  postPreview: { title: 'Changed', text: 'Changed' },
  postCorrect: { title: 'Changed', text: 'Changed' },
  postWithdraw: { reason: 'Changed' },
  followsChange: { shows: true },
  replyAdd: { post: '1', text: 'Changed' },
  replyCorrect: { text: 'Changed' },
  moderationReport: { kind: 'post', id: '1', reason: 'untrue', words: '' },
  moderationAppeal: { words: 'Changed' },
  moderationDecide: { ruling: 'withdraw', reason: 'untrue', words: 'Changed' },
  moderationDecideAppeal: { ruling: 'reversed', reason: 'untrue', words: 'Changed' },
};
/** What everyone may do with what is public, and with nothing else. */
const OF_ALL = ['post', 'postMark', 'postUnmark', 'replyMark', 'replyUnmark'];
/** What needs no right to decide. */
const WITHOUT_RIGHT = ['moderationAppeal', 'moderationCounts', 'moderationOwn', 'moderationReport'];
const [REPLIES_ROOT, MODERATION_ROOT] = ['/api/web/replies/', '/api/web/moderation/'];
/** What an author without a license may still do. */
const WITHOUT_LICENSE = [
  ...['postOwn', 'postDraft', 'postDraftDrop', 'postDraftSave', 'postPreview', 'postWithdraw', 'postsOwn'],
];

interface EveryCall {
  id: string;
  path: string;
  method: string;
  needsToken: boolean;
}
let now = new Date();
const api = usersApi({ now: () => now }, { POST_RATE_LIMIT_PER_MINUTE: '0', REPLY_RATE_LIMIT_PER_MINUTE: '0' });
const { writer } = authorsOf(api);
let every: EveryCall[];
beforeEach(async () => {
  now = new Date();
  const served = await api.serving();
  const { paths } = JSON.parse((await served.ask('/api/openapi.json')).text) as {
    paths: Record<string, Record<string, { operationId: string; security?: object[] }>>;
  };
  every = Object.entries(paths)
    .filter(([path]) => [POSTS_ROOT, REPLIES_ROOT, MODERATION_ROOT].some((root) => path.startsWith(root)))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
        id: operationId,
        path,
        method: method.toUpperCase(),
        needsToken: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
      })),
    );
});
const own = () => every.filter(({ needsToken }) => needsToken);
const withQuery = (id: string, path: string) => (id === 'repliesOwn' ? `${path}?post=1` : path);
const ask = ({ id, path, method }: EveryCall, token: string | undefined, post: string) =>
  api.ask(withQuery(id, path).replace('{id}', post).replace('{kind}', 'post').replace('{nickname}', 'Mio'), {
    method,
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { body: BODIES[id] ?? {} }),
  });
const stored = async () => [
  await api.orm.select().from(posts).orderBy(posts.id),
  await api.orm.select().from(replies).orderBy(replies.id),
  ...(await Promise.all(
    [postRevisions, postMarks, replyMarks, userFollows, reports, moderationDecisions].map((table) =>
      api.orm.select().from(table),
    ),
  )),
];
/** A reply that readers see, and a decision that can be appealed against, of an author. */
async function scene(author: string, post: string) {
  const id = Number(post);
  await api.orm
    .insert(replies)
    .values({ id, changed: id, post: id, author, state: 'published', text: 'Yes.', sentAt: now, publishedAt: now });
  const [decision] = await api.orm
    .insert(moderationDecisions)
    .values({ kind: 'reply', item: id, title: 'Yes.', author, at: now, by: 'x', outcome: 'withdrawn', words: 'No.' })
    .returning();
  return { reply: post, decision: decision?.id ?? '' };
}
afterEach(async () => {
  for (const table of [moderationDecisions, moderators, reports, posts]) await api.orm.delete(table);
});

it('needs a session, but for those that are open by a decision', () => {
  expect(
    every
      .filter(({ needsToken }) => !needsToken)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(OPEN);
});

it('refuses a token that is none, or whose session is over, or whose user is locked', async () => {
  const { id: author, token, email, save, posted } = await writer();
  const post = await posted();
  const ids = [post, await save(), (await scene(author, post)).decision];
  const expired = (await api.logIn({ email, own: false })).data.token;
  const ended = (await api.logIn({ email, own: false })).data.token;
  await api.ask('logout', { method: 'POST', token: ended });
  const before = await stored();
  const [plain = ''] = token.split('.');
  const refused = async (wrong: string | undefined, code: number) => {
    for (const call of own()) {
      for (const id of ids) expect([call.id, wrong, (await ask(call, wrong, id)).code]).toEqual([call.id, wrong, code]);
    }
  };
  for (const wrong of [undefined, '', plain, ended]) await refused(wrong, USER_CODES.unknown.code);
  now = new Date(Date.now() + SESSION_S.other * 1000 + 1000);
  await refused(expired, USER_CODES.expired.code);
  now = new Date();
  await api.orm.update(userProfiles).set({ lockedAt: now });
  await refused(token, USER_CODES.locked.code);
  expect(await stored()).toEqual(before);
});

it('does nothing to the posts of another, and shows nothing that is not public', async () => {
  const { id: author, save, posted } = await writer();
  const other = await writer('Taro');
  const post = await posted();
  const draft = await save();
  const { reply, decision } = await scene(author, post);
  const idsOf = ({ path }: EveryCall) =>
    path.startsWith(MODERATION_ROOT) ? [decision] : path.includes('replies/{id}') ? [reply] : [post, draft];
  const before = await stored();
  const calls = every.filter(({ path }) => path.includes('{id}'));
  for (const call of calls.filter(({ path, id }) => !path.startsWith(MODERATION_ROOT) || WITHOUT_RIGHT.includes(id))) {
    for (const [at, id] of [...idsOf(call), '0', 'x', '9'.repeat(19)].entries()) {
      if (at === 0 && OF_ALL.includes(call.id)) continue;
      const { code } = await ask(call, other.token, id);
      expect([call.id, id, code]).toEqual([call.id, id, SERVER_CODES.notFound.code]);
    }
  }
  expect(await stored()).toEqual(before);
  expect((await other.own()).list).toEqual([]);
});

it('without a license keeps drafts and withdraws, and publishes nothing', async () => {
  const { token, id: author, save, posted } = await writer();
  for (const call of own().filter(({ path }) => path.startsWith(`${POSTS_ROOT}mine`))) {
    const isOfPublic = call.id === 'postCorrect' || call.id === 'postWithdraw';
    const post = isOfPublic ? await posted() : await save();
    await api.orm.execute(`update applicants set licence = licence || '{"state":"refused"}'`);
    const { code } = await ask(call, token, post);
    const expected = WITHOUT_LICENSE.includes(call.id) ? SUCCESS : SERVER_CODES.conflict.code;
    expect([call.id, code]).toEqual([call.id, expected]);
    await api.orm.execute(`update applicants set licence = licence || '{"state":"checked"}'`);
  }
  expect(await api.orm.$count(posts, eq(posts.author, author))).toBeGreaterThan(0);
});

it('without the right to decide sees no queue and decides nothing, also of their own', async () => {
  const { id, token, posted } = await writer();
  const other = await writer('Taro');
  const post = await posted();
  const { decision } = await scene(id, post);
  const calls = every.filter(({ path, id }) => path.startsWith(MODERATION_ROOT) && !WITHOUT_RIGHT.includes(id));
  expect(calls.map((call) => call.id).sort()).toEqual([
    'moderationDecide',
    'moderationDecideAppeal',
    'moderationQueue',
  ]);
  const before = await stored();
  for (const call of calls) {
    for (const one of [token, other.token]) {
      for (const of of [post, decision, 'x']) {
        expect([call.id, of, (await ask(call, one, of)).code]).toEqual([call.id, of, USER_CODES.forbidden.code]);
      }
    }
  }
  expect(await stored()).toEqual(before);
});
