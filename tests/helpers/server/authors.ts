/** Readers, analysts with a license and what they have published, for tests of posts. */
import { eq } from 'drizzle-orm';
import type { NewsLanguage } from '../../../src/contract/all.ts';
import type { OwnPost } from '../../../src/contract/posts.ts';
import type { PostDraft } from '../../../src/forms/postForms.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { numbered } from '../../../src/server/db/numbered.ts';
import { posts, users } from '../../../src/server/db/schema.ts';
import { postSummary } from '../../../src/server/posts/postText.ts';
import { CHANNEL } from '../../../src/server/posts/writing.ts';
import { adminOn } from '../command.ts';
import { SITE } from './api.ts';
import { storeApplication } from './profiles.ts';
import type { usersApi } from './usersApi.ts';

export const POSTS_ROOT = '/api/web/posts/';
export const POST: PostDraft<NewsLanguage> = {
  language: 'en',
  title: 'Yields fell',
  text: 'Two-year yields **fell**.',
  symbols: [],
  series: null,
  holding: 'none',
  pricesOn: null,
  recommendation: null,
};

/** A recommendation with what the law asks; of a product that may be recommended everywhere. */
export const RECOMMENDATION = {
  product: 'options',
  advice: 'buy',
  horizon: 'months',
  basis: 'A model',
  method: 'Discounted yields',
  risk: 'Rates rise',
  updates: 'Monthly',
  earlier: '',
  interests: '',
} as const;

type License = 'checked' | 'submitted' | 'none';

/** The id of a user. */
export async function userWith(orm: Orm, email: string): Promise<string> {
  const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`Nobody has ${email}`);
  return user.id;
}

/** Makes a user an analyst with a license; returns their id. */
export async function makeAnalyst(
  orm: Orm,
  email: string,
  site: string,
  license: License = 'checked',
): Promise<string> {
  const id = await userWith(orm, email);
  if (license === 'none') return id;
  const admin = adminOn(() => ({ orm, dataDir: '', site }), '--by', 'Mika Mori');
  const reference = await storeApplication(orm, id, { role: 'analyst', given: { email } });
  await admin('applications', 'status', reference, 'approved');
  if (license === 'checked') await admin('applications', 'license', reference, 'checked');
  return id;
}

/** Stores a post, whoever its author is, as if the operator had published it; or one that waits. Returns its id. */
export const storePost = (
  orm: Orm,
  author: string | null,
  {
    at = new Date(),
    state = 'published',
    ...given
  }: Partial<PostDraft<NewsLanguage>> & { at?: Date; state?: 'published' | 'waiting' } = {},
): Promise<string> =>
  numbered(orm, CHANNEL, 1, async (tx, number) => {
    const form = { ...POST, ...given };
    const { language, title, symbols, text } = form;
    const product = form.recommendation?.product ?? null;
    await tx.insert(posts).values({
      id: number,
      changed: number,
      author,
      state,
      form,
      language,
      title,
      symbols,
      product,
      summary: postSummary(text),
      savedAt: at,
      publishedAt: state === 'published' ? at : null,
    });
    return String(number);
  });

/** Takes a post away, without a decision. */
export const withdraw = (orm: Orm, id: string) =>
  orm
    .update(posts)
    .set({ state: 'withdrawn' })
    .where(eq(posts.id, Number(id)));

/** Signs users up over the API. Call it at the top of a test file. */
export function authorsOf(api: ReturnType<typeof usersApi>) {
  /** The commands of posts */
  const admin = (...args: string[]) =>
    adminOn(() => ({ orm: api.orm, dataDir: api.dataDir, site: SITE }), '--by', 'Mika Mori')('posts', ...args);
  async function reader(nickname: string): Promise<{ id: string; email: string; token: string }> {
    const { token, email } = await api.user({ email: `${nickname.toLowerCase()}@example.com`, nickname });
    return { id: await userWith(api.orm, email), email, token };
  }
  async function writer(nickname = 'Mio', { license = 'checked' as License } = {}) {
    const { id, email, token } = await reader(nickname);
    await makeAnalyst(api.orm, email, SITE, license);
    const call = <T = Record<string, unknown>>(path: string, method = 'GET', body?: unknown) =>
      api.ask<T>(POSTS_ROOT + path, { token, method, ...(body !== undefined && { body }) });
    const save = async (form: object = {}) =>
      (await call<{ id: string }>('mine/draft', 'POST', { ...POST, ...form })).data.id;
    const publish = (post: string) => call<{ state: string }>(`mine/${post}/publish`, 'POST');
    return {
      id,
      email,
      token,
      call,
      save,
      publish,
      own: async () => (await call<{ list: OwnPost[]; waits: string | null; companies: unknown[] }>('mine')).data,
      /** Publishes a post that readers see. */
      async posted(form: object = {}): Promise<string> {
        const post = await save(form);
        const { data } = await publish(post);
        if (data.state === 'waiting') await admin('publish', post);
        return post;
      },
    };
  }
  return { admin, reader, writer };
}
