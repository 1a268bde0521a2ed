/** Which texts wait for a moderator before readers see them, besides the first of an author. */
import { blocking, readBlockedWords } from '../../catalogue/blockedWords.ts';
import type { PostNode } from '../../contract/posts.ts';
import type { Fault } from '../../forms/faults.ts';
import { CONTENT } from '../content.ts';
import { postText } from '../posts/postText.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An account is new for so long: what it links to is read first. */
const NEW_MS = 30 * DAY_MS;
/** Links that one text may have. */
const MOST_LINKS = 10;

const isBlocked = blocking(readBlockedWords(CONTENT));

const linksIn = (nodes: readonly PostNode[]): number =>
  nodes.reduce(
    (sum, node) => (typeof node === 'string' ? sum : sum + (node.tag === 'a' ? 1 : 0) + linksIn(node.children)),
    0,
  );

/** What decides whether a text waits, and the fault of its field if it has too many links. */
export function looked(field: string, text: string, ...more: string[]) {
  const links = linksIn(postText(text));
  const faults: Fault[] | null = links > MOST_LINKS ? [{ field, key: 'linksMost', value: String(MOST_LINKS) }] : null;
  return { links, faults, texts: [text, ...more] };
}

/** True if a text waits: it holds a word of the operator's list, or links and is of a new account. */
export const waitsForModerator = (
  { texts, links }: { texts: readonly string[]; links: number },
  since: Date,
  now: Date,
): boolean => texts.some(isBlocked) || (links > 0 && now.getTime() - since.getTime() < NEW_MS);
