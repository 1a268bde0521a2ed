import { atom } from 'nanostores';
import type { Place } from '../api/location.ts';
import { LOCATION_KEY } from '../visit/keys.ts';
import { pageSignal, whenShown } from '../visit/page.ts';
import { recall, remember } from '../visit/storage.ts';

/** The visitor's city and country; null: unknown or failed; undefined: not looked up yet. */
export const $location = atom<Place | null | undefined>(undefined);

export interface LookUpAddresses {
  /** Base of the product's API, '' for the site's own origin; undefined: nothing is called */
  apiBase: string | undefined;
  /** Another service that returns the visitor's IP address */
  ipLookup: string | undefined;
}

/**
 * Looks up the visitor's place once per visit: sessionStorage keeps the result, a failure (null) too.
 * Never throws. `lang` is the language of the place names.
 */
export async function lookUpLocation(addresses: LookUpAddresses, lang: string): Promise<void> {
  const { apiBase, ipLookup } = addresses;
  if (apiBase === undefined) return;
  let kept = placeOfVisit(lang);
  if (kept === undefined) {
    await whenShown();
    kept = placeOfVisit(lang); // The page before may have found it while this one was prepared.
  }
  if (kept !== undefined) {
    $location.set(kept);
    return;
  }
  let place: Place | null = null;
  const left = pageSignal();
  try {
    const { findPlace } = await import('../api/location.ts');
    place = await findPlace({ base: apiBase, lang }, ipLookup);
  } catch {
    if (left.aborted) return; // The visitor left: the next page looks it up.
    // The client has reported why; the bar shows its text for a failed detection.
  }
  remember(LOCATION_KEY, { lang, place });
  $location.set(place);
}

function placeOfVisit(lang: string): Place | null | undefined {
  const kept = recall(LOCATION_KEY);
  if (typeof kept !== 'object' || kept === null || !('lang' in kept) || !('place' in kept)) return undefined;
  if (kept.place === null) return null;
  return kept.lang === lang ? (kept.place as Place) : undefined;
}
