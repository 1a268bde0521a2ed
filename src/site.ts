/** The owner of the site and its external URLs. The name is defined here and nowhere else. */
import * as v from 'valibot';
import { isLocale, LOCALE_IDS, type Locale } from './i18n/locales.ts';
import { lookUp } from './lookUp.ts';

export const COMPANY = 'Finger';

/** Year of first publication, for the copyright line; a build must not change with the date. */
export const COPYRIGHT_YEAR = '2026';

/** DB-IP City Lite, CC BY 4.0: the server's source for the places of IP addresses. */
export const GEOLOCATION_SOURCE = 'https://db-ip.com';

const oneWord = v.regex(/^\S+$/, 'holds white space, which an address cannot; write %20');
const httpUrl = v.pipe(
  v.string(),
  oneWord,
  v.url('is no address; write it whole, such as https://www.example.com'),
  v.regex(/^https?:\/\//, 'must begin with https:// (or http://)'),
  v.check((url) => !new URL(url).username, 'holds a name or a password, which every visitor could read'),
);
const socketUrl = v.pipe(
  v.string(),
  oneWord,
  v.url('is no address'),
  v.regex(/^wss?:\/\//, 'must begin with wss:// (or ws://)'),
);
const origin = v.pipe(
  httpUrl,
  v.check(
    (url) => new URL(url).href === `${new URL(url).origin}/`,
    'must be an origin without a path, such as https://www.example.com',
  ),
  v.transform((url) => new URL(url).origin),
);
const locales = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((id) => id.trim())),
  v.array(v.custom<Locale>(isLocale, `must be a list of locales out of ${LOCALE_IDS.join(', ')}`)),
  v.check((ids) => ids.includes('en-US'), 'must hold en-US, which the other locales fall back to'),
  v.transform((ids) => LOCALE_IDS.filter((id) => ids.includes(id))),
);

const share = v.pipe(
  v.string(),
  v.regex(/^(0|1|0?\.\d{1,9})$/, 'must be a share from 0 to 1, such as 0.05 for one page view in twenty'),
  v.transform(Number),
);

/** '' for the site's own origin, undefined if there is no API, else a URL without a trailing slash. */
const apiBase = v.union(
  [
    v.pipe(
      v.picklist(['same-origin', 'none']),
      v.transform((word): string | undefined => (word === 'none' ? undefined : '')),
    ),
    v.pipe(
      httpUrl,
      v.check((url) => !/[?#]/.test(url)),
      v.transform((url): string | undefined => url.replace(/\/+$/, '')),
    ),
  ],
  'must be same-origin, none, or an address without ? and #, such as https://api.example.com',
);

/** Where another host serves a folder: an address without a slash at its end. */
const statusUrl = v.pipe(
  httpUrl,
  v.check((url) => !/[?#]/.test(url), 'must be an address without ? and #, such as https://status.example.com'),
  v.transform((url) => url.replace(/\/+$/, '')),
);

/** Every setting of the site that comes from the environment: its check, and its default. */
const SETTINGS = {
  SITE_URL: v.optional(origin, 'http://localhost:4321'),
  LOCALES: v.optional(locales, LOCALE_IDS.join(',')),
  API_BASE: v.optional(apiBase, 'same-origin'),
  IP_LOOKUP_URL: v.optional(httpUrl),
  SOCIAL_SOCKET_URL: v.optional(socketUrl),
  MARKET_SOCKET_URL: v.optional(socketUrl),
  UPLOAD_URL: v.optional(httpUrl),
  LOGIN_URL: v.optional(httpUrl),
  SIGNUP_URL: v.optional(httpUrl),
  SUPPORT_URL: v.optional(httpUrl),
  STATUS_URL: v.optional(statusUrl),
  APP_STORE_URL: v.optional(httpUrl),
  PLAY_STORE_URL: v.optional(httpUrl),
  /** The share of page views whose browsers tell how fast they were; 0: none, and the server takes no such figures */
  VITALS_SHARE: v.optional(share, '0'),
};

const settingsShape = v.object(SETTINGS);
export type Settings = v.InferOutput<typeof settingsShape>;

/** Pages that a configured URL replaces, each with that URL: a redirect takes the place of the page. */
export function movedPages({ LOGIN_URL, SIGNUP_URL, SUPPORT_URL }: Settings): ReadonlyMap<string, string> {
  const pages: [string, string | undefined][] = [
    ['/login', LOGIN_URL],
    ['/signUp', SIGNUP_URL],
    ['/support', SUPPORT_URL],
  ];
  return new Map(pages.flatMap(([path, address]) => (address ? [[path, address]] : [])));
}

/** Reads the settings from an environment. An empty value counts as unset. Throws one line that names invalid ones. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.keys(SETTINGS)
      .map((name) => [name, lookUp(env, name)?.trim()])
      .filter(([, value]) => value),
  );
  const result = v.safeParse(settingsShape, given, { abortPipeEarly: true });
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => {
    const name = String(issue.path?.[0]?.key);
    return `${name}='${lookUp(given, name)?.replace(/\s+/g, ' ')}' ${issue.message}`;
  });
  throw new Error(`Wrong configuration: ${[...new Set(faults)].join('; ')}`);
}
