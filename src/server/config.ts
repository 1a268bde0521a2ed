/** Settings of the running server, from the environment. The site's own settings, read at build, are in src/site.ts. */
import * as v from 'valibot';
import { lookUp } from '../lookUp.ts';
import { MAIN_EXCHANGES } from '../markets/main.ts';

const number = (max: number, fault: string, min = 0) =>
  v.pipe(
    v.string(),
    v.check((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, fault),
    v.transform(Number),
  );
const onOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((word) => word === 'on'),
);
const headerName = v.pipe(
  v.string(),
  v.regex(/^[\w-]+$/, 'must be the name of a header, such as CF-IPCountry'),
  v.transform((name) => name.toLowerCase()),
);
const origins = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((origin) => origin.trim())),
  v.array(v.custom<string>(isOrigin, 'must be a list of origins without a path, such as https://www.example.com')),
);

const secureAddress = v.pipe(
  v.string(),
  v.check(isSecure, 'must be an address with https:// and without ? and #; http:// only on this machine'),
);

const mics = v.pipe(
  v.string(),
  v.regex(/^(none|[A-Z0-9]{4}(\s*,\s*[A-Z0-9]{4})*)$/, 'must be a list of exchanges such as XTKS,XNYS, or none'),
  v.transform((list) => (list === 'none' ? [] : list.split(/\s*,\s*/))),
);

const address = String.raw`[^\s<>@"(),:;]+@[^\s<>@"(),:;]+`;
const MAILBOX = new RegExp(`^(?:(?<name>[^<>@"]*?)\\s*<(?<named>${address})>|(?<bare>${address}))$`);
const mailbox = v.pipe(
  v.string(),
  v.regex(MAILBOX, 'must be an address such as support@example.com or Finger <support@example.com>'),
  v.transform((text) => {
    const { name = '', named, bare } = MAILBOX.exec(text)?.groups ?? {};
    return { name, address: named ?? bare ?? '' };
  }),
);

/** Every setting: its check and its default. */
const SETTINGS = {
  HOST: v.optional(v.string(), 'localhost'),
  PORT: v.optional(number(65_535, 'is no port: give a number from 0 (any free port) to 65535.'), '4321'),
  /** The folder of the status pages, which `npm run watch` writes and nginx serves; unset: there are none */
  STATUS_DIR: v.optional(v.string()),
  /** Seconds between two looks of `npm run watch`; longer than a look takes that fails twice */
  WATCH_INTERVAL_SECONDS: v.optional(number(3600, 'must be a number of seconds, 30 to 3600', 30), '60'),
  /** Where metrics are served, apart from the site; unset: nowhere */
  METRICS_PORT: v.optional(number(65_535, 'is no port: give a number from 0 (any free port) to 65535.')),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  /** The folder of the built site */
  DIST: v.optional(v.string(), 'dist'),
  /** What is logged: errors alone; also what happens; also the calls of health */
  LOG_LEVEL: v.optional(v.picklist(['error', 'info', 'debug'], 'must be error, info or debug'), 'info'),
  /** Seconds that a process which is told to stop still takes requests, so that balancers find another */
  DRAIN_SECONDS: v.optional(number(3600, 'must be a number of seconds, up to 3600'), '5'),
  /** Seconds that requests in progress then get; longer than an upload may take (bodies.ts) */
  GRACE_SECONDS: v.optional(number(3600, 'must be a number of seconds, up to 3600'), '125'),
  /** Address of a Postgres; if unset, PGlite stores its files in DATA_DIR */
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'must be postgres://user:password@host/name',
      ),
    ),
  ),
  DATA_DIR: v.optional(v.string(), '.data/db'),
  /** The number n of our own proxies in front: the caller's address is the n-th from the right of X-Forwarded-For */
  TRUSTED_PROXY_HOPS: v.optional(number(16, 'must be the number of proxies in front of the server, 0 to 16'), '0'),
  /** Origins of pages that may call the API besides its own */
  ALLOWED_ORIGINS: v.optional(origins),
  /** Calls that an address may make per minute; 0 sets no limit */
  RATE_LIMIT_PER_MINUTE: v.optional(number(999_999_999, 'must be a number of calls, or 0 for no limit'), '600'),
  /**
   * Live streams of flashes, and of series, that an address (or an IPv6 /64) may hold open; 0 sets no limit. Each visible
   * window has one, hidden ones have none: 300 are a hundred people of an office with three windows each. An idle stream
   * costs a socket and a line every 15 s, and 34 networks at this limit are needed to fill the 10,000 of a process (hub.ts).
   */
  STREAMS_PER_NETWORK: v.optional(number(999_999_999, 'must be a number of streams, or 0 for no limit'), '300'),
  /** Flashes that an editor may publish, revise or withdraw per minute; 0 sets no limit */
  FLASH_RATE_LIMIT_PER_MINUTE: v.optional(number(999_999_999, 'must be a number of flashes, or 0 for no limit'), '60'),
  /** Days that news and flashes are kept; 0 keeps them for ever */
  NEWS_KEEP_DAYS: v.optional(number(36_500, 'must be a number of days, or 0 to keep news for ever'), '0'),
  /** Exchanges of the market clock; 'none' for no exchanges */
  MARKET_CLOCK: v.optional(mics, MAIN_EXCHANGES.join(',')),
  /** Applications that an address may send per minute, and twice as many license files; 0 sets no limit */
  APPLY_RATE_LIMIT_PER_MINUTE: v.optional(
    number(999_999_999, 'must be a number of applications, or 0 for no limit'),
    '10',
  ),
  /** Days that an application is kept after it reaches a final state; 0 keeps it until an operator erases it */
  APPLICATIONS_KEEP_DAYS: v.optional(number(36_500, 'must be a number of days, or 0 to keep applications'), '0'),
  /** Questions that an address may send per minute, and three times as many pictures; 0 sets no limit */
  ASK_RATE_LIMIT_PER_MINUTE: v.optional(number(999_999_999, 'must be a number of questions, or 0 for no limit'), '5'),
  /** Days that a question is kept after it was closed; 0 keeps it until an operator erases it */
  QUESTIONS_KEEP_DAYS: v.optional(number(36_500, 'must be a number of days, or 0 to keep questions'), '0'),
  /** Drafts, publications and corrections that an author of posts may send per minute; 0 sets no limit */
  POST_RATE_LIMIT_PER_MINUTE: v.optional(number(999_999_999, 'must be a number of changes, or 0 for no limit'), '30'),
  /**
   * Replies and corrections of them that a user may send per minute, six times as many helpful marks, four times as many of
   * each from an address; 0 sets no limit
   */
  REPLY_RATE_LIMIT_PER_MINUTE: v.optional(number(999_999_999, 'must be a number of replies, or 0 for no limit'), '10'),
  /** Log-ins, sign-ups and requests for links that an address may send per minute; 0 sets no limit */
  LOGIN_RATE_LIMIT_PER_MINUTE: v.optional(number(999_999_999, 'must be a number of log-ins, or 0 for no limit'), '20'),
  /** Days that counts of how fast pages were are kept (VITALS_SHARE) */
  VITALS_KEEP_DAYS: v.optional(number(3650, 'must be a number of days, 7 to 3650', 7), '400'),
  /** Disk space that uploaded files must leave free */
  DISK_RESERVE_MEGABYTES: v.optional(number(999_999_999, 'must be a number of megabytes, or 0 for none'), '500'),
  /** The server that sends mail, encrypted from the start (smtps:) or by STARTTLS (smtp:); unset: mails wait */
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isSmtpUrl,
        'must be smtps://user:password@host or smtp://user:password@host:587; ' +
          'in user and password write @ : / ? # % as %40 %3A %2F %3F %23 %25',
      ),
    ),
  ),
  /** Sender of the mails */
  MAIL_FROM: v.optional(mailbox),
  /** The OpenID provider of the social log-in: its issuer, our client there, and its name on our buttons */
  OIDC_ISSUER: v.optional(secureAddress),
  OIDC_CLIENT_ID: v.optional(v.string()),
  OIDC_CLIENT_SECRET: v.optional(v.string()),
  OIDC_NAME: v.optional(v.pipe(v.string(), v.maxLength(30, 'must be a name of at most 30 characters'))),
  /** What answers as the range API of Have I Been Pwned, without the digits; unset: any password is taken */
  BREACHED_PASSWORDS_URL: v.optional(secureAddress),
  /** Headers in which a CDN names the caller's country (ISO 3166-1 alpha-2) and city (by name) */
  GEO_COUNTRY_HEADER: v.optional(headerName),
  GEO_CITY_HEADER: v.optional(headerName),
  /** Whether the feeds of content/sources.opml and the series of content/series.yml are fetched */
  FEEDS: v.optional(onOff, 'on'),
  /** Minutes between two requests to a feed that responds */
  FEEDS_INTERVAL_MINUTES: v.optional(number(1440, 'must be a number of minutes, up to 1440', 1), '15'),
  FEEDS_PARALLEL: v.optional(number(64, 'must be how many feeds are asked at once, 1 to 64', 1), '6'),
  FEEDS_TIMEOUT_SECONDS: v.optional(number(300, 'must be a number of seconds, 1 to 300', 1), '30'),
  FEEDS_MAX_MEGABYTES: v.optional(number(64, 'must be the most that a feed may weigh, 1 to 64', 1), '8'),
  /** Contact address or mailbox in our requests to publishers; some refuse readers without one */
  FEEDS_CONTACT: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{3,200}$/, 'must be an address or a mailbox'))),
  /** Allows feeds and files of series inside one's own network, on any port */
  FEEDS_ALLOW_PRIVATE: v.optional(onOff, 'off'),
  /** Allows webhooks inside one's own network, on any port and without TLS: for development */
  WEBHOOKS_ALLOW_PRIVATE: v.optional(onOff, 'off'),
};

/** All of these or none. */
const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;

const settingsShape = v.pipe(
  v.object(SETTINGS),
  v.forward(
    v.check(
      ({ GEO_COUNTRY_HEADER, TRUSTED_PROXY_HOPS }) => !GEO_COUNTRY_HEADER || TRUSTED_PROXY_HOPS > 0,
      'needs TRUSTED_PROXY_HOPS of at least 1: without a proxy, visitors could send that header themselves',
    ),
    ['GEO_COUNTRY_HEADER'],
  ),
  v.forward(
    v.check(
      ({ GEO_COUNTRY_HEADER, GEO_CITY_HEADER }) => !GEO_CITY_HEADER || GEO_COUNTRY_HEADER !== undefined,
      'needs GEO_COUNTRY_HEADER: a city without its country is not shown',
    ),
    ['GEO_CITY_HEADER'],
  ),
  v.forward(
    v.check(
      ({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM !== undefined,
      'needs MAIL_FROM, the sender of the mails, such as support@example.com',
    ),
    ['SMTP_URL'],
  ),
  v.forward(
    v.check(
      ({ SMTP_URL, MAIL_FROM }) => !MAIL_FROM || SMTP_URL !== undefined,
      'needs SMTP_URL, the server that sends the mails, such as smtps://user:password@host',
    ),
    ['MAIL_FROM'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const given = OIDC.filter((name) => value[name] !== undefined);
    const [key] = given;
    if (!key || given.length === OIDC.length) return;
    const message = `needs ${OIDC.filter((name) => !given.includes(name)).join(' and ')}, of the same provider`;
    addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key, value: value[key] }] });
  }),
);
export type Config = v.InferOutput<typeof settingsShape>;

/** Messages do not repeat the values of these settings, because they hold passwords. */
export const SECRET: ReadonlySet<string> = new Set(['DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET']);

/** Reads the settings from an environment. Empty means unset. Throws an error of one line that names invalid ones. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(SETTINGS)
      .map((name) => [name, lookUp(env, name)?.trim()])
      .filter(([, value]) => value),
  );
  const result = v.safeParse(settingsShape, given);
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => {
    const name = String(issue.path?.[0]?.key);
    return SECRET.has(name) ? `${name} ${issue.message}` : `${name}='${lookUp(given, name)}' ${issue.message}`;
  });
  throw new Error([...new Set(faults)].join('; '));
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.parse(value)?.origin === value;
}

/** True for an address without path and options, with user and password or neither. */
function isSmtpUrl(text: string): boolean {
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null;
  if (!url?.hostname || !['', '/'].includes(url.pathname) || url.search || url.hash) return false;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false;
  }
  return (url.username === '') === (url.password === '');
}

/** True for https, and for http to this machine. */
function isSecure(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[?#]/.test(text) || url.username) return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  );
}
