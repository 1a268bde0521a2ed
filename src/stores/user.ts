/**
 * Who is logged in, as every page shows it. The cookie says that somebody is; the server says who, once in a visit. All
 * tabs agree: each hears of a change in another. Pages load this when somebody is logged in.
 */

import { keepDevice, logIn } from '../browserState/device.ts';
import { POST_DRAFTS_KEY, USER_KEY } from '../browserState/keys.ts';
import { whenShown } from '../browserState/page.ts';
import { $relogin } from '../browserState/relogin.ts';
import { currentToken, logOut, tokenEnd } from '../browserState/session.ts';
import { erase, forget, parsed, recall, remember } from '../browserState/storage.ts';
import { $user, type User } from '../browserState/user.ts';
import type { Service } from '../contract/common.ts';
import type { Entered } from '../contract/users.ts';
import { initialsOf } from '../i18n/initials.ts';

/** The token end for which the server is being asked. */
let askedEnd = '';

/** Browsers may show a tab the cookie of another a moment after they tell it of the change, in milliseconds. */
const COOKIE_MS = 1_000;

/** Follows the cookie and the other tabs. Returns a function that ends this. */
export function followUser(service: Service): () => void {
  const look = () => void lookAtUser(service);
  const lookTwice = () => {
    look();
    setTimeout(look, COOKIE_MS);
  };
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== USER_KEY || newValue === null) return;
    const reported = readPersisted(parsed(newValue));
    if (reported?.end === tokenEnd()) remember(USER_KEY, reported);
    lookTwice();
  };
  lookTwice();
  const end = new AbortController();
  const { signal } = end;
  addEventListener('storage', hear, { signal });
  // Another tab may have changed it while this page was in the back/forward cache.
  addEventListener('pageshow', look, { signal });
  // Or while this one was prepared unseen.
  globalThis.document?.addEventListener?.('prerenderingchange', look, { signal });
  return () => end.abort();
}

/** Reads who is logged in: from this visit, else from the server. Never throws. */
export async function lookAtUser(service: Service): Promise<void> {
  const end = tokenEnd();
  if (!end) {
    forget(USER_KEY);
    $user.set(null);
    return;
  }
  const persisted = readPersisted(recall(USER_KEY));
  if (persisted?.end === end) {
    show(persisted.user);
    return;
  }
  $user.set('unread');
  if (askedEnd === end) return;
  askedEnd = end;
  try {
    await whenShown();
    const { meCall, request } = await import('../api/lazy/users.ts');
    const { seconds, ...user } = await request(meCall, service);
    if (tokenEnd() !== end) return;
    const token = currentToken();
    if (token) logIn(token, seconds); // The session of an own device was prolonged.
    showUser(user);
  } catch (error) {
    const { ApiError, USER_CODES } = await import('../contract/errors.ts');
    // The visitor is led to the page of locked accounts, and could read no other page.
    if (error instanceof ApiError && error.code === USER_CODES.locked.code && tokenEnd() === end) leave();
  } finally {
    askedEnd = '';
  }
}

const show = (user: User) => $user.set({ ...user, initials: initialsOf(user.nickname) });

/** Shows another nickname or picture, here and in all tabs. */
export function showUser(user: User): void {
  const persisted = { end: tokenEnd(), user };
  remember(USER_KEY, persisted);
  show(user);
  tellTabs(persisted);
}

/** Takes a new token: after a log-in, or after a change that ended the old one. */
export function enter(entered: Entered, service: Service): void {
  keepDevice(entered.device);
  logIn(entered.token, entered.seconds);
  forget(USER_KEY);
  tellTabs(null);
  void lookAtUser(service);
}

/** Longest time that a visitor waits for a call that can do without an answer, in milliseconds. */
const WAIT_MS = 2_000;
export const inTime = () => new Promise<void>((over) => setTimeout(over, WAIT_MS));

/** Logs out on the server, if it can be reached, and on this device. Never throws. */
export async function logOutUser(service: Service): Promise<void> {
  const dialog = $relogin.get();
  // Somebody who logs out need not hear that the session was over already.
  if (dialog === 'closed') $relogin.set('declined');
  try {
    const { logOutCall, request } = await import('../api/lazy/users.ts');
    await Promise.race([request(logOutCall, service, { method: 'post' }), inTime()]);
  } catch {
    // The session is over already, or the server cannot be reached: then its time ends it.
  }
  leave();
  $relogin.set(dialog);
}

function leave(): void {
  logOut();
  forget(USER_KEY);
  erase(POST_DRAFTS_KEY);
  $user.set(null);
  tellTabs(null);
}

interface PersistedUser {
  end: string;
  user: User;
}

/** What the visit keeps; null if it is nothing that we wrote. */
function readPersisted(persisted: unknown): PersistedUser | null {
  if (typeof persisted !== 'object' || persisted === null || !('end' in persisted) || !('user' in persisted))
    return null;
  const { nickname, avatar } = (persisted.user ?? {}) as Partial<Record<keyof User, unknown>>;
  if (typeof persisted.end !== 'string' || typeof nickname !== 'string') return null;
  return { end: persisted.end, user: { nickname, avatar: typeof avatar === 'string' ? avatar : null } };
}

/** A storage event reaches the other tabs, and keeps no page out of the back/forward cache. */
function tellTabs(persisted: PersistedUser | null): void {
  try {
    localStorage.setItem(USER_KEY, JSON.stringify(persisted));
    localStorage.removeItem(USER_KEY);
  } catch {
    // Without storage, other tabs see it with their next page.
  }
}
