/** What browsers report by themselves, without a word on who sends it. Anybody may send such a report, true or not. */
import type { Hono } from 'hono';
import { type ApiContext, type ApiEnv, tooMany } from '../answers.ts';
import { refuseOtherMethods } from '../apiCalls.ts';
import type { Bodies } from '../bodies.ts';
import type { Orm } from '../db/database.ts';
import type { CreateLimit } from '../rateLimit.ts';

/** Reports of a kind that a network may send in a minute: a page may send several, and an office has many readers. */
export const PER_MINUTE = 30;

export interface Collecting {
  api: Hono<ApiEnv>;
  orm: Orm;
  bodies: Bodies;
  createLimit: CreateLimit;
  networkOf: (c: ApiContext) => string;
  now: () => Date;
}

/** Adds a call that takes reports and answers nothing. `take` counts one, or returns the response that refuses it. */
export function addReports(
  { api, createLimit, networkOf }: Collecting,
  { path, name, take }: { path: string; name: string; take: (c: ApiContext) => Promise<Response | null> },
): void {
  const limit = createLimit(PER_MINUTE, name);
  api.post(path, async (c) => {
    const wait = await limit(networkOf(c));
    if (wait > 0) return tooMany(c, wait);
    return (await take(c)) ?? c.body(null, 204);
  });
  refuseOtherMethods(api, path, ['post']);
}
