/** Notifications and privacy. */
import { NOTIFICATIONS, PRIVACY_PARTS } from '../../accounts/lists.ts';
import { togglesShape } from '../../accounts/userForms.ts';
import { type Toggles, togglesCall } from '../../contract/users.ts';
import { type Applied, appliedBy } from './applied.ts';
import type { Part } from './calls.ts';
import { changeProfile } from './changes.ts';

export function addToggles({ calls }: Part): void {
  calls.own({
    call: togglesCall,
    method: 'get',
    operationId: 'userToggles',
    summary: 'Notifications and privacy',
    handle: async ({ orm, user, profile }) => ({ data: togglesOf(profile, await appliedBy(orm, user.id)) }),
  });

  calls.own({
    call: togglesCall,
    method: 'put',
    operationId: 'userTogglesChange',
    summary: 'Changes notifications or privacy; what is left out stays',
    body: togglesShape,
    handle: async ({ orm, now, user, body: { notifications, privacy } }) => {
      let data: Toggles | undefined;
      const faults = await changeProfile(
        orm,
        { userId: user.id, now, doing: 'changing toggles' },
        async (profile, tx) => {
          const before = togglesOf(profile, await appliedBy(tx, user.id));
          data = {
            notifications: { ...before.notifications, ...notifications },
            privacy: { ...before.privacy, ...privacy },
          } as Toggles;
          return { set: { toggles: data }, did: [{ action: 'toggles' }] };
        },
      );
      return data ? { data } : { faults };
    },
  });
}

const PRIVATE = Object.fromEntries(PRIVACY_PARTS.map((part) => [part, 'private'])) as Toggles['privacy'];

/** The toggles of a profile; until the user sets them, those of the application, else the defaults. */
export function togglesOf({ toggles }: { toggles: Toggles | null }, applied: Applied | null): Toggles {
  const set = toggles ?? applied?.answers;
  return {
    notifications: { ...NOTIFICATIONS, ...set?.notifications },
    privacy: { ...PRIVATE, ...set?.privacy },
  };
}
