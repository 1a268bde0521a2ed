/** Sends the queued mails of a process, one after the other, and looks for new ones every second. */
import { type MailName, type MailText, readMails } from '../../catalogue/mails.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Database } from '../db/database.ts';
import { describeError, type Log } from '../log.ts';
import { logRepeated } from '../repeated.ts';
import { claimMail, GIVE_UP_MS, noteFailure, noteSent, type StoredMail } from './queue.ts';
import { type RenderedMail, renderMail } from './render.ts';
import type { Sender } from './transport.ts';

/** Whoever signs up waits for a mail. */
const TICK_MS = 1_000;
/** How long a mail that is being sent may take when the process is told to stop. */
const GRACE_MS = 5_000;

export type MailTexts = (name: MailName, locale: Locale) => MailText;

export interface MailsOptions {
  database: Database;
  log: Log;
  /** Origin of the site */
  site: string;
  sender: Sender;
  texts?: MailTexts;
  now?: () => Date;
}

export interface Mails {
  /** Sends all that are due. Called by the timer. */
  tick(): Promise<void>;
  /** Ends the work, so that the database can be closed. */
  close(): Promise<void>;
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
  now = () => new Date(),
}: MailsOptions): Mails {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let working = Promise.resolve();
  const stopping = new AbortController();
  const repeated = logRepeated(log, now);

  async function work(): Promise<void> {
    try {
      const { orm } = database;
      while (!isClosed) {
        const mail = await claimMail(orm, sender.domain, now());
        if (!mail) return;
        const { state, error } = await outcomeOf(mail);
        if (state === 'sent') await noteSent(orm, mail, now());
        else await noteFailure(orm, mail, { state, error }, now());
        const [code] = error.split(':');
        // A mail server that is down fails each attempt of each mail.
        if (state === 'waiting') repeated.note({ level: 'error', event: 'mail', state, ...(code && { code }) });
        else log({ level: state === 'sent' ? 'info' : 'error', event: 'mail', state, ...(code && { code }) });
      }
    } catch (error) {
      // A mail that was sent meanwhile is sent again when its claim ends.
      repeated.note({ level: 'error', event: 'mail', ...describeError(error) });
    } finally {
      repeated.tell();
    }
  }

  async function outcomeOf(
    mail: StoredMail,
  ): Promise<{ state: 'sent' | 'waiting' | 'refused' | 'failed'; error: string }> {
    const rendered = render(mail, site, texts);
    const { recipient: to, messageId } = mail;
    if (!rendered || to === null || messageId === null) return { state: 'failed', error: 'incomplete' };
    if (now().getTime() - mail.waitsSince.getTime() > GIVE_UP_MS)
      return { state: 'failed', error: mail.error ?? 'too old' };
    const outcome = await sender.send({ ...rendered, to, messageId }, stopping.signal);
    return { error: '', ...outcome };
  }

  function tick(): Promise<void> {
    working = working.then(work);
    return working;
  }

  function schedule(): void {
    if (!isClosed) timer = setTimeout(() => void tick().then(schedule), TICK_MS).unref();
  }

  void tick().then(schedule);

  return {
    tick,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const grace = setTimeout(() => stopping.abort(), GRACE_MS);
      await working;
      clearTimeout(grace);
      repeated.end();
    },
  };
}
