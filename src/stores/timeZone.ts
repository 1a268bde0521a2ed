import { keptAtom } from '../visit/kept.ts';
import { TIME_ZONE_KEY } from '../visit/keys.ts';
import { isZone } from '../visit/zone.ts';

/** The time zone that the visitor chose, such as 'Asia/Tokyo'; '' for that of the device. */
export const $timeZone = keptAtom<string>(
  TIME_ZONE_KEY,
  (stored) => (stored && isZone(stored) ? stored : ''),
  (zone) => zone || null,
);
