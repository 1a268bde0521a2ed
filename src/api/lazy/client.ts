/**
 * The only ky instance of the site: 10 s, no hidden retries, the log-in token only to the API's own origin. It judges
 * every response by the table in errors.ts and reports to the stores, whose content the islands show.
 */
import ky, { type KyInstance, type Options, TimeoutError } from 'ky';
import * as v from 'valibot';
import { type MessageWords, notify } from '../../browserState/messages.ts';
import { endedWithPage, pageSignal, whenShown } from '../../browserState/page.ts';
import { $redirect } from '../../browserState/redirect.ts';
import { askRelogin } from '../../browserState/relogin.ts';
import { currentToken } from '../../browserState/session.ts';
import { type Call, type CallData, fieldErrors, type Service, SUCCESS } from '../../contract/common.ts';
import {
  ApiError,
  isOk,
  judge,
  OTHER,
  type Rule,
  SERVER_CODES,
  TransportError,
  type TransportKind,
} from '../../contract/errors.ts';

export const REQUEST_TIMEOUT_MS = 10_000;

const transport: KyInstance = ky.create({
  timeout: REQUEST_TIMEOUT_MS,
  totalTimeout: REQUEST_TIMEOUT_MS,
  retry: 0,
  throwHttpErrors: false,
  headers: { Accept: 'application/json' },
  credentials: 'omit',
});

export interface ApiOptions extends Service {
  /** True if the visitor's own action needs a session: the log-in dialog may open again */
  userAction?: boolean | undefined;
  /** The query; empty values are left out */
  query?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * True if the caller itself tells the visitor about failures: no toast. 'wholly': no dialog and no redirect either, for
   * a call that is repeated unasked, after its first failure has done all this
   */
  quiet?: boolean | 'wholly';
}

/** How to send a call that is not a plain GET: a JSON body, a file with progress (upload.ts), own headers. */
export type Transfer = Pick<Options, 'method' | 'json' | 'body' | 'cache' | 'timeout' | 'totalTimeout' | 'fetch'> & {
  headers?: Record<string, string>;
};

/** The body of a success, with `data` in the shape of the call. */
export type Success<T> = { code: typeof SUCCESS; message?: string; data: T };

/** What a call resolves with: a success, or the unchanged body of a response that the caller handles. */
export type Answer<T> = Success<T> | { code?: unknown; message?: unknown; success?: unknown; data?: unknown };

export function isSuccess<T>(answer: Answer<T>): answer is Success<T> {
  return answer.code === SUCCESS;
}

/** Returns `data` of a success. Throws an ApiError for any other response. */
export function successOf<T>(answer: Answer<T>): T {
  if (isSuccess(answer)) return answer.data;
  throw errorOf(envelopeOf(answer));
}

/**
 * Calls the API, e.g. (cityListCall, { id: 'JP' }, options). Rejects with ApiError for a code that the caller does not
 * handle, with TransportError if no response could be read, silently with an AbortError when the page is left.
 */
export async function call<C extends Call>(
  { path, data: shape }: C,
  parameters: Record<string, string>,
  options: ApiOptions,
  transfer?: Transfer,
): Promise<Answer<CallData<C>>> {
  return judged(shape, await send(addressOf(path, parameters, options), options, transfer), options);
}

/** What a call takes besides the service. */
export interface Request extends Transfer, Pick<ApiOptions, 'query' | 'userAction'> {
  /** Parts of the path, such as `id` */
  parameters?: Record<string, string>;
}

/**
 * Calls the API and returns `data`, e.g. (cityListCall, service, { parameters: { id: 'JP' } }). The caller tells the visitor
 * about failures. Rejects as call() does, and for any response that is not a success.
 */
export async function request<C extends Call>(
  described: C,
  service: Service,
  { parameters = {}, query, userAction, ...transfer }: Request = {},
): Promise<CallData<C>> {
  return successOf(await call(described, parameters, { ...service, query, userAction, quiet: true }, transfer));
}

/** Null in place of an error with one of these codes of the server. */
export const nullIf = <T>(asked: Promise<T>, ...kinds: (keyof typeof SERVER_CODES)[]): Promise<T | null> =>
  asked.catch((error) => {
    if (kinds.some((kind) => SERVER_CODES[kind].code === error.code)) return null;
    throw error;
  });

export interface RawAnswer {
  status: number;
  text: string;
}

/** What a call resolves with, or the error that it rejects with, for a response. */
export function judged<S extends v.GenericSchema>(
  shape: S,
  { status, text }: RawAnswer,
  { quiet, userAction }: ApiOptions,
): Answer<v.InferOutput<S>> {
  const body = parse(text);
  const envelope = envelopeOf(body);
  const rule = judge(status, envelope);
  const data = envelope.code === SUCCESS ? v.safeParse(shape, envelope.data) : null;
  if (!rule || data?.success === false) throw unreadable(status, body, quiet);
  if (data) return { ...(body as Success<unknown>), data: data.output };
  if (quiet !== 'wholly') act(rule, envelope, quiet, userAction);
  if (rule.outcome === 'return') return body as Answer<v.InferOutput<S>>;
  throw errorOf(envelope, status);
}

/** Sends a call with the token of the session. */
export async function send(url: string, { lang, quiet }: ApiOptions, transfer?: Transfer): Promise<RawAnswer> {
  await whenShown();
  const token = currentToken();
  const init: Options = {
    ...transfer,
    headers: { ...transfer?.headers, 'Accept-Language': lang, ...(token ? { token } : {}) },
    redirect: 'error', // A redirect would carry the token to wherever it leads.
  };
  return exchange(url, init, quiet);
}

/**
 * Calls a configured address that is not the API, by GET unless `transfer` says otherwise, without token, cookies or
 * referrer. Returns the response in the given shape, bare or as the `data` of a success. Any other response is shown to
 * the visitor and rejects. It opens no dialog and does not redirect: such an address has no sessions.
 */
export async function getElsewhere<S extends v.GenericSchema>(
  url: string,
  shape: S,
  transfer?: Transfer,
  quiet?: ApiOptions['quiet'],
): Promise<v.InferOutput<S>> {
  await whenShown();
  const { status, text } = await exchange(url, { ...transfer, referrerPolicy: 'no-referrer' }, quiet);
  const body = parse(text);
  const envelope = envelopeOf(body);
  const isRefused = envelope.code !== undefined && envelope.code !== SUCCESS;
  for (const data of isOk(status) ? [body, isRefused ? undefined : envelope.data] : []) {
    const found = v.safeParse(shape, data);
    if (found.success) return found.output;
  }
  if (!isRefused) throw unreadable(status, body, quiet);
  act(OTHER, envelope, quiet);
  throw errorOf(envelope);
}

/** Sends a call that a key has signed: without the visitor's token. Nobody judges its answer. Rejects with TransportError. */
export async function sendSigned(url: string, lang: string, transfer: Transfer): Promise<RawAnswer> {
  await whenShown();
  const headers = { ...transfer.headers, 'Accept-Language': lang };
  return exchange(url, { ...transfer, headers, redirect: 'error', referrerPolicy: 'no-referrer' }, true);
}

/** The fields of the envelope, as far as the response has them. */
interface EnvelopeFields {
  code: number | undefined;
  /** '' if there is none */
  message: string;
  success: unknown;
  data: unknown;
  requestId: string | undefined;
}

function envelopeOf(body: unknown): EnvelopeFields {
  const { code, message, success, data, requestId } = (body ?? {}) as Record<string, unknown>;
  return {
    code: Number.isInteger(code) ? (code as number) : undefined,
    message: typeof message === 'string' ? message : '',
    success,
    data,
    requestId: requestId as string | undefined,
  };
}

/** Carries out a rule of the table, except for returning or rejecting. */
function act(
  rule: Rule,
  { code, message, requestId }: EnvelopeFields,
  quiet: ApiOptions['quiet'] = false,
  userAction = false,
): void {
  const { toast, outcome, destination } = rule;
  // A response without a code is not from the API: visitors are not shown the message of a proxy.
  const words: MessageWords =
    code !== undefined && message ? { text: message, requestId } : { kind: toast === 'stays' ? 'forbidden' : 'server' };
  // A visitor who is redirected leaves the caller's page: only the toast tells the reason.
  if (toast && (destination || !quiet)) notify(words, { stays: toast === 'stays' });
  if (outcome === 'relogin') askRelogin(userAction);
  if (destination) $redirect.set(destination);
}

function errorOf({ code, message, data, requestId }: EnvelopeFields, status = 0): ApiError {
  const refused = v.safeParse(fieldErrors, data);
  return new ApiError(code ?? status, message, refused.success ? refused.output.fields : [], requestId);
}

async function exchange(url: string, init: Options, quiet: ApiOptions['quiet'] = false): Promise<RawAnswer> {
  const signal = pageSignal();
  try {
    const answer = transport(url, { ...init, signal });
    const text = await answer.text(); // Called on ky's promise, so that the time limit covers the body too.
    return { status: (await answer).status, text };
  } catch (error) {
    if (error instanceof TimeoutError) throw failure('timeout', 0, quiet, { cause: error });
    if (await endedWithPage(signal)) throw signal.reason; // The visitor has left, so no message is shown.
    throw failure(globalThis.navigator?.onLine === false ? 'offline' : 'unreachable', 0, quiet, { cause: error });
  }
}

function failure(
  kind: TransportKind,
  status: number,
  quiet: ApiOptions['quiet'],
  options?: ErrorOptions,
): TransportError {
  if (!quiet) notify({ kind });
  return new TransportError(kind, status, options);
}

/** The failure of a response without the expected content. */
function unreadable(status: number, body: unknown, quiet: ApiOptions['quiet']): TransportError {
  return failure(status >= 500 ? 'server' : body === undefined ? 'notJson' : 'wrongShape', status, quiet);
}

/** The whole URL of an API call. */
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

/** The parsed text, or undefined if it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
