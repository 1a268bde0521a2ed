import { DEVICE_KEY } from './keys.ts';

/** The secret of the visitor's own device, which a log-in sends; null if this is none. */
export function deviceSecret(): string | null {
  try {
    return localStorage.getItem(DEVICE_KEY);
  } catch {
    return null;
  }
}

/** Keeps the secret that a log-in on the user's own device gets. */
export function keepDevice(secret: string | null): void {
  if (secret === null) return;
  try {
    localStorage.setItem(DEVICE_KEY, secret);
  } catch {
    // Without storage, this device is a new one at the next log-in.
  }
}
