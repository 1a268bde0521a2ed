import { atom } from 'nanostores';

/** The dialog that asks whether to log in again. `declined`: the visitor stays; it is not asked again by itself. */
export const $relogin = atom<'closed' | 'open' | 'declined'>('closed');

/** Opens the dialog, once however many calls fail; after 'cancel' only for an action of the visitor that needs a session. */
export function askRelogin(userAction: boolean): void {
  if ($relogin.get() === 'closed' || userAction) $relogin.set('open');
}

export function declineRelogin(): void {
  $relogin.set('declined');
}
