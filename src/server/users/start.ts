/** Starts the users service with the settings of the server. */
import type { Settings } from '../../site.ts';
import type { Rules } from '../accounts/tables.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createUsers } from './service.ts';
import type { Users } from './users.ts';

export interface StartOptions {
  database: Database;
  config: Config;
  settings: Settings;
  rules: Rules;
  log: Log;
}

/** */
export function startUsers({ database, config, settings, rules, log }: StartOptions): Users {
  const { SITE_URL: site, API_BASE, LOGIN_URL } = settings;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = config;
  const social = issuer && clientId && clientSecret && name ? { issuer, clientId, clientSecret, name } : null;
  return createUsers({
    ...{ database, log, site, rules },
    api: API_BASE || site,
    elsewhere: LOGIN_URL !== undefined,
    dataDir: config.DATA_DIR,
    sendsMail: config.SMTP_URL !== undefined,
    tidies: true,
    ...(social && { social }),
  });
}
