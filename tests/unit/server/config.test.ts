import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAIN_EXCHANGES } from '../../../src/markets/main.ts';
import { BODY_LIMITS } from '../../../src/server/bodies.ts';
import { readConfig } from '../../../src/server/config.ts';

describe('the settings of the server', () => {
  it('need nothing', () => {
    expect(readConfig({})).toEqual({
      HOST: 'localhost',
      PORT: 4321,
      METRICS_HOST: '127.0.0.1',
      WATCH_INTERVAL_SECONDS: 60,
      DIST: 'dist',
      LOG_LEVEL: 'info',
      DRAIN_SECONDS: 5,
      GRACE_SECONDS: 125,
      DATA_DIR: '.data/db',
      TRUSTED_PROXY_HOPS: 0,
      RATE_LIMIT_PER_MINUTE: 600,
      STREAMS_PER_NETWORK: 300,
      FLASH_RATE_LIMIT_PER_MINUTE: 60,
      NEWS_KEEP_DAYS: 0,
      APPLY_RATE_LIMIT_PER_MINUTE: 10,
      APPLICATIONS_KEEP_DAYS: 0,
      ASK_RATE_LIMIT_PER_MINUTE: 5,
      POST_RATE_LIMIT_PER_MINUTE: 30,
      REPLY_RATE_LIMIT_PER_MINUTE: 10,
      LOGIN_RATE_LIMIT_PER_MINUTE: 20,
      QUESTIONS_KEEP_DAYS: 0,
      VITALS_KEEP_DAYS: 400,
      DISK_RESERVE_MEGABYTES: 500,
      MARKET_CLOCK: [...MAIN_EXCHANGES],
      FEEDS: true,
      FEEDS_INTERVAL_MINUTES: 15,
      FEEDS_PARALLEL: 6,
      FEEDS_TIMEOUT_SECONDS: 30,
      FEEDS_MAX_MEGABYTES: 8,
      FEEDS_ALLOW_PRIVATE: false,
      WEBHOOKS_ALLOW_PRIVATE: false,
    });
  });

  it('give requests in progress longer than an upload may take', () => {
    expect(readConfig({}).GRACE_SECONDS * 1000).toBeGreaterThan(BODY_LIMITS.file.ms);
  });

  it('take an empty value for none, and the ends off others', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DIST: ' out ' })).toMatchObject({ PORT: 4321, DIST: 'out' });
    expect(readConfig({ DATABASE_URL: '' })).not.toHaveProperty('DATABASE_URL');
  });

  it('read every one', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '0',
        METRICS_PORT: '9464',
        METRICS_HOST: '10.0.0.5',
        STATUS_DIR: '/srv/status',
        WATCH_INTERVAL_SECONDS: '300',
        DIST: '/srv/dist',
        LOG_LEVEL: 'debug',
        DRAIN_SECONDS: '0',
        GRACE_SECONDS: '30',
        DATABASE_URL: 'postgresql:///finger?host=/run/postgresql',
        DATA_DIR: '/var/lib/finger',
        TRUSTED_PROXY_HOPS: '2',
        ALLOWED_ORIGINS: 'https://www.example.com, http://localhost:8080',
        RATE_LIMIT_PER_MINUTE: '0',
        STREAMS_PER_NETWORK: '0',
        FLASH_RATE_LIMIT_PER_MINUTE: '120',
        NEWS_KEEP_DAYS: '30',
        APPLY_RATE_LIMIT_PER_MINUTE: '3',
        APPLICATIONS_KEEP_DAYS: '365',
        ASK_RATE_LIMIT_PER_MINUTE: '2',
        POST_RATE_LIMIT_PER_MINUTE: '3',
        REPLY_RATE_LIMIT_PER_MINUTE: '4',
        LOGIN_RATE_LIMIT_PER_MINUTE: '3',
        QUESTIONS_KEEP_DAYS: '90',
        VITALS_KEEP_DAYS: '90',
        DISK_RESERVE_MEGABYTES: '2000',
        MARKET_CLOCK: 'XTKS, XNYS',
        GEO_COUNTRY_HEADER: 'CF-IPCountry',
        GEO_CITY_HEADER: 'CF-IPCity',
        SMTP_URL: 'smtps://finger:p%40ss@mail.example.com:465',
        MAIL_FROM: 'Finger Support <support@example.com>',
        OIDC_ISSUER: 'https://id.example.com/finger',
        OIDC_CLIENT_ID: 'finger',
        OIDC_CLIENT_SECRET: 'hunter2',
        OIDC_NAME: 'Example ID',
        BREACHED_PASSWORDS_URL: 'https://api.example.com/range',
        FEEDS: 'off',
        FEEDS_INTERVAL_MINUTES: '5',
        FEEDS_PARALLEL: '2',
        FEEDS_TIMEOUT_SECONDS: '10',
        FEEDS_MAX_MEGABYTES: '4',
        FEEDS_CONTACT: 'desk@example.com',
        FEEDS_ALLOW_PRIVATE: 'on',
        WEBHOOKS_ALLOW_PRIVATE: 'on',
      }),
    ).toEqual({
      HOST: '0.0.0.0',
      PORT: 0,
      METRICS_PORT: 9464,
      METRICS_HOST: '10.0.0.5',
      STATUS_DIR: '/srv/status',
      WATCH_INTERVAL_SECONDS: 300,
      DIST: '/srv/dist',
      LOG_LEVEL: 'debug',
      DRAIN_SECONDS: 0,
      GRACE_SECONDS: 30,
      DATABASE_URL: 'postgresql:///finger?host=/run/postgresql',
      DATA_DIR: '/var/lib/finger',
      TRUSTED_PROXY_HOPS: 2,
      ALLOWED_ORIGINS: ['https://www.example.com', 'http://localhost:8080'],
      RATE_LIMIT_PER_MINUTE: 0,
      STREAMS_PER_NETWORK: 0,
      FLASH_RATE_LIMIT_PER_MINUTE: 120,
      NEWS_KEEP_DAYS: 30,
      APPLY_RATE_LIMIT_PER_MINUTE: 3,
      APPLICATIONS_KEEP_DAYS: 365,
      ASK_RATE_LIMIT_PER_MINUTE: 2,
      POST_RATE_LIMIT_PER_MINUTE: 3,
      REPLY_RATE_LIMIT_PER_MINUTE: 4,
      LOGIN_RATE_LIMIT_PER_MINUTE: 3,
      QUESTIONS_KEEP_DAYS: 90,
      VITALS_KEEP_DAYS: 90,
      DISK_RESERVE_MEGABYTES: 2000,
      MARKET_CLOCK: ['XTKS', 'XNYS'],
      GEO_COUNTRY_HEADER: 'cf-ipcountry',
      GEO_CITY_HEADER: 'cf-ipcity',
      SMTP_URL: 'smtps://finger:p%40ss@mail.example.com:465',
      MAIL_FROM: { name: 'Finger Support', address: 'support@example.com' },
      OIDC_ISSUER: 'https://id.example.com/finger',
      OIDC_CLIENT_ID: 'finger',
      OIDC_CLIENT_SECRET: 'hunter2',
      OIDC_NAME: 'Example ID',
      BREACHED_PASSWORDS_URL: 'https://api.example.com/range',
      FEEDS: false,
      FEEDS_INTERVAL_MINUTES: 5,
      FEEDS_PARALLEL: 2,
      FEEDS_TIMEOUT_SECONDS: 10,
      FEEDS_MAX_MEGABYTES: 4,
      FEEDS_CONTACT: 'desk@example.com',
      FEEDS_ALLOW_PRIVATE: true,
      WEBHOOKS_ALLOW_PRIVATE: true,
    });
  });

  it.each([
    [{ PORT: '65536' }, "PORT='65536' is no port: give a number from 0 (any free port) to 65535."],
    [{ METRICS_PORT: 'on' }, "METRICS_PORT='on' is no port: give a number from 0 (any free port) to 65535."],
    [{ WATCH_INTERVAL_SECONDS: '29' }, "WATCH_INTERVAL_SECONDS='29' must be a number of seconds, 30 to 3600"],
    [{ PORT: '1e3' }, "PORT='1e3' is no port: give a number from 0 (any free port) to 65535."],
    [
      { TRUSTED_PROXY_HOPS: 'true' },
      "TRUSTED_PROXY_HOPS='true' must be the number of proxies in front of the server, 0 to 16",
    ],
    [{ LOG_LEVEL: 'warn' }, "LOG_LEVEL='warn' must be error, info or debug"],
    [{ DRAIN_SECONDS: '5s' }, "DRAIN_SECONDS='5s' must be a number of seconds, up to 3600"],
    [{ GRACE_SECONDS: '3601' }, "GRACE_SECONDS='3601' must be a number of seconds, up to 3600"],
    [{ RATE_LIMIT_PER_MINUTE: '-1' }, "RATE_LIMIT_PER_MINUTE='-1' must be a number of calls, or 0 for no limit"],
    [{ STREAMS_PER_NETWORK: 'all' }, "STREAMS_PER_NETWORK='all' must be a number of streams, or 0 for no limit"],
    [{ VITALS_KEEP_DAYS: '0' }, "VITALS_KEEP_DAYS='0' must be a number of days, 7 to 3650"],
    [{ NEWS_KEEP_DAYS: 'ever' }, "NEWS_KEEP_DAYS='ever' must be a number of days, or 0 to keep news for ever"],
    [
      { APPLICATIONS_KEEP_DAYS: '-1' },
      "APPLICATIONS_KEEP_DAYS='-1' must be a number of days, or 0 to keep applications",
    ],
    [{ DISK_RESERVE_MEGABYTES: '1GB' }, "DISK_RESERVE_MEGABYTES='1GB' must be a number of megabytes, or 0 for none"],
    [{ MARKET_CLOCK: 'tokyo' }, "MARKET_CLOCK='tokyo' must be a list of exchanges such as XTKS,XNYS, or none"],
    [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, 'DATABASE_URL must be postgres://user:password@host/name'],
    [{ DATABASE_URL: 'hunter2' }, 'DATABASE_URL must be postgres://user:password@host/name'],
    ...[
      'hunter2',
      'http://user:hunter2@mail.example.com',
      'smtp://',
      'smtp://user@mail.example.com',
      'smtp://user:hunter2#x@mail.example.com',
      'smtp://user:hunter2%@mail.example.com',
      'smtp://user:hunter2@mail.example.com/x',
      'smtp://user:hunter2@mail.example.com?tls=off',
    ].map((SMTP_URL): [Record<string, string>, string] => [
      { SMTP_URL, MAIL_FROM: 'a@example.com' },
      'SMTP_URL must be smtps://user:password@host or smtp://user:password@host:587; ' +
        'in user and password write @ : / ? # % as %40 %3A %2F %3F %23 %25',
    ]),
    [
      { SMTP_URL: 'smtp://user:hunter2@mail.example.com' },
      'SMTP_URL needs MAIL_FROM, the sender of the mails, such as support@example.com',
    ],
    [
      { MAIL_FROM: 'a@example.com' },
      "MAIL_FROM='a@example.com' needs SMTP_URL, the server that sends the mails, such as smtps://user:password@host",
    ],
    ...['support', 'Finger support@example.com', 'a@b, c@d', 'Finger <a@b', 'a b@example.com'].map(
      (MAIL_FROM): [Record<string, string>, string] => [
        { SMTP_URL: 'smtp://localhost', MAIL_FROM },
        `MAIL_FROM='${MAIL_FROM}' must be an address such as support@example.com or Finger <support@example.com>`,
      ],
    ),
    ...['http://id.example.com', 'id.example.com', 'https://id.example.com/?x', 'https://a:b@id.example.com'].map(
      (OIDC_ISSUER): [Record<string, string>, string] => [
        { OIDC_ISSUER, OIDC_CLIENT_ID: 'finger', OIDC_CLIENT_SECRET: 'hunter2', OIDC_NAME: 'Example ID' },
        `OIDC_ISSUER='${OIDC_ISSUER}' must be an address with https:// and without ? and #; ` +
          'http:// only on this machine',
      ],
    ),
    [
      { OIDC_CLIENT_SECRET: 'hunter2', OIDC_NAME: 'Example ID' },
      'OIDC_CLIENT_SECRET needs OIDC_ISSUER and OIDC_CLIENT_ID, of the same provider',
    ],
    [
      { BREACHED_PASSWORDS_URL: 'http://range.example.com' },
      "BREACHED_PASSWORDS_URL='http://range.example.com' must be an address with https:// and without ? and #; " +
        'http:// only on this machine',
    ],
    [{ GEO_COUNTRY_HEADER: 'a b' }, "GEO_COUNTRY_HEADER='a b' must be the name of a header, such as CF-IPCountry"],
    [
      { GEO_COUNTRY_HEADER: 'CF-IPCountry' },
      "GEO_COUNTRY_HEADER='CF-IPCountry' needs TRUSTED_PROXY_HOPS of at least 1: without a proxy, visitors could send " +
        'that header themselves',
    ],
    [
      { GEO_CITY_HEADER: 'CF-IPCity', TRUSTED_PROXY_HOPS: '1' },
      "GEO_CITY_HEADER='CF-IPCity' needs GEO_COUNTRY_HEADER: a city without its country is not shown",
    ],
    [
      { APPLY_RATE_LIMIT_PER_MINUTE: '1.5' },
      "APPLY_RATE_LIMIT_PER_MINUTE='1.5' must be a number of applications, or 0 for no limit",
    ],
    [{ FEEDS: 'yes' }, "FEEDS='yes' must be on or off"],
    [{ FEEDS_INTERVAL_MINUTES: '0' }, "FEEDS_INTERVAL_MINUTES='0' must be a number of minutes, up to 1440"],
    [{ FEEDS_PARALLEL: '65' }, "FEEDS_PARALLEL='65' must be how many feeds are asked at once, 1 to 64"],
    [{ FEEDS_TIMEOUT_SECONDS: '301' }, "FEEDS_TIMEOUT_SECONDS='301' must be a number of seconds, 1 to 300"],
    [{ FEEDS_MAX_MEGABYTES: '0' }, "FEEDS_MAX_MEGABYTES='0' must be the most that a feed may weigh, 1 to 64"],
    [{ FEEDS_CONTACT: 'a b' }, "FEEDS_CONTACT='a b' must be an address or a mailbox"],
    [{ FEEDS_ALLOW_PRIVATE: '1' }, "FEEDS_ALLOW_PRIVATE='1' must be on or off"],
  ])('say in one line what is wrong with %j', (env, line) => {
    expect(() => readConfig(env)).toThrow(new Error(line));
  });

  it.each([
    '*',
    'null',
    'https://www.example.com/',
    'https://a.example/x',
    'www.example.com',
    'https://A.example',
    ',',
  ])('take "%s" for no list of origins', (list) => {
    expect(() => readConfig({ ALLOWED_ORIGINS: list })).toThrow(
      `ALLOWED_ORIGINS='${list}' must be a list of origins without a path, such as https://www.example.com`,
    );
  });

  it('name all that is wrong at once', () => {
    expect(() => readConfig({ PORT: 'x', RATE_LIMIT_PER_MINUTE: 'y' })).toThrow(
      /PORT='x'.*; RATE_LIMIT_PER_MINUTE='y'/,
    );
  });
});

describe('every setting of site and server', () => {
  const names = ['src/site.ts', 'src/server/config.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): v\./gm)].map(([, name = '']) => name),
  );

  it('stands in the tables of docs/operating.md, and nothing else does', () => {
    const rows = readFileSync('docs/operating.md', 'utf8').match(/^\| `[A-Z].+/gm) ?? [];
    const told = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]+/g) ?? []);
    expect(told.toSorted()).toEqual(names.toSorted());
  });

  it('stands in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8');
    for (const name of names) expect(example).toContain(`# ${name}=`);
  });
});
