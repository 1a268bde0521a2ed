import { ROUTE_INDEX_KEY } from '../../browserState/keys.ts';

export type Slide = 'slide-left' | 'slide-right' | null;

/** Direction of the page transition between two meta indexes of routes.ts; null if one is unknown or both are equal. */
export function slideDirection(from: number | null, to: number | null): Slide {
  const step = from === null || to === null ? 0 : to - from;
  if (!step) return null; // NaN too, if something else wrote to the storage.
  return step > 0 ? 'slide-left' : 'slide-right';
}

/** A transition that is skipped, or interrupted by the next page, rejects its promises; the pages still change. */
function bearRejections(transition: ViewTransition | null | undefined): void {
  for (const promise of [transition?.ready, transition?.finished]) promise?.catch(() => {});
}

/**
 * Sets the type of the cross-document view transition from the meta indexes of the two pages. The old page stores its
 * index in sessionStorage. The stylesheet animates slide-left and slide-right; without a direction, the pages change
 * at once.
 */
export function slideBetweenPages(window: Window): void {
  const ownIndex = () => {
    const { routeIndex } = window.document.documentElement.dataset;
    return routeIndex === undefined ? null : Number(routeIndex);
  };
  window.addEventListener('pageswap', ({ viewTransition }) => {
    bearRejections(viewTransition);
    try {
      window.sessionStorage.setItem(ROUTE_INDEX_KEY, String(ownIndex() ?? ''));
    } catch {
      // Without storage the pages change without sliding.
    }
  });
  window.addEventListener('pagereveal', ({ viewTransition }) => {
    bearRejections(viewTransition);
    let stored: string | null = null;
    try {
      stored = window.sessionStorage.getItem(ROUTE_INDEX_KEY);
    } catch {
      // As above.
    }
    const slide = slideDirection(stored ? Number(stored) : null, ownIndex());
    if (slide) viewTransition?.types.add(slide);
    else viewTransition?.skipTransition();
  });
}
