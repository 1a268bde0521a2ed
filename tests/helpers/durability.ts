/** The data that the durability tests write and check. */
import type { FeedItem } from '../../src/server/news/items.ts';

/** A generator of numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The n-th row: up to 12 kB of incompressible text, so that rows span several database pages. */
export function rowOf(n: number): { name: string; version: string; rows: number } {
  const next = random(n);
  const length = Math.floor(next() ** 3 * 12_000);
  const version = Array.from({ length }, () => String.fromCharCode(33 + Math.floor(next() * 90))).join('');
  return { name: `written ${n}`, version, rows: n };
}

/** The n-th fetch of a feed: 25 items, 20 of them also in the previous fetch, one of those with a changed title. */
export function itemsOf(n: number): FeedItem[] {
  return Array.from({ length: 25 }, (_, index) => {
    const number = n * 5 + index;
    return {
      sourceId: 'feed',
      kind: 'flash',
      guid: `guid ${number}`,
      link: `https://example.com/${number}`,
      title: index === 0 ? `Item ${number}, revised` : `Item ${number}`,
      summary: 'x'.repeat(number % 700),
      language: 'en',
      category: 'test',
      publishedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000),
    };
  });
}
