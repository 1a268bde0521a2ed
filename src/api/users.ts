import type { Call, CallData } from '../contract/common.ts';
import { logOutCall, type Me, meCall } from '../contract/session.ts';
import { type ApiOptions, call, successOf } from './client.ts';

export interface UserRequest {
  method?: 'get' | 'post' | 'put' | 'delete';
  json?: unknown;
  /** Parts of the path, such as `id` */
  parameters?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Calls one of contract/users.ts, e.g. (hintCall, options, { method: 'put', json }). Rejects unless it succeeds. */
export async function userCall<C extends Call>(
  described: C,
  options: ApiOptions,
  { method = 'get', json, parameters = {}, headers = {} }: UserRequest = {},
): Promise<CallData<C>> {
  return successOf(
    await call(described, parameters, options, { method, headers, ...(json !== undefined && { json }) }),
  );
}

/** Who is logged in. */
export const readMe = (options: ApiOptions): Promise<Me> => userCall(meCall, options);

/** Ends the session on the server. */
export async function endSession(options: ApiOptions): Promise<void> {
  await userCall(logOutCall, options, { method: 'post' });
}
