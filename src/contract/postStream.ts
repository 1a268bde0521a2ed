/**
 * What is new in posts, as it comes. Server-sent events, each with the id to resume after:
 *   post      a PostEntry: new, or replaces the one with its id
 *   withdraw  { id }: remove it
 *   reply     { id, post }: a reply to a post is new, or has changed or gone; only to who asks for the post
 *   gap       { }: more was missed than is kept; reload the list
 *   beat      { at }: nothing was missed up to now
 * docs/socialSocket.md describes the same messages for a websocket (SOCIAL_SOCKET_URL).
 */
import * as v from 'valibot';
import { callsBelow, instant } from './common.ts';
import { itemId } from './news.ts';
import { postEntry } from './posts.ts';

export const POST_STREAM_PATH = '/api/web/posts/stream';

export const withdrawnPost = v.object({ id: itemId });
/** Its text is read by its own calls. */
export const replyNews = v.object({ id: itemId, post: itemId });
export type ReplyNews = v.InferOutput<typeof replyNews>;

/**
 * What the stream would have told since `?after=`, oldest first; without it, only where to go on. `gap`: more has changed
 * than is reported.
 */
export const postChangesCall = /* @__PURE__ */ callsBelow('/api/web/posts/')(
  'changes',
  v.object({
    list: v.array(postEntry),
    withdrawn: v.array(itemId),
    replies: v.array(replyNews),
    last: v.string(),
    gap: v.boolean(),
  }),
);

/** A message of a social socket, as JSON. */
export const socialMessage = v.variant('type', [
  v.object({ type: v.literal('beat'), at: instant }),
  v.object({ type: v.literal('post'), ...postEntry.entries }),
  v.object({ type: v.literal('withdraw'), ...withdrawnPost.entries }),
  v.object({ type: v.literal('reply'), ...replyNews.entries }),
  v.object({ type: v.literal('gap') }),
]);
export type SocialMessage = v.InferOutput<typeof socialMessage>;
