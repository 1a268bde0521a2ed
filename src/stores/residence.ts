import { computed } from 'nanostores';
import { RESIDENCE_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { $location } from './location.ts';

/** The country of residence that the visitor chose on this device (ISO 3166-1 alpha-2); '' for that of the look-up. */
export const $chosenResidence = persistedAtom<string>(
  RESIDENCE_KEY,
  (stored) => (stored && /^[A-Z]{2}$/.test(stored) ? stored : ''),
  (country) => country || null,
);

/** The country of residence: the chosen one, else that of the visitor's IP address, else ''. */
export const $residence = computed(
  [$chosenResidence, $location],
  (chosen, place) => chosen || (place?.countryCode ?? ''),
);
