/**
 * The calls of following authors. Counts are public; who follows whom is private unless both show it. Those below
 * `people/{nickname}` are open but for `follow`; the others need the token of a session in the header `token`.
 */
import * as v from 'valibot';
import { callsBelow, instant } from './common.ts';
import { postEntry } from './posts.ts';

const call = /* @__PURE__ */ callsBelow('/api/web/posts/');

/** Authors whom one user may follow. */
export const MOST_FOLLOWED = 1_000;

const count = v.pipe(v.number(), v.integer());

const person = v.object({
  followers: count,
  following: count,
  /** Whether they can be followed: an author whose license is checked */
  canBeFollowed: v.boolean(),
  /** Whether followedByCall and followersCall may name some: the user shows whom they follow and who follows them */
  shows: v.boolean(),
});
export const personCall = call('people/{nickname}', person);

const follow = v.object({
  ...person.entries,
  /** Whether the caller follows them */
  follows: v.boolean(),
  /** Whether it is the caller */
  isSelf: v.boolean(),
});
export type Follow = v.InferOutput<typeof follow>;
/** GET, POST follows, DELETE follows no longer. */
export const followCall = call('people/{nickname}/follow', follow);

const follower = v.object({ nickname: v.string(), avatar: v.nullable(v.string()), since: instant });
export type Follower = v.InferOutput<typeof follower>;
const followers = v.object({ list: v.array(follower), next: v.nullable(v.string()) });
/** Of those who follow them, those who show it too. */
export const followersCall = call('people/{nickname}/followers', followers);
/** Of those whom they follow, those who show it too. */
export const followedByCall = call('people/{nickname}/following', followers);

const follows = v.object({ shows: v.boolean(), ...followers.entries });
export type Follows = v.InferOutput<typeof follows>;
/** GET: whom the caller follows, newest first, `?after=` for the next page. PUT changes whether others see it. */
export const followsCall = call('follows', follows);
export const followsShape = v.object({ shows: v.boolean() });

/**
 * The posts of whom the caller follows, newest first, `?before=` for the next page.
 * `authors`: the nicknames of all of these, on the first page.
 */
export const followedPostsCall = call(
  'following',
  v.object({ list: v.array(postEntry), next: v.nullable(v.string()), authors: v.array(v.string()) }),
);
