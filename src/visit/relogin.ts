import { atom } from 'nanostores';
import { RELOGIN_KEY } from './keys.ts';
import { currentToken } from './session.ts';
import { recall, remember } from './storage.ts';

/** The dialog that asks whether to log in again. `declined`: the visitor stays; it is not asked again by itself. */
export const $relogin = atom<'closed' | 'open' | 'declined'>('closed');

/** Opens the dialog, once however many calls fail; after 'cancel' only for an action of the visitor that needs a session. */
export function askRelogin(userAction: boolean): void {
  const isNew = $relogin.get() === 'closed' && recall(RELOGIN_KEY) !== session();
  if (userAction || isNew) $relogin.set('open');
}

/** The visitor stays as they are, on the pages that follow too. */
export function declineRelogin(): void {
  $relogin.set('declined');
  remember(RELOGIN_KEY, session());
}

/** The end of the token tells sessions apart, without keeping the token in a second place. */
function session(): string {
  return `${currentToken()}`.slice(-4);
}
