/** Tells whether the visitor is still on the page. Its requests end when the visitor leaves. */
let life = new AbortController();

/** Whether the browser prepares the page, before the visitor follows the link to it. */
export const isUnseen = (): boolean =>
  (globalThis.document as (Document & { prerendering?: boolean }) | undefined)?.prerendering ?? false;

/** Resolves when the visitor sees the page: at once, or when they follow the link to it. Until then it may call nothing. */
export async function whenShown(): Promise<void> {
  if (isUnseen()) await new Promise((shown) => document.addEventListener('prerenderingchange', shown));
}

/** Aborted when the page is left. */
export function pageSignal(): AbortSignal {
  return life.signal;
}

/** Call when the visitor leaves the page: its requests end silently. */
export function leavePage(): void {
  life.abort();
}

/** Longest time between the end of a page's requests and its `pagehide`, in milliseconds. */
const LEAVING_MS = 200;

/**
 * True if a request failed because its page is left. Browsers end the requests of a page a moment before they send it
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

/** Call when the page comes back from the back-forward cache: it may send requests again. */
export function returnToPage(): void {
  if (life.signal.aborted) life = new AbortController();
}
