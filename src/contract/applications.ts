/** The calls of the account form, as they go over the wire. Bodies of applications are in forms/shapes.ts. */
import * as v from 'valibot';
import { STATES } from '../forms/lists.ts';
import { type Call, instant } from './common.ts';

/** POST, JSON, with a UUID in the header Idempotency-Key: the same key and body get the same response, created once. */
export const APPLY_PATH = '/api/web/account/apply';
/** GET, with the secret of the apply response in the header Application-Secret. */
export const APPLICATION_PATH = '/api/web/account/application/{reference}';
/** POST, multipart/form-data with one `file`: a PDF, JPEG or PNG. */
export const LICENSE_PATH = '/api/web/account/licence';

export const SECRET_HEADER = 'Application-Secret';
/** UUIDs, including those made without crypto.randomUUID. */
export const IDEMPOTENCY_KEY = /^[\w-]{16,64}$/;
/** Without letters that look like digits (Crockford's base 32); 60 bits. */
// cspell:ignore HJKMNP
export const REFERENCE = /^FA(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

const state = v.picklist(STATES);
const reference = v.pipe(v.string(), v.regex(REFERENCE));

export const applyData = v.object({
  reference,
  secret: v.string(),
  state,
  submittedAt: instant,
  /** Whether the applicant gets mail: a confirmation, and one at each change of the state */
  mail: v.boolean(),
});
export type Applied = v.InferOutput<typeof applyData>;

export const applicationData = v.object({
  reference,
  state,
  submittedAt: instant,
  /** Time of the last change of its state */
  updatedAt: instant,
  /** Whether a license was given; null if the role has none */
  licence: v.nullable(v.picklist(['given', 'none'])),
});
export type ApplicationStatus = v.InferOutput<typeof applicationData>;

/** The id to list in `licence.files` of the application, within a day. */
export const licenseFileData = v.object({ id: v.string() });

export const applyCall = { path: APPLY_PATH, data: applyData } satisfies Call;
export const applicationCall = { path: APPLICATION_PATH, data: applicationData } satisfies Call;
export const licenseCall = { path: LICENSE_PATH, data: licenseFileData } satisfies Call;
