/** What the pages of an account read and send. The server judges what is sent; its words are shown as they come. */
import type { Call, CallData } from '../contract/common.ts';
import type { TransportKind } from '../contract/errors.ts';
import { currentToken } from '../visit/session.ts';
import { type FieldFault, outcomeOf } from './sending.ts';
import type { UserService } from './user.ts';

/** Why a call failed: a kind for which the islands have words, or the message of the server. */
export type Why = TransportKind | { text: string };

export type Read<T> = { status: 'reading' } | { status: 'out' } | { status: 'failed' } | { status: 'read'; data: T };

export type Sent<T> =
  | { status: 'saved'; data: T }
  | { status: 'refused'; fields: readonly FieldFault[] }
  | { status: 'failed'; why: Why };

/** What a call reads: parts of its path, such as `id`, and its query, of which empty values are left out. */
export interface Place {
  parameters?: Record<string, string>;
  query?: Record<string, string>;
}

/** Reads something of the user's own. 'out': nobody is logged in, or no longer. Never rejects. */
export async function readOwn<C extends Call>(
  described: C,
  service: UserService,
  { query = {}, ...place }: Place = {},
): Promise<Read<CallData<C>>> {
  if (!currentToken()) return { status: 'out' };
  try {
    const { userCall } = await import('../api/users.ts');
    return { status: 'read', data: await userCall(described, { ...service, query, quiet: true }, place) };
  } catch (error) {
    return { status: (await isOver(error)) ? 'out' : 'failed' };
  }
}

/** A change that is sent; `parameters` are those of the path. */
export interface Change {
  method: 'post' | 'put' | 'delete';
  json?: unknown;
  parameters?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Sends a change of something of the user's own. Never rejects. */
export async function sendOwn<C extends Call>(
  described: C,
  service: UserService,
  request: Change,
): Promise<Sent<CallData<C>>> {
  try {
    const { userCall } = await import('../api/users.ts');
    const data = await userCall(described, { ...service, quiet: true, userAction: true }, request);
    return { status: 'saved', data };
  } catch (error) {
    return sentOf(error);
  }
}

/** What an error of sending means. Never rejects. */
export async function sentOf(error: unknown): Promise<Sent<never>> {
  const outcome = await outcomeOf(error);
  if (outcome.status === 'refused' || outcome.status === 'failed') return outcome;
  // A conflict, such as with what somebody else has changed: the server says which.
  return { status: 'failed', why: error instanceof Error && error.message ? { text: error.message } : 'server' };
}

/** True for the codes of a session that is over. */
async function isOver(error: unknown): Promise<boolean> {
  const { ApiError, CODES } = await import('../contract/errors.ts');
  return error instanceof ApiError && CODES[error.code]?.outcome === 'relogin';
}

/** Gets everything that is stored about the user, as a file of a format. Never rejects. */
export async function readAllData(format: 'json' | 'html', service: UserService): Promise<Sent<string>> {
  try {
    const { readData } = await import('../api/ownData.ts');
    return { status: 'saved', data: await readData(format, { ...service, quiet: true, userAction: true }) };
  } catch (error) {
    return sentOf(error);
  }
}

/** Gets the whole audit of a company as CSV. Never rejects. */
export async function readAuditFile(company: string, service: UserService): Promise<Sent<string>> {
  try {
    const { readAuditCsv } = await import('../api/ownData.ts');
    return { status: 'saved', data: await readAuditCsv(company, { ...service, quiet: true, userAction: true }) };
  } catch (error) {
    return sentOf(error);
  }
}

/** Sends the user's picture; the data is its path. Never rejects. */
export async function sendPicture(
  picture: Blob,
  onProgress: (part: number) => void,
  service: UserService,
): Promise<Sent<string | null>> {
  try {
    const { sendAvatar } = await import('../api/avatar.ts');
    const data = await sendAvatar(picture, onProgress, { ...service, quiet: true, userAction: true });
    return { status: 'saved', data };
  } catch (error) {
    return sentOf(error);
  }
}
