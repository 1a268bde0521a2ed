/**
 * The queue of mails, in the database. A mail is queued in the transaction that stores what it reports, once per event.
 * To send it, a process claims it for a while: if the process dies, another one sends it again, with the same
 * Message-ID. What a mail says is personal data, and is deleted when it is sent.
 */
import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { MailName, MailValues } from '../../catalogue/mails.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { mails } from '../db/schema.ts';
import { backoff } from '../shared/worker.ts';

const MINUTE_MS = 60_000;
/** How long a claim lasts: longer than any attempt to send (transport.ts). */
export const CLAIM_MS = 5 * MINUTE_MS;
/** The longest wait between two attempts. */
const MOST_WAIT_MS = 60 * MINUTE_MS;
/** A mail that could not be sent for so long is given up: what it says is old. */
export const GIVE_UP_MS = 5 * 24 * 60 * MINUTE_MS;

export type StoredMail = typeof mails.$inferSelect;

export interface NewMail<N extends MailName> {
  name: N;
  /** Reference of the application or question; eraseMails() deletes by it */
  about: string;
  /** Distinguishes several mails of one name about the same reference */
  occasion?: string;
  locale: Locale;
  recipient: string;
  /** Path of the page to look at, without a locale. A secret goes after '#', so that no log of a server shows it. */
  path: string;
  values: MailValues<N>;
}

/** Queues a mail, unless one is queued for the event. `tx` is the transaction that stores the event. */
export async function queueMail<N extends MailName>(tx: Orm, mail: NewMail<N>, now: Date): Promise<void> {
  const { name, about, occasion = '', locale, recipient, path, values } = mail;
  const event = [name, about, occasion].join(' ').trim();
  const row = { event, about, name, locale, recipient, content: { path, values }, waitsSince: now, nextAt: now };
  await tx.insert(mails).values(row).onConflictDoNothing({ target: mails.event });
}

/** Deletes the mails about a reference, sent or not. */
export async function eraseMails(tx: Orm, about: string): Promise<void> {
  await tx.delete(mails).where(eq(mails.about, about));
}

/** Claims the mail that is due longest; null if none is. `domain` is that of a new Message-ID. */
export async function claimMail(orm: Orm, domain: string, now: Date): Promise<StoredMail | null> {
  const due = orm
    .select({ id: mails.id })
    .from(mails)
    .where(and(inArray(mails.state, ['waiting', 'sending']), lte(mails.nextAt, now)))
    .orderBy(asc(mails.nextAt))
    .limit(1)
    // Another process that is claiming takes another mail.
    .for('update', { skipLocked: true });
  const [claimed] = await guarded('claiming a mail', () =>
    orm
      .update(mails)
      .set({
        state: 'sending',
        attempts: sql`${mails.attempts} + 1`,
        nextAt: new Date(now.getTime() + CLAIM_MS),
        messageId: sql`coalesce(${mails.messageId}, '<' || ${mails.id} || '@' || ${domain}::text || '>')`,
      })
      .where(eq(mails.id, sql`(${due})`))
      .returning(),
  );
  return claimed ?? null;
}

/** Notes that a mail is sent, and deletes what it said and to whom. */
export async function noteSent(orm: Orm, { id }: StoredMail, now: Date): Promise<void> {
  await guarded('noting a sent mail', () =>
    orm
      .update(mails)
      .set({ state: 'sent', sentAt: now, recipient: null, content: null, error: null })
      .where(eq(mails.id, id)),
  );
}

/** Notes that a claimed mail was not sent: it waits for the next attempt, or is put aside for an operator. */
export async function noteFailure(
  orm: Orm,
  { id, attempts }: StoredMail,
  { state, error }: { state: 'waiting' | 'refused' | 'failed'; error: string },
  now: Date,
): Promise<void> {
  const nextAt = new Date(now.getTime() + backoff(attempts, MOST_WAIT_MS));
  await guarded('noting a failed mail', () =>
    orm
      .update(mails)
      .set({ state, error, nextAt })
      // If the claim has expired, another process may have sent it by now.
      .where(and(eq(mails.id, id), eq(mails.state, 'sending'), eq(mails.attempts, attempts))),
  );
}

/** Mails in these states, oldest first. */
export async function mailsIn(orm: Orm, states: readonly StoredMail['state'][]): Promise<StoredMail[]> {
  return guarded('listing mails', () =>
    orm
      .select()
      .from(mails)
      .where(inArray(mails.state, [...states]))
      .orderBy(asc(mails.waitsSince), asc(mails.event)),
  );
}

/** Lets mails be sent at once, as if they were new: one by its id, or all. Returns those that it concerns. */
export async function retryMails(orm: Orm, id: string | undefined, now: Date): Promise<StoredMail[]> {
  return guarded('retrying mails', () =>
    orm
      .update(mails)
      .set({ state: 'waiting', attempts: 0, waitsSince: now, nextAt: now })
      .where(and(ne(mails.state, 'sent'), ne(mails.state, 'sending'), id === undefined ? undefined : eq(mails.id, id)))
      .returning(),
  );
}
