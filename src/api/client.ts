/** The one ky: 10 s, no hidden retries, the log-in token to the API's own origin and nowhere else. */
import ky, { type KyInstance } from 'ky';
import * as v from 'valibot';
import { currentToken } from '../stores/session.ts';
import { envelope, SUCCESS } from './contract.ts';

export const REQUEST_TIMEOUT_MS = 10_000;

const transport: KyInstance = ky.create({
  timeout: REQUEST_TIMEOUT_MS,
  totalTimeout: REQUEST_TIMEOUT_MS,
  retry: 0,
  credentials: 'omit',
});

/** An answer of the API that is not success. */
export class ApiError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/**
 * GET of the product's API. `base` is the API's address, `path` begins with /api. Returns `data` in its shape.
 * Rejects with ApiError on another code than success, with ky's errors on transport, with a ValiError on a wrong shape.
 */
export async function getFromApi<S extends v.GenericSchema>(
  { base, path, lang }: { base: string; path: string; lang: string },
  shape: S,
): Promise<v.InferOutput<S>> {
  const token = currentToken();
  const body = await transport(new URL(path, base), {
    headers: { 'Accept-Language': lang, ...(token ? { token } : {}) },
  }).json();
  const { code, message, data } = v.parse(envelope, body);
  if (code !== SUCCESS) throw new ApiError(code, message);
  return v.parse(shape, data);
}

/** GET of any other address: no token, no cookies. */
export async function getElsewhere(url: string): Promise<unknown> {
  return transport(url, { referrerPolicy: 'no-referrer' }).json();
}
