/** Sends the queued mails of a process, one after the other. */
import { type MailName, type MailText, readMails } from '../../catalogue/mails.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createWorker, type Worker } from '../shared/worker.ts';
import { STAFF, type StaffSettings, tellStaff } from '../staff/staffMails.ts';
import { claimMail, GIVE_UP_MS, noteFailure, noteSent, type StoredMail } from './queue.ts';
import { type RenderedMail, renderMail } from './render.ts';
import type { Sender } from './transport.ts';

export type MailTexts = (name: MailName, locale: Locale) => MailText;

export interface MailsOptions {
  database: Database;
  log: Log;
  /** Origin of the site */
  site: string;
  sender: Sender;
  texts?: MailTexts;
  /** Who is told of a mail that is refused or given up */
  staff?: StaffSettings | null;
  now?: () => Date;
}

/** What a mail says; null if it is sent. */
export function render({ name, locale, content }: StoredMail, site: string, texts: MailTexts): RenderedMail | null {
  return content && renderMail(texts(name, locale), { locale, ...content }, site);
}

export function createMails({
  database,
  log,
  site,
  sender,
  texts = readMails(),
  staff,
  now = () => new Date(),
}: MailsOptions): Worker {
  async function outcomeOf(
    mail: StoredMail,
    signal: AbortSignal,
  ): Promise<{ state: 'sent' | 'waiting' | 'refused' | 'failed'; error: string }> {
    const rendered = render(mail, site, texts);
    const { recipient: to, messageId } = mail;
    if (!rendered || to === null || messageId === null) return { state: 'failed', error: 'incomplete' };
    if (now().getTime() - mail.waitsSince.getTime() > GIVE_UP_MS)
      return { state: 'failed', error: mail.error ?? 'too old' };
    const outcome = await sender.send({ ...rendered, to, messageId }, signal);
    return { error: '', ...outcome };
  }

  return createWorker({
    log,
    event: 'mail',
    now,
    claim: () => claimMail(database.orm, sender.domain, now()),
    work: async (mail, { signal, note }) => {
      const { orm } = database;
      const { state, error } = await outcomeOf(mail, signal);
      if (state === 'sent') await noteSent(orm, mail, now());
      else
        await orm.transaction(async (tx) => {
          await noteFailure(tx, mail, { state, error }, now());
          if (state !== 'waiting' && mail.about !== STAFF) await tellStaff(tx, 'mails', now(), staff);
        });
      const [code] = error.split(':');
      // A mail server that is down fails each attempt of each mail.
      const tell = state === 'waiting' ? note : log;
      tell({ level: state === 'sent' ? 'info' : 'error', event: 'mail', state, ...(code && { code }) });
    },
  });
}
