/** The calls of users, and of the companies that they belong to. Each part has a file; none of it is logged. */
import type { Hono } from 'hono';
import type { ApiContext, ApiEnv } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import { addCompanies } from '../companies/companiesApi.ts';
import type { Database } from '../db/database.ts';
import { addAvatars } from './avatars.ts';
import { createUserCalls, type Part } from './calls.ts';
import { addCentre } from './centre.ts';
import { addEntering } from './entering.ts';
import { addGeneral } from './general.ts';
import { addOffers } from './offers.ts';
import { addOwnData } from './ownData.ts';
import { addPersonal } from './personal.ts';
import { addPublic } from './publicPage.ts';
import { addSecurity } from './security.ts';
import { addSocial } from './social.ts';
import { addToggles } from './toggles.ts';
import { addTrade } from './trade.ts';

export interface UsersApi extends Omit<Part, 'calls'> {
  api: Hono<ApiEnv>;
  database: Database;
  /** The caller's network, for limits */
  networkOf: (c: ApiContext) => string;
  bodies: Bodies;
}

export function addUsersApi({ api, database, networkOf, bodies, ...rest }: UsersApi): void {
  const { site, now } = rest.users;
  const calls = createUserCalls({ api, database, networkOf, bodies, site, now });
  const part = { calls, bodies, ...rest };
  const parts = [
    addEntering,
    addSecurity,
    addCentre,
    addOffers,
    addGeneral,
    addAvatars,
    addPersonal,
    addTrade,
    addToggles,
    addOwnData,
    addPublic,
    addSocial,
    addCompanies,
  ];
  for (const add of parts) add(part);
  calls.finish();
}
