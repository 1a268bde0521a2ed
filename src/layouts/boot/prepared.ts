/**
 * Lays out a page that the browser prepares unseen, once it is loaded. Browsers leave that until such a page is shown,
 * and on a phone it takes longer than all else that is then left to do.
 */
export function layOutUnseen(window: Window): void {
  const page = window.document as Document & { prerendering?: boolean };
  if (page.prerendering) window.addEventListener('load', () => void page.documentElement.offsetHeight);
}
