/** The dated versions of the partner API: which one answers a call, and what the call is told of its end. */
import type { ApiVersion } from '../../catalogue/apiChanges.ts';
import type { RoutePath } from '../../routes.ts';

export const VERSION_HEADER = 'Finger-Version';
/** The page with all changes, below the origin of the site. */
export const CHANGES_PAGE = '/service/developer/changes' satisfies RoutePath;

export interface Versioning {
  /** Newest first */
  versions: readonly ApiVersion[];
  /** Address of the page that tells more about their ends */
  page: string;
}

/**
 * The headers of an answer to a call that asks for a version, or for none: then the oldest that has not ended answers, so
 * that a program goes on as it was written. Null if there is no such version, or if it has ended.
 */
export function versionHeaders(
  asked: string | undefined,
  { versions, now, page }: Versioning & { now: Date },
): Record<string, string> | null {
  const today = now.toISOString().slice(0, 10);
  const served = versions.filter(({ sunset }) => sunset === undefined || today < sunset);
  const found = asked === undefined ? served.at(-1) : served.find(({ version }) => version === asked);
  if (!found) return null;
  const { version, deprecated, sunset } = found;
  return {
    [VERSION_HEADER]: version,
    // RFC 9745, RFC 8594
    ...(deprecated && {
      Deprecation: `@${Date.parse(deprecated) / 1000}`,
      Link: `<${page}>; rel="deprecation"; type="text/html"`,
    }),
    ...(sunset && { Sunset: new Date(sunset).toUTCString() }),
  };
}
