/**
 * What follows the approval of an investor: the broker, the steps with it, a decision for each product. A decision holds
 * as long as the record of the applicant says what it said then: who revokes a signature and signs again waits anew.
 */
import { eq } from 'drizzle-orm';
import { type Broker, operatorPath, readOperator, wordsIn } from '../../catalogue/operator.ts';
import type { OpeningNow } from '../../contract/companyWork.ts';
import type { TradeSettings } from '../../contract/users.ts';
import type { OpeningChange } from '../../forms/companyForms.ts';
import { OPENING_STEPS, PRODUCTS, type Product } from '../../forms/lists.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { CONTENT } from '../content.ts';
import type { Orm } from '../db/database.ts';
import { applicationAudit, applications, companies } from '../db/schema.ts';
import { emit } from '../webhooks/queue.ts';
import { queueOpening } from './mails.ts';
import { accessNow, heldFor, isHighRisk } from './record.ts';

type Row = typeof applications.$inferSelect;
type Opening = NonNullable<Row['opening']>;

/** The brokers of the operator. They do not change while the server runs. */
const brokersIn = memo((_path: string) => readOperator(CONTENT).brokers ?? []);
const brokers = (): Broker[] => brokersIn(operatorPath(CONTENT));

/** The brokers of the operator that take a resident of a country, those with most of the products first. */
function brokersFor(country: string, wanted: readonly Product[]): Broker[] {
  const covered = ({ products }: Broker) => wanted.filter((product) => products.includes(product)).length;
  return brokers()
    .filter(({ countries }) => countries.includes(country))
    .sort((a, b) => covered(b) - covered(a));
}

/** Why an application cannot be approved, with the remedy; null if it can. A company that holds it is its broker. */
export function whyNotApproved({ role, company, country, reference }: Row): string | null {
  if (role !== 'investor' || company !== null || brokersFor(country, []).length > 0) return null;
  return (
    `content/operator.yml names no broker that takes applicants of ${country}, so ${reference} would be approved for ` +
    "nothing: add one below 'brokers' ('npm run launch' says what it needs), or assign the application to a company " +
    `that is a broker: 'npm run admin -- applications assign ${reference} COMPANY'.`
  );
}

/** What an approval begins: the broker, and the products that need nothing more are enabled if the broker has them. */
export async function beginOpening(tx: Orm, row: Row, now: Date): Promise<Opening | null> {
  if (row.role !== 'investor') return null;
  const { trade } = await heldFor(tx, row);
  const { on } = accessNow(trade);
  const broker = row.company === null ? brokersFor(row.country, on)[0] : undefined;
  const enabled = { decision: 'enabled', reason: '', at: now.toISOString() } as const;
  const has = (product: Product) => (broker ? broker.products.includes(product) : row.company !== null);
  return {
    broker: broker?.number ?? null,
    products: Object.fromEntries(on.filter(has).map((product) => [product, enabled])),
    steps: {},
  };
}

async function brokerOf(orm: Orm, row: Row, locale: Locale): Promise<OpeningNow['broker']> {
  const [company] = row.company ? await orm.select().from(companies).where(eq(companies.id, row.company)) : [];
  // Numbers of two authorities may be equal.
  const isCompany = ({ number, authority }: Broker) =>
    number === company?.licence && LOCALE_IDS.some((id) => wordsIn(authority, id) === company.authority);
  const found = brokers().find(company ? isCompany : ({ number }) => number === row.opening?.broker);
  if (found) {
    const say = (words: Broker['contact']) => (words ? wordsIn(words, locale) : null);
    const { agreement = null } = found;
    return {
      name: wordsIn(found.name, locale),
      authority: wordsIn(found.authority, locale),
      number: found.number,
      contact: say(found.contact),
      agreement,
      payIn: say(found.payIn),
    };
  }
  if (!company) return null;
  const { name, authority, licence } = company;
  return { name, authority, number: licence, contact: null, agreement: null, payIn: null };
}

/** What follows approval, as it stands now; null before it, and for who does not trade. */
export async function openingOf(orm: Orm, row: Row, locale: Locale): Promise<OpeningNow | null> {
  if (row.state !== 'approved' || row.role !== 'investor') return null;
  const { trade } = await heldFor(orm, row);
  const { agreement = null, payIn = null } = row.opening?.steps ?? {};
  return {
    broker: await brokerOf(orm, row, locale),
    steps: { agreement, payIn },
    products: PRODUCTS.filter((product) => trade.products.includes(product)).map((product) =>
      productNow(product, trade, row.opening?.products[product]),
    ),
  };
}

function productNow(
  product: Product,
  trade: TradeSettings,
  decided: Opening['products'][Product],
): OpeningNow['products'][number] {
  const { decision, reason, at } = decided ?? { decision: 'waiting', reason: '', at: null };
  if (decision === 'declined' || !isHighRisk(product)) return { product, state: decision, reason, missing: null, at };
  const signed = trade.signed[product];
  const isOff = accessNow(trade).off.includes(product);
  const missing = signed?.withdrawnAt !== null ? 'signature' : isOff ? 'status' : null;
  // Signed or declared anew after the decision, which was about something else.
  const { accreditedInvestor, qualifiedPurchaser } = trade;
  const isOld = [signed, accreditedInvestor, qualifiedPurchaser].some(
    (statement) => statement && at !== null && statement.at > at,
  );
  const state = missing || isOld ? 'waiting' : decision;
  return { product, state, reason: state === decision ? reason : '', missing, at };
}

/** Why a change is refused. */
export type OpeningRefusal = 'notApproved' | 'productOff';

/**
 * Decides on products, and notes steps, of an application that the transaction has locked. The applicant is told by mail,
 * the company by a webhook. A product whose signature or declaration is missing cannot be enabled.
 */
export async function changeOpening(
  tx: Orm,
  row: Row,
  { products, steps }: OpeningChange,
  by: string,
  now: Date,
): Promise<OpeningRefusal | null> {
  const before = await openingOf(tx, row, DEFAULT_LOCALE);
  if (!before) return 'notApproved';
  const at = now.toISOString();
  const opening: Opening = structuredClone(row.opening ?? { broker: null, products: {}, steps: {} });
  for (const { product, ...change } of products) {
    const current = before.products.find((known) => known.product === product);
    if (!current || (change.decision === 'enabled' && current.missing !== null)) return 'productOff';
    opening.products[product] = { decision: change.decision, reason: 'reason' in change ? change.reason : '', at };
  }
  for (const step of OPENING_STEPS) {
    const isDone = steps[step];
    if (isDone !== undefined) opening.steps[step] = isDone ? (opening.steps[step] ?? at) : null;
  }
  const { reference, state } = row;
  await tx.update(applications).set({ opening, updatedAt: now }).where(eq(applications.reference, reference));
  const detail = [
    ...products.map(({ product, decision }) => `${product} ${decision}`),
    ...OPENING_STEPS.filter((step) => steps[step] !== undefined).map(
      (step) => `${step} ${steps[step] ? 'done' : 'open'}`,
    ),
  ].join(', ');
  const [entry] = await tx
    .insert(applicationAudit)
    .values({ at: now, reference, by, action: 'products', detail })
    .returning({ id: applicationAudit.id });
  await tellOpening(tx, { ...row, opening }, String(entry?.id), now);
  if (row.company === null) return null;
  const event = `application.changed ${reference} ${entry?.id}`;
  const to = { company: row.company, kind: 'live' } as const;
  await emit(tx, [{ to, type: 'application.changed', event, data: { reference, state } }], now);
  return null;
}

/** Mails the applicant what is enabled and what is missing. False if there is nothing to tell. */
export async function tellOpening(tx: Orm, row: Row, occasion: string, now: Date): Promise<boolean> {
  const locale = isLocale(row.locale) ? row.locale : DEFAULT_LOCALE;
  const opening = await openingOf(tx, row, locale);
  if (!opening) return false;
  await queueOpening(tx, row, opening, occasion, now);
  return true;
}
