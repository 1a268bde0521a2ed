/** Analysts who write posts, for tests of the API. */
import type { OwnPost } from '../../src/contract/posts.ts';
import type { PostDraft } from '../../src/forms/postForms.ts';
import { SITE } from './api.ts';
import { adminOn } from './command.ts';
import { companiesOf } from './companies.ts';
import { storeApplication } from './profiles.ts';
import type { usersApi } from './usersApi.ts';

export const POSTS_ROOT = '/api/web/posts/';
export const POST_FORM: PostDraft = {
  language: 'en',
  title: 'Yields fell',
  text: 'Two-year yields **fell**.',
  symbols: [],
  series: null,
  holding: 'none',
  pricesOn: null,
  recommendation: null,
};

/** Call at the top of a test file. */
export function writersOf(api: ReturnType<typeof usersApi>) {
  const { operator, userId } = companiesOf(api);
  const admin = (...args: string[]) =>
    adminOn(() => ({ orm: api.orm, dataDir: api.dataDir, site: SITE }), '--by', 'Mika Mori')('posts', ...args);
  async function writer({ name = 'Mio', license = 'checked' as 'checked' | 'submitted' | 'none' } = {}) {
    const { token, email } = await api.user({ email: `${name.toLowerCase()}@example.com`, nickname: name });
    const id = await userId(email);
    if (license !== 'none') {
      const reference = await storeApplication(api.orm, id, { role: 'analyst', given: { email } });
      await operator.applications('status', reference, 'approved');
      if (license === 'checked') await operator.applications('license', reference, 'checked');
    }
    const call = <T = Record<string, unknown>>(path: string, method = 'GET', body?: unknown) =>
      api.ask<T>(POSTS_ROOT + path, { token, method, ...(body !== undefined && { body }) });
    const save = async (form: object = {}) =>
      (await call<{ id: string }>('mine/draft', 'POST', { ...POST_FORM, ...form })).data.id;
    const publish = (post: string) => call<{ state: string }>(`mine/${post}/publish`, 'POST');
    return {
      ...{ id, email, token, call, save, publish },
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
  return { admin, writer };
}
