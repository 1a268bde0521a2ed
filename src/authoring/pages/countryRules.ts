/** content/jurisdictions.yml in the words of a locale, for the switch of the country of residence and for lessons. */

import { COUNTRIES } from '../../catalogue/countries.ts';
import { dataFile } from '../../catalogue/dataFile.ts';
import { readRows } from '../../catalogue/jurisdictions.ts';
import type { CountryRules, Cut, Rule, RuleKind } from '../../contract/countryRules.ts';
import { type LeverageClass, NOTICE_WORDS, PROTECTION, TRADING_WORDS } from '../../forms/jurisdiction.ts';
import type { Product } from '../../forms/lists.ts';
import { countryName } from '../../i18n/countries.ts';
import { inCountryOrder } from '../../i18n/countryOrder.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { type MessageKey, translator } from '../../i18n/messages.ts';
import { memo } from '../../memo.ts';
import { figureById, formatFact } from '../figures/facts.ts';

const PRODUCT_OF = { forexMajor: 'forex', forexOther: 'forex', stocks: 'stocks' } as const satisfies Record<
  LeverageClass,
  Product
>;

/** The rules of every country in one language. Throws if `npm run content` finds a problem in the table. */
export function countryRules(locale: Locale, dir?: string): CountryRules {
  const t = translator(locale);
  /** Cuts a message at the placeholder, which the browser fills. */
  const cut = (key: MessageKey, name: string, values = {}): Cut => {
    const [before = '', after = ''] = t(key, { ...values, [name]: '\n' }).split('\n');
    return [before, after];
  };
  const { sources, rows } = readRows(dir);
  const documents = new Map(
    Object.entries(sources).map(([id, { name, address, asOf }]) => [
      id,
      { name, address, said: cut('account.source', 'name', { date: formatDate(asOf, locale) }) },
    ]),
  );
  const rules: Rule[] = [];
  for (const { source: id, countries, products, ...said } of rows) {
    const source = documents.get(id);
    if (!source || products?.length === 0) continue; // No products: only for the form.
    const ofProducts = products ? { products } : {};
    const add = (kind: RuleKind, texts: string[], more: Partial<Rule>) =>
      rules.push({ kind, countries, ...more, texts, source });

    const { applications, leverage, notices = [], trading, protection = [] } = said;
    const noticed = notices.map((key) => t(NOTICE_WORDS[key]));
    const limits = Map.groupBy(Object.entries(leverage ?? {}) as [LeverageClass, number][], ([of]) => PRODUCT_OF[of]);
    if (applications === 'refused') add('trading', [t('residence.closed')], {});
    for (const [product, caps] of limits) {
      const capped = caps.map(([of, most]) => t(`account.leverage.${of}`, { most }));
      add('leverage', [...capped, ...noticed], { products: [product] });
    }
    if (limits.size === 0 && noticed.length > 0) {
      add('trading', noticed, { ...ofProducts, ...(trading && { short: t(TRADING_WORDS[trading]) }) });
    }
    for (const key of protection) {
      const { words, figures } = PROTECTION[key];
      const values = Object.entries(figures).map(([name, fact]) => [name, formatFact(figureById(fact), locale, t)]);
      add('protection', [t(words, Object.fromEntries(values))], ofProducts);
    }
  }

  return {
    words: {
      title: t('residence.title'),
      country: t('account.country'),
      hint: t('residence.hint'),
      detected: cut('residence.detected', 'country'),
      unset: t('residence.unset'),
      unknown: t('residence.unknown'),
      none: t('residence.none'),
      trading: t('residence.trading'),
      leverage: t('residence.leverage'),
      protection: t('residence.protection'),
    },
    countries: inCountryOrder(
      COUNTRIES.map(({ code }) => ({ code, name: countryName(code, locale) ?? code })),
      locale,
    ).map(({ value, text }) => [value, text] as const),
    rules,
  };
}

/** The same as a file of the site. */
export const countryRulesFile = memo((locale: Locale) => dataFile(`countryRules.${locale}`, countryRules(locale)));
