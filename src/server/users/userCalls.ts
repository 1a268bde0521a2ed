/** The calls of users: the session by which a caller is known. */
import { type ApiContext, fail } from '../answers.ts';
import type { CallContext, Calls, CallsPart, Define, Guard } from '../apiCalls.ts';
import type { ServerMessage } from '../messages.ts';
import { needs, SESSION_ERRORS } from '../openApi.ts';
import type { Limit } from '../rateLimit.ts';
import type { Seen } from './callerDevice.ts';
import { type Session, sessionOf } from './sessions.ts';
import type { Users } from './users.ts';

export interface UserCalls {
  /** Adds a call that needs no session. */
  open: Define<object>;
  /** Adds a call for the user whose session it is. */
  withSession: Define<Session>;
}

/** What networks may ask for in a minute: log-ins and the like, and uses of links in mails. */
export interface EntryLimits {
  logIn: Limit;
  link: Limit;
}

/** What a part of the account needs to add its calls. */
export interface UserPart extends Pick<CallsPart, 'createLimit' | 'bodies'> {
  calls: UserCalls;
  users: Users;
  /** Describes the caller's device and place */
  seen: (c: ApiContext) => Promise<Seen>;
  /** Log-ins and the like that an address may send in a minute; 0 for no limit */
  perMinute: number;
  /** Whether webhooks may lead into our own network */
  privateWebhooks: boolean;
}

const ENDED: Record<Exclude<Awaited<ReturnType<typeof sessionOf>>, Session>, ServerMessage> = {
  expired: 'server.sessionExpired',
  revoked: 'server.sessionRevoked',
  unknown: 'server.sessionUnknown',
  locked: 'server.accountLocked',
};

/** The session of a request, null without a token, or the response that refuses one whose session is over. */
export async function visitorOf({ c, orm, now }: CallContext, site: string): Promise<Session | null | Response> {
  const token = c.req.header('token') ?? '';
  const session = token ? await sessionOf(orm, token, { site, now }) : null;
  return typeof session === 'string' ? fail(c, session, ENDED[session]) : session;
}

export function createUserCalls({ define }: Calls, site: string): UserCalls {
  const guard: Guard<Session> = {
    described: needs('session'),
    errors: SESSION_ERRORS,
    enter: async (context) => (await visitorOf(context, site)) ?? fail(context.c, 'unknown', ENDED.unknown),
  };
  return { open: define, withSession: (definition) => define({ ...definition, guard }) };
}
