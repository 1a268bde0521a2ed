/** What the pages of an account read and send. The server judges what is sent; its words are shown as they come. */

import { currentToken } from '../browserState/session.ts';
import type { Call, CallData, Service } from '../contract/common.ts';
import type { ApiError } from '../contract/errors.ts';
import type { Request } from './lazy/client.ts';
import { type FailureReason, type FieldFault, outcomeOf, wordsIn } from './sending.ts';

export type ReadResult<T> =
  | { status: 'reading' }
  | { status: 'out' }
  | { status: 'failed' }
  | { status: 'read'; data: T };

export type SendResult<T> =
  | { status: 'saved'; data: T }
  | { status: 'refused'; fields: readonly FieldFault[] }
  | { status: 'failed'; why: FailureReason };

/** What a call reads: parts of its path, such as `id`, and its query, of which empty values are left out. */
export type CallAddress = Pick<Request, 'parameters' | 'query'>;

/** Reads something of the user's own. 'out': nobody is logged in, or no longer. Never rejects. */
export async function readForUser<C extends Call>(
  described: C,
  service: Service,
  place: CallAddress = {},
): Promise<ReadResult<CallData<C>>> {
  if (!currentToken()) return { status: 'out' };
  try {
    const { request } = await import('./lazy/users.ts');
    return { status: 'read', data: await request(described, service, place) };
  } catch (error) {
    return { status: (await isOver(error)) ? 'out' : 'failed' };
  }
}

/** A change that is sent; `parameters` are those of the path. */
export type UserChange = Pick<Request, 'json' | 'parameters' | 'headers'> & { method: 'post' | 'put' | 'delete' };

/** Sends a change of something of the user's own. Never rejects. */
export const sendForUser = <C extends Call>(
  described: C,
  service: Service,
  change: UserChange,
): Promise<SendResult<CallData<C>>> =>
  sentOf(async () => (await import('./lazy/users.ts')).request(described, service, { ...change, userAction: true }));

/** Gets the file at a path, such as everything that is stored about the user. Never rejects. */
export const readFileForUser = (path: string, service: Service, place: CallAddress): Promise<SendResult<string>> =>
  sentOf(async () => (await import('./lazy/ownData.ts')).readFile(path, service, place));

/** Sends the user's picture; the data is its path. Never rejects. */
export const sendPicture = (
  picture: Blob,
  onProgress: (part: number) => void,
  service: Service,
): Promise<SendResult<string | null>> =>
  sentOf(async () => {
    const { avatarCall, request, uploadOf } = await import('./lazy/avatar.ts');
    const transfer = uploadOf(picture, onProgress, 'avatar');
    return (await request(avatarCall, service, { ...transfer, userAction: true })).avatar;
  });

/** What sending comes to. Never rejects. */
async function sentOf<T>(send: () => Promise<T>): Promise<SendResult<T>> {
  try {
    return { status: 'saved', data: await send() };
  } catch (error) {
    const outcome = await outcomeOf(error);
    if (outcome.status === 'refused' || outcome.status === 'failed') return outcome;
    // A conflict, such as with what somebody else has changed: the server says which.
    return { status: 'failed', why: wordsIn(error as ApiError) };
  }
}

/** True for the codes of a session that is over. */
async function isOver(error: unknown): Promise<boolean> {
  const { ApiError, CODES } = await import('../contract/errors.ts');
  return error instanceof ApiError && CODES[error.code]?.outcome === 'relogin';
}
