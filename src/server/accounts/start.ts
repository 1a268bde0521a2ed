/** Starts the applications service with the settings of the server. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { type Accounts, createAccounts } from './service.ts';

export interface StartOptions {
  database: Database;
  config: Config;
  /** True if licence files are uploaded elsewhere (UPLOAD_URL) */
  filesElsewhere: boolean;
  log: Log;
}

/** Throws an error of one line if content is faulty. */
export function startAccounts({ database, config, filesElsewhere, log }: StartOptions): Accounts {
  return createAccounts({
    database,
    log,
    dataDir: config.DATA_DIR,
    reserve: config.DISK_RESERVE_MEGABYTES,
    keepDays: config.APPLICATIONS_KEEP_DAYS,
    filesElsewhere,
    sendsMail: config.SMTP_URL !== undefined,
    tidies: true,
  });
}
