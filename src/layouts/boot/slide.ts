import { ROUTE_INDEX_KEY } from '../../browserState/keys.ts';

export type Slide = 'slide-left' | 'slide-right' | null;

/** Direction of the page transition between two meta indexes of routes.ts; null if one is unknown or both are equal. */
export function slideDirection(from: number | null, to: number | null): Slide {
  const step = from === null || to === null ? 0 : to - from;
  if (!step) return null; // NaN too, if something else wrote to the storage.
  return step > 0 ? 'slide-left' : 'slide-right';
}

/**
 * Names the page transition on the root element by the meta indexes of the two pages, until it has ended. Each page stores
 * its index in sessionStorage when it is shown: what a page writes while it leaves may not reach one that is prepared
 * already. styles/transitions.css animates the new page alone: a view transition of the browser first takes pictures of
 * both, which makes a click wait three times as long.
 */
export function slideBetweenPages(window: Window): void {
  const page = window.document as Document & { prerendering?: boolean };
  const { dataset } = page.documentElement;
  // A page that is prepared unseen follows the one that prepares it. The first look into the storage of a page that is
  // shown makes its first paint wait, so such a page looks before, and no page writes until it is painted.
  let before = page.prerendering ? storedIndex(window) : null;
  window.addEventListener('pagereveal', () => {
    const own = dataset.routeIndex ?? '';
    const slide = slideDirection(before ?? storedIndex(window), own ? Number(own) : null);
    before = null;
    if (slide) dataset.slide = slide;
    window.requestAnimationFrame(() => window.setTimeout(() => storeIndex(window, own)));
  });
  window.addEventListener('animationend', ({ animationName }) => {
    if (animationName === dataset.slide) delete dataset.slide;
  });
}

/** The index of the page that was shown last; NaN if it is unknown. */
function storedIndex(window: Window): number {
  try {
    return Number(window.sessionStorage.getItem(ROUTE_INDEX_KEY) || Number.NaN);
  } catch {
    return Number.NaN;
  }
}

function storeIndex(window: Window, index: string): void {
  try {
    window.sessionStorage.setItem(ROUTE_INDEX_KEY, index);
  } catch {
    // Without storage the pages change without sliding.
  }
}
