/**
 * The one record of an applicant: what they have signed, declared, wanted and switched, as it holds now, with dates. The
 * form writes it first; /profile/trade and /profile/account change it. Operators, companies, the partner API and the
 * user's own pages all read it here, and nowhere else.
 */
import { and, eq, isNotNull, or, type SQL } from 'drizzle-orm';
import type { License } from '../../contract/companyWork.ts';
import type { Toggles, TradeSettings } from '../../contract/users.ts';
import { accessOf } from '../../forms/access.ts';
import {
  BROKER_NOTIFICATIONS,
  BROKER_PRIVACY,
  HIGH_RISK,
  type HighRisk,
  hasLicense,
  NOTIFICATIONS,
  PRIVACY_PARTS,
  PRODUCTS,
  type Product,
} from '../../forms/lists.ts';
import type { Application } from '../../forms/shapes.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { applicants, applications, userProfiles } from '../db/schema.ts';
import { emit } from '../webhooks/queue.ts';

export interface Held {
  brokerNumber: string;
  trade: TradeSettings;
  /** Null as long as the defaults hold */
  toggles: Toggles | null;
  /** Null if no role was asked for that has one */
  licence: License | null;
}

export const STATUSES = ['accreditedInvestor', 'qualifiedPurchaser'] as const;
const NOTHING: Held = {
  brokerNumber: '',
  trade: { products: [], signed: {}, accreditedInvestor: null, qualifiedPurchaser: null, means: null },
  toggles: null,
  licence: null,
};

/** Columns of a query that joins the record, and the condition of the join with an application. */
export const HELD = {
  brokerNumber: applicants.brokerNumber,
  trade: applicants.trade,
  toggles: applicants.toggles,
  licence: applicants.licence,
};
export const ofApplication = or(
  and(isNotNull(applications.user), eq(applicants.user, applications.user)),
  eq(applicants.application, applications.reference),
);

/** What a user has said. */
export async function heldBy(orm: Orm, userId: string): Promise<Held> {
  const [held] = await guarded('reading what an applicant has said', () =>
    orm.select(HELD).from(applicants).where(eq(applicants.user, userId)),
  );
  return held ?? structuredClone(NOTHING);
}

/**
 * Stores what a user has said, with the profile locked (changeProfile() does it). Each company that holds an application
 * of theirs is told, if something has changed that it reads.
 */
export async function keep(tx: Orm, userId: string, held: Held, now: Date): Promise<void> {
  const before = await heldBy(tx, userId);
  const row = { ...held, changedAt: now };
  await tx
    .insert(applicants)
    .values({ user: userId, ...row })
    .onConflictDoUpdate({ target: applicants.user, set: row });
  if (JSON.stringify(readByCompanies(before)) !== JSON.stringify(readByCompanies(held))) {
    await tell(tx, eq(applications.user, userId), now);
  }
}

const readByCompanies = ({ brokerNumber, trade, toggles, licence }: Held) => [
  brokerNumber,
  trade,
  forBroker(toggles),
  licence,
];

/** Tells the companies that hold the applications that what they read of the applicant has changed. */
export async function tell(tx: Orm, which: SQL, now: Date): Promise<void> {
  const held = await tx
    .select({ reference: applications.reference, company: applications.company })
    .from(applications)
    .where(and(which, isNotNull(applications.company)));
  const type = 'applicant.changed';
  await emit(
    tx,
    held.map(({ reference, company }) => ({
      to: { company: String(company), kind: 'live' },
      type,
      event: `${type} ${reference} ${crypto.randomUUID()}`,
      data: { reference },
    })),
    now,
  );
}

type Sent = Pick<typeof applications.$inferSelect, 'answers' | 'submittedAt'>;

/** Begins the record of an application that belongs to no user yet. */
export async function beginRecord(tx: Orm, reference: string, sent: Sent, now: Date): Promise<void> {
  const held = withSent(NOTHING, sent, { isOwn: true });
  await tx.insert(applicants).values({ application: reference, ...held, changedAt: now });
}

/**
 * Writes what a user has sent into their record. `isOwn`: they have sent it themselves, and not only said that it is
 * theirs without having seen it.
 */
export async function writeSent(
  tx: Orm,
  { reference, user, ...sent }: Sent & { reference: string; user: string },
  { isOwn }: { isOwn: boolean },
  now: Date,
): Promise<void> {
  // As changeProfile() does: one change at a time.
  await tx.select({ id: userProfiles.userId }).from(userProfiles).where(eq(userProfiles.userId, user)).for('update');
  await tx.delete(applicants).where(eq(applicants.application, reference));
  await keep(tx, user, withSent(await heldBy(tx, user), sent, { isOwn }), now);
}

/** Of two dated statements the later one holds. Nothing that was wanted gets lost, unless it was revoked since. */
function withSent(before: Held, { answers, submittedAt }: Sent, { isOwn }: { isOwn: boolean }): Held {
  const { trading, brokerNumber = '', notifications, privacy } = answers as Partial<Application>;
  const at = submittedAt.toISOString();
  const held = structuredClone(before);
  const { trade } = held;
  held.brokerNumber ||= brokerNumber;
  held.licence = laterLicense(before.licence, licenseIn(answers, at));
  if (isOwn && notifications && privacy) held.toggles ??= { notifications, privacy };
  if (!trading) return held;
  const wanted = trading.products.filter((product) => {
    const signature = lookHighRisk(trade.signed, product);
    return signature === undefined || !isSince(signature, at);
  });
  trade.products = PRODUCTS.filter((product) => [...trade.products, ...wanted].includes(product));
  for (const product of HIGH_RISK) {
    const signature = trading.highRisk?.[product];
    if (!signature || isSince(trade.signed[product], at)) continue;
    const { version, locale, name } = signature;
    trade.signed[product] = { at, version, locale, name, withdrawnAt: null };
  }
  // Who asks for no high-risk product is not asked for a status.
  for (const status of trading.products.some(isHighRisk) ? STATUSES : []) {
    if (isSince(trade[status], at)) continue;
    Object.assign(trade, { [status]: { value: trading[status], at, withdrawnAt: null } });
  }
  if (!trade.means || trade.means.at < at) {
    const { experience, income, netWorth, employment, sourceOfFunds } = trading;
    trade.means = { experience, income, netWorth, employment, sourceOfFunds, at };
  }
  return held;
}

/** The license that an application states, as it stands before anybody has checked it; null if its role has none. */
export function licenseIn(answers: unknown, submittedAt: string): License | null {
  const { role = null, licence } = answers as Partial<Application>;
  if (!role || !hasLicense(role) || !licence) return null;
  const unchecked = { role, submittedAt, checkedAt: null, checkedBy: null, reason: '' } as const;
  if ('none' in licence) return { ...unchecked, state: 'none', type: '', number: '', authority: '' };
  // Before it was asked for, nobody gave the authority.
  const { type, number, authority = '' } = licence as { type: string; number: string; authority?: string };
  return { ...unchecked, state: 'submitted', type, number, authority };
}

/** Whether two statements are about the same license, of the same role. */
const isSameLicense = (one: License | null, other: License | null): boolean =>
  (['role', 'type', 'number', 'authority'] as const).every((part) => one?.[part] === other?.[part]);

/** The license that an application states, as it stands now; null if it states none, or another was stated since. */
export function licenseOf(sent: SentApplication): License | null {
  const { licence } = heldIn(sent);
  const isSame = isSameLicense(licence, licenseIn(sent.answers, sent.submittedAt.toISOString()));
  return isSame ? licence : null;
}

/** Of two statements the later one holds; it ends a check, unless it says again what was checked. */
function laterLicense(before: License | null, stated: License | null): License | null {
  if (!before || !stated) return before ?? stated;
  const isKept = before.state === 'checked' && isSameLicense(before, stated);
  return isKept || before.submittedAt >= stated.submittedAt ? before : stated;
}

export const isHighRisk = (what: string): what is HighRisk => HIGH_RISK.some((product) => product === what);
const lookHighRisk = (signed: TradeSettings['signed'], product: Product) =>
  isHighRisk(product) ? signed[product] : undefined;

/** Whether something was signed, declared or revoked at a time (ISO 8601) or later. */
const isSince = (signature: { at: string; withdrawnAt: string | null } | null | undefined, time: string): boolean =>
  signature != null && (signature.withdrawnAt ?? signature.at) >= time;

/** An application with the record of its applicant; null if it has none, as in tests. */
export type SentApplication = Sent & { held: Held | null };
type Signatures = NonNullable<NonNullable<Application['trading']>['highRisk']>;

export interface AnswersNow {
  /** Those that the role is asked for */
  answers: Omit<Application, 'password'>;
  /** When an answer was revoked, by its name: 'trading.highRisk.forex' */
  revoked: Record<string, string>;
}

const heldIn = ({ held, ...sent }: SentApplication): Held => held ?? withSent(NOTHING, sent, { isOwn: true });

/** What the applicant of an application has said. */
export async function heldFor(orm: Orm, row: Sent & { reference: string }): Promise<Held> {
  const [held] = await guarded('reading what an applicant has said', () =>
    orm
      .select(HELD)
      .from(applications)
      .innerJoin(applicants, ofApplication)
      .where(eq(applications.reference, row.reference)),
  );
  return heldIn({ ...row, held: held ?? null });
}

/** The answers of an application as they hold now: those that the record has stand as it says, whatever was sent. */
export function answersNow(sent: SentApplication): AnswersNow {
  const { answers: stored } = sent;
  const { brokerNumber, trade, toggles } = heldIn(sent);
  const answers = { ...(stored as AnswersNow['answers']), brokerNumber, ...togglesOf(toggles) };
  const revoked: AnswersNow['revoked'] = {};
  if (!answers.trading) return { answers, revoked };
  const highRisk: Signatures = { futures: undefined, options: undefined, forex: undefined };
  for (const product of HIGH_RISK) {
    const signed = trade.signed[product];
    if (!signed) continue;
    const { at: signedAt, withdrawnAt, ...signature } = signed;
    if (withdrawnAt === null) highRisk[product] = { ...signature, signedAt } as Signatures[typeof product];
    else revoked[`trading.highRisk.${product}`] = withdrawnAt;
  }
  for (const status of STATUSES) {
    const withdrawnAt = trade[status]?.withdrawnAt;
    if (withdrawnAt) revoked[`trading.${status}`] = withdrawnAt;
  }
  const { at: _, ...means } = trade.means ?? { at: '' };
  const products = PRODUCTS.filter((product) => trade.products.includes(product));
  const trading = { ...answers.trading, ...means, ...statusesOf(trade), products, highRisk };
  return { answers: { ...answers, trading }, revoked };
}

/** The statuses in force. */
const statusesOf = ({ accreditedInvestor, qualifiedPurchaser }: TradeSettings) => ({
  accreditedInvestor: accreditedInvestor?.withdrawnAt === null ? accreditedInvestor.value : ('none' as const),
  qualifiedPurchaser: qualifiedPurchaser?.withdrawnAt === null ? qualifiedPurchaser.value : ('none' as const),
});

/** Which of the wanted products are on, and which stay off, by the rule of forms/access.ts. */
export const accessNow = (trade: TradeSettings) =>
  accessOf({
    products: trade.products,
    highRisk: Object.fromEntries(HIGH_RISK.map((product) => [product, trade.signed[product]?.withdrawnAt === null])),
    ...statusesOf(trade),
  });

const PRIVATE = Object.fromEntries(PRIVACY_PARTS.map((part) => [part, 'private'])) as Toggles['privacy'];

/** The toggles that are set, else the defaults. */
export function togglesOf(set: Partial<Toggles> | null): Toggles {
  return {
    notifications: { ...NOTIFICATIONS, ...set?.notifications },
    privacy: { ...PRIVATE, ...set?.privacy },
  };
}

/** The toggles that only a broker can act on: a company reads no others. */
export function forBroker(set: Partial<Toggles> | null) {
  const { notifications, privacy } = togglesOf(set);
  return {
    notifications: Object.fromEntries(BROKER_NOTIFICATIONS.map((name) => [name, notifications[name]])),
    privacy: Object.fromEntries(BROKER_PRIVACY.map((name) => [name, privacy[name]])),
  };
}

/** Forgets what was said with an address that somebody else has confirmed. */
export const forget = (tx: Orm, userId: string) => tx.delete(applicants).where(eq(applicants.user, userId));
