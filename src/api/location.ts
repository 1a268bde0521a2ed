import * as v from 'valibot';
import type { Place } from '../stores/location.ts';
import { getElsewhere, getFromApi } from './client.ts';
import { ipData, locationData } from './contract.ts';

const IP_PATH = '/api/web/common/ip';
const LOCATION_PATH = '/api/web/common/country/getLocationByIp/';

interface Options {
  apiBase: string;
  ipLookup: string | undefined;
  /** Language of the place names, e.g. 'ja' */
  lang: string;
}

/** The caller's place: the IP address first, then where it is. Null where the address is private or unknown. */
export async function findPlace({ apiBase, ipLookup, lang }: Options): Promise<Place | null> {
  const { ip } = ipLookup
    ? ipOf(await getElsewhere(ipLookup))
    : await getFromApi({ base: apiBase, path: IP_PATH, lang }, ipData);
  const path = LOCATION_PATH + encodeURIComponent(ip);
  const { list } = await getFromApi({ base: apiBase, path, lang }, locationData);
  return list.city && list.country ? { city: list.city, country: list.country } : null;
}

/** A configured service answers `{ ip }`, bare or in an envelope. */
function ipOf(body: unknown): v.InferOutput<typeof ipData> {
  return v.parse(
    v.union([
      ipData,
      v.pipe(
        v.object({ data: ipData }),
        v.transform(({ data }) => data),
      ),
    ]),
    body,
  );
}
