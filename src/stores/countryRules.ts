import { atom } from 'nanostores';
import { readSiteFile } from '../api/siteFile.ts';
import type { CountryRules } from '../contract/countryRules.ts';

/** What was loaded, by address: a page may show one language and hold the text of another. */
export const $countryRules = atom<ReadonlyMap<string, CountryRules>>(new Map());

/** Loads the rules of countries once a page. Never throws: without them nothing is shown, and the next page tries again. */
export async function loadCountryRules(address: string): Promise<void> {
  if ($countryRules.get().has(address)) return;
  try {
    const rules = await readSiteFile<CountryRules>(address);
    $countryRules.set(new Map([...$countryRules.get(), [address, rules]]));
  } catch {
    // Pages say the same for every country and are complete without it.
  }
}
