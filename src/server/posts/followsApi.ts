/** Following authors over HTTP. */
import {
  type Follow,
  followCall,
  followedByCall,
  followedPostsCall,
  followersCall,
  followsCall,
  followsShape,
  personCall,
} from '../../contract/follows.ts';
import { handleOf } from '../../forms/userForms.ts';
import { type ApiContext, tooMany } from '../answers.ts';
import type { CallsPart, Outcome } from '../apiCalls.ts';
import { readCursor } from '../companies/pages.ts';
import type { Orm } from '../db/database.ts';
import { localeOf } from '../messages.ts';
import type { Country } from '../moderation/lawful.ts';
import { positionAt, writeCursor } from '../news/lists.ts';
import { changeProfile } from '../users/profile/profileChange.ts';
import { publicUser } from '../users/profile/publicUserQuery.ts';
import type { UserCalls } from '../users/userCalls.ts';
import { followedAuthors, followedPosts } from './followedPosts.ts';
import { beginFollow, countsOf, doesFollow, endFollow, listFollows, type Side } from './followStore.ts';
import { LIST_MESSAGES, pageQuery } from './queries.ts';

export interface FollowsApi extends Pick<CallsPart, 'createLimit'> {
  calls: UserCalls;
  countryOf: (c: ApiContext) => Promise<Country>;
  /** Changes of one user in a minute; 0 for no limit */
  perMinute: number;
}

const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.unknownUser', field: 'nickname' };
const BAD_CURSOR: Outcome<never> = { error: 'invalid', message: 'server.cursor', field: 'after' };

type Person = NonNullable<Awaited<ReturnType<typeof publicUser>>>;
const personOf = async (orm: Orm, { user, profile, license }: Person) => ({
  ...(await countsOf(orm, user.id)),
  canBeFollowed: license?.state === 'checked',
  shows: profile.showsFollows,
});

export function addFollowsApi({ calls, countryOf, createLimit, perMinute }: FollowsApi): void {
  const limit = createLimit(perMinute, 'follow');

  calls.open({
    call: personCall,
    operationId: 'person',
    summary: 'How many follow a user, and how many the user follows. 404 as for the public page',
    refuses: ['notFound'],
    handle: async ({ orm, param }) => {
      const person = await publicUser(orm, param('nickname'));
      return person ? { data: await personOf(orm, person) } : UNKNOWN;
    },
  });

  for (const [call, side] of [
    [followersCall, 'followers'],
    [followedByCall, 'following'],
  ] as const satisfies readonly (readonly [unknown, Side])[]) {
    calls.open({
      call,
      operationId: side === 'followers' ? 'personFollowers' : 'personFollowing',
      summary: `Of the ${side} of a user, newest first, those who show it as the user does. Empty if the user does not`,
      refuses: ['notFound', 'invalid'],
      handle: async ({ c, orm, param }) => {
        const person = await publicUser(orm, param('nickname'));
        if (!person) return UNKNOWN;
        const after = readCursor(c.req.query('after'));
        if (after === null) return BAD_CURSOR;
        if (!person.profile.showsFollows) return { data: { list: [], next: null } };
        return {
          data: await listFollows(orm, { user: person.user.id, side, onlyShown: true, ...(after && { after }) }),
        };
      },
    });
  }

  const followOf = async (orm: Orm, caller: string, person: Person): Promise<Follow> => ({
    ...(await personOf(orm, person)),
    follows: await doesFollow(orm, caller, person.user.id),
    isSelf: caller === person.user.id,
  });

  calls.withSession({
    call: followCall,
    operationId: 'personFollow',
    summary: 'Whether the caller follows a user, besides what everyone sees',
    refuses: ['notFound'],
    handle: async ({ orm, user, param }) => {
      const person = await publicUser(orm, param('nickname'));
      return person ? { data: await followOf(orm, user.id, person) } : UNKNOWN;
    },
  });

  calls.withSession({
    call: followCall,
    method: 'post',
    operationId: 'personFollowBegin',
    summary: 'Follows an author whose license is checked, once',
    refuses: ['notFound', 'conflict'],
    handle: async ({ c, orm, now, user, param }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const person = await publicUser(orm, param('nickname'));
      if (!person) return UNKNOWN;
      if (person.user.id === user.id) return { error: 'conflict', message: 'server.follow.self' };
      if (person.license?.state !== 'checked') return { error: 'conflict', message: 'server.follow.unlicensed' };
      if ((await beginFollow(orm, user.id, person.user.id, now)) === 'full') {
        return { error: 'conflict', message: 'server.follow.full' };
      }
      return { data: await followOf(orm, user.id, person) };
    },
  });

  calls.withSession({
    call: followCall,
    method: 'delete',
    operationId: 'personFollowEnd',
    summary: 'Follows a user no longer',
    refuses: ['notFound'],
    handle: async ({ c, orm, user, param }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const handle = handleOf(param('nickname'));
      if (handle.includes('\0')) return UNKNOWN;
      await endFollow(orm, user.id, handle);
      const person = await publicUser(orm, handle);
      return person ? { data: await followOf(orm, user.id, person) } : UNKNOWN;
    },
  });

  const ownFollows = async (orm: Orm, user: string, shows: boolean, after?: readonly [string, string]) => ({
    shows,
    ...(await listFollows(orm, { user, side: 'following', onlyShown: false, ...(after && { after }) })),
  });

  calls.withSession({
    call: followsCall,
    operationId: 'follows',
    summary: 'Whom the caller follows, newest first, and whether others see it',
    refuses: ['invalid'],
    handle: async ({ c, orm, user, profile }) => {
      const after = readCursor(c.req.query('after'));
      return after === null ? BAD_CURSOR : { data: await ownFollows(orm, user.id, profile.showsFollows, after) };
    },
  });

  calls.withSession({
    call: followsCall,
    method: 'put',
    operationId: 'followsChange',
    summary: 'Changes whether others see whom the caller follows and who follows the caller, if these show it too',
    body: followsShape,
    handle: async ({ orm, now, user, body: { shows } }) => {
      const faults = await changeProfile(orm, { userId: user.id, now, doing: 'changing what is shown' }, async () => ({
        set: { showsFollows: shows },
        did: [{ action: 'toggles' }],
      }));
      return faults.length > 0 ? { faults } : { data: await ownFollows(orm, user.id, shows) };
    },
  });

  calls.withSession({
    call: followedPostsCall,
    operationId: 'postsFollowed',
    summary: 'The posts of whom the caller follows, newest first, and on the first page the nicknames of all of these',
    query: pageQuery,
    messages: LIST_MESSAGES,
    handle: async ({ c, orm, user, query: { before, limit: most } }) => {
      const locale = localeOf(c.req.header('accept-language'));
      const from = positionAt(before);
      const wanted = { user: user.id, before: from, limit: Number(most), country: await countryOf(c) };
      const { list, next } = await followedPosts(orm, wanted, locale);
      const authors = from === undefined ? await followedAuthors(orm, user.id) : [];
      return { data: { list, next: next && writeCursor(next), authors } };
    },
  });
}
