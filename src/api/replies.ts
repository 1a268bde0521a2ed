/** Replies to posts: what everyone reads, and what users write. The calls are loaded when one is made. */
import type { Call, CallData, Service } from '../contract/common.ts';
import type { OwnReplies, ReplyList } from '../contract/replies.ts';
import { readForUser, type SendResult, sendForUser, type UserChange } from './userCalls.ts';

type Calls = typeof import('./lazy/replies.ts');

/** A page of the replies to a post, or of those below a reply; null if it cannot be read. Never rejects. */
export async function readReplies(
  query: { post: string; after?: string } | { parent: string; after?: string },
  service: Service,
): Promise<ReplyList | null> {
  try {
    const { replyListCall, request } = await import('./lazy/replies.ts');
    return await request(replyListCall, service, { query });
  } catch {
    return null;
  }
}

/** What the user has written to a post; null if nobody is logged in, or it cannot be read. Never rejects. */
export async function readOwnReplies(post: string, service: Service): Promise<OwnReplies | null> {
  try {
    const { ownRepliesCall } = await import('./lazy/replies.ts');
    const read = await readForUser(ownRepliesCall, service, { query: { post } });
    return read.status === 'read' ? read.data : null;
  } catch {
    return null;
  }
}

/** Sends a change by one of the calls. Never rejects. */
export async function sendReply<C extends Call>(
  choose: (calls: Calls) => C,
  service: Service,
  change: UserChange,
): Promise<SendResult<CallData<C>>> {
  try {
    return await sendForUser(choose(await import('./lazy/replies.ts')), service, change);
  } catch {
    return { status: 'failed', why: 'unreachable' };
  }
}
