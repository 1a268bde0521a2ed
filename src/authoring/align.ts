/**
 * Pairs two lists in their order so that the sum of likenesses is largest. What finds no like one is paired with null,
 * and so is what is like nothing (a likeness of 0 or less).
 */
export function align<T>(
  left: readonly T[],
  right: readonly T[],
  likeness: (a: T, b: T) => number,
): [T | null, T | null][] {
  const best = Array.from({ length: left.length + 1 }, () => new Float64Array(right.length + 1));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const like = (i: number, j: number) => likeness(left[i] as T, right[j] as T);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const row = best[i] as Float64Array;
      row[j] = Math.max(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + Math.max(0, like(i, j)));
    }
  }
  const pairs: [T | null, T | null][] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i] ?? null, right[j] ?? null];
    const together = a !== null && b !== null ? like(i, j) : 0;
    if (together > 0 && at(i, j) === at(i + 1, j + 1) + together) {
      pairs.push([a, b]);
      i += 1;
      j += 1;
    } else if (b === null || (a !== null && at(i, j) === at(i + 1, j))) {
      pairs.push([a, null]);
      i += 1;
    } else {
      pairs.push([null, b]);
      j += 1;
    }
  }
  return pairs;
}

/** The pairs that would fit much better if each had the other's second half. */
export function swapped<P>(pairs: readonly P[], like: (left: P, right: P) => number): [P, P][] {
  const straight = new Map(pairs.map((pair) => [pair, like(pair, pair)]));
  const odd = pairs.filter((pair) => (straight.get(pair) ?? 1) <= 0.5);
  const found: [P, P][] = [];
  for (const one of odd) {
    for (const other of odd.slice(odd.indexOf(one) + 1)) {
      if (found.flat().some((taken) => taken === one || taken === other)) continue;
      const gain = like(one, other) + like(other, one) - (straight.get(one) ?? 0) - (straight.get(other) ?? 0);
      if (gain > 0.6) found.push([one, other]);
    }
  }
  return found;
}

/** How much two sets have in common, from 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 0.5 : 0;
  let shared = 0;
  for (const member of one) if (other.has(member)) shared += 1;
  return shared / Math.sqrt(one.size * other.size);
}
