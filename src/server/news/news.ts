/** News and flash of one process: stream, market clock, retention, and the names of sources. */

import type { NewsFile } from '../../catalogue/newsFiles.ts';
import { ITEM_ID, type NewsItem } from '../../contract/all.ts';
import type { Locale } from '../../i18n/locales.ts';
import { COMPANY } from '../../site.ts';
import type { Database } from '../db/database.ts';
import { createHub } from '../hub.ts';
import type { Log } from '../log.ts';
import { serverMessage } from '../messages.ts';
import { type Market, startMarketClock } from './clock.ts';
import { localeOfItem } from './feedsOut.ts';
import type { ItemStore, SourceInfo } from './items.ts';
import { holdsItem, type StoredItem } from './lists.ts';
import { startRetention } from './retention.ts';
import { COMPANY_SOURCE, createStore, EDITORS, MARKET } from './store.ts';
import { type FlashHub, followedFlashes } from './stream.ts';

export interface NewsOptions {
  database: Database;
  log: Log;
  /** Public information about the feeds */
  sources?: readonly SourceInfo[];
  /** Origin of the site, for links in feeds */
  site?: string;
  /** 0 keeps items forever */
  keepDays?: number;
  /** Most live streams per network, such as an IPv4 address; 0 sets no limit */
  streamsPerNetwork?: number;
  /** Exchanges of the market clock */
  markets?: readonly Market[];
  /** True if old items are removed at intervals */
  tidies?: boolean;
  /** Starts reading the feeds into the store when the store is available; returns how to stop it */
  startFeeds?: (store: ItemStore) => { stop: () => Promise<void> };
  /** The house's own articles that a locale shows, newest first */
  houseNews?: (locale: Locale) => readonly NewsFile[];
  now?: () => Date;
}

export interface News {
  hub: FlashHub;
  sources: ReadonlyMap<string, SourceInfo>;
  site: string;
  keepDays: number;
  now: () => Date;
  houseNews: (locale: Locale) => readonly NewsFile[];
  wire(item: StoredItem): NewsItem;
  /** True if such an item exists and may be shown; null if the database is not available. */
  holds(kind: 'news' | 'flash', id: string): Promise<boolean | null>;
  /** Ends the streams and all work, so that the server can stop. */
  close(): Promise<void>;
}

export function createNews({
  database,
  log,
  sources = [],
  site = 'http://localhost:4321',
  keepDays = 0,
  streamsPerNetwork = 0,
  markets = [],
  tidies = false,
  startFeeds,
  houseNews = () => [],
  now = () => new Date(),
}: NewsOptions): News {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const nameOf = ({ source, language, company }: StoredItem) => {
    if (company) return company.name;
    if (source === EDITORS) return COMPANY;
    if (source === MARKET) return serverMessage('server.marketClock', localeOfItem(language));
    if (source.startsWith(COMPANY_SOURCE)) return serverMessage('server.company.nameless', localeOfItem(language));
    return byId.get(source)?.name ?? source;
  };
  const wire = (item: StoredItem): NewsItem => ({ ...item, source: { id: item.source, name: nameOf(item) } });
  const hub = createHub({ database, log, followed: followedFlashes(wire), mostPerNetwork: streamsPerNetwork, now });
  const ends: (() => Promise<void>)[] = [() => hub.close()];
  const store = createStore(database, { now, keepDays });
  if (markets.length > 0) ends.push(startMarketClock(markets, store, { now, log }).stop);
  if (startFeeds) ends.push(startFeeds(store).stop);
  if (tidies) ends.push(startRetention(database, keepDays, now, log));
  const holds = async (kind: 'news' | 'flash', id: string) => {
    if (!ITEM_ID.test(id)) return false;
    return holdsItem(database.orm, kind, Number(id)).catch(() => null);
  };
  const close = async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  };
  return { hub, sources: byId, site, keepDays, now, houseNews, wire, holds, close };
}
