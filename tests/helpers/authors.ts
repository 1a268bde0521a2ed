/** Analysts with a checked license and what they have published, for tests of what readers see. */
import { eq } from 'drizzle-orm';
import type { NewsLanguage } from '../../src/contract/all.ts';
import type { PostDraft } from '../../src/forms/postForms.ts';
import type { Orm } from '../../src/server/db/database.ts';
import { posts, users } from '../../src/server/db/schema.ts';
import { beginDraft, show } from '../../src/server/posts/writing.ts';
import { adminOn } from './command.ts';
import { storeApplication } from './profiles.ts';

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
  ...{ basis: 'A model', method: 'Discounted yields' },
  ...{ risk: 'Rates rise', updates: 'Monthly', earlier: '', interests: '' },
} as const;

/** Makes a user an analyst whose license is checked; returns their id. */
export async function makeAnalyst(orm: Orm, email: string, site: string): Promise<string> {
  const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`Nobody has ${email}`);
  const admin = adminOn(() => ({ orm, dataDir: '', site }), '--by', 'Mika Mori');
  const reference = await storeApplication(orm, user.id, { role: 'analyst', given: { email } });
  await admin('applications', 'status', reference, 'approved');
  await admin('applications', 'license', reference, 'checked');
  return user.id;
}

/** Publishes a post of a user, whoever they are; returns its id. */
export async function published(
  orm: Orm,
  author: string,
  form: Partial<PostDraft<NewsLanguage>> = {},
  at = new Date(),
): Promise<string> {
  const id = await beginDraft(orm, { author, company: null, form: { ...POST, ...form } }, at);
  if (id === null) throw new Error(`${author} has too many drafts`);
  await show(orm, id, id, at);
  return String(id);
}

export const withdrawn = (orm: Orm, id: string) =>
  orm
    .update(posts)
    .set({ state: 'withdrawn' })
    .where(eq(posts.id, Number(id)));
