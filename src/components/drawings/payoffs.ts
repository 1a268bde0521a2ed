/** What an option gains or loses on its last day, for the figure. Amounts are for one share. */

/** Price at which the option may be used, and what it cost, both assumptions. */
export const STRIKE = 100;
export const PREMIUM = 5;
/** Prices of the share between which the lines are drawn. */
export const PRICES = { lowest: 70, highest: 130 } as const;

export const POSITIONS = ['boughtCall', 'soldCall', 'boughtPut', 'soldPut'] as const;
export type Position = (typeof POSITIONS)[number];

/** The gain at a price of the share; a loss is below 0. */
export function payoff(position: Position, price: number): number {
  const isCall = position.endsWith('Call');
  const bought = Math.max(0, isCall ? price - STRIKE : STRIKE - price) - PREMIUM;
  return position.startsWith('bought') ? bought : 0 - bought;
}

/** The price at which the gain is 0, and the most that can be gained and lost; null if there is no limit. */
export function limitsOf(position: Position): { breakEven: number; gain: number | null; loss: number | null } {
  const isCall = position.endsWith('Call');
  const most = isCall ? null : STRIKE - PREMIUM;
  return {
    breakEven: isCall ? STRIKE + PREMIUM : STRIKE - PREMIUM,
    ...(position.startsWith('bought') ? { gain: most, loss: PREMIUM } : { gain: PREMIUM, loss: most }),
  };
}
