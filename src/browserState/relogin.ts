import { atom } from 'nanostores';
import { RELOGIN_KEY } from './keys.ts';
import { tokenEnd } from './session.ts';
import { forget, recall, remember } from './storage.ts';

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

/** No end of a token */
const AGAIN = 'again';

/** Call before the page is loaded again, so that it leads to the log-in. */
export function logInAfterReload(): void {
  remember(RELOGIN_KEY, AGAIN);
}

/** True once on a page that was loaded again to lead to the log-in. */
export function askedToLogIn(): boolean {
  if (recall(RELOGIN_KEY) !== AGAIN) return false;
  forget(RELOGIN_KEY);
  return true;
}

/** The way back in the query of the log-in: `/login?to=/ja/datahub/flash` */
export const WAY_BACK = 'to';

/** The page of the log-in with the way back to an address of this site. */
export function loginFrom(login: string, { pathname, search, hash }: Location): string {
  return `${login}?${new URLSearchParams({ [WAY_BACK]: pathname + search + hash })}`;
}
