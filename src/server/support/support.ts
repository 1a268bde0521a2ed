/** The questions service of a process: its uploads, and the periodic clean-up of questions and reports. */

import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { forgetWords } from '../moderation/openReports.ts';
import { ERASED_QUESTIONS, eraseOld } from '../shared/erase.ts';
import { PICTURES, type Room, sweepFiles } from '../shared/files.ts';
import { tidyHourly } from '../shared/tidy.ts';
import { createUploads, type TakeUpload } from '../shared/uploads.ts';

export interface SupportOptions {
  database: Database;
  log: Log;
  /** Pictures are stored in a folder inside it */
  dataDir: string;
  /** Megabytes of disk space that files must leave free */
  reserve?: number;
  /** How many pictures may wait for a question */
  room?: Room;
  /** Days after it was closed until a question is erased, and the words of a report; 0 keeps them */
  keepDays?: number;
  /** Whether old questions and pictures are removed periodically */
  tidies?: boolean;
  now?: () => Date;
}

export interface Support {
  takePicture: TakeUpload;
  now: () => Date;
  /** Ends all work, so that the server can stop. */
  close(): Promise<void>;
}

export function createSupport({
  database,
  log,
  dataDir,
  reserve = 0,
  room,
  keepDays = 0,
  tidies = false,
  now = () => new Date(),
}: SupportOptions): Support {
  const close = tidyHourly({
    database,
    log,
    tidies,
    event: 'questions',
    tidy: async ({ orm }) => ({
      erased: await eraseOld(ERASED_QUESTIONS, orm, dataDir, keepDays, now()),
      swept: await sweepFiles(PICTURES, orm, dataDir, now()),
      reports: await forgetWords(orm, keepDays, now()),
    }),
  });
  const takePicture = createUploads({
    shelf: PICTURES,
    dataDir,
    reserve: reserve * 1024 * 1024,
    ...(room && { room }),
  });
  return { takePicture, now, close };
}
