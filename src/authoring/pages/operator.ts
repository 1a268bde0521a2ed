/** What pages show of content/operator.yml, part by part. A part of which nothing is set is null. */

import { CONTENT_DIR } from '../../catalogue/content.ts';
import { type Broker, type Operator, readOperator, type Words, wordsIn } from '../../catalogue/operator.ts';
import { PRODUCTS } from '../../forms/lists.ts';
import { PRODUCT_WORDS } from '../../forms/messageKeys.ts';
import { countryName } from '../../i18n/countries.ts';
import { formatDate } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { type MessageKey, translator } from '../../i18n/messages.ts';
import { memo } from '../../memo.ts';
import type { OperatorPart } from '../components.ts';
import { marksOf } from '../reading/mdx.ts';

export interface OperatorRow {
  label: string;
  value: string;
  href?: string | undefined;
}

/** A license, a broker, a protection scheme: something with a name of its own. */
export interface OperatorEntry {
  name?: string;
  href?: string | undefined;
  text?: string;
  rows: OperatorRow[];
}

export interface OperatorContent {
  /** Fragment and heading, if the part is a section of its own */
  id?: string;
  title?: string;
  text: string[];
  entries: OperatorEntry[];
  /** 'As of November 22, 2026' */
  asOf: string;
}

/** The headings of the parts that are sections. The others stand in a section of their page. */
const TITLES: Partial<Record<OperatorPart, MessageKey>> = {
  company: 'operator.title.company',
  supervision: 'operator.title.licences',
  brokers: 'operator.title.brokers',
  custody: 'operator.title.custody',
  countries: 'operator.title.countries',
  contact: 'operator.title.contact',
};

/** The table of this build, read once. */
const operatorIn = memo((dir: string) => readOperator(dir));

/** A part in a locale; null if nothing of it is set. */
export function operatorPart(
  part: OperatorPart,
  locale: Locale,
  operator: Operator = operatorIn(CONTENT_DIR),
): OperatorContent | null {
  const t = translator(locale);
  const title = TITLES[part];
  const { text = [], entries = [] } = contentOf(part, operator, locale);
  const shown = entries.filter(({ name, rows }) => name !== undefined || rows.length > 0);
  if (text.length === 0 && shown.length === 0) return null;
  return {
    ...(title && { id: `operator-${part}`, title: t(title) }),
    text,
    entries: shown,
    asOf: t('fact.asOf', { date: formatDate(operator.asOf, locale) }),
  };
}

/** The sections of a page for its contents: its own headings (##), and in their places those of <Operator>. */
export function sectionsOf(
  body: string,
  headings: readonly { depth: number; slug: string; text: string }[],
  locale: Locale,
  operator: Operator = operatorIn(CONTENT_DIR),
): { slug: string; text: string }[] {
  const found: { slug: string; text: string }[] = headings.filter(({ depth }) => depth === 2);
  for (const { show, sections } of marksOf(body).operator.toReversed()) {
    const { id, title } = operatorPart(show as OperatorPart, locale, operator) ?? {};
    if (id && title) found.splice(sections, 0, { slug: id, text: title });
  }
  return found;
}

/** The lines of the footer: who runs the site, under which number and license, at which address. Empty if unset. */
export function operatorLines(
  locale: Locale,
  operator: Operator = operatorIn(CONTENT_DIR),
): Omit<OperatorRow, 'label'>[] {
  const say = sayIn(locale);
  const { address, register, licences, contact } = operator;
  const lines = [
    { value: legalNameOf(operator, locale) },
    { value: registration(register, locale) },
    ...(licences ?? []).map((license) => ({
      value: numbered(license.authority, license.number, locale),
      href: license.address,
    })),
    { value: say(address) },
    ...reach(contact),
  ];
  return lines.filter(({ value }) => value);
}

/** Who receives an application: 'Example Ltd (1 Example Street)'; null if no name is set. */
export function recipientOf(locale: Locale, { name, address }: Operator = operatorIn(CONTENT_DIR)): string | null {
  if (!name) return null;
  const given = wordsIn(name, locale);
  return address ? placed(given, wordsIn(address, locale), locale) : given;
}

/** In which time a question is answered: 'within 2 business days'; null if it is not set. */
export function answerTime(locale: Locale, { answer }: Operator = operatorIn(CONTENT_DIR)): string | null {
  const t = translator(locale);
  if (answer?.hours) return t('operator.answer.hours', { hours: answer.hours });
  return answer?.businessDays ? t('operator.answer.businessDays', { days: answer.businessDays }) : null;
}

function contentOf(
  part: OperatorPart,
  operator: Operator,
  locale: Locale,
): { text?: string[]; entries?: OperatorEntry[] } {
  const t = translator(locale);
  const say = sayIn(locale);
  const row = (label: MessageKey, value: string | null | undefined, scheme?: 'mailto'): OperatorRow[] =>
    value ? [{ label: t(label), value, href: scheme && `${scheme}:${value}` }] : [];
  const paragraphs = (...all: (Words | null | undefined)[]) => all.map(say).filter(Boolean);
  const listed = (items: readonly string[] | null | undefined) => (items ? joined(items, locale) : '');
  const countries = (codes: readonly string[] | null | undefined) =>
    listed(codes?.map((code) => countryName(code, locale) ?? code));

  const table = (...rows: OperatorRow[][]) => ({ entries: [{ rows: rows.flat() }] });
  const period = (days: number | null | undefined) => (days ? t('operator.days', { days }) : null);

  const { name, form, register, address, representative, licences, brokers, protection, contact } = operator;
  const { dataProtection, keeping } = operator;
  const legalName = legalNameOf(operator, locale);
  const parts: Record<OperatorPart, () => { text?: string[]; entries?: OperatorEntry[] }> = {
    company: () => ({
      text: paragraphs(operator.ownership),
      ...table(
        row('operator.name', say(name)),
        row('operator.form', say(form)),
        row('operator.register', registration(register, locale)),
        row('operator.address', say(address)),
        row('operator.representative', say(representative)),
      ),
    }),
    supervision: () => ({
      text: licences?.length === 0 ? [t('operator.licences.none')] : [],
      entries: (licences ?? []).map(({ authority, number, scope, countries: of, address: href }) => ({
        name: say(authority),
        href,
        rows: [
          ...row('operator.number', number),
          ...row('operator.scope', say(scope)),
          ...row('operator.countries', countries(of)),
        ],
      })),
    }),
    brokers: () => ({
      entries: (brokers ?? []).map((broker) => ({
        name: say(broker.name),
        href: broker.address,
        rows: [
          ...row('operator.authority', numbered(broker.authority, broker.number, locale)),
          ...row('operator.countries', countries(broker.countries)),
          ...row('operator.products', listed(productsOf(broker).map((product) => t(PRODUCT_WORDS[product])))),
          ...(broker.fees ?? []).map(({ product, fee }) => ({
            label: t('operator.fee', { product: t(PRODUCT_WORDS[product]) }),
            value: say(fee),
          })),
        ],
      })),
    }),
    custody: () => ({
      text: paragraphs(operator.custody),
      entries: (protection ?? []).map((scheme) => ({
        name: say(scheme.name),
        href: scheme.address,
        text: say(scheme.covers),
        rows: [],
      })),
    }),
    countries: () =>
      table(
        row('operator.served', countries(operator.served)),
        row('operator.notServed', countries(operator.notServed)),
      ),
    contact: () =>
      table(
        reach(contact).map(({ label, ...rest }) => ({ label: t(label), ...rest })),
        row('operator.hours', say(contact?.hours)),
        row('operator.languages', listed(contact?.languages?.map((tag) => languageName(tag, locale)))),
        row('operator.answer', answerTime(locale, operator)),
      ),
    controller: () =>
      table(
        row('operator.name', legalName),
        row('operator.address', say(address)),
        row('operator.dataProtection', say(dataProtection?.name)),
        row('operator.mail', dataProtection?.mail, 'mailto'),
      ),
    provider: () => table(row('operator.name', legalName), row('operator.address', say(address))),
    law: () => ({ text: paragraphs(operator.governingLaw) }),
    keeping: () =>
      table(
        row('operator.keeping.applications', period(keeping?.applications)),
        row('operator.keeping.questions', period(keeping?.questions)),
        row('operator.keeping.closedAccounts', period(keeping?.closedAccounts)),
      ),
    recipient: () => {
      const recipient = recipientOf(locale, operator);
      return { text: recipient ? [t('account.recipient', { recipient })] : [] };
    },
  };
  return parts[part]();
}

const sayIn = (locale: Locale) => (of: Words | null | undefined) => (of ? wordsIn(of, locale) : '');

const productsOf = ({ products }: Broker) => PRODUCTS.filter((product) => products.includes(product));

function numbered(of: Words, number: string, locale: Locale): string {
  return translator(locale)('operator.numbered', { name: wordsIn(of, locale), number });
}

/** 'Example Ltd (private limited company)' */
function legalNameOf({ name, form }: Operator, locale: Locale): string {
  const say = sayIn(locale);
  return name && form ? placed(say(name), say(form), locale) : say(name);
}

const placed = (name: string, place: string, locale: Locale) => translator(locale)('operator.placed', { name, place });

function registration(register: Operator['register'], locale: Locale): string {
  const { name, number } = register ?? {};
  return name && number ? numbered(name, number, locale) : sayIn(locale)(name) || (number ?? '');
}

/** The mailbox and the telephone number, as links. */
function reach(contact: Operator['contact']) {
  const { mail, telephone } = contact ?? {};
  return [
    ...(mail ? [{ label: 'operator.mail', value: mail, href: `mailto:${mail}` } as const] : []),
    ...(telephone && telephone !== 'none'
      ? [{ label: 'operator.telephone', value: telephone, href: `tel:${telephone.replaceAll(' ', '')}` } as const]
      : []),
  ];
}

function joined(items: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(LOCALES[locale].lang, { type: 'conjunction' }).format(items);
}

function languageName(tag: string, locale: Locale): string {
  return new Intl.DisplayNames(LOCALES[locale].lang, { type: 'language' }).of(tag) ?? tag;
}
