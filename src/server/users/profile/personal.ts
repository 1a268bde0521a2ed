/** Names, birth, gender, address and telephone numbers. What an application has fixed can only be changed by request. */
import { isDeepStrictEqual } from 'node:util';
import { type Personal, type PersonalAnswer, personalCall } from '../../../contract/users.ts';
import type { Fault } from '../../../forms/faults.ts';
import { keysOf } from '../../../forms/lists.ts';
import { normalizeMobile } from '../../../forms/mobile.ts';
import { personalShape } from '../../../forms/userForms.ts';
import { lookUp } from '../../../lookUp.ts';
import type { UserPart } from '../userCalls.ts';
import { changeProfile } from './profileChange.ts';
import { type AppliedAnswers, appliedBy } from './profileFromApplication.ts';

const NONE: Personal = {
  givenName: '',
  familyName: '',
  birthDate: '',
  gender: '',
  country: '',
  address: { line1: '', line2: '', city: '', region: '', postcode: '' },
  phone: '',
  mobile: '',
};

export function addPersonal({ calls, users: { rules } }: UserPart): void {
  calls.withSession({
    call: personalCall,
    operationId: 'userPersonal',
    summary: 'Personal information, and which of it an application has fixed',
    handle: async ({ orm, user, profile }) => ({ data: personalOf(profile, await appliedBy(orm, user.id)) }),
  });

  calls.withSession({
    call: personalCall,
    method: 'put',
    operationId: 'userPersonalChange',
    summary: 'Changes personal information. What is left out stays; what an application has fixed is refused',
    body: ({ now }) => personalShape({ now, dialCodeOf: rules.dialCodeOf }),
    handle: async ({ orm, now, user, body }) => {
      let data: PersonalAnswer | undefined;
      const faults = await changeProfile(
        orm,
        { userId: user.id, now, doing: 'changing personal information' },
        async (profile, tx) => {
          const applied = await appliedBy(tx, user.id);
          const { personal, fixed, fixedBy } = personalOf(profile, applied);
          const wanted: Personal = { ...personal, ...(body as Partial<Personal>) };
          const refused = keysOf(wanted)
            .filter((name) => fixed.includes(name) && !isDeepStrictEqual(wanted[name], personal[name]))
            .map((field): Fault => ({ field, key: 'fixedByApplication', value: fixedBy ?? '' }));
          const dialCode = rules.dialCodeOf(wanted.country) ?? null;
          for (const field of ['phone', 'mobile'] as const) {
            const number = wanted[field] && normalizeMobile(wanted[field], dialCode);
            if (number === null) refused.push({ field, key: 'mobileFormat', value: '' });
            else wanted[field] = number;
          }
          if (refused.length > 0) return { faults: refused };
          const { mobile, ...rest } = wanted;
          // An application's own answers stay with it: if it is declined, what the user typed before counts again.
          const unchanged = Object.fromEntries(fixed.map((name) => [name, lookUp(profile.personal ?? NONE, name)]));
          const set = { mobile, personal: { ...rest, ...unchanged, mobile: '' } as Personal };
          data = personalOf({ ...profile, ...set }, applied);
          return { set, did: [{ action: 'personal' }] };
        },
      );
      return data ? { data } : { faults };
    },
  });
}

/**
 * What is known of a user. The mobile number is that of the profile, which the user may change whatever an application
 * says: it is how they are reached.
 */
export function personalOf(
  profile: { personal: Personal | null; mobile: string },
  applied: AppliedAnswers | null,
): PersonalAnswer {
  const { givenName, familyName, birthDate, gender, address, mobile = '' } = applied?.answers ?? {};
  const given = { givenName, familyName, birthDate, gender, country: applied?.country, address };
  const fixing = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return {
    personal: { ...NONE, ...profile.personal, ...Object.fromEntries(fixing), mobile: profile.mobile || mobile },
    fixedBy: applied?.reference ?? null,
    fixed: fixing.map(([name]) => name),
  };
}
