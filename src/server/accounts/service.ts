/** The applications service of a process: the rules, the folder of files, and periodic clean-up. */
import type { Database } from '../db/database.ts';
import { describeError, type Log } from '../log.ts';
import { eraseOld } from './erase.ts';
import { type Room, sweepFiles } from './files.ts';
import { type Rules, readRules } from './tables.ts';
import { createUploads, type TakeUpload } from './uploads.ts';

const EVERY_MS = 3_600_000;

export interface AccountsOptions {
  database: Promise<Database>;
  log: Log;
  /** Licence files are stored in a folder inside it */
  dataDir: string;
  rules?: Rules;
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

export interface Accounts {
  rules: Rules;
  takeUpload: TakeUpload;
  filesElsewhere: boolean;
  sendsMail: boolean;
  now: () => Date;
  /** Ends all work, so that the server can stop. */
  close(): Promise<void>;
}

export function createAccounts({
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
}: AccountsOptions): Accounts {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let isClosed = false;
  const tidy = async ({ orm }: Database) => {
    try {
      const erased = await eraseOld(orm, dataDir, keepDays, now());
      const swept = await sweepFiles(orm, dataDir, now());
      if (erased + swept > 0) log({ level: 'info', event: 'applications', counts: { erased, swept } });
    } catch (error) {
      log({ level: 'error', event: 'applications', ...describeError(error) });
    }
  };
  if (tidies) {
    database.then(
      (opened) => {
        if (isClosed) return;
        working = tidy(opened);
        timer = setInterval(() => {
          working = working.then(() => tidy(opened));
        }, EVERY_MS).unref();
      },
      () => {}, // Whoever opened the database reports the failure.
    );
  }
  const close = () => {
    isClosed = true;
    clearInterval(timer);
    return working;
  };
  const takeUpload = createUploads({ dataDir, reserve: reserve * 1024 * 1024, ...(room && { room }) });
  return { rules, takeUpload, filesElsewhere, sendsMail, now, close };
}
