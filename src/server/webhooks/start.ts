/** Starts the sending to webhooks with the settings of the server. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createPoster } from './post.ts';
import { createWebhooks } from './service.ts';

export interface StartOptions {
  database: Database;
  config: Pick<Config, 'WEBHOOKS_ALLOW_PRIVATE'>;
  /** Origin of the site */
  site: string;
  log: Log;
}

export function startWebhooks({ database, config, site, log }: StartOptions): { close(): Promise<void> } {
  const post = createPoster({ site, allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE });
  return createWebhooks({ database, log, post, tidies: true });
}
