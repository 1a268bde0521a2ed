import { TIME_ZONE_KEY } from './keys.ts';

/** The time zone of the device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
}

/** The time zone in which times are shown: the one that the visitor chose on this device, else that of the device. */
export function localZone(): string {
  try {
    const chosen = localStorage.getItem(TIME_ZONE_KEY);
    if (chosen && isZone(chosen)) return chosen;
  } catch {
    // Without storage nothing was chosen.
  }
  return deviceZone();
}
