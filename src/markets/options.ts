/**
 * The arithmetic of options. Prices and values are for one unit of the underlying, rates are shares a year, compounded
 * continuously, times are in years. Values are those of Black and Scholes, with Merton's dividend yield: a European option,
 * a constant rate and volatility, an underlying that moves without jumps, no costs.
 */
import { checkNumbers, type Side, signOf } from './positions.ts';
import { root } from './root.ts';

export type OptionKind = 'call' | 'put';

export interface OptionTerms {
  kind: OptionKind;
  /** Price of the underlying */
  spot: number;
  strike: number;
  rate: number;
  /** Of the underlying, a year, as a share */
  volatility: number;
  /** Until expiry */
  years: number;
  /** What the underlying pays a year, as a share; 0 if left out */
  dividend?: number;
}

export interface Greeks {
  /** Change of the value for each unit of the underlying's price */
  delta: number;
  /** Change of delta for each unit of the underlying's price */
  gamma: number;
  /** Change of the value for 1.00 of volatility, which is 100 points */
  vega: number;
  /** Change of the value in a year, if nothing else changes */
  theta: number;
  /** Change of the value for 1.00 of the rate, which is 100 points */
  rho: number;
}

const directionOf = (kind: OptionKind): 1 | -1 => (kind === 'call' ? 1 : -1);

/** What an option is worth at expiry to who holds it. */
export function intrinsicValue(kind: OptionKind, strike: number, price: number): number {
  return Math.max(directionOf(kind) * (price - strike), 0);
}

/** What a position has gained or lost at expiry: the option less its premium if bought, the reverse if sold. */
export function payoff(side: Side, kind: OptionKind, strike: number, premium: number, price: number): number {
  // Added to 0, because the reverse of 0 would be −0.
  return 0 + signOf(side) * (intrinsicValue(kind, strike, price) - premium);
}

/** The price of the underlying at expiry at which neither side gains. */
export function breakEven(kind: OptionKind, strike: number, premium: number): number {
  return strike + directionOf(kind) * premium;
}

/** The most that a position can gain at expiry; Infinity if there is no limit. Its loss is the gain of the other side. */
export function mostGained(side: Side, kind: OptionKind, strike: number, premium: number): number {
  if (side === 'sold') return premium;
  return kind === 'call' ? Number.POSITIVE_INFINITY : strike - premium;
}

/** The density of the standard normal distribution. */
export const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** Beyond this, what is left of the normal distribution is less than the precision of a double. */
const TAIL = 8.5;

/**
 * The share of the standard normal distribution below x, to 15 decimals: Taylor's series about 0 as in George Marsaglia,
 * 'Evaluating the Normal Distribution', Journal of Statistical Software 11 (2004).
 */
export function normalShare(x: number): number {
  if (Number.isNaN(x)) throw new RangeError('NaN has no share of the normal distribution');
  if (x < -TAIL) return 0;
  if (x > TAIL) return 1;
  let [sum, before, term] = [x, 0, x];
  for (let odd = 3; sum !== before; odd += 2) {
    before = sum;
    term *= (x * x) / odd;
    sum += term;
  }
  return Math.min(Math.max(0.5 + sum * normalDensity(x), 0), 1);
}

/** The steps of the valuation; d1 and d2 as in the literature. */
export function blackScholes({ kind, spot, strike, rate, volatility, years, dividend = 0 }: OptionTerms) {
  checkNumbers({ spot, strike, volatility, years }, 0);
  checkNumbers({ rate, dividend });
  const direction = directionOf(kind);
  const deviation = volatility * Math.sqrt(years);
  const drift = (Math.log(spot / strike) + (rate - dividend) * years) / deviation;
  const [d1, d2] = [drift + deviation / 2, drift - deviation / 2];
  /** Of the underlying and of the strike, both discounted to today */
  const spotToday = spot * Math.exp(-dividend * years);
  const strikeToday = strike * Math.exp(-rate * years);
  const [n1, n2] = [normalShare(direction * d1), normalShare(direction * d2)];
  const value = direction * (spotToday * n1 - strikeToday * n2);
  const density = normalDensity(d1);
  const greeks: Greeks = {
    delta: direction * (spotToday / spot) * n1,
    gamma: ((spotToday / spot) * density) / (spot * deviation),
    vega: spotToday * density * Math.sqrt(years),
    theta:
      (-spotToday * density * volatility) / (2 * Math.sqrt(years)) +
      direction * (dividend * spotToday * n1 - rate * strikeToday * n2),
    rho: direction * strikeToday * years * n2,
  };
  // Far from the strike the difference of two equal sums may be a hair below 0, which no option is worth.
  const valued = { value: Math.max(value, 0), d1, d2, spotToday, strikeToday, n1, n2, ...greeks };
  checkNumbers(valued);
  return valued;
}

/** Volatilities are looked for up to 1,000 %. */
const MOST_VOLATILE = 10;

/** The volatility at which an option is worth its price; a RangeError if there is none. */
export function impliedVolatility(terms: Omit<OptionTerms, 'volatility'>, price: number): number {
  const value = (volatility: number) => blackScholes({ ...terms, volatility }).value;
  // Below this, doubles tell no option from its intrinsic value.
  const low = 1e-6;
  if (!(price > value(low) && price < value(MOST_VOLATILE))) {
    throw new RangeError(`No volatility up to ${MOST_VOLATILE * 100} % gives the price ${price}`);
  }
  return root((volatility) => value(volatility) - price, low, MOST_VOLATILE);
}
