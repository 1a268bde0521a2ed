/** What all calls of the API share: what their handlers get and answer, the check of bodies, the answer to other methods. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { type Fault, faultsOf } from '../accounts/faults.ts';
import type { Locale } from '../i18n/locales.ts';
import { type ApiContext, type ApiEnv, type ErrorKind, fail, failFaults, send, success } from './answers.ts';
import type { Orm } from './db/database.ts';
import { localeOf, type ServerMessage } from './messages.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';
export type NoBody = v.GenericSchema<undefined, undefined>;

/** What a call answers: data, faults of fields, or an error with its words. */
export type Outcome<T> =
  | { data: T }
  | { faults: readonly Fault[] }
  | { error: ErrorKind; message: ServerMessage; field?: string };

/** One fault of one field. */
export const fault = (field: string, key: Fault['key'], value = ''): { faults: Fault[] } => ({
  faults: [{ field, key, value }],
});

/** What every handler gets. */
export interface Asking {
  c: ApiContext;
  orm: Orm;
  now: Date;
}

/** The data of a call that sends no envelope. */
export const noEnvelope = v.never();

/** The shape of a body; it may depend on the time and the caller's language. */
export type BodyShape<B extends v.GenericSchema> = B | ((at: { now: Date; locale: Locale }) => B);

/** A body in its shape, or the response that says what is wrong with it. */
export function checkBody<B extends v.GenericSchema>(
  c: ApiContext,
  shape: BodyShape<B>,
  value: unknown,
  now: Date,
): { body: v.InferOutput<B> } | { refused: Response } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { refused: fail(c, 'badRequest', 'server.badRequest') };
  }
  const at = { now, locale: localeOf(c.req.header('accept-language')) };
  const checked = v.safeParse(typeof shape === 'function' ? shape(at) : shape, value, { abortPipeEarly: true });
  if (checked.success) return { body: checked.output };
  return { refused: failFaults(c, faultsOf(checked.issues)) };
}

/** The response of a call. */
export function answer<T>(c: ApiContext, outcome: Outcome<T> | Response): Response {
  // Not by 'instanceof': what stands for an answer that is being streamed is of another class.
  if (!('data' in outcome || 'faults' in outcome || 'error' in outcome)) return outcome;
  if ('data' in outcome) return send(c, 200, success(outcome.data));
  if ('faults' in outcome) return failFaults(c, outcome.faults);
  return fail(c, outcome.error, outcome.message, outcome.field === undefined ? {} : { field: outcome.field });
}

/** Answers 405 to the methods that a path does not have. */
export function refuseOtherMethods(api: Hono<ApiEnv>, methods: ReadonlyMap<string, readonly Method[]>): void {
  for (const [path, known] of methods) {
    const Allow = [...new Set(known)]
      .flatMap((one) => (one === 'get' ? ['GET', 'HEAD'] : one.toUpperCase()))
      .join(', ');
    api.all(path, (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow } }));
  }
}
