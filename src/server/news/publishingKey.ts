/** The idempotency key of a call that publishes. */
import type { ApiContext } from '../answers.ts';

const MOST = 200;

/** In the OpenAPI document */
export const PUBLISHING_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: MOST },
} as const;

/** Undefined if the call has none, null if it is empty or too long. */
export function publishingKeyOf(c: ApiContext): string | undefined | null {
  const key = c.env.incoming.headers['idempotency-key']?.toString();
  return key !== undefined && (key.length === 0 || key.length > MOST) ? null : key;
}
