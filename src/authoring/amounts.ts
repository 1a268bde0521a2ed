/** Amounts of worked examples, multiplied from numbers and figures of content/facts.yml. */
import { Big } from 'big.js';
import type { Figure } from '../catalogue/schemas.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Translate } from '../i18n/messages.ts';
import type { Currency } from '../i18n/money.ts';
import { figureById, formatFact } from './facts.ts';
import { factorsOf, factsIn, isNumber } from './mdx.ts';

/**
 * A product as a locale writes it: ('200 × 30 × reportShare', 'USD') → '$4,800', ('1000 × stockFee', 'USD') → 'from $5'.
 * Percentages count as shares. Throws if a fact is unknown or a price in another currency.
 */
export function formatAmount(product: string, currency: Currency, locale: Locale, t: Translate): string {
  const prices = factsIn(product).map((id) => ({ id, ...figureById(id) }));
  for (const { id, unit } of prices) {
    if (unit !== 'percent' && unit !== currency) throw new Error(`The fact '${id}' of '${product}' is no ${currency}`);
  }
  const end = (place: 0 | 1) => Number(factorsOf(product).reduce((sum, one) => sum.times(factor(one, place)), Big(1)));
  const [low, high] = [end(0), end(1)];
  const { qualifier = 'exactly' } = prices.find((price) => price.qualifier !== 'exactly') ?? {};
  const figure = { source: product, qualifier, unit: currency, value: low === high ? low : [low, high] };
  return formatFact(figure as Figure, locale, t);
}

/** The value of a factor; of a range its lower (0) or upper (1) end. */
function factor(one: string, place: 0 | 1): Big {
  if (isNumber(one)) return Big(one);
  const { value, unit } = figureById(one);
  const end = Big(Array.isArray(value) ? value[place] : value);
  return unit === 'percent' ? end.div(100) : end;
}
