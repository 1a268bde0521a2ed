/** The applications service of a process: the rules, the folder of files, and periodic clean-up. */
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { ERASED_APPLICATIONS, eraseOld } from '../shared/erase.ts';
import { LICENSES, type Room, sweepFiles } from '../shared/files.ts';
import { tidyHourly } from '../shared/tidy.ts';
import { createUploads, type TakeUpload } from '../shared/uploads.ts';
import { type ApplicationRules, readRules } from './tables.ts';

export interface ApplicationsOptions {
  database: Database;
  log: Log;
  /** License files are stored in a folder inside it */
  dataDir: string;
  rules?: ApplicationRules;
  /** Megabytes of disk space that files must leave free */
  reserve?: number;
  /** How many files may wait for an application */
  room?: Room;
  /** Days after a final state until an application is erased; 0 keeps it */
  keepDays?: number;
  /** True if files are uploaded elsewhere (UPLOAD_URL); their names are then accepted as sent */
  filesElsewhere?: boolean;
  /** Whether mails are sent; otherwise they wait in the queue */
  sendsMail?: boolean;
  /** Whether old applications and files are removed periodically */
  tidies?: boolean;
  now?: () => Date;
}

export interface Applications {
  rules: ApplicationRules;
  takeUpload: TakeUpload;
  filesElsewhere: boolean;
  sendsMail: boolean;
  now: () => Date;
  /** Ends all work, so that the server can stop. */
  close(): Promise<void>;
}

export function createApplications({
  database,
  log,
  dataDir,
  rules = readRules(),
  reserve = 0,
  room,
  keepDays = 0,
  filesElsewhere = false,
  sendsMail = false,
  tidies = false,
  now = () => new Date(),
}: ApplicationsOptions): Applications {
  const close = tidyHourly({
    database,
    log,
    tidies,
    event: 'applications',
    tidy: async ({ orm }) => ({
      erased: await eraseOld(ERASED_APPLICATIONS, orm, dataDir, keepDays, now()),
      swept: await sweepFiles(LICENSES, orm, dataDir, now()),
    }),
  });
  const takeUpload = createUploads({ shelf: LICENSES, dataDir, reserve: reserve * 1024 * 1024, ...(room && { room }) });
  return { rules, takeUpload, filesElsewhere, sendsMail, now, close };
}
