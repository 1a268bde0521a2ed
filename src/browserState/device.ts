/** What a log-in keeps on the device. */
import { DEVICE_KEY, USER_INFO_COOKIE } from './keys.ts';
import { logOut } from './session.ts';
import { stored } from './storage.ts';

/** The secret of the visitor's own device, which a log-in sends; null if this is none. */
export const deviceSecret = (): string | null => stored(DEVICE_KEY);

/** Keeps the secret that a log-in on the user's own device gets. */
export function keepDevice(secret: string | null): void {
  if (secret === null) return;
  try {
    localStorage.setItem(DEVICE_KEY, secret);
  } catch {
    // Without storage, this device is a new one at the next log-in.
  }
}

/** Keeps the token of a log-in for so many seconds. */
export function logIn(token: string, seconds: number): void {
  logOut(); // Or a cookie of a whole domain could stay beside ours.
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const info = encodeURIComponent(JSON.stringify({ token }));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
  document.cookie = `${USER_INFO_COOKIE}=${info}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** True if this device keeps something under a key. */
export const isStored = (key: string): boolean => stored(key) !== null;
