/**
 * The one ky of the site: 10 s, no hidden retries, the log-in token to the API's own origin and nowhere else. It judges
 * every answer by the table in errors.ts and reports to the stores; islands show what they hold.
 */
import ky, { type KyInstance, type Options, TimeoutError } from 'ky';
import * as v from 'valibot';
import { type MessageWords, notify } from '../stores/messages.ts';
import { endedWithPage, pageSignal } from '../stores/page.ts';
import { $redirect } from '../stores/redirect.ts';
import { askRelogin } from '../stores/relogin.ts';
import { currentToken } from '../stores/session.ts';
import { type Call, type CallData, type Envelope, envelope, fieldErrors, SUCCESS } from './commonContract.ts';
import { ApiError, FORBIDDEN, type Rule, ruleOf, TransportError, type TransportKind } from './errors.ts';

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

/** What a call resolves with: success, a code that the caller handles, or a failure that says `success: false`. */
export type Answer<T> =
  | (Envelope<T> & { code: typeof SUCCESS })
  | Envelope
  | { success: false; code?: unknown; message?: unknown };

export function isSuccess<T>(answer: Answer<T>): answer is Envelope<T> & { code: typeof SUCCESS } {
  return 'code' in answer && answer.code === SUCCESS;
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
  const { quiet } = options;
  const init: Options = {
    ...transfer,
    headers: { ...transfer?.headers, 'Accept-Language': options.lang, ...(token ? { token } : {}) },
    redirect: 'error', // A redirect would carry the token to wherever it leads.
  };
  const { status, text } = await request(addressOf(path, parameters, options), init, quiet);
  const body = parse(text);
  const enveloped = v.safeParse(envelope, body);
  if (status === 403) return apply(FORBIDDEN, enveloped.success ? enveloped.output : null, options);
  if (!isOk(status) && isRefusal(body)) return body;
  if (!enveloped.success) {
    throw failure(status >= 500 ? 'server' : body === undefined ? 'notJson' : 'wrongShape', status, { quiet });
  }
  if (enveloped.output.code === SUCCESS) {
    const data = v.safeParse(shape, enveloped.output.data);
    if (!data.success) throw failure('wrongShape', status, { quiet });
    return { ...enveloped.output, data: data.output as CallData<C> };
  }
  return apply(ruleOf(enveloped.output.code), enveloped.output, options);
}

/**
 * GET of a configured address that is not the API, or what `transfer` says: no token, no cookies, no referrer. Returns
 * the parsed body.
 */
export async function getElsewhere(url: string, transfer?: Transfer, quiet?: boolean): Promise<unknown> {
  const { status, text } = await request(url, { ...transfer, referrerPolicy: 'no-referrer' }, quiet);
  const body = parse(text);
  if (!isOk(status)) throw failure('server', status, { quiet });
  if (body === undefined) throw failure('notJson', status, { quiet });
  return body;
}

/** Does what the table says of an answer. Returns the body, or throws it as an ApiError. */
function apply(rule: Rule, body: Envelope | null, { userAction = false, quiet = false }: ApiOptions): Envelope {
  const words: MessageWords = body?.message
    ? { text: body.message }
    : { kind: rule.outcome === 'home' ? 'forbidden' : 'server' };
  if (rule.toast && !quiet) notify(words, { stays: rule.outcome === 'home' });
  if (rule.outcome === 'relogin') askRelogin(userAction);
  if (rule.outcome === 'home') $redirect.set('/');
  if (rule.outcome === 'locked') $redirect.set('/locked');
  if (rule.outcome === 'return' && body) return body;
  const fields = v.safeParse(fieldErrors, body?.data);
  throw new ApiError(body?.code ?? 403, body?.message ?? '', fields.success ? fields.output.fields : []);
}

async function request(url: string, init: Options, quiet = false): Promise<{ status: number; text: string }> {
  const signal = pageSignal();
  try {
    const answer = transport(url, { ...init, signal });
    const text = await answer.text(); // Of ky's promise, not of the response: the time limit holds for the body too.
    return { status: (await answer).status, text };
  } catch (error) {
    if (error instanceof TimeoutError) throw failure('timeout', 0, { cause: error, quiet });
    if (await endedWithPage(signal)) throw signal.reason; // Nobody is there to be told.
    throw failure(globalThis.navigator?.onLine === false ? 'offline' : 'unreachable', 0, { cause: error, quiet });
  }
}

function failure(
  kind: TransportKind,
  status: number,
  { cause, quiet = false }: { cause?: unknown; quiet?: boolean | undefined } = {},
): TransportError {
  if (!quiet) notify({ kind });
  return new TransportError(kind, status, cause === undefined ? undefined : { cause });
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

/** The parsed body, or undefined where it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

function isRefusal(body: unknown): body is { success: false } {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}
