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

/** The page came back (from the back-forward cache) and may ask again. */
export function returnToPage(): void {
  if (life.signal.aborted) life = new AbortController();
}
