/** Notifications and privacy. */

import { type Toggles, togglesCall } from '../../../contract/users.ts';
import { NOTIFICATIONS, PRIVACY_PARTS } from '../../../forms/lists.ts';
import { togglesShape } from '../../../forms/userForms.ts';
import type { UserPart } from '../calls.ts';
import { changeProfile } from './profileChange.ts';

export function addToggles({ calls }: UserPart): void {
  calls.withSession({
    call: togglesCall,
    operationId: 'userToggles',
    summary: 'Notifications and privacy',
    handle: async ({ profile }) => ({ data: togglesOf(profile.toggles) }),
  });

  calls.withSession({
    call: togglesCall,
    method: 'put',
    operationId: 'userTogglesChange',
    summary: 'Changes notifications or privacy. What is left out stays',
    body: togglesShape,
    handle: async ({ orm, now, user, body: { notifications, privacy } }) => {
      let data: Toggles | undefined;
      const faults = await changeProfile(orm, { userId: user.id, now, doing: 'changing toggles' }, async (profile) => {
        const before = togglesOf(profile.toggles);
        data = {
          notifications: { ...before.notifications, ...notifications },
          privacy: { ...before.privacy, ...privacy },
        } as Toggles;
        return { set: { toggles: data }, did: [{ action: 'toggles' }] };
      });
      return data ? { data } : { faults };
    },
  });
}

const PRIVATE = Object.fromEntries(PRIVACY_PARTS.map((part) => [part, 'private'])) as Toggles['privacy'];

/** The toggles that a user has set, else the defaults. No application changes them. */
export function togglesOf(set: Partial<Toggles> | null): Toggles {
  return {
    notifications: { ...NOTIFICATIONS, ...set?.notifications },
    privacy: { ...PRIVATE, ...set?.privacy },
  };
}
