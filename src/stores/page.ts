/** The life of the page the visitor is on: requests end with it. */
let life = new AbortController();

/** Aborted when the page is left. */
export function pageSignal(): AbortSignal {
  return life.signal;
}

/** The page is left: what is under way for it ends, silently. It may ask again if the visitor stays or comes back. */
export function leavePage(): void {
  life.abort();
  life = new AbortController();
}
