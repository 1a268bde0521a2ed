/** Exact decimals of published values. */

interface Decimal {
  digits: bigint;
  scale: number;
}

function decimalOf(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

const ten = (power: number) => 10n ** BigInt(power);

/** Half away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const result = (n * 2n + d) / (d * 2n);
  return isNegative ? -result : result;
}

function textOf(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** A product divided by another, rounded to so many decimals. */
export function quotient(numerators: readonly string[], denominators: readonly string[], decimals: number): string {
  const product = (all: readonly string[]) =>
    all.map(decimalOf).reduce((one, other) => ({ digits: one.digits * other.digits, scale: one.scale + other.scale }), {
      digits: 1n,
      scale: 0,
    });
  const [above, below] = [product(numerators), product(denominators)];
  return textOf(rounded(above.digits * ten(below.scale + decimals), below.digits * ten(above.scale)), decimals);
}

/** A value with at least so many decimals; more are kept as published. */
export function padded(value: string, decimals: number): string {
  const { digits, scale } = decimalOf(value);
  return scale >= decimals ? value : textOf(digits * ten(decimals - scale), decimals);
}

/** The change of a value. */
export function changeBetween(
  before: string,
  after: string,
  unit: 'rate' | 'percent' | 'usdPerBarrel',
): { by: string; percent: string | null } {
  const [old, now] = [decimalOf(before), decimalOf(after)];
  const scale = Math.max(old.scale, now.scale);
  const at = ({ digits, scale: own }: Decimal) => digits * ten(scale - own);
  const difference = at(now) - at(old);
  const isShare = unit !== 'percent' && at(old) !== 0n;
  return { by: textOf(difference, scale), percent: isShare ? textOf(rounded(difference * 10_000n, at(old)), 2) : null };
}
