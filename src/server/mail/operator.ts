/**
 * What an operator does with mails. Every action adds a row to the audit of applications with the operator's name,
 * because mails name people.
 */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { readMails } from '../../catalogue/mails.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { applicationAudit, MAIL_STATES, mails } from '../db/schema.ts';
import { NAME } from '../news/editors.ts';
import { mailsIn, retryMails, type StoredMail } from './queue.ts';
import { type MailTexts, render } from './service.ts';
import { CONTENT } from './start.ts';

const tool = v.literal('mail');
const by = v.string();
const id = v.optional(v.pipe(v.string(), v.uuid()));

/** Requests of the operators' tool. */
export const mailRequest = v.variant('action', [
  v.object({ tool, action: v.literal('list'), by, state: v.optional(v.picklist(MAIL_STATES)) }),
  v.object({ tool, action: v.literal('show'), by, id }),
  v.object({ tool, action: v.literal('retry'), by, id }),
]);
export type MailRequest = v.InferOutput<typeof mailRequest>;

const UNSENT = MAIL_STATES.filter((state) => state !== 'sent');

/** Runs a request of the tool; returns the lines to print. `site` is the origin in the addresses of pages. */
export async function administerMail(
  { orm, site }: { orm: Orm; site: string },
  request: MailRequest,
  now = new Date(),
): Promise<string[]> {
  const { by } = request;
  if (!NAME.test(by)) throw new Refusal('Say who you are: --by NAME, of up to 40 letters, digits, spaces and . _ -');
  if (request.action === 'list') {
    const found = await mailsIn(orm, request.state ? [request.state] : UNSENT);
    await note(orm, { at: now, by, reference: '', action: 'mails listed', detail: request.state ?? null });
    return found.length > 0
      ? found.map(lineOf)
      : [`There is no mail that ${request.state ? `is ${request.state}` : 'is not sent'}.`];
  }
  if (request.action === 'show') {
    const found = request.id === undefined ? await mailsIn(orm, UNSENT) : [await mailOf(orm, request.id)];
    for (const { id, about } of found)
      await note(orm, { at: now, by, reference: about, action: 'mail shown', detail: id });
    const texts = readMails(CONTENT);
    return found.length > 0
      ? found.flatMap((mail) => shown(mail, site, texts))
      : ['There is no mail that is not sent.'];
  }
  if (request.id !== undefined) {
    const { state } = await mailOf(orm, request.id);
    if (state === 'sent' || state === 'sending')
      throw new Refusal(`The mail ${request.id} is ${state}: nothing to retry.`);
  }
  const retried = await retryMails(orm, request.id, now);
  for (const { id, about } of retried)
    await note(orm, { at: now, by, reference: about, action: 'mail retried', detail: id });
  return [`${retried.length} to send at once. 'list' shows in a minute what became of it.`];
}

/** The mails that are not sent, with what they say. */
export async function unsentMails(orm: Orm, site: string) {
  const texts = readMails(CONTENT);
  return (await mailsIn(orm, UNSENT)).flatMap((mail) => {
    const { id, locale, about, state, recipient } = mail;
    const rendered = render(mail, site, texts);
    return rendered && recipient !== null ? [{ id, locale, about, state, recipient, ...rendered }] : [];
  });
}

type Note = Omit<typeof applicationAudit.$inferInsert, 'id'>;
const note = (orm: Orm, entry: Note) => guarded('writing the audit', () => orm.insert(applicationAudit).values(entry));

async function mailOf(orm: Orm, id: string): Promise<StoredMail> {
  const [found] = await guarded('reading a mail', () => orm.select().from(mails).where(eq(mails.id, id)));
  if (!found) throw new Refusal(`There is no mail ${id}: 'list' shows those there are.`);
  return found;
}

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

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
