import * as v from 'valibot';
import type { Service } from '../../contract/common.ts';
import { isOk } from '../../contract/errors.ts';
import { type ApiOptions, addressOf, judged, type Request, send, successOf } from './client.ts';

/** Reads what a path answers as a file, without an envelope. Rejects as request() does. */
export async function readFile(
  path: string,
  { base, lang }: Service,
  { parameters = {}, query = {} }: Request,
): Promise<string> {
  const options: ApiOptions = { base, lang, query, quiet: true, userAction: true };
  const sent = await send(addressOf(path, parameters, options), options);
  return isOk(sent.status) ? sent.text : successOf(judged(v.string(), sent, options));
}
