/**
 * The mails that the server sends. Each has a text per locale, content/<locale>/mail/<name>.md: a subject, and
 * paragraphs with placeholders. en-GB may leave a text out where it would equal that of en-US.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { CONTENT_DIR, parseSource } from './content.ts';
import { mailSchema } from './schemas.ts';

/** Every mail and its own placeholders. A paragraph that holds nothing but empty values is left out. */
export const MAILS = {
  /** confirm: a sentence that asks for the confirmation of a new account's address, or '' */
  applicationReceived: ['reference', 'confirm'],
  /** Somebody who is not logged in has applied with an address that has an account: is it its owner's? */
  applicationOffered: ['reference'],
  applicationChanged: ['reference', 'state'],
  /** The broker of an approved applicant, what to do there, what is enabled; each a sentence, or '' */
  applicationOpening: ['reference', 'broker', 'contact', 'agreement', 'payIn', 'enabled', 'waiting', 'declined'],
  /** asked: the operator's words, in the language in which they were typed */
  applicationAsked: ['reference', 'asked'],
  /** answerTime: a sentence on when the answer comes; '' if the operator promises nothing */
  questionReceived: ['reference', 'answerTime'],
  /** The same of a question */
  questionOffered: ['reference'],
  questionAnswered: ['reference'],
  /** The link confirms the address of a new account */
  userConfirm: [],
  /** Someone has signed up with an address that has an account */
  userKnown: [],
  /** The link sets a new password. hint: a sentence with the user's own password hint, or '' */
  userReset: ['hint'],
  /** The link unlocks the account after too many failed log-ins */
  userLocked: [],
  /** device: 'Firefox 151, Windows'; place: 'Osaka, Japan'; time: date, time and zone */
  userDevice: ['device', 'place', 'time'],
  userUnfamiliar: ['device', 'place', 'time'],
  userPassword: ['time'],
  /** To the address so far: the link agrees to the new one */
  userEmailOld: ['email'],
  /** To the new address: the link confirms it */
  userEmailNew: [],
  /** To the address so far, once it is changed */
  userEmailChanged: ['email'],
  /** name: the user's own name for the passkey */
  userPasskeyAdded: ['name', 'time'],
  userPasskeyRemoved: ['name', 'time'],
  /** There may be a copy of it: it is refused from now on */
  userPasskeyRefused: ['name', 'time'],
  /** An operator has begun to remove the second step. date: the day on which it goes, unless somebody logs in before */
  userSecondStepEnding: ['date'],
  userSecondStepEnded: ['time'],
  /** An operator has begun to change the address: to both */
  userAddressChanging: ['email', 'date'],
  /** A log-in, or the operator, has taken either back */
  userRecoveryEnded: ['time'],
  /** date: the day on which the account is erased */
  userClosed: ['date'],
  /** name: the company that invites; date: the day and time on which the invitation ends */
  companyInvitation: ['name', 'date'],
  /** The same of a company that the operator has not confirmed, whose name may be anything */
  companyInvitationUnconfirmed: ['name', 'date'],
  /** To the administrators of a company. name: that of the company, which is none of a visitor's choice any more */
  companyConfirmed: ['name'],
  /** To the administrators of a company. name: that of the company; host: that of the webhook's address */
  companyWebhookOff: ['name', 'host'],
  /** To the author of a post that has waited */
  moderationPublished: ['title'],
  /** To its author. reason: that of the list; words: those of who decided; date: the last day of an appeal */
  moderationRefused: ['title', 'reason', 'words', 'date'],
  /** The same of one that was public */
  moderationWithdrawn: ['title', 'reason', 'words', 'date'],
  /** To the author or the reporter who has appealed. outcome: a sentence; words: those of who decided */
  moderationAppeal: ['title', 'outcome', 'words'],
  /** To those whose reports led to nothing. date: the last day of an appeal */
  moderationKept: ['title', 'date'],
  /** To those who have reported. outcome: a sentence */
  moderationReport: ['title', 'outcome'],
  /** To the staff of the operator. list: what waits, how many, since when, and the commands */
  staffDigest: ['date', 'list'],
  /** The same of one thing that is urgent */
  staffUrgent: ['what', 'command'],
} as const satisfies Record<string, readonly string[]>;

export type MailName = keyof typeof MAILS;
export type MailValues<N extends MailName = MailName> = Record<(typeof MAILS)[N][number], string>;

export const MAIL_NAMES = Object.keys(MAILS) as MailName[];

/** The placeholders of a mail; those of every mail are the name of the company and the address of the page to look at. */
export const placeholdersOf = (name: MailName): readonly string[] => [...MAILS[name], 'company', 'address'];

export const PLACEHOLDER = /\{(\w+)\}/g;

/** Path of a text, relative to the content folder. */
export const mailFile = (locale: Locale, name: MailName) => `${locale}/mail/${name}.md`;

export interface MailText {
  subject: string;
  paragraphs: readonly string[];
}

/** The paragraphs of a text, each with its first line, from 1 for the first line of the text. */
export function paragraphsOf(body: string): { text: string; line: number }[] {
  const lines = body.replaceAll('\r', '');
  return [...lines.matchAll(/\S.*(?:\n.*\S.*)*/g)].map(({ 0: text, index }) => ({
    text,
    line: lines.slice(0, index).split('\n').length,
  }));
}

/** A text as it is sent, each paragraph in one line. */
export const mailText = (subject: string, body: string): MailText => ({
  subject,
  paragraphs: paragraphsOf(body).map(({ text }) => text.replace(/\s*\n\s*/g, ' ')),
});

/** Reads every text. Throws if en-US lacks one, or if one has no subject. */
export function readMails(dir = CONTENT_DIR): (name: MailName, locale: Locale) => MailText {
  const read = (name: MailName, locale: Locale): MailText => {
    const translated = join(dir, mailFile(locale, name));
    const file = existsSync(translated) ? translated : join(dir, mailFile(DEFAULT_LOCALE, name));
    const { frontMatter, body } = parseSource(readFileSync(file, 'utf8'));
    const { data } = mailSchema.safeParse(frontMatter);
    if (!data) throw new Error(`${file} has no subject`);
    return mailText(data.subject, body);
  };
  const texts = new Map(
    MAIL_NAMES.flatMap((name) => LOCALE_IDS.map((locale) => [`${locale} ${name}`, read(name, locale)] as const)),
  );
  return (name, locale) => texts.get(`${locale} ${name}`) ?? read(name, locale);
}
