import { atom } from 'nanostores';
import type { Place } from '../api/location.ts';
import { LOCATION_KEY } from '../visit/keys.ts';
import { pageSignal } from '../visit/page.ts';
import { recall, remember } from '../visit/storage.ts';

/** The visitor's city and country; null: unknown or failed; undefined: not looked up, or under way. */
export const $location = atom<Place | null | undefined>(undefined);

export interface LookUpAddresses {
  /** Base of the product's API, '' for the site's own origin; undefined: nothing is called */
  apiBase: string | undefined;
  /** Another service that answers the visitor's IP address */
  ipLookup: string | undefined;
}

/**
 * Finds the visitor's place, once a visit: the answer is kept in the session's storage, a failure (null) too.
 * Never throws. `lang` is the language the place names are wanted in.
 */
export async function lookUpLocation(addresses: LookUpAddresses, lang: string): Promise<void> {
  const { apiBase, ipLookup } = addresses;
  if (apiBase === undefined) return;
  const kept = placeOfVisit(lang);
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
    if (left.aborted) return; // Nothing has failed: the next page asks.
    // The client has said why; the bar shows its text for a failed detection.
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
