import { atom } from 'nanostores';
import type { VisitorPlace } from '../api/lazy/location.ts';
import { LOCATION_KEY } from '../browserState/keys.ts';
import { pageSignal, whenShown } from '../browserState/page.ts';
import { recall, remember } from '../browserState/storage.ts';

/** A look-up that failed is made once more on the same page, after this time. */
export const RETRY_MS = 60_000;

/** The visitor's city and country; null: unknown or failed; undefined: not looked up yet. */
export const $location = atom<VisitorPlace | null | undefined>(undefined);

export interface LookUpAddresses {
  /** Base of the product's API, '' for the site's own origin; undefined: nothing is called */
  apiBase: string | undefined;
  /** Another service that returns the visitor's IP address */
  ipLookup: string | undefined;
}

/** What a visit keeps. `failed`: there was no answer, which the visitor has been told. */
type PersistedPlace = { place: VisitorPlace | null } | { failed: true };

/**
 * Looks up the visitor's place. sessionStorage keeps the answer for the visit, also that the place is unknown. A failure
 * lasts a minute or until the next page, and only the first one of a visit shows a message, a dialog or another page.
 * Never throws. `lang` is the language of the place names.
 */
export async function lookUpLocation(addresses: LookUpAddresses, lang: string): Promise<void> {
  if (addresses.apiBase === undefined) return;
  let persisted = persistedFor(lang);
  if (persisted === undefined) {
    await whenShown();
    persisted = persistedFor(lang); // The page before may have found it while this one was prepared.
  }
  if (persisted && 'place' in persisted) {
    $location.set(persisted.place);
    return;
  }
  if (persisted) $location.set(null);
  const left = pageSignal();
  if (await find(addresses, lang, persisted && 'wholly')) return;
  setTimeout(() => !left.aborted && void find(addresses, lang, 'wholly'), RETRY_MS);
}

/** Asks for the place once. True unless that failed and could succeed later. */
async function find({ apiBase, ipLookup }: LookUpAddresses, lang: string, quiet?: 'wholly'): Promise<boolean> {
  const left = pageSignal();
  try {
    const { findPlace } = await import('../api/lazy/location.ts');
    const place = await findPlace({ base: apiBase ?? '', lang, ...(quiet && { quiet }) }, ipLookup);
    keep(lang, { place });
    $location.set(place);
    return true;
  } catch {
    if (left.aborted) return true; // The visitor left: the next page looks it up.
    // The client has reported why; the bar shows its text for a failed detection.
    keep(lang, { failed: true });
    $location.set(null);
    return false;
  }
}

const keep = (lang: string, persisted: PersistedPlace) => remember(LOCATION_KEY, { lang, ...persisted });

/** What the visit has kept. An answer counts only in the language of its names. */
function persistedFor(lang: string): PersistedPlace | undefined {
  const persisted = recall(LOCATION_KEY);
  if (typeof persisted !== 'object' || persisted === null || !('lang' in persisted)) return undefined;
  if ('failed' in persisted) return { failed: true };
  if (!('place' in persisted)) return undefined;
  const place = persisted.place as VisitorPlace | null;
  return place === null || persisted.lang === lang ? { place } : undefined;
}
