/**
 * Duplicates: two sources report the same if their links are equal or their titles nearly so, within 48 hours and in
 * the same language. Within one source the guid decides; there, only an item with both the same link and the same title
 * under another guid is a duplicate, since many sources give every item of a series the same title or the same link.
 *
 * Titles are nearly equal if all words of the shorter one appear in the longer one in the same order, make up SAME of
 * it, and the other words of the longer one include no figure and do not change the meaning. Labels, the name of the
 * paper, case, width, punctuation, endings and weak words are ignored. No word or figure is ever taken for another:
 * showing something twice does less harm than hiding something new.
 */
// Endings and the like: cspell:ignore rais ation bdgklmnprt
import { createHash } from 'node:crypto';
import type { NewsLanguage } from '../../contract/all.ts';

export const CLUSTER_MS = 48 * 3_600_000;
/** The shorter title must be at least this part of the longer one, in words, or in characters of CJK. */
const SAME = 0.85;

const TRACKING = /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|ref|cmpid|ncid|s?rss|source|feed)$/i;
const LABEL =
  /^\s*(?:[[【（(<〈《]?\s*(?:breaking(?: news)?|update(?: ?\d+)?|flash|exclusive|urgent|alert|速報|更新|独自|快訊|快讯|突發|突发|最新)\s*[\]】）)>〉》:：|—–-]+\s*)+/iu;
/** ' - Reuters', ' | 日本経済新聞' at the end: up to four words without a digit. */
const PAPER = /\s+[|｜—–-]\s+(?!.*\d)\S+(?:\s+\S+){0,3}$/u;
/** Shorter titles, such as 'Press release', are equal by chance. */
const FEWEST_WORDS = 4;
const FEWEST_CJK = 8;

/** A key that is equal for different spellings of one URL. */
export function linkKey(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  if (!url) return null;
  const query = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort();
  const path = url.pathname.replace(/\/+$|\/index\.html?$/i, '');
  return hash([url.host.replace(/^(www|m|amp)\./, ''), path, new URLSearchParams(query).toString()]);
}

const UNITS = new Map([
  ['bps', 'bp'],
  ['pct', '%'],
]);
/** Words that do not change the meaning of a title, after stem(). */
const WEAK = new Set(['a', 'an', 'the', 'of', 'in', 'on', 'at', 'it', 'as', 'and', ...'がをはのにでとも的']);
/** Words that reverse the meaning of a title or change its subject, if only one of two titles has them. */
const CHANGING = new Set([
  ...words(
    'no not never without non un anti former ex core new next previous prior deputy vice acting draft proposed ' +
      'preliminary provisional final revised revises corrected correction may might could would will if unless despite ' +
      'except excluding denies rejects fails halts resumes delays postpones cancels withdraws against less more than ' +
      'first second third fourth q1 q2 q3 q4 up down north south east west',
  ).map(stem),
  ...'不未無无沒没非否停止撤延拒核前元副新再減减増增上下高低每毎月年季へずなせぬか',
]);

/**
 * The words by which titles are compared, in order: figures as numbers, words without endings, Chinese and Japanese as
 * single characters. Returns null if the title is too short to compare.
 */
export function gistOf(title: string): string[] | null {
  const text = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(LABEL, '')
    .replace(PAPER, '')
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/\bper\s?cent\b|パーセント/g, '%')
    .replace(/\bbasis[\s-]points?\b/g, 'bp');
  const tokens = text.match(TOKEN) ?? [];
  const cjk = tokens.filter((token) => CJK.test(token)).length;
  if (tokens.length - cjk < FEWEST_WORDS && cjk < FEWEST_CJK) return null;
  const gist = tokens.map(stem).filter((token) => !WEAK.has(token));
  return gist.length > 0 ? gist : null;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** A figure with its sign, a character of CJK, a word, a unit. */
const TOKEN =
  /(?:(?<=^|[\s(])-)?\d+(?:\.\d+)?|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}])+|[%‰\p{Sc}]/gu;

function words(list: string): string[] {
  return list.split(' ');
}

/** 'raises', 'raised' → 'rais'; '0.50' → '0.5'. Crude, but the same for both titles. */
function stem(token: string): string {
  if (/^-?\d/.test(token)) return token.length > 15 ? token : String(Number(token));
  const unit = UNITS.get(token);
  if (unit) return unit;
  if (token.length < 4 || !/^[a-z]+$/.test(token)) return token;
  return token
    .replace(/our(?=s?$)/, 'or')
    .replace(/is(?=e[sd]?$|ing$|ation)/, 'iz')
    .replace(/ies$/, 'y')
    .replace(/(?<!s)(?:es|ed|ing|e|s)$/, '')
    .replace(/([bdgklmnprt])\1$/, '$1');
}

/** True if two titles, given by their gists, are nearly equal. */
function isNearSame(tokens: readonly string[], others: readonly string[]): boolean {
  const [short, long] = tokens.length <= others.length ? [tokens, others] : [others, tokens];
  if (short.length < long.length * SAME) return false;
  let at = 0;
  for (const token of long) {
    if (token === short[at]) at += 1;
    else if (CHANGING.has(token) || /[\d%‰\p{Sc}]/u.test(token)) return false;
  }
  return at === short.length;
}

/** Bands of a MinHash: titles that are SAME share one of ten, except one pair in hundreds; others hardly ever do. */
const BANDS = 10;
const ROWS = 4;
const SEEDS = Array.from({ length: BANDS * ROWS }, (_, n) => Math.imul(n + 1, 0x9e3779b1));

/**
 * Hashes of which two nearly equal titles of a language share one, if their times are in the same period of CLUSTER_MS.
 * With `around`, for lookups, it also returns those of the periods before and after. An index of them finds few rows in
 * a table of any size, since older items have other hashes.
 */
export function titleBands(
  gist: readonly string[] | null,
  language: NewsLanguage,
  at: Date,
  { around = false } = {},
): number[] {
  if (!gist) return [];
  const shingles = new Set(
    gist.map((token, index) => (CJK.test(token) ? token + (gist[index + 1] ?? '') : token)).map(hash32),
  );
  const least = SEEDS.map((seed) => {
    let min = 0xffffffff;
    for (const shingle of shingles) min = Math.min(min, mixed(shingle ^ seed));
    return min;
  });
  const stretch = Math.floor(at.getTime() / CLUSTER_MS);
  const spoken = hash32(language);
  return (around ? [stretch - 1, stretch, stretch + 1] : [stretch]).flatMap((when) =>
    Array.from({ length: BANDS }, (_, band) => {
      const rows = least.slice(band * ROWS, (band + 1) * ROWS);
      return rows.reduce((sum, row) => mixed(Math.imul(sum, 31) ^ row), mixed(spoken ^ (when * BANDS + band))) | 0;
    }),
  );
}

/** FNV-1a */
function hash32(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return mixed(sum);
}

/** The finalizer of MurmurHash3: an unsigned number of 32 bits. */
function mixed(bits: number): number {
  let sum = bits;
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}

export interface Clustered {
  id: number;
  sourceId: string;
  language: NewsLanguage;
  linkKey: string | null;
  gist: readonly string[] | null;
  publishedAt: Date;
}

/** The first of the given items that reports the same as this one; undefined if none does. */
export function sameAs<T extends Clustered>(item: Clustered, others: readonly T[]): T | undefined {
  return others.find((other) => {
    if (other.id === item.id || other.language !== item.language) return false;
    if (Math.abs(other.publishedAt.getTime() - item.publishedAt.getTime()) > CLUSTER_MS) return false;
    const isSameLink = item.linkKey !== null && item.linkKey === other.linkKey;
    if (other.sourceId === item.sourceId) return isSameLink && item.gist?.join() === other.gist?.join();
    return isSameLink || (item.gist !== null && other.gist !== null && isNearSame(item.gist, other.gist));
  });
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 22);
}
