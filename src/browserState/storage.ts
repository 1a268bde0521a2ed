/** What the device keeps between visits, and values that sessionStorage keeps from page to page until the tab is closed. */

/** The text that this device keeps under a key; null if there is none or storage is blocked. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Deletes what this device keeps under a key. */
export function erase(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

/** A text of storage as JSON; null if there is none or it is no JSON. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The value kept under a key; null if there is none or it cannot be read. */
export function recall(key: string): unknown {
  try {
    return parsed(sessionStorage.getItem(key));
  } catch {
    return null; // Storage is switched off.
  }
}

/** Keeps a value. If storage is off or full, the next page does without it. */
export function remember(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off or full.
  }
}

/** Forgets a value. */
export function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is switched off.
  }
}
