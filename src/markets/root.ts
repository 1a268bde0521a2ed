const PRECISION = 1e-15;

/**
 * Where a continuous function that changes its sign between two numbers is 0, to 15 decimals. Halves the interval,
 * because that cannot fail; a RangeError says that the sign does not change.
 */
export function root(of: (x: number) => number, low: number, high: number): number {
  let [below, above] = [low, high];
  const sign = Math.sign(of(below));
  const end = Math.sign(of(above));
  if (end === 0) return above;
  if (sign === 0) return below;
  if (!(sign * end < 0)) throw new RangeError(`The function does not change its sign between ${low} and ${high}`);
  for (;;) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above || above - below < PRECISION) return middle;
    if (Math.sign(of(middle)) === sign) below = middle;
    else above = middle;
  }
}
