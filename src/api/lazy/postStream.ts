/** The stream of posts, the social socket in its place, and what both would have told. */
import * as v from 'valibot';
import type { Service } from '../../contract/common.ts';
import {
  POST_STREAM_PATH,
  type ReplyNews,
  replyNews,
  socialMessage,
  withdrawnPost,
} from '../../contract/postStream.ts';
import { type PostEntry, postEntry } from '../../contract/posts.ts';
import type { StreamEvent, StreamSource } from './changeStream.ts';
import { addressOf } from './client.ts';
import { openEvents } from './events.ts';
import { messageSocket } from './messageSocket.ts';

export { postChangesCall } from '../../contract/postStream.ts';
export { request } from './client.ts';

/** What a page follows: posts of a language or an author, or one post and its replies. */
export interface PostFilter {
  language?: string;
  /** A nickname */
  author?: string;
  post?: string;
}
export type PostNews = { post: PostEntry } | { reply: ReplyNews };

/** Opens the site's own stream after a change number; '' for what comes from now on. */
export const openPosts = (
  after: string,
  filter: PostFilter,
  { base }: Service,
  tell: (event: StreamEvent<PostNews>) => void,
): StreamSource =>
  openEvents(
    addressOf(POST_STREAM_PATH, {}, { base, query: { ...filter, after } }),
    {
      post: (data) => {
        const post = v.safeParse(postEntry, data);
        return post.success ? { kind: 'item', item: { post: post.output } } : null;
      },
      withdraw: (data) => {
        const post = v.safeParse(withdrawnPost, data);
        return post.success ? { kind: 'withdraw', id: post.output.id } : null;
      },
      reply: (data) => {
        const reply = v.safeParse(replyNews, data);
        return reply.success ? { kind: 'item', item: { reply: reply.output } } : null;
      },
    },
    tell,
  );

/** A function that opens the social socket (docs/socialSocket.md), which tells everyone the same. */
export const socialSocket = (
  url: string,
  filter: PostFilter,
  giveUp: () => void,
  later: (ms: number, act: () => void) => () => void,
) =>
  messageSocket<PostNews>(
    url,
    (data) => {
      const message = v.safeParse(socialMessage, data);
      if (!message.success) return null;
      const event = message.output;
      if (event.type === 'post') {
        const { type: _, ...post } = event;
        return isOf(filter, post) ? { kind: 'item', item: { post } } : 'others';
      }
      if (event.type === 'reply')
        return event.post === filter.post
          ? { kind: 'item', item: { reply: { id: event.id, post: event.post } } }
          : 'others';
      return event.type === 'withdraw' ? { kind: 'withdraw', id: event.id } : { kind: event.type };
    },
    giveUp,
    later,
  );

const isOf = ({ language, author, post }: PostFilter, { id, language: own, author: by }: PostEntry): boolean =>
  post === undefined
    ? (language ?? own) === own && (author === undefined || author.toLowerCase() === by.nickname?.toLowerCase())
    : post === id;
