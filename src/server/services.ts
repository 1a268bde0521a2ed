/** Everything that works on an open database, as the settings say: the API, and what runs beside it. */

import { readMails } from '../catalogue/mails.ts';
import { newsFiles } from '../catalogue/newsFiles.ts';
import { seriesRows } from '../catalogue/officialSeries.ts';
import { readSources } from '../catalogue/sources.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Settings } from '../site.ts';
import { startAdmin } from './admin.ts';
import { createApi } from './api.ts';
import type { Holds } from './app.ts';
import { createApplications } from './applications/applications.ts';
import { readRules } from './applications/tables.ts';
import type { Config } from './config.ts';
import { CONTENT } from './content.ts';
import type { Database, Orm } from './db/database.ts';
import { fetcherOf, pace, run, startFeeds } from './feeds/schedule.ts';
import type { Api } from './frame.ts';
import type { Log } from './log.ts';
import { announceWaiting } from './mail/announceWaiting.ts';
import { createMails } from './mail/sending.ts';
import { createSender } from './mail/transport.ts';
import { createReadings, type Readings } from './metrics/readings.ts';
import type { ItemStore } from './news/items.ts';
import { marketsOf } from './news/markets.ts';
import { createNews } from './news/news.ts';
import { holdsPost } from './posts/reading.ts';
import { createPostHub } from './posts/stream.ts';
import { createGatherer } from './series/fetchRounds.ts';
import { fillFromContent } from './series/fillFromContent.ts';
import { createSeries } from './series/series.ts';
import type { SeriesStore } from './series/store.ts';
import { createIsBreached } from './shared/breachedPasswords.ts';
import { createShells, type Shells } from './shells/shells.ts';
import { createStaffDigest } from './staff/staffMails.ts';
import { createSupport } from './support/support.ts';
import { createUsers } from './users/createUsers.ts';
import { keepVitals } from './vitals/vitals.ts';
import { createPoster } from './webhooks/post.ts';
import { createWebhooks } from './webhooks/sending.ts';

export interface ServicesOptions {
  database: Database;
  config: Config;
  settings: Settings;
  log: Log;
  /** The day of the build that is served, whose legal texts are asked for; else that of the start */
  builtOn?: string;
}

export interface Services {
  api: Api;
  holds: Holds;
  /** Null if pages ask another server for news */
  shells: Shells | null;
  /** For metrics */
  readings: () => Promise<Readings>;
  /** Ends the streams, and what writes news and series. Requests are still answered. */
  endStreams(): Promise<void>;
  /** Ends all work, then closes the database. */
  close(): Promise<void>;
}

/** Starts all of it. Throws an error of one line if settings or content are faulty. */
export function startServices({ database, config, settings, log, builtOn }: ServicesOptions): Services {
  const { SITE_URL: site, API_BASE, LOGIN_URL, UPLOAD_URL } = settings;
  const { DATA_DIR: dataDir, DISK_RESERVE_MEGABYTES: reserve, STREAMS_PER_NETWORK: streamsPerNetwork } = config;
  const { SMTP_URL, MAIL_FROM, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = config;
  const { BREACHED_PASSWORDS_URL: breached } = config;
  const sendsMail = SMTP_URL !== undefined;

  const sources = readSources(CONTENT);
  const house = new Map<Locale, ReturnType<typeof newsFiles>>();
  const news = createNews({
    database,
    log,
    site,
    keepDays: config.NEWS_KEEP_DAYS,
    streamsPerNetwork,
    markets: marketsOf(config.MARKET_CLOCK),
    tidies: true,
    sources: sources.map(({ title: name, htmlUrl: page, ...source }) => ({ ...source, name, page })),
    houseNews: (locale) => {
      const found = house.get(locale) ?? newsFiles(locale, CONTENT);
      house.set(locale, found);
      return found;
    },
    ...(config.FEEDS && { startFeeds: (store: ItemStore) => startFeeds({ sources, store, config, log }) }),
  });

  const postHub = createPostHub({ database, log, mostPerNetwork: streamsPerNetwork });

  const rows = seriesRows(CONTENT);
  const startFetching = (orm: Orm, store: SeriesStore) =>
    run(
      ({ signal }) => createGatherer({ rows, store, orm, fetcher: fetcherOf(config), ...pace(config), log, signal }),
      { log, events: { source: 'series', round: 'series' } },
    );
  const series = createSeries({
    database,
    log,
    rows,
    streamsPerNetwork,
    fill: (orm, store) => fillFromContent(rows, CONTENT, { orm, store }),
    ...(config.FEEDS && { startFetching }),
  });

  const applications = createApplications({
    database,
    log,
    dataDir,
    rules: readRules(CONTENT, builtOn),
    reserve,
    keepDays: config.APPLICATIONS_KEEP_DAYS,
    filesElsewhere: UPLOAD_URL !== undefined,
    sendsMail,
    tidies: true,
  });
  const support = createSupport({
    database,
    log,
    dataDir,
    reserve,
    keepDays: config.QUESTIONS_KEEP_DAYS,
    tidies: true,
  });
  const users = createUsers({
    database,
    log,
    dataDir,
    site,
    api: API_BASE || site,
    rules: applications.rules,
    elsewhere: LOGIN_URL !== undefined,
    sendsMail,
    tidies: true,
    ...(breached && { isBreached: createIsBreached({ url: breached, log }) }),
    ...(OIDC_ISSUER &&
      OIDC_CLIENT_ID &&
      OIDC_CLIENT_SECRET &&
      OIDC_NAME && {
        social: {
          issuer: OIDC_ISSUER,
          clientId: OIDC_CLIENT_ID,
          clientSecret: OIDC_CLIENT_SECRET,
          name: OIDC_NAME,
        },
      }),
  });
  const mails =
    SMTP_URL && MAIL_FROM
      ? createMails({
          database,
          log,
          site,
          sender: createSender({ SMTP_URL, MAIL_FROM }),
          texts: readMails(CONTENT),
        })
      : announceWaiting({ database, log });
  const post = createPoster({ site, allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE });
  const webhooks = createWebhooks({ database, log, post, tidies: true });
  const staffDigest = createStaffDigest({ database, log });
  const vitals = keepVitals({ database, log, keepDays: config.VITALS_KEEP_DAYS });
  const admin = startAdmin({ database, config, site, log });

  const endStreams = async () => {
    await Promise.all([news.close(), postHub.close(), series.close()]);
  };
  return {
    api: createApi({
      database,
      config,
      log,
      news,
      postHub,
      series,
      applications,
      support,
      users,
      countsVitals: settings.VITALS_SHARE > 0,
    }),
    holds: (kind, id) => {
      if (kind === 'user') return users.holds(id);
      return kind === 'post' ? holdsPost(database.orm, id) : news.holds(kind, id);
    },
    shells:
      API_BASE !== undefined && new URL(API_BASE, site).origin === site
        ? createShells({ news, orm: database.orm, rows })
        : null,
    readings: createReadings({
      database,
      hubs: { flash: news.hub, posts: postHub, market: series.hub },
      fetched: config.FEEDS ? { feeds: sources.map(({ id }) => id), series: rows } : null,
    }),
    endStreams,
    async close() {
      await endStreams();
      await Promise.all(
        [applications, support, users, mails, webhooks, staffDigest, vitals, admin].map((service) => service.close()),
      );
      await database.close();
    },
  };
}
