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
  const { dataset } = window.document.documentElement;
  window.addEventListener('pagereveal', () => {
    const own = dataset.routeIndex ?? '';
    let stored: string | null = null;
    try {
      stored = window.sessionStorage.getItem(ROUTE_INDEX_KEY);
      window.sessionStorage.setItem(ROUTE_INDEX_KEY, own);
    } catch {
      // Without storage the pages change without sliding.
    }
    const slide = slideDirection(stored ? Number(stored) : null, own ? Number(own) : null);
    if (slide) dataset.slide = slide;
  });
  window.addEventListener('animationend', ({ animationName }) => {
    if (animationName === dataset.slide) delete dataset.slide;
  });
}
