/** People who report, decide and appeal, for tests of order among posts. */
import { eq, like } from 'drizzle-orm';
import { afterEach } from 'vitest';
import type { ModerationYear, OwnDecision, WaitingAppeal, WaitingItem } from '../../../src/contract/moderation.ts';
import type { Moderated } from '../../../src/forms/lists.ts';
import {
  mails,
  moderationAudit,
  moderationDecisions,
  moderators,
  postAudit,
  posts,
  replies,
  replyAudit,
  reports,
  userProfiles,
} from '../../../src/server/db/schema.ts';
import { adminOn } from '../command.ts';
import { SITE } from './api.ts';
import { authorsOf, storePost } from './authors.ts';
import type { usersApi } from './usersApi.ts';

export const MODERATION_ROOT = '/api/web/moderation/';

/** Call at the top of a test file. `now`: the clock of the API. */
export function moderationOf(api: ReturnType<typeof usersApi>, now: () => Date) {
  const { reader } = authorsOf(api);
  /** The commands of moderation, of an operator */
  const by =
    (name: string) =>
    (...args: string[]) =>
      adminOn(() => ({ orm: api.orm, dataDir: api.dataDir, site: SITE }), '--by', name)('moderation', ...args);
  const admin = by('Mika Mori');

  afterEach(async () => {
    for (const table of [reports, moderationDecisions, moderators, moderationAudit, posts, postAudit, replyAudit]) {
      await api.orm.delete(table);
    }
  });

  async function person(name: string, locale: 'en-US' | 'ja' = 'en-US') {
    const { id, email, token } = await reader(name);
    await api.orm.update(userProfiles).set({ locale }).where(eq(userProfiles.userId, id));
    const call = <T = Record<string, unknown>>(path: string, method = 'GET', body?: unknown) =>
      api.ask<T>(MODERATION_ROOT + path, { token, method, ...(body !== undefined && { body }) });
    return {
      id,
      email,
      token,
      call,
      report: (item: string, given: object = {}) =>
        call('report', 'POST', { kind: 'post', id: item, reason: 'untrue', words: 'They rose.', ...given }),
      queue: async () => (await call<{ list: WaitingItem[]; appeals: WaitingAppeal[] }>('queue')).data,
      decide: (item: string, given: object = {}, kind: Moderated = 'post') =>
        call(`queue/${kind}/${item}`, 'POST', { ruling: 'withdraw', reason: 'untrue', words: 'They rose.', ...given }),
      /** Leaves it as it is. */
      keep: (item: string, kind: Moderated = 'post') =>
        call(`queue/${kind}/${item}`, 'POST', { ruling: 'keep', reason: null, words: '' }),
      appeal: (decision: string | undefined, words: string) => call(`mine/${decision}/appeal`, 'POST', { words }),
      answer: (appeal: string | undefined, given: object) => call(`appeals/${appeal}`, 'POST', given),
      own: async () => (await call<{ isModerator: boolean; list: OwnDecision[]; reports: OwnDecision[] }>('mine')).data,
    };
  }
  async function judge(name: string) {
    const one = await person(name);
    await admin('grant', one.email);
    return one;
  }
  /** An author with a post, who has reported it, and two who decide. */
  async function scene() {
    const [author, reporter] = [await person('Mio'), await person('Taro')];
    const [first, second] = [await judge('Ann'), await judge('Bob')];
    const post = await posted(author.id);
    await reporter.report(post);
    return { author, reporter, first, second, post };
  }
  const posted = (author: string, given: Parameters<typeof storePost>[2] = {}) =>
    storePost(api.orm, author, { at: now(), ...given });
  async function replied(author: string, post: string): Promise<string> {
    const [id, at] = [Number(post) + 1_000_000, now()];
    const place = { id, changed: id, post: Number(post), author };
    await api.orm
      .insert(replies)
      .values({ ...place, state: 'published', text: 'No, they *rose*.', sentAt: at, publishedAt: at });
    return String(id);
  }
  return {
    by,
    admin,
    person,
    judge,
    scene,
    posted,
    replied,
    counts: async () => (await api.ask<{ years: ModerationYear[] }>(`${MODERATION_ROOT}counts`)).data.years,
    /** The mails of a name to an address */
    mailed: async (name: string, to: string) =>
      (
        await api.orm
          .select()
          .from(mails)
          .where(like(mails.event, `${name} %`))
      ).filter((mail) => mail.recipient === to),
    stateOf: async (id: string) =>
      (
        await api.orm
          .select()
          .from(posts)
          .where(eq(posts.id, Number(id)))
      )[0]?.state,
  };
}
