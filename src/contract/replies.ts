/**
 * The calls of replies to posts, as they go over the wire: users write them, everyone reads them. Bodies are in
 * forms/replyForms.ts. All but the list need the token of a session in the header `token`.
 */
import * as v from 'valibot';
import { callsBelow, instant } from './common.ts';
import { licenseData } from './companyWork.ts';
import { itemId } from './news.ts';
import { postNode } from './posts.ts';

const ROOT = '/api/web/replies/';
const call = /* @__PURE__ */ callsBelow(ROOT);

/**
 * waiting   sent, and the operator reads it first, as the first of an author
 * refused   the operator has refused it, with a reason; it can be corrected, and waits again
 * withdrawn by the operator; removed by its author
 */
export const REPLY_STATES = ['waiting', 'refused', 'published', 'withdrawn', 'removed'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

const text = v.array(postNode);

const replyBelow = v.object({
  id: itemId,
  /** Of one that is gone, only its place is left, because there are replies below it */
  isGone: v.boolean(),
  /** Null of one that is gone, and if the author has left */
  author: v.nullable(
    v.object({
      nickname: v.string(),
      avatar: v.nullable(v.string()),
      /** Null if they have none that everyone may see */
      license: v.nullable(licenseData),
    }),
  ),
  /** Whether its author has written the post */
  isOfPost: v.boolean(),
  /** The nickname of whom it answers, if that is another reply below the same one */
  answers: v.nullable(v.string()),
  text,
  helpful: v.number(),
  publishedAt: instant,
  /** Of a correction later than a while after it was sent */
  correctedAt: v.nullable(instant),
  /** Earlier wordings, oldest first */
  earlier: v.array(v.object({ text, until: instant })),
});
/** A reply below another one. */
export type ReplyBelow = v.InferOutput<typeof replyBelow>;

export const reply = v.object({
  ...replyBelow.entries,
  /** The first replies below it, oldest first, and where the next ones begin */
  below: v.array(replyBelow),
  next: v.nullable(v.string()),
});
export type Reply = v.InferOutput<typeof reply>;

export const replyListData = v.object({
  list: v.array(reply),
  next: v.nullable(v.string()),
  /** Public replies of both levels, and how many have found the post helpful */
  count: v.number(),
  helpful: v.number(),
});
export type ReplyList = v.InferOutput<typeof replyListData>;

const ownReply = v.object({
  id: itemId,
  /** The reply below which it stands; null if it is of the first level */
  parent: v.nullable(itemId),
  state: v.picklist(REPLY_STATES),
  /** As it was written, and as readers see it or will */
  written: v.string(),
  text,
  /** Why it was refused or withdrawn */
  reason: v.nullable(v.string()),
  sentAt: instant,
});
export type OwnReply = v.InferOutput<typeof ownReply>;
/** `shown`: as readers see it from now on; null if they do not */
const sentReply = v.object({ ...ownReply.entries, shown: v.nullable(reply) });

/** `?post=`, or `?parent=` for those below a reply; `?after=` the last `next`, `?limit=`. Oldest first. */
export const replyListCall = call('list', replyListData);
/** `?post=`: one's own replies to a post, newest first and without removed ones; what one has found helpful in it. */
export const ownRepliesCall = call(
  'mine',
  v.object({ list: v.array(ownReply), marked: v.array(itemId), isPostMarked: v.boolean(), isPostOwn: v.boolean() }),
);
export type OwnReplies = v.InferOutput<typeof ownRepliesCall.data>;
/** POST sends a reply; the same words twice in a while are one. */
export const addReplyCall = call('add', sentReply);
/** PUT corrects a reply, DELETE removes it. */
export const replyCall = call('{id}', v.nullable(sentReply));
/** PUT finds a reply helpful, DELETE takes that back. */
export const replyMarkCall = call('{id}/helpful', v.object({ helpful: v.number() }));
/** The same of a post. */
export const postMarkCall = call('posts/{id}/helpful', v.object({ helpful: v.number() }));
