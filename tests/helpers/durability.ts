/** What the durability tests write and look for. */

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The n-th row written: up to 12 kB that do not compress, so that rows reach over pages. */
export function rowOf(n: number): { name: string; version: string; rows: number } {
  const next = random(n);
  const length = Math.floor(next() ** 3 * 12_000);
  const version = Array.from({ length }, () => String.fromCharCode(33 + Math.floor(next() * 90))).join('');
  return { name: `written ${n}`, version, rows: n };
}
