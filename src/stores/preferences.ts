/** What a user prefers: kept on the device, where it takes effect, and in the account, for the next device. */

import { readForUser } from '../api/userCalls.ts';
import { isStored } from '../browserState/device.ts';
import { LOCALE_KEY, RISING_KEY, THEME_KEY, TIME_ZONE_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { isZone } from '../browserState/zone.ts';
import type { Service } from '../contract/common.ts';
import { type ChangedTerms, type General, generalCall } from '../contract/users.ts';
import { $chosenLocale } from './language.ts';
import { $theme } from './theme.ts';
import { inTime } from './user.ts';

/** The color of rising prices; 'local' for that of the language. */
export type Rising = 'local' | 'green' | 'red';

export const $rising = persistedAtom<Rising>(
  RISING_KEY,
  (stored) => (stored === 'green' || stored === 'red' ? stored : 'local'),
  (rising) => (rising === 'local' ? null : rising),
);

/** The time zone that the visitor chose, such as 'Asia/Tokyo'; '' for that of the device. */
export const $timeZone = persistedAtom<string>(
  TIME_ZONE_KEY,
  (stored) => (stored && isZone(stored) ? stored : ''),
  (zone) => zone || null,
);

/**
 * Applies what the account holds to this device, but for what was chosen on the device itself. The words by which a user
 * filters flashes come only when asked for: others may use the device. Returns the terms that the user has yet to accept,
 * null if there are none or the server does not say. Never rejects.
 */
export async function takePreferences(service: Service): Promise<ChangedTerms> {
  const read = await Promise.race([readForUser(generalCall, service), inTime()]);
  if (read?.status !== 'read') return null;
  applyWhereUnchosen(read.data);
  return read.data.terms;
}

export function applyWhereUnchosen({ locale, preferences }: Pick<General, 'locale' | 'preferences'>): void {
  const { theme, timeZone, rising } = preferences;
  if (!isStored(LOCALE_KEY)) $chosenLocale.set(locale);
  if (theme && !isStored(THEME_KEY)) $theme.set(theme);
  if (timeZone && !isStored(TIME_ZONE_KEY)) $timeZone.set(timeZone);
  if (rising && !isStored(RISING_KEY)) setRising(rising);
}

/** Keeps the color of rising prices, and shows it on this page. */
export function setRising(rising: Rising): void {
  $rising.set(rising);
  const { dataset } = document.documentElement;
  if (rising === 'local') delete dataset.rising;
  else dataset.rising = rising;
}
