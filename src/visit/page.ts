/** The life of the page the visitor is on: requests end with it. */
let life = new AbortController();

/** Aborted when the page is left. */
export function pageSignal(): AbortSignal {
  return life.signal;
}

/** The page is left: what is under way for it ends, silently. */
export function leavePage(): void {
  life.abort();
}

/** How long after the end of its requests a page may still learn that it is left. */
const LEAVING_MS = 200;

/**
 * Whether a request failed because its page is left. Browsers end the requests of a page a moment before they send it
 * `pagehide`, so this waits for that moment. `signal` is the pageSignal() that the request began with.
 */
export function endedWithPage(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LEAVING_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** The page came back (from the back-forward cache) and may ask again. */
export function returnToPage(): void {
  if (life.signal.aborted) life = new AbortController();
}
