import * as v from 'valibot';
import { isOk } from '../contract/errors.ts';
import { DATA_PATH } from '../contract/users.ts';
import { type ApiOptions, addressOf, judged, send, successOf } from './client.ts';

/** Everything that is stored about the user, as a file: no envelope. Rejects as call() does, and without a success. */
export async function readData(format: 'json' | 'html', options: ApiOptions): Promise<string> {
  const sent = await send(addressOf(DATA_PATH, {}, { ...options, query: { format } }), options);
  return isOk(sent.status) ? sent.text : successOf(judged(v.string(), sent, options));
}
