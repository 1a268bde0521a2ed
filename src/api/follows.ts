/** What the button to follow an author reads and sends. */
import { currentToken } from '../browserState/session.ts';
import type { CallData, Service } from '../contract/common.ts';
import {
  type Follow,
  type Follower,
  followCall,
  followedByCall,
  followedPostsCall,
  followersCall,
  personCall,
} from '../contract/follows.ts';
import { readForUser, sendForUser } from './userCalls.ts';

/** How an author is followed. `follows` is null if nobody is logged in. */
export type Followed = Omit<Follow, 'follows'> & { follows: boolean | null };

/** Null if it cannot be read. Never rejects. */
export async function readFollow(nickname: string, service: Service): Promise<Followed | null> {
  const parameters = { nickname };
  const own = currentToken() ? await readForUser(followCall, service, { parameters }) : null;
  if (own?.status === 'read') return own.data;
  try {
    const { request } = await import('./lazy/users.ts');
    return { ...(await request(personCall, service, { parameters })), follows: null, isSelf: false };
  } catch {
    return null;
  }
}

export const sendFollow = (nickname: string, follows: boolean, service: Service) =>
  sendForUser(followCall, service, { method: follows ? 'post' : 'delete', parameters: { nickname } });

/** Those of whom everyone may know. Null if they cannot be read. Never rejects. */
export async function readFollowers(
  side: 'followers' | 'following',
  nickname: string,
  service: Service,
  after?: string,
): Promise<{ list: Follower[]; next: string | null } | null> {
  try {
    const { request } = await import('./lazy/users.ts');
    const call = side === 'followers' ? followersCall : followedByCall;
    return await request(call, service, { parameters: { nickname }, query: { after } });
  } catch {
    return null;
  }
}

export type FollowedPosts = CallData<typeof followedPostsCall>;
const LISTED = 12;

/** The posts of whom the visitor follows. Null if they cannot be read. Never rejects. */
export async function readFollowedPosts(service: Service, before?: string): Promise<FollowedPosts | null> {
  const read = await readForUser(followedPostsCall, service, { query: { before, limit: String(LISTED) } });
  return read.status === 'read' ? read.data : null;
}
