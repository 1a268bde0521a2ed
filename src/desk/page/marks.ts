/** A text with what has changed since an earlier one, word by word. */
import { diffArrays } from 'diff';
import { type TagSpan, tagsIn } from '../offers/tags.ts';

export interface Piece {
  text: string;
  kind: 'same' | 'added' | 'removed';
  /** What it is if it is a tag: a tag is never cut */
  tag: TagSpan | null;
}

/** The pieces of both texts, in their order. */
export function piecesOf(before: string, after: string): Piece[] {
  const tags = new Map(
    [before, after].flatMap((text) => tagsIn(text).map((tag) => [text.slice(tag.from, tag.to), tag])),
  );
  const pieces: Piece[] = [];
  for (const { value, added, removed } of diffArrays(unitsOf(before), unitsOf(after))) {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    for (const text of value) {
      const tag = tags.get(text) ?? null;
      const last = pieces.at(-1);
      if (last && last.kind === kind && !tag && !last.tag) last.text += text;
      else pieces.push({ text, kind, tag });
    }
  }
  return pieces;
}

/** Words, white space, signs, those of a heading as one, and whole tags. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  let at = 0;
  for (const { from, to } of tagsIn(text)) {
    units.push(...wordsOf(text.slice(at, from)), text.slice(from, to));
    at = to;
  }
  return [...units, ...wordsOf(text.slice(at))];
}

const wordsOf = (text: string): string[] => text.match(/^#{2,4} |[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gmu) ?? [];
