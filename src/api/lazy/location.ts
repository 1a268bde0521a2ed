import { ipCall, ipData, locationCall } from '../../contract/common.ts';
import { type ApiOptions, call, getElsewhere, successOf } from './client.ts';

export interface VisitorPlace {
  city: string;
  country: string;
  /** ISO 3166-1 alpha-2, if the service gives it */
  countryCode?: string;
}

/**
 * Looks up the caller's IP address, then the place of that address. Null if the address is private or unknown. Throws if
 * one of them is not answered.
 */
export async function findPlace(options: ApiOptions, ipLookup: string | undefined): Promise<VisitorPlace | null> {
  const ip = ipLookup
    ? (await getElsewhere(ipLookup, ipData, {}, options.quiet)).ip
    : successOf(await call(ipCall, {}, options)).ip;
  const { city, country, countryCode } = successOf(await call(locationCall, { ip }, options)).list;
  return city && country ? { city, country, ...(countryCode && { countryCode }) } : null;
}
