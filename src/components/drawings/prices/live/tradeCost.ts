/**
 * Adds up what buying shares costs, when the visitor changes the spread. A plain island; the elements are in
 * TradeCost.astro.
 */
import type { Locale } from '../../../../i18n/locales.ts';
import { formatMoney } from '../../../../i18n/money.ts';

/** The trade that TradeCost.astro shows: shares, their price and the spread at first, in US dollars */
export const TRADE = { shares: 200, price: 50, spread: 0.02 };

export const dollars = (value: number, locale: Locale) => formatMoney(value, 'USD', 2, locale, () => '');

/** Half the spread is what a buyer pays above the middle of bid and ask. `fee` is the least that the broker asks. */
export function costOf(spread: number, fee: number): { spread: number; total: number } {
  const half = (TRADE.shares * spread) / 2;
  return { spread: half, total: fee + half };
}

/** The part of the bar that is the fee, a share of the total, as the data of a path one wide and one high. */
export const feeBar = (share: number) => `M0 0H${share.toFixed(3)}V1H0Z`;

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  locale: Locale;
  fee: number;
}

export default function TradeCost({ element, locale, fee }: Props): void {
  const box = element?.closest<HTMLElement>('.cost');
  const input = box?.querySelector('input');
  if (!box || !input) return;
  const show = () => {
    const spread = input.valueAsNumber;
    const cost = costOf(spread, fee);
    const isNumber = input.validity.valid && !Number.isNaN(spread);
    for (const part of ['spread', 'total'] as const) {
      const place = box.querySelector(`[data-cost="${part}"]`);
      if (place) place.textContent = isNumber ? dollars(cost[part], locale) : '–';
    }
    box.querySelector('path')?.setAttribute('d', feeBar(isNumber && cost.total > 0 ? fee / cost.total : 0));
  };
  input.addEventListener('input', show);
  show();
}
TradeCost.plain = true;
