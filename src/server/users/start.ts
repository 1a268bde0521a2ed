/** Starts the users service with the settings of the server. */
import type { Rules } from '../accounts/tables.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createUsers, type Users } from './service.ts';

export interface StartOptions {
  database: Promise<Database>;
  config: Config;
  /** Origin of the site */
  site: string;
  rules: Rules;
  /** True if visitors log in elsewhere (LOGIN_URL) */
  elsewhere: boolean;
  log: Log;
}

/** Starts the clean-up once the database is open. */
export function startUsers({ database, config, site, rules, elsewhere, log }: StartOptions): Users {
  return createUsers({
    ...{ database, log, site, rules, elsewhere },
    dataDir: config.DATA_DIR,
    sendsMail: config.SMTP_URL !== undefined,
    tidies: true,
  });
}
