/** The figures of content/facts.yml, and how each locale writes them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { type Fact, type Figure, factSchema, factsSchema, hasValue, validEntries } from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';
import { formatMoney } from '../../i18n/money.ts';
import { lookUp } from '../../lookUp.ts';

export type { Fact } from '../../catalogue/schemas.ts';

const table: unknown = parse(readFileSync(`${CONTENT_DIR}/facts.yml`, 'utf8'));
/** While editors write, a fact may be unfinished: `npm run content` names what it lacks. */
export const facts: Record<string, Fact> = import.meta.env?.DEV
  ? validEntries(table, factSchema)
  : factsSchema.parse(table);

/** The fact with an id. Throws if the id is unknown, with all ids, so that the build names the mistake. */
export function factById(id: string): Fact {
  const fact = lookUp(facts, id);
  if (!fact) throw new Error(`No fact '${id}' in content/facts.yml; there are: ${Object.keys(facts).join(', ')}`);
  return fact;
}

/** The fact with an id and a value. Throws if it is unknown or a statement without a value. */
export function figureById(id: string): Figure {
  const fact = factById(id);
  if (!hasValue(fact)) throw new Error(`The fact '${id}' in content/facts.yml has no value to show`);
  return fact;
}

/** The name of the authority that states a fact; undefined for the company's own. */
export function authorityOf({ authority }: Fact, locale: Locale): string | undefined {
  return authority?.[locale] ?? authority?.[DEFAULT_LOCALE] ?? Object.values(authority ?? {})[0];
}

/** The facts of authorities among those with these ids, one for each document. */
export function sourcesOf(ids: Iterable<string>): Fact[] {
  const sources = new Map<string, Fact>();
  for (const fact of [...ids].map(factById)) if (fact.authority) sources.set(`${fact.source} ${fact.checked}`, fact);
  return [...sources.values()];
}

/**
 * A figure as text: products → '100,000+' / '10万以上', stockFee → 'from $0.005 per share'. Large counts are written
 * compactly if the script has characters for them (万, 萬). `full`: with every digit, for amounts that one compares or
 * adds up: 24,000円, not 2.4万円.
 */
export function formatFact(
  fact: Figure,
  locale: Locale,
  t: Translate,
  { counter = '', full = false }: { counter?: string; full?: boolean } = {},
): string {
  const [low, high] = Array.isArray(fact.value) ? fact.value : [fact.value, fact.value];
  const amount =
    fact.qualifier === 'range'
      ? t('fact.range', { low: lowEnd(low, fact, locale, t, full), high: shownValue(high, fact, locale, t, full) })
      : shownValue(low, fact, locale, t, full);
  return qualify(perUnit(amount + counter, fact, t), fact, t);
}

/** A figure for a list, where no sentence counts it: products → '10万銘柄以上', '逾10萬種'. */
export function formatCounted(fact: Figure, locale: Locale, t: Translate): string {
  return formatFact(fact, locale, t, { counter: fact.counter?.[locale] ?? '' });
}

/** The lower end of a range: CJK names the currency once, after the upper end (0.15〜0.70米ドル). */
function lowEnd(value: number, fact: Figure, locale: Locale, t: Translate, full: boolean): string {
  const written = shownValue(value, fact, locale, t, full);
  return fact.unit !== 'percent' && !isEnglish(locale) ? written.replace(/[^\d.,万萬億亿]+$/u, '') : written;
}

function isEnglish(locale: Locale): boolean {
  return LOCALES[locale].lang.startsWith('en');
}

function shownValue(value: number, { unit }: Figure, locale: Locale, t: Translate, full: boolean): string {
  const { lang } = LOCALES[locale];
  // 1,800万, but in mainland China 1800万. Compact notation leaves the comma out of four digits unless told otherwise.
  const useGrouping = locale === 'cn' ? 'min2' : 'always';
  const compact: Intl.NumberFormatOptions =
    !full && !isEnglish(locale) && value >= 10_000
      ? { notation: 'compact', maximumFractionDigits: 2, useGrouping }
      : {};
  if (unit === 'percent')
    return new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 3 }).format(value / 100);
  const number = new Intl.NumberFormat(lang, compact).format(value);
  if (unit === 'count') return number;
  if (unit === 'times') return t('fact.times', { value: number });
  if (unit === 'days') return t('fact.days', { days: value });
  const digits = Number.isInteger(value) ? 0 : Math.max(2, String(value).split('.')[1]?.length ?? 0);
  return formatMoney(value, unit, digits, locale, t, compact);
}

const PER = { share: 'fact.perShare', contract: 'fact.perContract', order: 'fact.perOrder' } as const;
const perUnit = (price: string, { per }: Figure, t: Translate) => (per ? t(PER[per], { price }) : price);

const QUALIFIED = {
  plus: 'fact.plus',
  atLeast: 'fact.atLeast',
  over: 'fact.over',
  from: 'fact.from',
  upTo: 'fact.upTo',
} as const;
function qualify(value: string, { qualifier }: Figure, t: Translate): string {
  const key = lookUp(QUALIFIED, qualifier);
  return key ? t(key, { value }) : value;
}

/** The names of the figures of the company, for lists and for the note of what is its own. */
export const FACT_NAMES: Record<string, MessageKey> = {
  products: 'fact.name.products',
  venues: 'fact.name.venues',
  marketCentres: 'fact.name.marketCentres',
  financialMarkets: 'fact.name.financialMarkets',
  currencyPairs: 'fact.name.currencyPairs',
  newsSites: 'fact.name.newsSites',
  stockFee: 'fact.name.stockFee',
  optionFee: 'fact.name.optionFee',
  fundFee: 'fact.name.fundFee',
  videoShare: 'fact.name.videoShare',
  videoProcessingFee: 'fact.name.videoProcessingFee',
  reportShare: 'fact.name.reportShare',
  reportFee: 'fact.name.reportFee',
  tipShare: 'fact.name.tipShare',
  tipFee: 'fact.name.tipFee',
  advertisingShare: 'fact.name.advertisingShare',
  verificationLayers: 'fact.name.verificationLayers',
  holdingAlert: 'fact.name.holdingAlert',
  prizes: 'fact.name.prizes',
};

/** The name of a figure. Throws if it has none, and says where to add it. */
export function factName(id: string, t: Translate): string {
  const name = lookUp(FACT_NAMES, id);
  if (!name) throw new Error(`The fact '${id}' has no name in FACT_NAMES of src/authoring/figures/facts.ts`);
  return t(name);
}
