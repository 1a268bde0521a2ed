/** Starts news and flash as the settings say: feeds, market clock, retention. */
import { resolve } from 'node:path';
import { newsFiles } from '../../catalogue/newsFiles.ts';
import { readSources } from '../../catalogue/sources.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { startFeeds } from '../feeds/schedule.ts';
import type { Log } from '../log.ts';
import type { ItemStore } from './items.ts';
import { marketsOf } from './markets.ts';
import { createNews, type News } from './service.ts';

/** Relative to the source, since the server may be started from another folder. */
const CONTENT = resolve(import.meta.dirname, '../../../content');

export interface StartOptions {
  database: Database;
  config: Config;
  /** Origin of the site */
  site: string;
  log: Log;
}

/** Throws one line if settings or content are invalid. */
export function startNews({ database, config, site, log }: StartOptions): News {
  const sources = readSources(CONTENT);
  const house = new Map<Locale, ReturnType<typeof newsFiles>>();
  return createNews({
    database,
    log,
    site,
    keepDays: config.NEWS_KEEP_DAYS,
    streamsPerNetwork: config.STREAMS_PER_NETWORK,
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
}
