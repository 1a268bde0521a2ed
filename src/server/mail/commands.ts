/**
 * What an operator does with mails. Every command adds a row to the audit of applications with the operator's name,
 * because mails name people.
 */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { readMails } from '../../catalogue/mails.ts';
import { command, looksLike, oneOf } from '../command.ts';
import { CONTENT } from '../content.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { applicationAudit, MAIL_STATES, mails } from '../db/schema.ts';
import { minute, type Note, note as noteIn } from '../shared/records.ts';
import { mailsIn, retryMails, type StoredMail } from './queue.ts';
import { type MailTexts, render } from './sending.ts';

const UNSENT = MAIL_STATES.filter((state) => state !== 'sent');
const TARGET = { id: v.optional(looksLike(v.UUID_REGEX, "the ids in 'mail list'")) };

export const MAIL_COMMANDS = {
  'mail list': command({
    about: 'mails that are not sent, or those in one state; no names',
    options: { state: v.optional(oneOf('state', MAIL_STATES)) },
    run: async ({ orm }, { by, state }, now) => {
      const found = await mailsIn(orm, state ? [state] : UNSENT);
      await note(orm, { at: now, by, reference: '', action: 'mails listed', detail: state ?? null });
      return found.length > 0 ? found.map(lineOf) : [`There is no mail that ${state ? `is ${state}` : 'is not sent'}.`];
    },
  }),
  'mail show': command({
    about: 'a mail, or all that are not sent, as their recipients get them',
    args: TARGET,
    run: async ({ orm, site }, { by, id }, now) => {
      const found = id === undefined ? await mailsIn(orm, UNSENT) : [await mailOf(orm, id)];
      await noteEach(orm, found, { at: now, by, action: 'mail shown' });
      const texts = readMails(CONTENT);
      return found.length > 0
        ? found.flatMap((mail) => shown(mail, site, texts))
        : ['There is no mail that is not sent.'];
    },
  }),
  'mail retry': command({
    about: 'sends a mail at once, or all that wait, were refused or given up',
    args: TARGET,
    run: async ({ orm }, { by, id }, now) => {
      if (id !== undefined) {
        const { state } = await mailOf(orm, id);
        if (state === 'sent' || state === 'sending') throw new Refusal(`The mail ${id} is ${state}: nothing to retry.`);
      }
      const retried = await retryMails(orm, id, now);
      await noteEach(orm, retried, { at: now, by, action: 'mail retried' });
      return [`${retried.length} to send at once. 'mail list' shows in a minute what became of it.`];
    },
  }),
};

/** The mails that are not sent, with what they say. */
export async function unsentMails(orm: Orm, site: string) {
  const texts = readMails(CONTENT);
  return (await mailsIn(orm, UNSENT)).flatMap((mail) => {
    const { id, locale, about, state, recipient } = mail;
    const rendered = render(mail, site, texts);
    return rendered && recipient !== null ? [{ id, locale, about, state, recipient, ...rendered }] : [];
  });
}

const note = (orm: Orm, entry: Note) => noteIn(applicationAudit, orm, entry);

async function noteEach(
  orm: Orm,
  found: readonly Pick<StoredMail, 'id' | 'about'>[],
  entry: Omit<Note, 'reference'>,
): Promise<void> {
  for (const { id, about } of found) await note(orm, { ...entry, reference: about, detail: id });
}

async function mailOf(orm: Orm, id: string): Promise<StoredMail> {
  const [found] = await guarded('reading a mail', () => orm.select().from(mails).where(eq(mails.id, id)));
  if (!found) throw new Refusal(`There is no mail ${id}: 'list' shows those there are.`);
  return found;
}

/** Names nobody: of an error only the codes, because the response of a mail server may repeat the recipient. */
function lineOf({ id, state, name, locale, about, waitsSince, attempts, nextAt, error, sentAt }: StoredMail): string {
  return [
    id,
    state,
    name,
    locale,
    about,
    minute(sentAt ?? waitsSince),
    ...(attempts > 0 && !sentAt ? [`attempts ${attempts}`] : []),
    ...(attempts > 0 && state === 'waiting' ? [`next ${minute(nextAt)}`] : []),
    ...(error ? [error.split(':')[0]] : []),
  ].join('  ');
}

function shown(mail: StoredMail, site: string, texts: MailTexts): string[] {
  const rendered = render(mail, site, texts);
  return [
    lineOf(mail),
    ...(mail.messageId ? [`Message-ID: ${mail.messageId}`] : []),
    ...(mail.error ? [`error: ${mail.error}`] : []),
    ...(rendered
      ? [`to: ${mail.recipient}`, `subject: ${rendered.subject}`, '', ...rendered.text.split('\n')]
      : ['Its text and its address are deleted, because it is sent.', '']),
  ];
}
