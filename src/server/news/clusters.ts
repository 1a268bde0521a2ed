/**
 * Duplicates: two sources tell the same where their links are the same, or their titles are but for labels, the name of
 * the paper, case, width, spaces and punctuation, within 48 hours and in the same language. Within one source the guid
 * decides; there, only both the same link and the same title under another guid make a duplicate, since many sources
 * give each of a series the same title or the same link.
 */
import { createHash } from 'node:crypto';

export const CLUSTER_MS = 48 * 3_600_000;

const TRACKING = /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|ref|cmpid|ncid|s?rss|source|feed)$/i;
const LABEL =
  /^\s*(?:[[【（(<〈《]?\s*(?:breaking(?: news)?|update(?: ?\d+)?|flash|exclusive|urgent|alert|速報|更新|独自|快訊|快讯|突發|突发|最新)\s*[\]】）)>〉》:：|—–-]+\s*)+/iu;
/** ' - Reuters', ' | 日本経済新聞' at the end: up to four words without a digit. */
const PAPER = /\s+[|｜—–-]\s+(?!.*\d)\S+(?:\s+\S+){0,3}$/u;
/** Titles with less in them, such as 'Press release', are the same by chance. */
const FEWEST_WORDS = 4;
const FEWEST_CJK = 8;

/** Equal for two spellings of one address. */
export function linkKey(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  if (!url) return null;
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort();
  const path = url.pathname.replace(/\/+$|\/index\.html?$/i, '');
  return hash([url.host.replace(/^(www|m|amp)\./, ''), path, new URLSearchParams(kept).toString()]);
}

/** Equal for two titles that say the same; null for one too short to tell. */
export function titleKey(title: string): string | null {
  const text = title.normalize('NFKC').toLowerCase().replace(LABEL, '').replace(PAPER, '');
  const words = text.match(/[\p{L}\p{N}\p{M}.%]*[\p{L}\p{N}\p{M}%]/gu) ?? [];
  const joined = words.join(' ');
  const cjk = joined.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  if (words.length < FEWEST_WORDS && cjk < FEWEST_CJK) return null;
  // Spaces between Chinese or Japanese and other letters are a matter of taste.
  return hash([cjk > 0 ? joined.replaceAll(' ', '') : joined]);
}

export interface Clustered {
  id: number;
  sourceId: string;
  language: string;
  linkKey: string | null;
  titleKey: string | null;
  publishedAt: Date;
}

/** The first of the items given that tells the same as this one; undefined where none does. */
export function sameAs<T extends Clustered>(item: Clustered, others: readonly T[]): T | undefined {
  return others.find((other) => {
    if (other.id === item.id || other.language !== item.language) return false;
    if (Math.abs(other.publishedAt.getTime() - item.publishedAt.getTime()) > CLUSTER_MS) return false;
    const isSameLink = item.linkKey !== null && item.linkKey === other.linkKey;
    const isSameTitle = item.titleKey !== null && item.titleKey === other.titleKey;
    return other.sourceId === item.sourceId ? isSameLink && isSameTitle : isSameLink || isSameTitle;
  });
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 22);
}
