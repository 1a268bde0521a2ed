/** The calls of the API: one way for their limits, guards, parameters, bodies, answers, errors and descriptions. */
import type { Hono } from 'hono';
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { envelopeOf } from '../contract/all.ts';
import type { Call, CallData } from '../contract/common.ts';
import { type Fault, faultsOf } from '../forms/faults.ts';
import { DEFAULT_LOCALE, type Locale } from '../i18n/locales.ts';
import { type ApiContext, type ApiEnv, type ErrorKind, fail, failFaults, send, success, tooMany } from './answers.ts';
import { type Bodies, parsed } from './bodies.ts';
import type { Database, Orm } from './db/database.ts';
import { localeOf, type ServerMessage } from './messages.ts';
import { checked, type DescribedError, errorsOf, FILE_FORM, jsonOf, patternOf, type TextsShape } from './openApi.ts';
import type { CreateLimit, Limit } from './rateLimit.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
export type NoBody = v.GenericSchema<undefined, undefined>;
export type NoQuery = v.GenericSchema<Record<string, undefined>, Record<string, never>>;

/** What a call answers: data, faults of fields, or an error with its words. */
export type Outcome<T> =
  | { data: T }
  | { faults: readonly Fault[] }
  | { error: ErrorKind; message: ServerMessage; field?: string; retryS?: number };

/** One fault of one field. */
export const fault = (field: string, key: Fault['key']): { faults: Fault[] } => ({
  faults: [{ field, key, value: '' }],
});

/** What every handler gets. */
export interface CallContext {
  c: ApiContext;
  orm: Orm;
  now: Date;
  /** A parameter of the path */
  param: (name: string) => string;
}

/** Who may make a call. */
export interface Guard<Allowed extends object> {
  /** In the OpenAPI document */
  described?: Pick<DescribeRouteOptions, 'description' | 'security' | 'parameters'>;
  /** The errors by which it refuses */
  errors?: readonly DescribedError[];
  /** What the handler gets besides, or the response that refuses the caller */
  enter: (context: CallContext) => Promise<Allowed | Response>;
  /** The body, if the guard has read it */
  bodyOf?: (allowed: Allowed) => Buffer;
}

/** The shape of a body; it may depend on the time and the caller's language. */
export type BodyShape<B extends v.GenericSchema> = B | ((at: { now: Date; locale: Locale }) => B);

/** The data of a call that sends no envelope. */
export const noEnvelope = v.never();

export interface CallDefinition<
  C extends Call,
  Allowed extends object,
  B extends v.GenericSchema,
  Q extends v.GenericSchema,
> {
  call: C;
  /** 'get' if left out */
  method?: Method;
  /** In the OpenAPI document */
  operationId: string;
  summary: string;
  /** Parameters that no shape describes, such as headers, in the OpenAPI document */
  parameters?: NonNullable<DescribeRouteOptions['parameters']>;
  params?: TextsShape;
  query?: Q & TextsShape;
  /** What is said of a wrong parameter, by its name */
  messages?: Readonly<Record<string, ServerMessage>>;
  body?: BodyShape<B>;
  /** The handler checks the body itself */
  takesAnyJson?: true;
  /** Takes a form with a file, which the handler reads */
  takesFile?: true;
  /** Errors besides those of every call */
  refuses?: readonly DescribedError[];
  /** It answers while the database does not */
  needsNoDatabase?: true;
  /** Counted by the caller's network, besides the limit of all calls */
  limit?: Limit;
  /** What the handler sends instead of the envelope, in the OpenAPI document */
  sends?: DescribeRouteOptions['responses'];
  handle: (
    context: CallContext & Allowed & { body: v.InferOutput<B>; query: v.InferOutput<Q> },
  ) => Promise<Outcome<CallData<C>> | Response>;
}

/** Adds a call that only some may make. */
export type Define<Allowed extends object> = <
  C extends Call,
  B extends v.GenericSchema = NoBody,
  Q extends v.GenericSchema = NoQuery,
>(
  definition: CallDefinition<C, Allowed, B, Q>,
) => void;

export interface Calls {
  /** Adds a call; without a guard, anybody may make it. */
  define: <
    C extends Call,
    Allowed extends object = object,
    B extends v.GenericSchema = NoBody,
    Q extends v.GenericSchema = NoQuery,
  >(
    definition: CallDefinition<C, Allowed, B, Q> & { guard?: Guard<Allowed> },
  ) => void;
  /** Answers 405 to the other methods of the paths that were added. */
  refuseOtherMethods: () => void;
}

/** What a part of the API needs to add its calls. */
export interface CallsPart {
  calls: Calls;
  createLimit: CreateLimit;
  /** The caller's network, for limits */
  networkOf: (c: ApiContext) => string;
  bodies: Bodies;
}

export interface CallsOptions extends Pick<CallsPart, 'networkOf' | 'bodies'> {
  api: Hono<ApiEnv>;
  database: Database;
  now: () => Date;
}

export function createCalls({ api, database, networkOf, bodies, now }: CallsOptions): Calls {
  const methods = new Map<string, Method[]>();

  const define: Calls['define'] = (definition) => {
    const { call, method = 'get', operationId, summary, parameters, params, query, messages = {} } = definition;
    const { body: shape, takesAnyJson, takesFile, refuses = [], limit, sends, guard, handle } = definition;
    const path = patternOf(call.path);
    methods.set(path, [...(methods.get(path) ?? []), method]);
    const sent = typeof shape === 'function' ? shape({ now: now(), locale: DEFAULT_LOCALE }) : shape;

    async function bodyOf({ c, now }: CallContext, read: Buffer | undefined): Promise<{ body: unknown } | Response> {
      if (!shape) return { body: undefined };
      const json = read ? { value: parsed(read) } : await bodies.json(c);
      if ('refused' in json) return json.refused;
      return takesAnyJson ? { body: json.value } : checkBody(c, shape, json.value, now);
    }

    api.on(
      method.toUpperCase(),
      path,
      describeRoute({
        operationId,
        summary,
        ...guard?.described,
        ...(parameters && { parameters }),
        ...(sent && { requestBody: { required: true, ...jsonOf(sent) } }),
        ...(takesFile && { requestBody: FILE_FORM }),
        responses: {
          ...(sends ?? { 200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(call.data)) } }),
          ...errorsOf(
            ...(guard?.errors ?? []),
            ...(sent || takesFile ? (['tooSlow', 'tooLarge'] as const) : []),
            ...(sent && !guard?.bodyOf ? (['wrongType'] as const) : []),
            ...(sent || takesFile || definition.messages ? (['invalid'] as const) : []),
            ...refuses,
            ...(definition.needsNoDatabase ? [] : (['notReady'] as const)),
          ),
        },
      }),
      ...(params ? [checked('param', params, messages)] : []),
      ...(query ? [checked('query', query, messages)] : []),
      async (c: ApiContext) => {
        const wait = (await limit?.(networkOf(c))) ?? 0;
        if (wait > 0) return tooMany(c, wait);
        const context: CallContext = { c, orm: database.orm, now: now(), param: (name) => c.req.param(name) ?? '' };
        const allowed = await guard?.enter(context);
        if (allowed instanceof Response) return allowed;
        const read = await bodyOf(context, allowed && guard?.bodyOf?.(allowed));
        if (read instanceof Response) return read;
        const given = { ...context, query: c.req.valid('query' as never), ...allowed, ...read };
        return answer(c, await handle(given as unknown as Parameters<typeof handle>[0]));
      },
    );
  };

  return {
    define,
    refuseOtherMethods() {
      for (const [path, known] of methods) refuseOtherMethods(api, path, known);
      methods.clear();
    },
  };
}

/** A body in its shape, or the response that says what is wrong with it. */
export function checkBody<B extends v.GenericSchema>(
  c: ApiContext,
  shape: BodyShape<B>,
  value: unknown,
  now: Date,
): { body: v.InferOutput<B> } | Response {
  if (!isRecord(value)) return fail(c, 'badRequest', 'server.badRequest');
  const at = { now, locale: localeOf(c.req.header('accept-language')) };
  const result = v.safeParse(typeof shape === 'function' ? shape(at) : shape, value, { abortPipeEarly: true });
  return result.success ? { body: result.output } : failFaults(c, faultsOf(result.issues));
}

/** True for what JSON writes in braces. */
export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const BAD_REQUEST: Outcome<never> = { error: 'badRequest', message: 'server.badRequest' };

/** The response of a call. */
function answer<T>(c: ApiContext, outcome: Outcome<T> | Response): Response {
  // Not by 'instanceof': what stands for an answer that is being streamed is of another class.
  if (!('data' in outcome || 'faults' in outcome || 'error' in outcome)) return outcome;
  if ('data' in outcome) return send(c, 200, success(outcome.data));
  if ('faults' in outcome) return failFaults(c, outcome.faults);
  const { error, message, ...more } = outcome;
  return fail(c, error, message, more);
}

/** Answers 405 to the methods that a path does not have. */
export function refuseOtherMethods(api: Hono<ApiEnv>, path: string, known: readonly Method[] = ['get']): void {
  const Allow = [...new Set(known)]
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase()))
    .join(', ');
  api.all(path, (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow } }));
}
