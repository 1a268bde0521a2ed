/** Posts over HTTP: what everyone reads, and what their authors write. */
import * as v from 'valibot';
import { ITEM_ID, NEWS_LANGUAGES } from '../../contract/all.ts';
import { type CallData, instant } from '../../contract/common.ts';
import {
  correctPostCall,
  draftCall,
  ownPostCall,
  ownPostsCall,
  postCall,
  postListCall,
  previewCall,
  publishPostCall,
  withdrawPostCall,
} from '../../contract/posts.ts';
import { faultsOf } from '../../forms/faults.ts';
import { draftShape, postCorrectionShape, postShape, postWithdrawalShape } from '../../forms/postForms.ts';
import { type ApiContext, tooMany } from '../answers.ts';
import { type CallsPart, fault, type Outcome } from '../apiCalls.ts';
import type { Orm } from '../db/database.ts';
import { localeOf } from '../messages.ts';
import { looked, waitsForModerator } from '../moderation/holding.ts';
import type { Country } from '../moderation/lawful.ts';
import { SHARING } from '../moderation/moderationApi.ts';
import { positionAt, writeCursor } from '../news/lists.ts';
import { sha256 } from '../shared/reference.ts';
import type { UserCalls } from '../users/userCalls.ts';
import { addFollowsApi } from './followsApi.ts';
import { addPostFeeds } from './postFeeds.ts';
import { postText } from './postText.ts';
import { LIST_MESSAGES, listQuery } from './queries.ts';
import { findPost, listOwn, listPosts, ownShown } from './reading.ts';
import type { PostHub } from './stream.ts';
import { addPostStream } from './streamApi.ts';
import { companiesOf, waitsFor } from './writers.ts';
import { beginDraft, correctPost, dropDraft, publishDraft, saveDraft, type Undone, withdrawPost } from './writing.ts';

export interface PostsApi extends Pick<CallsPart, 'createLimit'> {
  calls: UserCalls;
  networkOf: CallsPart['networkOf'];
  /** The stream of posts */
  hub: PostHub;
  /** Origin of the site */
  site: string;
  /** Ids of the official series */
  series: readonly string[];
  /** The country of the caller; null if it is not known */
  countryOf: (c: ApiContext) => Promise<Country>;
  /** Changes of one author in a minute, of a network some times as many; 0 for no limit */
  perMinute: number;
}

const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.post.unknown', field: 'id' };
const undone = (why: Undone): Outcome<never> =>
  why === 'unknown'
    ? UNKNOWN
    : { error: 'conflict', message: why === 'changed' ? 'server.post.changed' : 'server.post.state' };

const idOf = (text: string): number | null => (ITEM_ID.test(text) ? Number(text) : null);

export function addPostsApi({
  calls,
  createLimit,
  networkOf,
  hub,
  countryOf,
  site,
  series,
  perMinute,
}: PostsApi): void {
  const limit = createLimit(perMinute, 'post');
  const network = createLimit(perMinute * SHARING, 'post-network');
  const draft = draftShape({ languages: NEWS_LANGUAGES, series });
  /** A draft, and the id of the company in whose name it is written, or null. */
  const DRAFT = v.object({
    ...draft.entries,
    company: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
  });
  const CHANGED = v.object({ ...DRAFT.entries, since: v.optional(v.nullable(instant), null) });

  /** A company in whose name the author may write, or none. */
  const knows = async (orm: Orm, user: string, company: string | null, now: Date) =>
    company === null || (await companiesOf(orm, user, now)).some(({ id }) => id === company);

  /** One of the caller's posts, in the language in which they read. */
  const shown = async (
    c: ApiContext,
    orm: Orm,
    which: Parameters<typeof ownShown>[1],
  ): Promise<Outcome<CallData<typeof ownPostCall>>> => {
    const found = await ownShown(orm, which, localeOf(c.req.header('accept-language')));
    return found ? { data: found } : UNKNOWN;
  };

  calls.open({
    call: postListCall,
    operationId: 'postList',
    summary: 'Posts of analysts and brokers, newest first',
    query: listQuery,
    messages: LIST_MESSAGES,
    handle: async ({ c, orm, query: { before, limit: most, ...filters } }) => {
      const { list, next } = await listPosts(
        orm,
        {
          ...filters,
          before: positionAt(before),
          limit: Number(most),
          country: await countryOf(c),
        },
        localeOf(c.req.header('accept-language')),
      );
      c.header('Vary', 'Accept-Language', { append: true });
      return { data: { list, next: next && writeCursor(next) } };
    },
  });

  calls.withSession({
    call: ownPostsCall,
    operationId: 'postsOwn',
    summary: "The caller's drafts and posts, and what they wait for before they can publish",
    handle: async ({ c, orm, now, user }) => {
      const after = c.req.query('after');
      if (after !== undefined && !ITEM_ID.test(after)) {
        return { error: 'invalid', message: 'server.cursor', field: 'after' };
      }
      const list = await listOwn(orm, user.id, after === undefined ? undefined : Number(after));
      return {
        data: {
          ...list,
          waits: await waitsFor(orm, user.id),
          companies: await companiesOf(orm, user.id, now),
          owner: sha256(user.id),
        },
      };
    },
  });

  calls.withSession({
    call: draftCall,
    method: 'post',
    operationId: 'postDraft',
    limit: network,
    summary: 'Saves a new draft',
    refuses: ['conflict'],
    body: DRAFT,
    handle: async ({ c, orm, now, user, body: { company, ...form } }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      if (!(await knows(orm, user.id, company, now))) return fault('company', 'choiceUnknown');
      const id = await beginDraft(orm, { author: user.id, company, form }, now);
      if (id === null) return { error: 'conflict', message: 'server.post.drafts' };
      return shown(c, orm, { id, author: user.id });
    },
  });

  calls.withSession({
    call: ownPostCall,
    operationId: 'postOwn',
    summary: "One of the caller's posts as readers see it, or would",
    refuses: ['notFound'],
    handle: async ({ c, orm, user, param }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const id = idOf(param('id'));
      return id === null ? UNKNOWN : shown(c, orm, { id, author: user.id });
    },
  });

  calls.withSession({
    call: ownPostCall,
    method: 'put',
    operationId: 'postDraftSave',
    limit: network,
    summary: 'Saves a draft again',
    refuses: ['notFound', 'conflict'],
    body: CHANGED,
    handle: async ({ c, orm, now, user, param, body: { company, since, ...form } }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const id = idOf(param('id'));
      if (id === null) return UNKNOWN;
      if (!(await knows(orm, user.id, company, now))) return fault('company', 'choiceUnknown');
      const done = await saveDraft(orm, { id, author: user.id, company, form, since }, now);
      return done === 'done' ? shown(c, orm, { id, author: user.id }) : undone(done);
    },
  });

  calls.withSession({
    call: ownPostCall,
    method: 'delete',
    operationId: 'postDraftDrop',
    summary: 'Drops a draft',
    refuses: ['notFound', 'conflict'],
    handle: async ({ orm, now, user, param }) => {
      const id = idOf(param('id'));
      const done = id === null ? 'unknown' : await dropDraft(orm, { id, author: user.id });
      return done === 'done' ? { data: { id: param('id'), post: null, savedAt: now.toISOString() } } : undone(done);
    },
  });

  calls.withSession({
    call: publishPostCall,
    method: 'post',
    operationId: 'postPublish',
    limit: network,
    summary: 'Publishes a draft, once. The first post of an author waits for the operator',
    refuses: ['notFound', 'conflict', 'invalid'],
    handle: async ({ c, orm, now, user, param }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const id = idOf(param('id'));
      if (id === null) return UNKNOWN;
      if (await waitsFor(orm, user.id)) return { error: 'conflict', message: 'server.post.unlicensed' };
      const companies = await companiesOf(orm, user.id, now);
      const shape = postShape({ languages: NEWS_LANGUAGES, series, today: now.toISOString().slice(0, 10) });
      const done = await publishDraft(
        orm,
        {
          id,
          author: user.id,
          check: ({ form, company }) => {
            if (company !== null && !companies.some((one) => one.id === company)) {
              return [{ field: 'company', key: 'choiceUnknown' as const, value: '' }];
            }
            const checked = v.safeParse(shape, form, { abortPipeEarly: true });
            return checked.success ? looked('text', form.text, form.title).faults : faultsOf(checked.issues);
          },
          waits: ({ title, text, recommendation }) => {
            const { texts, links } = looked('text', text, title);
            const answers = Object.values(recommendation ?? {}).filter((part) => part !== null);
            return waitsForModerator({ texts: [...texts, ...answers], links }, user.createdAt, now);
          },
        },
        now,
      );
      if (typeof done === 'object' && 'faults' in done) return done;
      return typeof done === 'string' ? undone(done) : { data: done };
    },
  });

  calls.withSession({
    call: previewCall,
    method: 'post',
    operationId: 'postPreview',
    limit: network,
    summary: 'Shows a correction, and stores nothing',
    refuses: ['notFound'],
    body: postCorrectionShape,
    handle: async ({ c, orm, now, user, param, body }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const id = idOf(param('id'));
      return id === null ? UNKNOWN : shown(c, orm, { id, author: user.id, correction: { ...body, at: now } });
    },
  });

  calls.withSession({
    call: correctPostCall,
    method: 'post',
    operationId: 'postCorrect',
    limit: network,
    summary: 'Corrects title and text of a post. Readers see the earlier ones too',
    refuses: ['notFound', 'conflict'],
    body: postCorrectionShape,
    handle: async ({ c, orm, now, user, param, body }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const id = idOf(param('id'));
      if (id === null) return UNKNOWN;
      if (await waitsFor(orm, user.id)) return { error: 'conflict', message: 'server.post.unlicensed' };
      const { faults, ...read } = looked('text', body.text, body.title);
      if (faults) return { faults };
      const waits = waitsForModerator(read, user.createdAt, now);
      const done = await correctPost(orm, { id, author: user.id, ...body, waits }, now);
      return done === 'done' ? { data: { text: postText(body.text) } } : undone(done);
    },
  });

  // Also without a license: what is wrong must be able to go.
  calls.withSession({
    call: withdrawPostCall,
    method: 'post',
    operationId: 'postWithdraw',
    summary: 'Withdraws a post, with a reason',
    refuses: ['notFound', 'conflict'],
    body: postWithdrawalShape,
    handle: async ({ orm, now, user, param, body: { reason } }) => {
      const id = idOf(param('id'));
      const done = id === null ? 'unknown' : await withdrawPost(orm, { id, author: user.id, reason }, now);
      return done === 'done' ? { data: null } : undone(done);
    },
  });

  addFollowsApi({ calls, countryOf, createLimit, perMinute });
  addPostFeeds(calls, site);
  addPostStream({ calls, hub, networkOf, countryOf });

  // After those below 'mine', which it would take for an id.
  calls.open({
    call: postCall,
    operationId: 'post',
    summary: 'A post with its earlier wordings. 410 if it is withdrawn',
    refuses: ['notFound', 'gone'],
    handle: async ({ c, orm, param }) => {
      const id = idOf(param('id'));
      const found =
        id === null
          ? 'unknown'
          : await findPost(orm, id, localeOf(c.req.header('accept-language')), await countryOf(c));
      c.header('Vary', 'Accept-Language', { append: true });
      if (found === 'unknown') return UNKNOWN;
      if (found === 'withheld') return { error: 'notFound', message: 'server.post.withheld', field: 'id' };
      return found === 'gone' ? { error: 'gone', message: 'server.gone', field: 'id' } : { data: found };
    },
  });
}
