/** Every call of posts, as the OpenAPI document lists them: without a token, with another's, without a license, locked. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import { SESSION_S } from '../../../../src/contract/users.ts';
import { postRevisions, posts, userProfiles } from '../../../../src/server/db/schema.ts';
import { usersApi } from '../../../helpers/usersApi.ts';
import { POST_FORM, POSTS_ROOT, writersOf } from '../../../helpers/writers.ts';

/** The calls that need no session, each by a decision. */
const OPEN = ['post', 'postList'];
/** What is sent to the others. */
const BODIES: Record<string, object> = {
  postDraft: POST_FORM,
  postDraftSave: { ...POST_FORM, title: 'Changed' },
  postCorrect: { title: 'Changed', text: 'Changed' },
  postWithdraw: { reason: 'Changed' },
};
/** What an author without a license may still do. */
const WITHOUT_LICENSE = ['postOwn', 'postDraft', 'postDraftDrop', 'postDraftSave', 'postWithdraw', 'postsOwn'];

interface EveryCall {
  id: string;
  path: string;
  method: string;
  needsToken: boolean;
}
let now = new Date();
const api = usersApi({ now: () => now });
const { writer } = writersOf(api);
let every: EveryCall[];
beforeEach(async () => {
  now = new Date();
  const served = await api.serving();
  const { paths } = JSON.parse((await served.ask('/api/openapi.json')).text) as {
    paths: Record<string, Record<string, { operationId: string; security?: object[] }>>;
  };
  every = Object.entries(paths)
    .filter(([path]) => path.startsWith(POSTS_ROOT))
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
const ask = ({ id, path, method }: EveryCall, token: string | undefined, post: string) =>
  api.ask(path.replace('{id}', post), {
    method,
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { body: BODIES[id] ?? {} }),
  });
const stored = async () => [
  await api.orm.select().from(posts).orderBy(posts.id),
  await api.orm.select().from(postRevisions),
];

it('needs a session, but for those that are open by a decision', () => {
  expect(
    every
      .filter(({ needsToken }) => !needsToken)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(OPEN);
});

it('refuses a token that is none, or whose session is over, or whose user is locked', async () => {
  const { token, email, save, posted } = await writer();
  const ids = [await posted(), await save()];
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
  const { save, posted } = await writer();
  const other = await writer({ name: 'Taro' });
  const ids = [await posted(), await save(), '0', 'x', '9'.repeat(19)];
  const before = await stored();
  for (const call of every.filter(({ path }) => path.includes('{id}'))) {
    for (const [at, id] of ids.entries()) {
      const { code } = await ask(call, other.token, id);
      const expected = call.id === 'post' && at === 0 ? SUCCESS : SERVER_CODES.notFound.code;
      expect([call.id, id, code]).toEqual([call.id, id, expected]);
    }
  }
  expect(await stored()).toEqual(before);
  expect((await other.own()).list).toEqual([]);
});

it('without a license keeps drafts and withdraws, and publishes nothing', async () => {
  const { token, id: author, save, posted } = await writer();
  for (const call of own()) {
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
