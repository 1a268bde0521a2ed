/** Notifications and privacy. */

import { type Toggles, togglesCall } from '../../../contract/users.ts';
import { togglesShape } from '../../../forms/userForms.ts';
import { heldBy, keep, togglesOf } from '../../applications/record.ts';
import type { UserPart } from '../userCalls.ts';
import { changeProfile } from './profileChange.ts';

export function addToggles({ calls }: UserPart): void {
  calls.withSession({
    call: togglesCall,
    operationId: 'userToggles',
    summary: 'Notifications and privacy',
    handle: async ({ orm, user }) => ({ data: togglesOf((await heldBy(orm, user.id)).toggles) }),
  });

  calls.withSession({
    call: togglesCall,
    method: 'put',
    operationId: 'userTogglesChange',
    summary: 'Changes notifications or privacy. What is left out stays',
    body: togglesShape,
    handle: async ({ orm, now, user, body: { notifications, privacy } }) => {
      let data: Toggles | undefined;
      const faults = await changeProfile(orm, { userId: user.id, now, doing: 'changing toggles' }, async (_, tx) => {
        const held = await heldBy(tx, user.id);
        const before = togglesOf(held.toggles);
        data = {
          notifications: { ...before.notifications, ...notifications },
          privacy: { ...before.privacy, ...privacy },
        } as Toggles;
        await keep(tx, user.id, { ...held, toggles: data }, now);
        return { set: {}, did: [{ action: 'toggles' }] };
      });
      return data ? { data } : { faults };
    },
  });
}
