/**
 * The arithmetic of published rates: changes, and cross rates that no publisher states. Values are texts, as published,
 * and everything is exact until it is rounded once. Whole numbers suffice for that; big.js is for the calculators.
 */
import { pairDecimals } from './pairs.ts';

/** A value of a series on a day, or of the month that begins on it. */
export interface Dated {
  /** YYYY-MM-DD */
  day: string;
  value: string;
}

/** A published rate: one unit of `base` costs `value` units of `quote`. */
export interface Rate extends Dated {
  base: string;
  quote: string;
  publisher: string;
  /** How often the publisher states it; a daily rate and an average of a month do not go together */
  kind: string;
}

export interface CrossRate {
  value: string;
  /** In pairs: 'EUR/JPY ÷ EUR/USD', or 'EUR/USD' if the rate is published */
  formula: string;
  /** The published rates in the formula, in its order */
  of: Rate[];
}

export interface RateChange {
  last: Dated;
  before: Dated;
  /** With the decimals of the values: '-0.0012' */
  difference: string;
  /** Of the value before, rounded to two decimals: '-0.11'; null if that is not above 0 */
  percent: string | null;
}

/** Units of 10 to the power of -decimals. */
interface Decimal {
  units: bigint;
  decimals: number;
}

function decimalOf(value: string): Decimal {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === undefined) throw new RangeError(`'${value.slice(0, 40)}' is no decimal such as 1.0850`);
  return { units: BigInt(whole + fraction), decimals: fraction.length };
}

const power = (decimals: number) => 10n ** BigInt(decimals);

function textOf(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${units < 0n ? '-' : ''}${whole}${decimals ? `.${digits.slice(-decimals)}` : ''}`;
}

/** A fraction as a text; half a unit is rounded away from zero. `under` is above 0. */
function quotient(over: bigint, under: bigint, decimals: number): string {
  const size = (over < 0n ? -over : over) * power(decimals);
  const units = (2n * size + under) / (2n * under);
  return textOf(over < 0n ? -units : units, decimals);
}

/** A published value with at least so many decimals; beyond them only zeros are left out, never another digit. */
export function padded(value: string, decimals: number): string {
  const { units, decimals: published } = decimalOf(value);
  if (published <= decimals) return textOf(units * power(decimals - published), decimals);
  const end = value.replace(/0+$/, '').length;
  return value.slice(0, Math.max(end, value.length - published + decimals)).replace(/\.$/, '');
}

/** The most decimals that values have, with which a column of them is padded. */
export const mostDecimals = (values: readonly string[]): number =>
  values.reduce((most, value) => Math.max(most, decimalOf(value).decimals), 0);

/** How the last value of one series differs from the one before it; null if there are fewer than two days. */
export function changeOf(points: readonly Dated[]): RateChange | null {
  const [last, before] = points.toSorted((a, b) => (a.day < b.day ? 1 : -1));
  if (!last || !before) return null;
  const decimals = mostDecimals([last.value, before.value]);
  const [now, then] = [last, before].map(({ value }) => {
    const { units, decimals: places } = decimalOf(value);
    return units * power(decimals - places);
  }) as [bigint, bigint];
  return {
    last,
    before,
    difference: textOf(now - then, decimals),
    percent: then > 0n ? quotient((now - then) * 100n, then, 2) : null,
  };
}

/** A published rate, read forward (multiplied by) or backward (divided by). */
interface Leg {
  rate: Rate;
  isForward: boolean;
}

const pairOf = ({ base, quote }: Rate) => `${base}/${quote}`;
const goesWith = (a: Rate, b: Rate) => a.publisher === b.publisher && a.kind === b.kind && a.day === b.day;

/** The ways on from a currency: the rates that have it, and the currency that each leads to. */
function waysFrom(currency: string, rates: readonly Rate[]): (Leg & { to: string })[] {
  return rates
    .filter(({ base, quote }) => base === currency || quote === currency)
    .map((rate) => {
      const isForward = rate.base === currency;
      return { rate, isForward, to: isForward ? rate.quote : rate.base };
    });
}

function legsBetween(base: string, quote: string, rates: readonly Rate[]): Leg[] | null {
  const first = waysFrom(base, rates);
  const direct = first.filter(({ to }) => to === quote);
  const published = direct.find(({ isForward }) => isForward) ?? direct[0];
  if (published) return [published];
  for (const leg of first) {
    const next = waysFrom(leg.to, rates).find(({ rate, to }) => to === quote && goesWith(rate, leg.rate));
    if (next) return [leg, next];
  }
  return null;
}

/**
 * What one unit of a currency costs in another, from published rates of which the first that fit are taken: with the
 * published digits, or computed from one or two of the same publisher, kind and day, and rounded to pairDecimals(). Null
 * if there are none, or both currencies are the same.
 */
export function crossRate(base: string, quote: string, rates: readonly Rate[]): CrossRate | null {
  const legs = base === quote ? null : legsBetween(base, quote, rates);
  if (!legs) return null;
  const over = legs.filter(({ isForward }) => isForward).map(({ rate }) => rate);
  const under = legs.filter(({ isForward }) => !isForward).map(({ rate }) => rate);
  const formula = formulaOf(over, under);
  const of = [...over, ...under];
  const [only] = over;
  if (only && of.length === 1) return { value: only.value, formula, of };
  const [top, bottom] = [product(over), product(under)];
  if (bottom.units <= 0n) throw new RangeError(`${formula} divides by a rate that is not above 0`);
  const decimals = pairDecimals(`${base}/${quote}`);
  const value = quotient(top.units * power(bottom.decimals), bottom.units * power(top.decimals), decimals);
  return { value, formula, of };
}

function product(rates: readonly Rate[]): Decimal {
  return rates
    .map(({ value }) => decimalOf(value))
    .reduce(
      (all, factor) => ({ units: all.units * factor.units, decimals: all.decimals + factor.decimals }),
      decimalOf('1'),
    );
}

function formulaOf(over: readonly Rate[], under: readonly Rate[]): string {
  const [top, bottom] = [over, under].map((rates) => rates.map(pairOf).join(' × '));
  if (under.length === 0) return top ?? '';
  return `${top || '1'} ÷ ${under.length > 1 ? `(${bottom})` : bottom}`;
}

/**
 * How a cross rate differs from that of the day before: the difference of the rounded rates, which are shown, and the
 * percentage of what they were rounded from. A yen in dollars has too few decimals for it.
 */
export function crossChange(
  pair: Pick<Rate, 'base' | 'quote'>,
  last: Dated & CrossRate,
  before: Dated & CrossRate,
): RateChange {
  const change = changeOf([last, before]) as RateChange;
  const [now, then] = [fractionOf(pair, last.of), fractionOf(pair, before.of)];
  const whole = then.over * now.under;
  return { ...change, percent: quotient((now.over * then.under - whole) * 100n, whole, 2) };
}

/** What a cross rate is before it is rounded. */
function fractionOf(
  { base, quote }: Pick<Rate, 'base' | 'quote'>,
  of: readonly Rate[],
): { over: bigint; under: bigint } {
  const isForward = (rate: Rate) => rate.base === base || rate.quote === quote;
  const [top, bottom] = [product(of.filter(isForward)), product(of.filter((rate) => !isForward(rate)))];
  return { over: top.units * power(bottom.decimals), under: bottom.units * power(top.decimals) };
}
