/** What the session's storage keeps from page to page, until the tab is closed. */

/** The value kept under a key; null where there is none that can be read. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value. Without storage the next page begins without it. */
export function remember(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off or full.
  }
}
