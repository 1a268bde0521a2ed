import { atom } from 'nanostores';
import { LOCATION_KEY } from './keys.ts';
import { pageSignal } from './page.ts';

export interface Place {
  city: string;
  country: string;
  /** ISO 3166-1 alpha-2, where the service says it */
  countryCode?: string;
}

/** The visitor's city and country, or null: not looked up, unknown or failed. */
export const $location = atom<Place | null>(null);

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
  const kept = recall(lang);
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
  remember(lang, place);
  $location.set(place);
}

function recall(lang: string): Place | null | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(LOCATION_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('lang' in kept) || !('place' in kept)) return undefined;
    if (kept.place === null) return null;
    return kept.lang === lang ? (kept.place as Place) : undefined;
  } catch {
    return undefined;
  }
}

function remember(lang: string, place: Place | null): void {
  try {
    sessionStorage.setItem(LOCATION_KEY, JSON.stringify({ lang, place }));
  } catch {
    // Without storage the look-up is made again on the next page.
  }
}
