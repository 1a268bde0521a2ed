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

/**
 * Finds pairs that have changed places: `pairs` are as they belong together, `moved` the groups that were in another
 * order, as they stood. Only pairs that are unlike each other are tried.
 */
export function reorder<T>(
  pairs: readonly (readonly [T, T])[],
  likeness: (a: T, b: T) => number,
): { pairs: [T, T][]; moved: (readonly [T, T])[][] } {
  const odd = pairs.filter(([a, b]) => likeness(a, b) <= 0.5);
  const partner = nearest(odd, likeness);
  const result = new Map(pairs.map(([a, b]) => [a, b]));
  const moved: (readonly [T, T])[][] = [];
  const seen = new Set<readonly [T, T]>();
  for (const start of odd) {
    const group: (readonly [T, T])[] = [];
    for (let at = start; !seen.has(at); at = partner.get(at) ?? at) {
      seen.add(at);
      group.push(at);
    }
    const after = group.map((pair) => likeness(pair[0], (partner.get(pair) ?? pair)[1]));
    const before = group.map(([a, b]) => likeness(a, b));
    const gain = after.reduce((sum, likeness, at) => sum + likeness - (before[at] ?? 0), 0);
    if (gain <= 0.6 || after.filter((likeness) => likeness > 0.3).length < 2) continue;
    moved.push(group);
    for (const pair of group) result.set(pair[0], (partner.get(pair) ?? pair)[1]);
  }
  return { pairs: [...result], moved };
}

/** For each pair the one whose right side is most like its left side, each once. */
function nearest<P extends readonly [T, T], T>(pairs: readonly P[], likeness: (a: T, b: T) => number): Map<P, P> {
  const all = pairs.flatMap((one) =>
    pairs.map((other) => ({ one, other, like: likeness(one[0], other[1]) + (one === other ? 0.01 : 0) })),
  );
  const found = new Map<P, P>();
  const taken = new Set<P>();
  for (const { one, other } of all.sort((a, b) => b.like - a.like)) {
    if (found.has(one) || taken.has(other)) continue;
    found.set(one, other);
    taken.add(other);
  }
  return found;
}

/** How much two sets have in common, from 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const member of one) if (other.has(member)) shared += 1;
  return shared / Math.sqrt(one.size * other.size);
}
