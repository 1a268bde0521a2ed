import * as v from 'valibot';
import { auditCall } from '../contract/companies.ts';
import { isOk } from '../contract/errors.ts';
import { DATA_PATH } from '../contract/users.ts';
import { type ApiOptions, addressOf, judged, send, successOf } from './client.ts';

/** Everything that is stored about the user, as a file: no envelope. Rejects as call() does, and without a success. */
export const readData = (format: 'json' | 'html', options: ApiOptions): Promise<string> =>
  readFile(DATA_PATH, {}, { ...options, query: { format } });

/** The whole audit of a company as a CSV file. Rejects as readData() does. */
export const readAuditCsv = (company: string, options: ApiOptions): Promise<string> =>
  readFile(auditCall.path, { company }, { ...options, query: { format: 'csv' } });

async function readFile(path: string, parameters: Record<string, string>, options: ApiOptions): Promise<string> {
  const sent = await send(addressOf(path, parameters, options), options);
  return isOk(sent.status) ? sent.text : successOf(judged(v.string(), sent, options));
}
