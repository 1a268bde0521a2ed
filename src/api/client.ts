/**
 * The one ky of the site: 10 s, no hidden retries, the log-in token to the API's own origin and nowhere else. It judges
 * every answer by the table in errors.ts and reports to the stores; islands show what they hold.
 */
import ky, { type KyInstance, type Options, TimeoutError } from 'ky';
import * as v from 'valibot';
import { type Call, type CallData, fieldErrors, SUCCESS } from '../contract/common.ts';
import { ApiError, isOk, judge, OTHER, type Rule, TransportError, type TransportKind } from '../contract/errors.ts';
import { type MessageWords, notify } from '../visit/messages.ts';
import { endedWithPage, pageSignal } from '../visit/page.ts';
import { $redirect } from '../visit/redirect.ts';
import { askRelogin } from '../visit/relogin.ts';
import { currentToken } from '../visit/session.ts';

export const REQUEST_TIMEOUT_MS = 10_000;

const transport: KyInstance = ky.create({
  timeout: REQUEST_TIMEOUT_MS,
  totalTimeout: REQUEST_TIMEOUT_MS,
  retry: 0,
  throwHttpErrors: false,
  headers: { Accept: 'application/json' },
  credentials: 'omit',
});

export interface ApiOptions {
  /** Address of the API without a slash at its end; '' is the site's own origin */
  base: string;
  /** Language of messages and names, e.g. 'zh-Hant-TW' */
  lang: string;
  /** True for what the visitor asks for by an action that needs a session: it may ask again to log in */
  userAction?: boolean;
  /** What stands behind the question mark; an empty value is left out */
  query?: Readonly<Record<string, string | undefined>>;
  /** True where the caller itself tells the visitor of what fails: no toast */
  quiet?: boolean;
}

/** How a call is sent where it is no plain GET: a body as JSON, a file with its progress (upload.ts), headers of its own. */
export type Transfer = Pick<Options, 'method' | 'json' | 'body' | 'timeout' | 'totalTimeout' | 'fetch'> & {
  headers?: Record<string, string>;
};

/** A success as its body says it, `data` in the shape of the call. */
export type Success<T> = { code: typeof SUCCESS; message?: string; data: T };

/** What a call resolves with: success, or the body of an answer that the caller handles, as it came. */
export type Answer<T> = Success<T> | { code?: unknown; message?: unknown; success?: unknown; data?: unknown };

export function isSuccess<T>(answer: Answer<T>): answer is Success<T> {
  return answer.code === SUCCESS;
}

/** `data` of a success. Any other answer that came back to the caller is thrown as an ApiError. */
export function successOf<T>(answer: Answer<T>): T {
  if (isSuccess(answer)) return answer.data;
  throw errorOf(saidBy(answer));
}

/**
 * A call of the API, e.g. (cityListCall, { id: 'JP' }, options). Rejects with ApiError for a code that is not the
 * caller's, with TransportError where no answer could be read, silently with an AbortError when the page is left.
 */
export async function call<C extends Call>(
  { path, data: shape }: C,
  parameters: Record<string, string>,
  options: ApiOptions,
  transfer?: Transfer,
): Promise<Answer<CallData<C>>> {
  const token = currentToken();
  const { quiet, userAction } = options;
  const init: Options = {
    ...transfer,
    headers: { ...transfer?.headers, 'Accept-Language': options.lang, ...(token ? { token } : {}) },
    redirect: 'error', // A redirect would carry the token to wherever it leads.
  };
  const { status, text } = await request(addressOf(path, parameters, options), init, quiet);
  const body = parse(text);
  const said = saidBy(body);
  const rule = judge(status, said);
  const data = said.code === SUCCESS ? v.safeParse(shape, said.data) : null;
  if (!rule || data?.success === false) throw unreadable(status, body, quiet);
  if (data) return { ...(body as Success<unknown>), data: data.output as CallData<C> };
  act(rule, said, quiet, userAction);
  if (rule.outcome === 'return') return body as Answer<CallData<C>>;
  throw errorOf(said, status);
}

/**
 * GET of a configured address that is not the API, or what `transfer` says: no token, no cookies, no referrer. Returns
 * what it answers in a shape, bare or as the `data` of a success. What else it says is said to the visitor and rejects,
 * but it opens no dialog and leads nowhere: such an address knows nothing of sessions and accounts.
 */
export async function getElsewhere<S extends v.GenericSchema>(
  url: string,
  shape: S,
  transfer?: Transfer,
  quiet?: boolean,
): Promise<v.InferOutput<S>> {
  const { status, text } = await request(url, { ...transfer, referrerPolicy: 'no-referrer' }, quiet);
  const body = parse(text);
  const said = saidBy(body);
  const isRefused = said.code !== undefined && said.code !== SUCCESS;
  for (const data of isOk(status) ? [body, isRefused ? undefined : said.data] : []) {
    const found = v.safeParse(shape, data);
    if (found.success) return found.output;
  }
  if (!isRefused) throw unreadable(status, body, quiet);
  act(OTHER, said, quiet);
  throw errorOf(said);
}

/** What an answer says by the names of the envelope. */
interface Said {
  code: number | undefined;
  /** '' where it says none */
  message: string;
  success: unknown;
  data: unknown;
}

function saidBy(body: unknown): Said {
  const { code, message, success, data } = (body ?? {}) as Record<string, unknown>;
  return {
    code: Number.isInteger(code) ? (code as number) : undefined,
    message: typeof message === 'string' ? message : '',
    success,
    data,
  };
}

/** Does what the table says of an answer, but for returning and rejecting. */
function act({ toast, outcome }: Rule, { code, message }: Said, quiet = false, userAction = false): void {
  const leads = outcome === 'home' || outcome === 'locked';
  // Without a code it is no answer of the API: what a proxy says is no word for visitors.
  const words: MessageWords =
    code !== undefined && message ? { text: message } : { kind: outcome === 'home' ? 'forbidden' : 'server' };
  // Who is led away from the caller's page hears the reason from nobody else.
  if (toast && (leads || !quiet)) notify(words, { stays: outcome === 'home' });
  if (outcome === 'relogin') askRelogin(userAction);
  if (leads) $redirect.set(outcome === 'home' ? '/' : '/locked');
}

function errorOf({ code, message, data }: Said, status = 0): ApiError {
  const refused = v.safeParse(fieldErrors, data);
  return new ApiError(code ?? status, message, refused.success ? refused.output.fields : []);
}

async function request(url: string, init: Options, quiet = false): Promise<{ status: number; text: string }> {
  const signal = pageSignal();
  try {
    const answer = transport(url, { ...init, signal });
    const text = await answer.text(); // Of ky's promise, not of the response: the time limit holds for the body too.
    return { status: (await answer).status, text };
  } catch (error) {
    if (error instanceof TimeoutError) throw failure('timeout', 0, quiet, { cause: error });
    if (await endedWithPage(signal)) throw signal.reason; // Nobody is there to be told.
    throw failure(globalThis.navigator?.onLine === false ? 'offline' : 'unreachable', 0, quiet, { cause: error });
  }
}

function failure(kind: TransportKind, status: number, quiet: boolean, options?: ErrorOptions): TransportError {
  if (!quiet) notify({ kind });
  return new TransportError(kind, status, options);
}

/** The failure of an answer in which nothing can be read that was asked for. */
function unreadable(status: number, body: unknown, quiet = false): TransportError {
  return failure(status >= 500 ? 'server' : body === undefined ? 'notJson' : 'wrongShape', status, quiet);
}

/** The whole address of a call of the API. */
export function addressOf(
  path: string,
  parameters: Record<string, string>,
  { base, query = {} }: Pick<ApiOptions, 'base' | 'query'>,
): string {
  const search = new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]));
  return base + fill(path, parameters) + (search.size > 0 ? `?${search}` : '');
}

function fill(path: string, parameters: Record<string, string>): string {
  const byName = new Map(Object.entries(parameters));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(byName.get(name) ?? ''));
}

/** The parsed text, or undefined where it is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
