/** The calls of users, and of the companies that they belong to. Each part has a file; none of it is logged. */
import type { Calls } from '../apiCalls.ts';
import { addCompanies } from '../companies/companiesApi.ts';
import { addOffers } from './data/offers.ts';
import { addOwnData } from './data/ownData.ts';
import { addLogIn } from './logIn/logIn.ts';
import { addRecovery } from './logIn/recovery.ts';
import { addSignUp } from './logIn/signUp.ts';
import { addSocial } from './logIn/social.ts';
import { addAvatars } from './profile/avatars.ts';
import { addGeneral } from './profile/general.ts';
import { addPersonal } from './profile/personal.ts';
import { addPublic } from './profile/publicPageCall.ts';
import { addTerms } from './profile/terms.ts';
import { addToggles } from './profile/toggles.ts';
import { addTrade } from './profile/trade.ts';
import { addUserCenter } from './profile/userCenterCall.ts';
import { addSecurity } from './security/security.ts';
import { createUserCalls, type UserPart } from './userCalls.ts';

export interface UsersApi extends Omit<UserPart, 'calls'> {
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
    addUserCenter,
    addOffers,
    addGeneral,
    addAvatars,
    addPersonal,
    addTrade,
    addToggles,
    addTerms,
    addOwnData,
    addPublic,
    addSocial,
    addCompanies,
  ];
  for (const add of parts) add(part);
}
