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
  /** Address of the API; '' or undefined if it is that of the site */
  api: string | undefined;
  rules: Rules;
  log: Log;
}

/** Starts the clean-up once the database is open. */
export function startUsers({ database, config, site, api, rules, log }: StartOptions): Users {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = config;
  const social = issuer && clientId && clientSecret && name ? { issuer, clientId, clientSecret, name } : null;
  return createUsers({
    ...{ database, log, site, api: api || site, rules },
    dataDir: config.DATA_DIR,
    sendsMail: config.SMTP_URL !== undefined,
    ...(social && { social }),
    tidies: true,
  });
}
