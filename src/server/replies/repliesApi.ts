/** Replies over HTTP: what everyone reads, and what users write and mark. */
import * as v from 'valibot';
import { ITEM_ID } from '../../contract/all.ts';
import {
  addReplyCall,
  ownRepliesCall,
  postMarkCall,
  replyCall,
  replyListCall,
  replyMarkCall,
} from '../../contract/replies.ts';
import { replyCorrectionShape, replyShape } from '../../forms/replyForms.ts';
import { tooMany } from '../answers.ts';
import type { CallsPart, Outcome } from '../apiCalls.ts';
import { localeOf, type ServerMessage } from '../messages.ts';
import { looked, waitsForModerator } from '../moderation/holding.ts';
import { positionAt } from '../news/lists.ts';
import { cursor, limitOf } from '../news/queries.ts';
import type { UserCalls } from '../users/userCalls.ts';
import { markPost, markReply, type Unmarked } from './marks.ts';
import { listBelow, listOwn, listReplies, sentOf } from './reading.ts';
import type { Undone } from './repliedPost.ts';
import { addReply, correctReply, removeReply } from './writing.ts';

export interface RepliesApi extends Pick<CallsPart, 'createLimit'> {
  calls: UserCalls;
  /** Replies and corrections of one user in a minute; 0 for no limit */
  perMinute: number;
}

/** Marks cost less than words, and a network is more than one user. */
const MARKS = 6;
const USERS = 4;

const id = v.pipe(v.string(), v.regex(ITEM_ID));
const LIST_QUERY = v.object({
  post: v.optional(id),
  parent: v.optional(id),
  after: cursor,
  limit: limitOf('30'),
});
const MESSAGES = {
  post: 'server.post.unknown',
  parent: 'server.reply.unknown',
  after: 'server.cursor',
  limit: 'server.limit',
} as const satisfies Record<string, ServerMessage>;

const UNKNOWN = { error: 'notFound', message: 'server.reply.unknown', field: 'id' } as const;
const UNKNOWN_POST = { error: 'notFound', message: 'server.post.unknown', field: 'post' } as const;

const undone = (why: Undone | Unmarked, unknown: Outcome<never> = UNKNOWN): Outcome<never> => {
  if (why === 'unknown') return unknown;
  if (why === 'gone') return { error: 'gone', message: 'server.gone', field: 'post' };
  return { error: 'conflict', message: why === 'own' ? 'server.reply.own' : 'server.reply.state' };
};

const idOf = (text: string): number | null => (ITEM_ID.test(text) ? Number(text) : null);

export function addRepliesApi({ calls, createLimit, perMinute }: RepliesApi): void {
  const words = createLimit(perMinute, 'reply');
  const marks = createLimit(perMinute * MARKS, 'mark');
  const fromNetwork = createLimit(perMinute * USERS, 'replies');
  const marksFromNetwork = createLimit(perMinute * MARKS * USERS, 'marks');

  calls.open({
    call: replyListCall,
    operationId: 'replyList',
    summary: 'Replies to a post with the first ones below each, or those below a reply; oldest first',
    query: LIST_QUERY,
    messages: MESSAGES,
    refuses: ['notFound', 'gone'],
    handle: async ({ c, orm, query: { post, parent, after, limit } }) => {
      const page = { after: positionAt(after), limit: Number(limit) };
      const locale = localeOf(c.req.header('accept-language'));
      c.header('Vary', 'Accept-Language', { append: true });
      if (parent !== undefined) {
        const found = await listBelow(orm, Number(parent), page, locale);
        return typeof found === 'string' ? undone(found) : { data: found };
      }
      const found = post === undefined ? 'unknown' : await listReplies(orm, Number(post), page, locale);
      return typeof found === 'string' ? undone(found, UNKNOWN_POST) : { data: found };
    },
  });

  calls.withSession({
    call: ownRepliesCall,
    operationId: 'repliesOwn',
    summary: "The caller's replies to a post, also those that wait, and what they have found helpful in it",
    query: v.object({ post: id }),
    messages: { post: MESSAGES.post },
    refuses: ['notFound', 'gone'],
    handle: async ({ orm, user, query: { post } }) => {
      const found = await listOwn(orm, user.id, Number(post));
      return typeof found === 'string' ? undone(found, UNKNOWN_POST) : { data: found };
    },
  });

  calls.withSession({
    call: addReplyCall,
    method: 'post',
    operationId: 'replyAdd',
    summary:
      'Replies to a post or a reply. The first reply of a user waits for the operator; the same words again are one',
    refuses: ['notFound', 'gone', 'conflict'],
    limit: fromNetwork,
    body: replyShape,
    handle: async ({ c, orm, now, user, body: { post, answered, text } }) => {
      const wait = await words(user.id);
      if (wait > 0) return tooMany(c, wait);
      const { faults, ...read } = looked('text', text);
      if (faults) return { faults };
      const to = answered === null ? null : Number(answered);
      const waits = waitsForModerator(read, user.createdAt, now);
      const done = await addReply(orm, { author: user.id, post: Number(post), answered: to, text, waits }, now);
      if (done === 'unknown') return answered === null ? UNKNOWN_POST : UNKNOWN;
      if (typeof done === 'string') return undone(done);
      return { data: await sentOf(orm, done, localeOf(c.req.header('accept-language'))) };
    },
  });

  calls.withSession({
    call: replyCall,
    method: 'put',
    operationId: 'replyCorrect',
    summary:
      'Corrects a reply: silently for 15 minutes, then readers see the earlier words too. A refused one waits again',
    refuses: ['notFound', 'gone', 'conflict'],
    limit: fromNetwork,
    body: replyCorrectionShape,
    handle: async ({ c, orm, now, user, param, body: { text } }) => {
      const wait = await words(user.id);
      if (wait > 0) return tooMany(c, wait);
      const { faults, ...read } = looked('text', text);
      if (faults) return { faults };
      const id = idOf(param('id'));
      const change = { author: user.id, text, waits: waitsForModerator(read, user.createdAt, now) };
      const done = id === null ? 'unknown' : await correctReply(orm, { id, ...change }, now);
      if (typeof done === 'string') return undone(done);
      return { data: await sentOf(orm, done, localeOf(c.req.header('accept-language'))) };
    },
  });

  calls.withSession({
    call: replyCall,
    method: 'delete',
    operationId: 'replyRemove',
    summary: 'Removes a reply. Its place stays if there are replies below it',
    refuses: ['notFound'],
    handle: async ({ orm, now, user, param }) => {
      const id = idOf(param('id'));
      const done = id === null ? 'unknown' : await removeReply(orm, { id, author: user.id }, now);
      return done === 'done' ? { data: null } : undone(done);
    },
  });

  for (const { call, mark, what, name } of [
    { call: replyMarkCall, mark: markReply, what: 'a reply', name: 'reply' },
    { call: postMarkCall, mark: markPost, what: 'a post', name: 'post' },
  ]) {
    for (const method of ['put', 'delete'] as const) {
      const helpful = method === 'put';
      calls.withSession({
        call,
        method,
        operationId: `${name}${helpful ? 'Mark' : 'Unmark'}`,
        summary: helpful ? `Finds ${what} helpful, once` : `No longer finds ${what} helpful`,
        refuses: ['notFound', 'gone', 'conflict'],
        limit: marksFromNetwork,
        handle: async ({ c, orm, user, param }) => {
          const wait = await marks(user.id);
          if (wait > 0) return tooMany(c, wait);
          const id = idOf(param('id'));
          const done = id === null ? 'unknown' : await mark(orm, { id, user: user.id, helpful });
          if (done === 'unknown') return name === 'post' ? UNKNOWN_POST : UNKNOWN;
          return typeof done === 'string' ? undone(done) : { data: { helpful: done } };
        },
      });
    }
  }
}
