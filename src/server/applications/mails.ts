/** The mails about applications, in the language of the application. */
import { and, count, eq, gt } from 'drizzle-orm';
import type { OpeningNow } from '../../contract/companyWork.ts';
import type { Product, ProductDecision, State } from '../../forms/lists.ts';
import { PRODUCT_WORDS, STATE_WORDS } from '../../forms/messageKeys.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES } from '../../i18n/locales.ts';
import type { Orm } from '../db/database.ts';
import { applications } from '../db/schema.ts';
import { queueMail } from '../mail/queue.ts';
import { type ServerMessage, serverMessage } from '../messages.ts';
import { OFFERS_PATH } from '../users/mails.ts';

/** The page that shows the status to who is logged in. */
const CENTER = '/userCenter';
/** The page that shows it to the browser that has sent the application. */
const FORM = '/openAccountForm';
const DAY_MS = 86_400_000;
/** Anyone can apply with the address of another person, whom this protects: further applications are not confirmed. */
export const MOST_CONFIRMED_A_DAY = 5;

type Row = Pick<typeof applications.$inferSelect, 'reference' | 'locale' | 'emailKey' | 'answers' | 'deniedAt'>;

/** What all mails about an application have in common. */
function mailAbout({ reference, locale, answers }: Omit<Row, 'deniedAt'>) {
  const { email } = answers as { email: string };
  return { about: reference, locale: isLocale(locale) ? locale : DEFAULT_LOCALE, recipient: email, path: CENTER };
}

/**
 * Confirms an application, which the transaction has stored. `owner` is the account of its address, unless the applicant
 * was logged in: asked whether it is theirs, or to confirm the address. Returns false if the address gets no more mails
 * today.
 */
export async function queueReceived(
  tx: Orm,
  row: Omit<Row, 'deniedAt'>,
  owner: { isConfirmed: boolean } | null,
  now: Date,
): Promise<boolean> {
  const today = and(
    eq(applications.emailKey, row.emailKey),
    gt(applications.submittedAt, new Date(now.getTime() - DAY_MS)),
  );
  const [counted] = await tx.select({ number: count() }).from(applications).where(today);
  if ((counted?.number ?? 0) > MOST_CONFIRMED_A_DAY) return false;
  const mail = mailAbout(row);
  const { reference } = row;
  if (owner?.isConfirmed) {
    await queueMail(tx, { ...mail, name: 'applicationOffered', path: OFFERS_PATH, values: { reference } }, now);
  } else {
    const confirm = owner ? serverMessage('server.confirmFirst', mail.locale) : '';
    // The account may not be confirmed yet.
    await queueMail(tx, { ...mail, path: FORM, name: 'applicationReceived', values: { reference, confirm } }, now);
  }
  return true;
}

/**
 * Tells of a new state, unless the owner of the address has denied the application. `asked` is the missing information;
 * `occasion` distinguishes one change from another.
 */
export async function queueChanged(
  tx: Orm,
  row: Row,
  { state, asked, occasion }: { state: State; asked: string | null; occasion: string },
  now: Date,
): Promise<void> {
  if (row.deniedAt) return;
  const mail = { ...mailAbout(row), occasion };
  const { reference } = row;
  if (asked !== null) {
    await queueMail(tx, { ...mail, name: 'applicationAsked', values: { reference, asked } }, now);
  } else {
    const words = serverMessage(STATE_WORDS[state].name, mail.locale);
    await queueMail(tx, { ...mail, name: 'applicationChanged', values: { reference, state: words } }, now);
  }
}

/** Tells an approved applicant which broker it is, what to do there, what is enabled and what is missing. */
export async function queueOpening(
  tx: Orm,
  row: Row,
  { broker, steps, products }: OpeningNow,
  occasion: string,
  now: Date,
): Promise<void> {
  if (row.deniedAt) return;
  const mail = mailAbout(row);
  const say = (key: ServerMessage, values: Record<string, string> = {}) => serverMessage(key, mail.locale, values);
  const of = (state: ProductDecision) => products.filter((one) => one.state === state);
  const list = new Intl.ListFormat(LOCALES[mail.locale].lang, { type: 'unit' });
  const named = (some: readonly { product: Product }[]) =>
    list.format(some.map(({ product }) => say(PRODUCT_WORDS[product])));
  const why = ({ product, reason, missing }: OpeningNow['products'][number]) =>
    say('server.opening.product', {
      product: say(PRODUCT_WORDS[product]),
      reason: reason || say(`server.opening.${missing ?? 'undecided'}`),
    });
  const values = {
    reference: row.reference,
    broker: broker
      ? say('server.opening.broker', { name: broker.name, authority: broker.authority, number: broker.number })
      : '',
    contact: broker?.contact ? say('server.opening.contact', { contact: broker.contact }) : '',
    agreement:
      broker?.agreement && !steps.agreement ? say('server.opening.agreement', { address: broker.agreement }) : '',
    payIn: broker?.payIn && !steps.payIn ? say('server.opening.payIn', { words: broker.payIn }) : '',
    enabled: of('enabled').length > 0 ? say('server.opening.enabled', { products: named(of('enabled')) }) : '',
    waiting:
      of('waiting').length > 0 ? say('server.opening.waiting', { products: of('waiting').map(why).join(' ') }) : '',
    declined:
      of('declined').length > 0 ? say('server.opening.declined', { products: of('declined').map(why).join(' ') }) : '',
  };
  await queueMail(tx, { ...mail, name: 'applicationOpening', values, occasion }, now);
}
