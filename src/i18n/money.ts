/** Amounts of money as a locale writes them. */
import { LOCALES, type Locale } from './locales.ts';
import type { Translate } from './messages.ts';

export type Currency = 'USD' | 'EUR' | 'GBP' | 'JPY' | 'TWD' | 'CNY';

/** (5, 'USD', 2) → '$5.00' / '5.00米ドル' */
export function formatMoney(
  value: number,
  currency: Currency,
  digits: number,
  locale: Locale,
  t: Translate,
  compact: Intl.NumberFormatOptions = {},
): string {
  const { lang } = LOCALES[locale];
  const english = lang.startsWith('en');
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...compact };
  const number = new Intl.NumberFormat(lang, fraction).format(value);
  if (currency === 'TWD') return t('fact.newTaiwanDollars', { value: number });
  if (currency === 'CNY') return t('fact.renminbi', { value: number });
  const price = new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    currencyDisplay: english ? 'narrowSymbol' : 'name',
    ...fraction,
  }).format(value);
  // CJK has no space between figure and unit: 0.005 美元 → 0.005美元.
  return english ? price : price.replace(/\s/g, '');
}
