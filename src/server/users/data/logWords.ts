/** The words of the log of an account, for every entry that the audits and tables have. */
import { MAIL_NAMES, type MailText, PLACEHOLDER, type readMails } from '../../../catalogue/mails.ts';
import type { LogKind } from '../../../forms/lists.ts';
import { PRODUCT_WORDS, STATE_WORDS } from '../../../forms/messageKeys.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { COMPANY } from '../../../site.ts';
import { type ServerMessage, serverMessage } from '../../messages.ts';
import type { Seen } from '../callerDevice.ts';
import { seenIn } from '../mails.ts';

export interface LogRow {
  id: string;
  /** ISO 8601 */
  at: string;
  kind: LogKind;
  action: string;
  /** As in the audits */
  by: string;
  /** Of an application or question; '' or the user's id if it is about neither */
  reference: string;
  detail: string | null;
  /** The name of the company that acted, and of the one that the detail names; null if there is none, or no longer */
  company: string | null;
  named: string | null;
}

/** What the owner does, by the action in the audits */
const OWN: Readonly<Record<string, ServerMessage>> = {
  received: 'server.log.received',
  accepted: 'server.log.accepted',
  terms: 'server.log.terms',
  signed: 'server.log.signed',
  withdrawn: 'server.log.withdrawn',
  declared: 'server.log.declared',
  products: 'server.log.products',
  brokerNumber: 'server.log.brokerNumber',
  nickname: 'server.log.nickname',
  personal: 'server.log.personal',
  toggles: 'server.log.toggles',
  password: 'server.log.password',
  passwordReset: 'server.log.passwordReset',
  hint: 'server.log.hint',
  mobile: 'server.log.mobile',
  email: 'server.log.email',
  emailAsked: 'server.log.emailAsked',
  emailTakenBack: 'server.log.emailTakenBack',
  twoStepOn: 'server.log.twoStepOn',
  twoStepOff: 'server.log.twoStepOff',
  backupCodes: 'server.log.backupCodes',
  'passkey added': 'server.log.passkeyAdded',
  'passkey removed': 'server.log.passkeyRemoved',
  'passkey refused': 'server.log.passkeyRefused',
  'recovery taken back': 'server.log.recoveryEnded',
  deviceEnded: 'server.log.deviceEnded',
  devicesEnded: 'server.log.devicesEnded',
  downloaded: 'server.log.downloaded',
  closed: 'server.log.accountClosed',
  reopened: 'server.log.reopened',
};

/** What companies and the operator do with applications, questions and mails */
const OTHERS: Readonly<Record<string, ServerMessage>> = {
  shown: 'server.log.shown',
  state: 'server.log.state',
  products: 'server.log.decided',
  'license checked': 'server.log.licenseChecked',
  'license refused': 'server.log.licenseRefused',
  assigned: 'server.log.assigned',
  unassigned: 'server.log.unassigned',
  answered: 'server.log.answered',
  closed: 'server.log.closed',
  'mail shown': 'server.log.mailShown',
  'mail retried': 'server.log.mailRetried',
};
/** What the operator does with the account itself, and what time does that it has begun */
const WITH_ACCOUNT: Readonly<Record<string, ServerMessage>> = {
  shown: 'server.log.accountShown',
  locked: 'server.log.locked',
  unlocked: 'server.log.unlocked',
  'removal of second step begun': 'server.log.secondStepEnding',
  'change of address begun': 'server.log.addressChanging',
  'second step removed': 'server.log.secondStepEnded',
  'address changed': 'server.log.addressChanged',
  'change of address failed: it has an account': 'server.log.addressTaken',
  'recovery taken back': 'server.log.recoveryCanceled',
};

/** What the operator does with posts, whose title stands for a reference */
const WITH_POSTS: Readonly<Record<string, ServerMessage>> = {
  shown: 'server.log.postShown',
  published: 'server.log.postPublished',
  refused: 'server.log.postRefused',
  withdrawn: 'server.log.postWithdrawn',
};

/** What a detail names; other details are shown as they are. */
const NAMES: Readonly<Record<string, ServerMessage>> = {
  ...PRODUCT_WORDS,
  accreditedInvestor: 'server.data.accreditedInvestor',
  qualifiedPurchaser: 'server.data.qualifiedPurchaser',
};

/** By the beginning of the id */
const OF_OTHERS = new Map([
  ['u', WITH_ACCOUNT],
  ['p', WITH_POSTS],
]);

/** Returns a function that says an entry of the log in a language. */
export function logWords(locale: Locale, mailOf: ReturnType<typeof readMails>): (row: LogRow) => string {
  const say = (key: ServerMessage, values?: Record<string, string>) => serverMessage(key, locale, values);

  const signIn = ({ action, detail }: LogRow): string => {
    const seen = JSON.parse(detail ?? '{}') as Omit<Seen, 'network'> & { method: string; times: number };
    const { device, place } = seenIn(locale, seen);
    return [
      say(`user.signIn.${action}` as ServerMessage),
      ...(action === 'password' ? [] : [say(`user.signIn.by.${seen.method}` as ServerMessage)]),
      ...(seen.times > 1 ? [say('server.log.times', { times: String(seen.times) })] : []),
      device || say('user.signIn.noBrowser'),
      place || say('user.signIn.noPlace'),
    ].join(' · ');
  };

  /** Its subject. What else it said is deleted when it is sent: the reference stays. */
  const mail = ({ action, reference }: LogRow): string => {
    const name = MAIL_NAMES.find((candidate) => candidate === action);
    if (!name) return say('server.log.other');
    const { subject }: MailText = mailOf(name, locale);
    const values = { company: COMPANY, reference };
    return subject.replace(PLACEHOLDER, (_, placeholder: string) => lookUp(values, placeholder) ?? '…');
  };

  const what = ({ action, detail, named }: LogRow): string => {
    if (detail === null) return '';
    if (action === 'state') return stateIn(detail);
    if (action === 'assigned' || action === 'unassigned') return named ?? say('server.log.formerCompany');
    const word = lookUp(NAMES, action === 'signed' ? productOf(detail) : detail);
    return word ? say(word) : detail;
  };
  /** 'received to approved' */
  const stateIn = (detail: string): string => {
    const word = lookUp(STATE_WORDS, detail.split(' to ').at(-1) ?? '');
    return word ? say(word.name) : detail;
  };

  const who = ({ by, company }: LogRow): string => {
    if (!by.startsWith('company ')) return COMPANY;
    return [company ?? say('server.log.formerCompany'), ...(by.includes(' key ') ? ['API'] : [])].join(' · ');
  };

  return (row) => {
    if (row.kind === 'signIns') return signIn(row);
    if (row.kind === 'mails') return mail(row);
    const isOther = row.kind === 'access';
    const table = isOther ? (OF_OTHERS.get(row.id.charAt(0)) ?? OTHERS) : OWN;
    const key = lookUp(table, row.action) ?? (isOther ? 'server.log.otherAccess' : 'server.log.other');
    return say(key, { who: who(row), what: what(row), reference: row.reference });
  };
}

function productOf(detail: string): string {
  try {
    return String((JSON.parse(detail) as { product?: unknown }).product);
  } catch {
    return detail;
  }
}
