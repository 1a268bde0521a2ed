/** Everything that works on an open database: the API, and what runs beside it. */
import type { Settings } from '../site.ts';
import { startAccounts } from './accounts/start.ts';
import { startAdmin } from './admin.ts';
import { createApi } from './api.ts';
import type { Holds } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Api } from './frame.ts';
import type { Log } from './log.ts';
import { startMails } from './mail/start.ts';
import { startNews } from './news/start.ts';
import { startSeries } from './series/start.ts';
import { startSupport } from './support/start.ts';
import { startUsers } from './users/start.ts';
import { startWebhooks } from './webhooks/start.ts';

export interface ServicesOptions {
  database: Database;
  config: Config;
  settings: Settings;
  log: Log;
}

export interface Services {
  api: Api;
  holds: Holds;
  /** Ends the streams, and what writes news and series. Requests are still answered. */
  endStreams(): Promise<void>;
  /** Ends all work, then closes the database. */
  close(): Promise<void>;
}

/** Starts all of it. Throws an error of one line if settings or content are faulty. */
export function startServices({ database, config, settings, log }: ServicesOptions): Services {
  const { SITE_URL: site, UPLOAD_URL } = settings;
  const news = startNews({ database, config, site, log });
  const series = startSeries({ database, config, log });
  const accounts = startAccounts({ database, config, filesElsewhere: UPLOAD_URL !== undefined, log });
  const support = startSupport({ database, config, log });
  const users = startUsers({ database, config, settings, rules: accounts.rules, log });
  const others = [
    startMails({ database, config, site, log }),
    startWebhooks({ database, config, site, log }),
    startAdmin({ database, config, site, log }),
  ];
  const endStreams = async () => {
    await Promise.all([news.close(), series.close()]);
  };
  return {
    api: createApi({ database, config, log, news, series, accounts, support, users }),
    holds: (kind, id) => (kind === 'user' ? users.holds(id) : news.holds(kind, id)),
    endStreams,
    async close() {
      await endStreams();
      await Promise.all([accounts, support, users, ...others].map((service) => service.close()));
      await database.close();
    },
  };
}
