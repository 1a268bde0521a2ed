/** What tags show, for the chips of the editors. */

import type { Known } from '../../authoring/checks/rule.ts';
import { termOf } from '../../authoring/checks/rule.ts';
import { formatAmount } from '../../authoring/figures/amounts.ts';
import { COUNTS } from '../../authoring/figures/counts.ts';
import { formatFact } from '../../authoring/figures/facts.ts';
import { seriesValue } from '../../authoring/figures/series.ts';
import { FACT_CURRENCIES, hasValue, mainTerm } from '../../catalogue/schemas.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';

export interface Tag {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** The words that a tag becomes; null if it becomes more than words, or if it names what there is not. */
export function shownTag({ name, attributes }: Tag, locale: Locale, known: Known): string | null {
  const take = (attribute: string) => lookUp(attributes, attribute) ?? '';
  const t = translator(locale);
  try {
    if (name === 'Term') return mainTerm(termOf(known, take('id'), locale)?.term ?? '') || null;
    if (name === 'Count') return String(lookUp(COUNTS, take('of'))?.() ?? '') || null;
    if (name === 'Value') return seriesValue(take('of'), take('show'), locale, t);
    if (name === 'Amount') {
      const currency = FACT_CURRENCIES.find((currency) => currency === take('in'));
      return currency ? formatAmount(take('of'), currency, locale, t) : null;
    }
    const fact = name === 'Fact' ? lookUp(known.facts, take('id')) : undefined;
    return fact && hasValue(fact) ? formatFact(fact, locale, t) : null;
  } catch {
    return null; // The rules say what is wrong.
  }
}
