import type { Call, CallData } from '../contract/common.ts';
import { type Entered, logOutCall, type Me, meCall } from '../contract/users.ts';
import { DEVICE_KEY } from '../visit/keys.ts';
import { type ApiOptions, call, successOf } from './client.ts';

export interface UserRequest {
  method?: 'get' | 'post' | 'put' | 'delete';
  json?: unknown;
  /** Parts of the path, such as `id` */
  parameters?: Record<string, string>;
}

/** Calls one of contract/users.ts, e.g. (hintCall, options, { method: 'put', json }). Rejects unless it succeeds. */
export async function userCall<C extends Call>(
  described: C,
  options: ApiOptions,
  { method = 'get', json, parameters = {} }: UserRequest = {},
): Promise<CallData<C>> {
  return successOf(await call(described, parameters, options, { method, ...(json !== undefined && { json }) }));
}

/** Who is logged in. */
export const readMe = (options: ApiOptions): Promise<Me> => userCall(meCall, options);

/** Ends the session on the server. */
export async function endSession(options: ApiOptions): Promise<void> {
  await userCall(logOutCall, options, { method: 'post' });
}

/** What a log-in sends of this device: its secret if it is the user's own. */
export function deviceSecret(): string | null {
  try {
    return localStorage.getItem(DEVICE_KEY);
  } catch {
    return null;
  }
}

/** Keeps the secret that a log-in on the user's own device gets. */
export function keepDevice({ device }: Pick<Entered, 'device'>): void {
  if (device === null) return;
  try {
    localStorage.setItem(DEVICE_KEY, device);
  } catch {
    // Without storage, this device is a new one at the next log-in.
  }
}
