import { atom } from 'nanostores';
import { RELOGIN_KEY } from './keys.ts';
import { currentToken } from './session.ts';

/** The dialog that asks whether to log in again. `declined`: the visitor stays; it is not asked again by itself. */
export const $relogin = atom<'closed' | 'open' | 'declined'>('closed');

/** Opens the dialog, once however many calls fail; after 'cancel' only for an action of the visitor that needs a session. */
export function askRelogin(userAction: boolean): void {
  if (userAction || ($relogin.get() === 'closed' && !wasDeclined())) $relogin.set('open');
}

/** The visitor stays as they are, on the pages that follow too. */
export function declineRelogin(): void {
  $relogin.set('declined');
  try {
    sessionStorage.setItem(RELOGIN_KEY, endOfToken());
  } catch {
    // Without storage the next page asks again.
  }
}

/** True where it was declined on an earlier page of this visit, for the session that is stored now. */
function wasDeclined(): boolean {
  try {
    return sessionStorage.getItem(RELOGIN_KEY) === endOfToken();
  } catch {
    return false;
  }
}

/** Tells sessions apart without keeping the token in a second place. */
function endOfToken(): string {
  return currentToken()?.slice(-4) ?? '';
}
