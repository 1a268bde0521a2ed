import { atom } from 'nanostores';
import { RELOGIN_KEY } from './keys.ts';
import { tokenEnd } from './session.ts';
import { recall, remember } from './storage.ts';

/** The dialog that asks the visitor to log in again. `declined`: it does not open again by itself. */
export const $relogin = atom<'closed' | 'open' | 'declined'>('closed');

/** Opens the dialog once, however many calls fail. After 'cancel', only a visitor's action that needs a session may. */
export function askRelogin(userAction: boolean): void {
  const isNew = $relogin.get() === 'closed' && recall(RELOGIN_KEY) !== tokenEnd();
  if (userAction || isNew) $relogin.set('open');
}

/** Call when the visitor cancels the dialog. This also holds for later pages. */
export function declineRelogin(): void {
  $relogin.set('declined');
  remember(RELOGIN_KEY, tokenEnd());
}
