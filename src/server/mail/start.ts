/** Starts the sending of mails if a mail server is configured; otherwise they wait in the queue, and the log says so. */
import { join } from 'node:path';
import { readMails } from '../../catalogue/mails.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createMails } from './service.ts';
import { createSender } from './transport.ts';
import { announceWaiting } from './waiting.ts';

/** Relative to the source, since the server may be started from another folder. */
export const CONTENT = join(import.meta.dirname, '../../../content');

export interface StartOptions {
  database: Database;
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>;
  /** Origin of the site */
  site: string;
  log: Log;
}

/** Throws an error of one line if a text is missing. */
export function startMails({ database, config, site, log }: StartOptions): { close(): Promise<void> } {
  const { SMTP_URL, MAIL_FROM } = config;
  if (!SMTP_URL || !MAIL_FROM) return announceWaiting({ database, log });
  return createMails({ database, log, site, sender: createSender({ SMTP_URL, MAIL_FROM }), texts: readMails(CONTENT) });
}
