/** What the arithmetic of options, futures and currencies shares. */
export type Side = 'bought' | 'sold';

/** 1 for what gains when the price rises, -1 for what gains when it falls. */
export const signOf = (side: Side): 1 | -1 => (side === 'bought' ? 1 : -1);

/** Refuses numbers that are not finite; with `above`, also those that are not above it. The error names the first. */
export function checkNumbers(numbers: Readonly<Record<string, number>>, above = Number.NEGATIVE_INFINITY): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (!Number.isFinite(value)) throw new RangeError(`${name} ${value} is not a number`);
    if (!(value > above)) throw new RangeError(`${name} ${value} is not above ${above}`);
  }
}
