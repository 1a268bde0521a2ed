/** Starts the questions service with the settings of the server. */
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createSupport, type Support } from './service.ts';

export interface StartOptions {
  database: Database;
  config: Config;
  log: Log;
}

/** */
export function startSupport({ database, config, log }: StartOptions): Support {
  return createSupport({
    ...{ database, log },
    dataDir: config.DATA_DIR,
    reserve: config.DISK_RESERVE_MEGABYTES,
    keepDays: config.QUESTIONS_KEEP_DAYS,
    tidies: true,
  });
}
