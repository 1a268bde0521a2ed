import * as v from 'valibot';
import type { Application } from '../accounts/shapes.ts';
import {
  APPLY_PATH,
  type ApplicationStatus,
  type Applied,
  applicationCall,
  applyData,
  LICENCE_PATH,
  licenceFileData,
  SECRET_HEADER,
} from '../contract/accounts.ts';
import type { Call } from '../contract/common.ts';
import { ApiError, SERVER_CODES } from '../contract/errors.ts';
import { securityCall, securityData } from '../contract/users.ts';
import { type ApiOptions, call, getElsewhere, successOf } from './client.ts';
import { uploadOf } from './upload.ts';

const ownEmailCall = { path: securityCall.path, data: v.pick(securityData, ['email']) };

/** Reads the e-mail address of the logged-in user. */
export async function readOwnEmail(options: ApiOptions): Promise<string> {
  return successOf(await call(ownEmailCall, {}, options)).email;
}

const applyCall: Call<typeof applyData> = { path: APPLY_PATH, data: applyData };
const licenceCall: Call<typeof licenceFileData> = { path: LICENCE_PATH, data: licenceFileData };

/** Sends an application. The server accepts it only once per key, however often it is sent. */
export async function apply(body: Application, key: string, options: ApiOptions): Promise<Applied> {
  return successOf(
    await call(applyCall, {}, options, { method: 'post', json: body, headers: { 'Idempotency-Key': key } }),
  );
}

/** The state of an application; null if there is none with this secret. */
export async function readApplication(
  reference: string,
  secret: string,
  options: ApiOptions,
): Promise<ApplicationStatus | null> {
  try {
    return successOf(await call(applicationCall, { reference }, options, { headers: { [SECRET_HEADER]: secret } }));
  } catch (error) {
    if (error instanceof ApiError && error.code === SERVER_CODES.notFound.code) return null;
    throw error;
  }
}

/** Sends a file of a licence to the API, or to the address that is configured for it. Returns its id. */
export async function sendLicence(
  file: File,
  onProgress: (part: number) => void,
  options: ApiOptions,
  uploadUrl: string | undefined,
): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const transfer = uploadOf(form, onProgress);
  if (!uploadUrl) return successOf(await call(licenceCall, {}, options, transfer)).id;
  return (await getElsewhere(uploadUrl, licenceFileData, transfer, options.quiet)).id;
}
