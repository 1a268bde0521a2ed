/** What an option gains or loses on its last day, for the figure. Amounts are for one share. */
import { breakEven, mostGained, payoff as payoffOf } from '../../../markets/options.ts';

/** Price at which the option may be used, and what it cost, both assumptions. */
export const STRIKE = 100;
export const PREMIUM = 5;
/** Prices of the share between which the lines are drawn. */
export const PRICES = { lowest: 70, highest: 130 } as const;

export const POSITIONS = ['boughtCall', 'soldCall', 'boughtPut', 'soldPut'] as const;
export type Position = (typeof POSITIONS)[number];

const termsOf = (position: Position) => {
  const side = position.startsWith('bought') ? 'bought' : 'sold';
  return [side, position.endsWith('Call') ? 'call' : 'put'] as const;
};

/** The gain at a price of the share; a loss is below 0. */
export const payoff = (position: Position, price: number): number =>
  payoffOf(...termsOf(position), STRIKE, PREMIUM, price);

/** The break-even price, the largest gain and the largest loss of a position; null stands for no limit. */
export function limitsOf(position: Position): { breakEven: number; gain: number | null; loss: number | null } {
  const [side, kind] = termsOf(position);
  const most = (of: typeof side) => {
    const gained = mostGained(of, kind, STRIKE, PREMIUM);
    return Number.isFinite(gained) ? gained : null;
  };
  return {
    breakEven: breakEven(kind, STRIKE, PREMIUM),
    gain: most(side),
    loss: most(side === 'bought' ? 'sold' : 'bought'),
  };
}
