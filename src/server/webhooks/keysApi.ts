/** Publishes the site's public keys, by which receivers of webhooks check signatures. */
import type { Hono } from 'hono';
import { KEYS_PATH, KEYS_TYPE } from '../../contract/webhooks.ts';
import { type ApiEnv, fail } from '../answers.ts';
import type { Database } from '../db/database.ts';
import { publicKeys } from './keys.ts';

export function addKeysApi({ api, database }: { api: Hono<ApiEnv>; database: Database }): void {
  api.get(KEYS_PATH, async (c) => {
    const keys = await publicKeys(database.orm);
    return c.body(JSON.stringify({ keys }), 200, { 'Content-Type': KEYS_TYPE, 'Cache-Control': 'public, max-age=300' });
  });
  api.all(KEYS_PATH, (c) =>
    fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow: 'GET, HEAD' } }),
  );
}
