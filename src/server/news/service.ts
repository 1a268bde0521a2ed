/** News and flash of one process: the hub of the stream and what items are called. */
import type { NewsItem } from '../../api/contract.ts';
import { COMPANY } from '../../site.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { serverMessage } from '../messages.ts';
import { localeOfItem } from './feedsOut.ts';
import type { SourceInfo } from './items.ts';
import type { StoredItem } from './lists.ts';
import { DESK, MARKET } from './store.ts';
import { createHub, type Hub } from './stream.ts';

export interface NewsOptions {
  database: Promise<Database>;
  log: Log;
  /** What readers are told of the feeds */
  sources?: readonly SourceInfo[];
  /** Origin of the site, for links in feeds */
  site?: string;
  /** 0 keeps items for ever */
  keepDays?: number;
  now?: () => Date;
}

export interface News {
  hub: Hub;
  sources: ReadonlyMap<string, SourceInfo>;
  site: string;
  keepDays: number;
  now: () => Date;
  wire(item: StoredItem): NewsItem;
  /** Ends the streams, so that the server can stop. */
  close(): Promise<void>;
}

export function createNews({
  database,
  log,
  sources = [],
  site = 'http://localhost:4321',
  keepDays = 0,
  now = () => new Date(),
}: NewsOptions): News {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const nameOf = ({ source, language }: StoredItem) => {
    if (source === DESK) return COMPANY;
    if (source === MARKET) return serverMessage('server.marketClock', localeOfItem(language));
    return byId.get(source)?.name ?? source;
  };
  const wire = (item: StoredItem): NewsItem => ({ ...item, source: { id: item.source, name: nameOf(item) } });
  const hub = createHub({ log, wire, now });
  database.then(
    (opened) => hub.start(opened),
    () => {}, // Who opened it reports why it does not open.
  );
  return { hub, sources: byId, site, keepDays, now, wire, close: () => hub.close() };
}
