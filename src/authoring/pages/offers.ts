/** The offers of content/offers.yml in a locale, with the figures that their words name. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { OFFERS_FILE, type Offer, offerSchema, offersSchema } from '../../catalogue/offers.ts';
import { validEntries } from '../../catalogue/schemas.ts';
import { isEastAsian } from '../../i18n/conventions.ts';
import { formatDate } from '../../i18n/format.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { figureById, formatFact } from '../figures/facts.ts';
import { idsInSummary } from '../reading/mdx.ts';

const table: unknown = parse(readFileSync(`${CONTENT_DIR}/${OFFERS_FILE}`, 'utf8'));
/** While editors write, an offer may be unfinished: `npm run content` names what it lacks. */
const offers: Record<string, Offer> = import.meta.env?.DEV
  ? validEntries(table, offerSchema)
  : offersSchema.parse(table);

/** Ids of facts.yml that the words of an offer show. */
export function factsOfOffer(id: string, locale: Locale): string[] {
  const { line, cost, paid } = wordsOf(id, locale);
  return idsInSummary([line, cost, paid ?? ''].join(' '));
}

const entryOf = (id: string): Offer => {
  const entry = lookUp(offers, id);
  if (!entry) throw new Error(`No offer '${id}' in content/${OFFERS_FILE}`);
  return entry;
};
const wordsOf = (id: string, locale: Locale) => entryOf(id)[locale] ?? entryOf(id)[DEFAULT_LOCALE];

/** An offer with its words in a locale, or in en-US if the locale has none. Throws if the id is unknown. */
export function offerById(id: string, locale: Locale) {
  const { state, page, deed: deedPath, provider, from } = entryOf(id);
  const { name, line, cost, paid, deed } = wordsOf(id, locale);
  const t = translator(locale);
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, fact: string) => formatFact(figureById(fact), locale, t));
  const planned = from ? t('offer.plannedFrom', { date: formatDate(from, locale) }) : t('offer.planned');
  const terms = [
    // Who is paid provides it.
    provider !== 'finger' && !paid && t('offer.provider', { provider }),
    t('offer.cost', { cost: filled(cost) }),
    paid && t('offer.paid', { paid: filled(paid) }),
  ];
  return {
    state,
    /** Where it works, if not here */
    where: state === 'here' ? undefined : state === 'inApp' ? t('offer.inApp') : planned,
    page,
    deedPath,
    name,
    line: filled(line),
    /** Who provides it if nobody is paid, what it costs, who is paid */
    terms: terms.filter(Boolean).join(isEastAsian(locale) ? '' : ' '),
    deed,
  };
}
