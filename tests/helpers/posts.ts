/** Authors and readers of posts, for tests. */
import { eq } from 'drizzle-orm';
import type { NewsLanguage } from '../../src/contract/all.ts';
import type { PostDraft } from '../../src/forms/postForms.ts';
import type { Orm } from '../../src/server/db/database.ts';
import { numbered } from '../../src/server/db/numbered.ts';
import { posts, users } from '../../src/server/db/schema.ts';
import { postSummary } from '../../src/server/posts/postText.ts';
import { CHANNEL } from '../../src/server/posts/writing.ts';
import { companiesOf } from './companies.ts';
import { storeApplication } from './profiles.ts';
import type { usersApi } from './usersApi.ts';

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

/** Publishes a post, as if the operator had read it. Returns its id. */
export const storePost = (
  orm: Orm,
  author: string,
  { at = new Date(), ...given }: Partial<PostDraft<NewsLanguage>> & { at?: Date } = {},
): Promise<string> =>
  numbered(orm, CHANNEL, 1, async (tx, number) => {
    const form = { ...POST, ...given };
    const { language, title, symbols, text } = form;
    const product = form.recommendation?.product ?? null;
    await tx.insert(posts).values({
      ...{ id: number, changed: number, author, state: 'published', form, language, title, symbols, product },
      ...{ summary: postSummary(text), savedAt: at, publishedAt: at },
    });
    return String(number);
  });

/** Signs users up: readers, and writers with a license that is checked. */
export function writers(api: ReturnType<typeof usersApi>) {
  const { operator } = companiesOf(api);
  async function reader(nickname: string): Promise<{ id: string; email: string; token: string }> {
    const { token, email } = await api.user({ email: `${nickname.toLowerCase()}@example.com`, nickname });
    const [user] = await api.orm.select().from(users).where(eq(users.email, email));
    return { id: String(user?.id), email, token };
  }
  async function writer(nickname: string): Promise<{ id: string; email: string; token: string }> {
    const made = await reader(nickname);
    const reference = await storeApplication(api.orm, made.id, { role: 'analyst', given: { email: made.email } });
    await operator.applications('status', reference, 'approved');
    await operator.applications('license', reference, 'checked');
    return made;
  }
  return { operator, reader, writer };
}
