import * as v from 'valibot';
import type { Place } from '../stores/location.ts';
import { type ApiOptions, call, getElsewhere, isSuccess } from './client.ts';
import { ipCall, ipData, locationCall } from './commonContract.ts';

/** The caller's place: the IP address first, then where it is. Null where the address is private or unknown. */
export async function findPlace(options: ApiOptions, ipLookup: string | undefined): Promise<Place | null> {
  const ip = ipLookup ? ipOf(await getElsewhere(ipLookup)) : await ownIp(options);
  if (ip === null) return null;
  const answer = await call(locationCall, { ip }, options);
  if (!isSuccess(answer)) return null;
  const { city, country, countryCode } = answer.data.list;
  return city && country ? { city, country, ...(countryCode && { countryCode }) } : null;
}

async function ownIp(options: ApiOptions): Promise<string | null> {
  const answer = await call(ipCall, {}, options);
  return isSuccess(answer) ? answer.data.ip : null;
}

/** A configured service answers `{ ip }`, bare or in an envelope. */
function ipOf(body: unknown): string | null {
  const found = v.safeParse(
    v.union([
      ipData,
      v.pipe(
        v.object({ data: ipData }),
        v.transform(({ data }) => data),
      ),
    ]),
    body,
  );
  return found.success ? found.output.ip : null;
}
