/** The calls of users, and of the companies that they belong to. Each part has a file; none of it is logged. */
import type { Calls } from '../calls.ts';
import { addCompanies } from '../companies/companiesApi.ts';
import { addAvatars } from './avatars.ts';
import { createUserCalls, type Part } from './calls.ts';
import { addGeneral } from './general.ts';
import { addLogIn } from './logIn.ts';
import { addOffers } from './offers.ts';
import { addOwnData } from './ownData.ts';
import { addPersonal } from './personal.ts';
import { addPublic } from './publicPageCall.ts';
import { addRecovery } from './recovery.ts';
import { addSecurity } from './security.ts';
import { addSignUp } from './signUp.ts';
import { addSocial } from './social.ts';
import { addToggles } from './toggles.ts';
import { addTrade } from './trade.ts';
import { addCentre } from './userCenterCall.ts';

export interface UsersApi extends Omit<Part, 'calls'> {
  calls: Calls;
}

export function addUsersApi({ calls, ...rest }: UsersApi): void {
  const part = { ...rest, calls: createUserCalls(calls, rest.users.site) };
  const { createLimit, perMinute } = rest;
  const limits = { logIn: createLimit(perMinute, 'login'), link: createLimit(perMinute, 'link') };
  addSignUp(part, limits);
  addLogIn(part, limits);
  addRecovery(part, limits);
  const parts = [
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
}
