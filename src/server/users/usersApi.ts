/** The calls of users. Each part of the account has a file; none of it is logged. */
import type { Hono } from 'hono';
import type { ApiContext, ApiEnv } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import type { Database } from '../db/database.ts';
import type { CreateLimit } from '../rateLimit.ts';
import { createUserCalls, type UserCalls } from './calls.ts';
import type { Seen } from './device.ts';
import { addEntering } from './entering.ts';
import type { Users } from './service.ts';

export interface UsersApi {
  api: Hono<ApiEnv>;
  users: Users;
  createLimit: CreateLimit;
  /** Returns null until the database is open */
  opened: () => Database | null;
  /** The caller's network, for limits */
  networkOf: (c: ApiContext) => string;
  /** Describes the caller's device and place */
  seen: (c: ApiContext) => Promise<Seen>;
  bodies: Bodies;
  /** Log-ins and the like that an address may send in a minute; 0 for no limit */
  perMinute: number;
}

/** What the parts need to add their calls. */
export interface Part extends Omit<UsersApi, 'api' | 'opened' | 'networkOf' | 'bodies'> {
  calls: UserCalls;
}

export function addUsersApi({ api, opened, networkOf, bodies, ...rest }: UsersApi): void {
  const { site, now } = rest.users;
  const calls = createUserCalls({ api, opened, networkOf, bodies, site, now });
  addEntering({ calls, ...rest });
  calls.finish();
}
