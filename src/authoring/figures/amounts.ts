/** Amounts of worked examples, computed from numbers and figures of content/facts.yml. */
import { Big } from 'big.js';
import type { Figure } from '../../catalogue/schemas.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/messages.ts';
import type { Currency } from '../../i18n/money.ts';
import { factsIn, isNumber, productsIn } from '../reading/mdx.ts';
import { figureById, formatFact } from './facts.ts';

/**
 * A sum of products as a locale writes it: ('200 × 30 × reportShare + 30', 'USD') → '$4,830', ('1000 × stockFee', 'USD')
 * → 'from $5'.
 * Percentages count as shares. Throws if a fact is unknown or a price in another currency.
 */
export function formatAmount(amount: string, currency: Currency, locale: Locale, t: Translate): string {
  const prices = factsIn(amount).map((id) => ({ id, ...figureById(id) }));
  for (const { id, unit } of prices) {
    if (unit !== 'percent' && unit !== currency) throw new Error(`The fact '${id}' of '${amount}' is no ${currency}`);
  }
  const product = (factors: string[], place: 0 | 1) =>
    factors.reduce((result, text) => result.times(factor(text, place)), Big(1));
  const end = (place: 0 | 1) =>
    Number(productsIn(amount).reduce((sum, factors) => sum.plus(product(factors, place)), Big(0)));
  const [low, high] = [end(0), end(1)];
  const { qualifier = 'exactly' } = prices.find((price) => price.qualifier !== 'exactly') ?? {};
  const figure = { source: amount, qualifier, unit: currency, value: low === high ? low : [low, high] };
  return formatFact(figure as Figure, locale, t, { full: true });
}

/** The value of a factor; of a range its lower (0) or upper (1) end. */
function factor(text: string, place: 0 | 1): Big {
  if (isNumber(text)) return Big(text);
  const { value, unit } = figureById(text);
  const end = Big(Array.isArray(value) ? value[place] : value);
  return unit === 'percent' ? end.div(100) : end;
}
