/** The calls of users: one way for their limits, sessions, bodies, answers and descriptions. */
import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type * as v from 'valibot';
import { envelopeOf } from '../../contract/all.ts';
import type { Call, CallData } from '../../contract/common.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { type ApiContext, type ApiEnv, fail, tooMany } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import {
  type Asking,
  answer,
  type BodyShape,
  checkBody,
  type Method,
  type NoBody,
  type Outcome,
  refuseOtherMethods,
} from '../calls.ts';
import type { Database, Orm } from '../db/database.ts';
import type { ServerMessage } from '../messages.ts';
import { type DescribedError, errorsOf, FILE_FORM, jsonOf, needs, patternOf, SESSION_ERRORS } from '../openApi.ts';
import type { CreateLimit, Limit } from '../rateLimit.ts';
import type { Seen } from './device.ts';
import { type Session, sessionOf } from './sessions.ts';
import type { Users } from './users.ts';

interface Described<C extends Call, B extends v.GenericSchema> {
  call: C;
  method: Method;
  /** In the OpenAPI document */
  operationId: string;
  summary: string;
  body?: BodyShape<B>;
  /** Errors besides those of every call */
  refuses?: readonly DescribedError[];
  /** Counted besides the limit of all calls */
  limit?: Limit;
  /** Takes a form with a file, which the handler reads */
  takesFile?: true;
  /** The types of what the handler sends instead of the envelope */
  sends?: readonly string[];
  /** Whether it leads a browser to a page instead of answering */
  leads?: boolean;
}

/** A call that needs no session. */
export interface OpenCall<C extends Call, B extends v.GenericSchema> extends Described<C, B> {
  handle: (asking: Asking & { body: v.InferOutput<B> }) => Promise<Outcome<CallData<C>> | Response>;
}
/** A call for the user whose session it is. */
export interface OwnCall<C extends Call, B extends v.GenericSchema> extends Described<C, B> {
  handle: (asking: Asking & Session & { body: v.InferOutput<B> }) => Promise<Outcome<CallData<C>> | Response>;
}

export interface UserCalls {
  open: <C extends Call, B extends v.GenericSchema = NoBody>(described: OpenCall<C, B>) => void;
  own: <C extends Call, B extends v.GenericSchema = NoBody>(described: OwnCall<C, B>) => void;
  /** The session of a request, or the response that refuses it. For calls that are no JSON. */
  enter: (c: ApiContext) => Promise<(Asking & Session) | Response>;
  /** Answers 405 to other methods. Call it after the last call was added. */
  finish: () => void;
}

/** What a part of the account needs to add its calls. */
export interface Part {
  calls: UserCalls;
  users: Users;
  createLimit: CreateLimit;
  /** Describes the caller's device and place */
  seen: (c: ApiContext) => Promise<Seen>;
  /** Log-ins and the like that an address may send in a minute; 0 for no limit */
  perMinute: number;
  /** Whether webhooks may lead into our own network */
  privateWebhooks: boolean;
}

export interface UserCallsOptions {
  api: Hono<ApiEnv>;
  database: Database;
  networkOf: (c: ApiContext) => string;
  bodies: Bodies;
  /** Origin of the site */
  site: string;
  now: () => Date;
}

const ENDED: Record<Exclude<Awaited<ReturnType<typeof sessionOf>>, Session>, ServerMessage> = {
  expired: 'server.sessionExpired',
  revoked: 'server.sessionRevoked',
  unknown: 'server.sessionUnknown',
  locked: 'server.accountLocked',
};

/** The session of a request, null without a token, or the response that refuses one whose session is over. */
export async function visitorOf(
  c: ApiContext,
  orm: Orm,
  { site, now }: { site: string; now: Date },
): Promise<Session | null | Response> {
  const token = c.req.header('token') ?? '';
  const session = token ? await sessionOf(orm, token, { site, now }) : null;
  return typeof session === 'string' ? fail(c, session, ENDED[session]) : session;
}

export function createUserCalls({ api, database, networkOf, bodies, site, now }: UserCallsOptions): UserCalls {
  const methods = new Map<string, Method[]>();

  async function enter(c: ApiContext): Promise<(Asking & Session) | Response> {
    const asking = { c, orm: database.orm, now: now() };
    const session = await visitorOf(c, database.orm, { site, now: asking.now });
    if (session instanceof Response) return session;
    return session ? { ...asking, ...session } : fail(c, 'unknown', ENDED.unknown);
  }

  async function bodyOf<B extends v.GenericSchema>(
    { c, now }: Asking,
    shape: Described<Call, B>['body'],
  ): Promise<{ body: v.InferOutput<B> } | { refused: Response }> {
    if (!shape) return { body: undefined as v.InferOutput<B> };
    const read = await bodies.json(c);
    return 'refused' in read ? read : checkBody(c, shape, read.value, now);
  }

  function add<C extends Call, B extends v.GenericSchema>(
    {
      call,
      method,
      operationId,
      summary,
      body: shape,
      refuses = [],
      limit,
      takesFile,
      sends,
      leads = false,
    }: Described<C, B>,
    respond: (c: ApiContext) => Promise<Response>,
    needsToken: boolean,
  ): void {
    const path = patternOf(call.path);
    methods.set(path, [...(methods.get(path) ?? []), method]);
    const sent = typeof shape === 'function' ? shape({ now: now(), locale: DEFAULT_LOCALE }) : shape;
    api.on(
      method.toUpperCase(),
      path,
      describeRoute({
        operationId,
        summary,
        ...(needsToken && needs('session')),
        ...(sent && { requestBody: { required: true, ...jsonOf(sent) } }),
        ...(takesFile && { requestBody: FILE_FORM }),
        responses: {
          ...(leads
            ? { 302: { description: 'Leads to a page' } }
            : {
                200: sends
                  ? { description: 'Success', content: Object.fromEntries(sends.map((type) => [type, {}])) }
                  : { description: 'Success, code 20000', ...jsonOf(envelopeOf(call.data)) },
              }),
          ...errorsOf(
            ...(needsToken ? SESSION_ERRORS : []),
            ...(sent || takesFile ? (['tooSlow', 'tooLarge', 'invalid'] as const) : []),
            ...(sent ? (['wrongType'] as const) : []),
            ...refuses,
            'notReady',
          ),
        },
      }),
      async (c) => {
        const wait = (await limit?.(networkOf(c))) ?? 0;
        return wait > 0 ? tooMany(c, wait) : respond(c);
      },
    );
  }

  return {
    enter,
    open: (described) =>
      add(
        described,
        async (c) => {
          const asking = { c, orm: database.orm, now: now() };
          const read = await bodyOf(asking, described.body);
          return 'refused' in read ? read.refused : answer(c, await described.handle({ ...asking, ...read }));
        },
        false,
      ),
    own: (described) =>
      add(
        described,
        async (c) => {
          const asking = await enter(c);
          if (asking instanceof Response) return asking;
          const read = await bodyOf(asking, described.body);
          return 'refused' in read ? read.refused : answer(c, await described.handle({ ...asking, ...read }));
        },
        true,
      ),
    finish: () => refuseOtherMethods(api, methods),
  };
}
