/** The users of a process: what their calls share, and periodic clean-up. */
import { coolingDays, readOperator } from '../../catalogue/operator.ts';
import { SOCIAL_CALLBACK_PATH } from '../../contract/users.ts';
import { type ApplicationRules, readRules } from '../applications/tables.ts';
import { tidyInvitations } from '../companies/tidy.ts';
import { CONTENT } from '../content.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { tidyPartner } from '../partner/keyRows.ts';
import type { IsBreached } from '../shared/breachedPasswords.ts';
import { tidyHourly } from '../shared/tidy.ts';
import { eraseClosed } from './data/erase.ts';
import { createProvider, type ProviderOptions } from './logIn/provider.ts';
import { publicUser } from './profile/publicUserQuery.ts';
import { finishRecoveries } from './security/lockedOut.ts';
import { tidyUsers } from './tidy.ts';
import type { Users } from './users.ts';

/** Longer than that work takes on a small machine. */
const MINIMUM_MS = 250;

export interface UsersOptions {
  database: Database;
  log: Log;
  /** Files of applications and questions are stored in folders inside it */
  dataDir: string;
  /** Origin of the site */
  site: string;
  /** Days after which a closed account is erased */
  cooling?: number;
  /** For the versions of the texts that a user accepts */
  rules?: ApplicationRules;
  /** Whether mails are sent; otherwise they wait in the queue */
  sendsMail?: boolean;
  /** True if visitors log in elsewhere (LOGIN_URL): applications then make no accounts, and tokens are not ours */
  elsewhere?: boolean;
  /** The provider of the social log-in */
  social?: Omit<ProviderOptions, 'callback' | 'log'>;
  /** Whether a password is known from a breach */
  isBreached?: IsBreached;
  /** Address of the API, if it is not that of the site */
  api?: string;
  /** Milliseconds that answers take which must not tell whether an address has an account */
  minimumMs?: number;
  /** Whether what is over is removed periodically */
  tidies?: boolean;
  now?: () => Date;
}

export function createUsers({
  database,
  log,
  dataDir,
  site,
  cooling = coolingDays(readOperator(CONTENT)),
  rules = readRules(),
  sendsMail = false,
  elsewhere = false,
  social,
  isBreached = async () => false,
  api = site,
  minimumMs = MINIMUM_MS,
  tidies = false,
  now = () => new Date(),
}: UsersOptions): Users {
  const close = tidyHourly({
    database,
    log,
    tidies,
    event: 'users',
    tidy: async ({ orm }) => ({
      ...(await tidyUsers(orm, now())),
      recoveries: await finishRecoveries(orm, now()),
      erased: await eraseClosed(orm, dataDir, now()),
      invitations: await tidyInvitations(orm, now()),
      ...(await tidyPartner(orm, now())),
    }),
  });
  const holds = (nickname: string) => publicUser(database.orm, nickname).then(Boolean, () => null);
  const callback = new URL(api + SOCIAL_CALLBACK_PATH);
  const provider = social ? createProvider({ ...social, callback, log }) : null;
  return {
    site,
    api,
    cooling,
    rules,
    sendsMail,
    elsewhere,
    social: provider,
    isBreached,
    minimumMs,
    now,
    holds,
    close,
  };
}
