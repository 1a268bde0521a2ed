/** Applications as a server takes them after its settings. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { type Accounts, createAccounts } from './service.ts';

export interface StartOptions {
  database: Promise<Database>;
  config: Config;
  /** True where files of licences go to another address (UPLOAD_URL) */
  filesElsewhere: boolean;
  log: Log;
}

/** Begins to tidy as soon as the database is open. Throws one line where content is faulty. */
export function startAccounts({ database, config, filesElsewhere, log }: StartOptions): Accounts {
  return createAccounts({
    database,
    log,
    dataDir: config.DATA_DIR,
    reserve: config.DISK_RESERVE_MEGABYTES,
    keepDays: config.APPLICATIONS_KEEP_DAYS,
    filesElsewhere,
    tidies: true,
  });
}
