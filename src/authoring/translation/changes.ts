/** What has changed between two versions of an English page, section by section. */
import { diffLines } from 'diff';
import { steady, type TextPart } from '../reading/sections.ts';

export interface SectionChange {
  kind: 'edited' | 'added' | 'removed' | 'moved' | 'movedAndEdited';
  /** The heading in today's text, or the old one if the section was removed; '' for the opening */
  heading: string;
  /** Fragment of that heading; for messages and tables, which have no headings, the name of the entry */
  id: string;
  /** Line of the en-US file; null for a removed section */
  line: number | null;
  /** The old text and today's; null if there is none */
  before: string | null;
  after: string | null;
}

/** What is compared: without its line */
export type Words = Pick<TextPart, 'id' | 'heading' | 'shown'>;

/** Indexes of a section in the old text and in today's; null if the section was added or removed. */
export interface Pair {
  before: number | null;
  after: number | null;
}

/** The changes of a page since its older sections. */
export function compareSections(before: readonly Words[], parts: readonly TextPart[]): SectionChange[] {
  const pairs = pairSections(before, parts);
  return pairs.flatMap((pair): SectionChange[] => {
    const [old, part] = [before[pair.before ?? -1], parts[pair.after ?? -1]];
    const kind = sectionKind(pair, before, parts, pairs);
    if (kind === 'same') return [];
    const { heading = '', id = '' } = part ?? old ?? {};
    return [{ kind, heading, id, line: part?.line ?? null, before: old?.shown ?? null, after: part?.shown ?? null }];
  });
}

/** The changes of messages, terms and other entries that have an order of no importance. */
export function compareEntries(
  before: readonly Words[],
  parts: readonly TextPart[],
  own: readonly Words[],
  mayBeMissing: boolean,
): SectionChange[] {
  const [old, written, today] = [before, own, parts].map((all) => new Map(all.map((entry) => [entry.id, entry])));
  const changed = parts.flatMap((part): SectionChange[] => {
    const { id, heading, shown } = part;
    const was = written?.has(id) ? old?.get(id) : undefined;
    if (was ? steady(was.shown) === steady(shown) : mayBeMissing && !written?.has(id)) return [];
    return [{ kind: was ? 'edited' : 'added', heading, id, line: part.line, before: was?.shown ?? null, after: shown }];
  });
  const removed = own
    .filter(({ id }) => !today?.has(id))
    .map(({ id, heading }): SectionChange => {
      return { kind: 'removed', heading, id, line: null, before: old?.get(id)?.shown ?? null, after: null };
    });
  return [...changed, ...removed];
}

/** How a section changed. */
export function sectionKind(
  pair: Pair,
  before: readonly Words[],
  after: readonly Words[],
  pairs: readonly Pair[],
): SectionChange['kind'] | 'same' {
  const [old, part] = [before[pair.before ?? -1], after[pair.after ?? -1]];
  if (!part) return 'removed';
  if (!old) return 'added';
  const isMoved = movedPairs(pairs).has(pair);
  if (steady(old.shown) === steady(part.shown)) return isMoved ? 'moved' : 'same';
  return isMoved ? 'movedAndEdited' : 'edited';
}

/**
 * Matches old and new sections: by equal text, else by equal heading, else by position between two matched sections.
 * The pairs are in today's order; a removed section comes after those that preceded it.
 */
export function pairSections(before: readonly Words[], after: readonly Words[]): Pair[] {
  const [then, now] = [before, after].map((parts) => parts.map(({ shown }) => steady(shown))) as [string[], string[]];
  const oldOf = new Map<number, number>();
  const taken = new Set<number>();
  const match = (isSame: (old: number, index: number) => boolean) => {
    for (const index of after.keys()) {
      if (oldOf.has(index)) continue;
      const old = [...before.keys()].find((key) => !taken.has(key) && isSame(key, index));
      if (old === undefined) continue;
      oldOf.set(index, old);
      taken.add(old);
    }
  };
  match((old, index) => then[old] === now[index]);
  match((old, index) => before[old]?.id === after[index]?.id);
  match((old, index) => old > 0 && index > 0 && oldOf.get(index - 1) === old - 1 && isBetween(old, index));
  const pairs: Pair[] = [...after.keys()].map((index) => ({ before: oldOf.get(index) ?? null, after: index }));
  for (const old of before.keys()) {
    if (taken.has(old)) continue;
    const place = pairs.findLastIndex((pair) => pair.before !== null && pair.before < old);
    pairs.splice(place + 1, 0, { before: old, after: null });
  }
  return pairs;

  /** True if the next sections match too, or both texts end here: the section has a new heading and new words. */
  function isBetween(old: number, index: number): boolean {
    const next = oldOf.get(index + 1);
    return next === undefined ? old + 1 >= before.length && index + 1 >= after.length : next === old + 1;
  }
}

/** The pairs outside the longest run of sections that kept their order. */
function movedPairs(pairs: readonly Pair[]): Set<Pair> {
  const both = pairs.filter((pair) => pair.before !== null && pair.after !== null);
  let longest: Pair[] = [];
  const runs: Pair[][] = [];
  for (const pair of both) {
    const fitting = runs.filter((run) => (run.at(-1)?.before ?? -1) < (pair.before ?? 0));
    const best = fitting.reduce<Pair[]>((a, b) => (b.length > a.length ? b : a), []);
    const run = [...best, pair];
    runs.push(run);
    if (run.length > longest.length) longest = run;
  }
  return new Set(both.filter((pair) => !longest.includes(pair)));
}

/** The change of a section as lines that begin with '- ', '+ ' or two spaces. */
export function diffText({ kind, before, after }: SectionChange): string[] {
  if (kind === 'moved') return ['  (moved, its words are the same)'];
  const place = kind === 'movedAndEdited' ? ['  (moved)'] : [];
  const lines = diffLines(before ?? '', after ?? '').flatMap(({ added, removed, value }) =>
    marked(added ? '+ ' : removed ? '- ' : '  ', value),
  );
  return [...place, ...lines];
}

function marked(mark: string, text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => mark + line);
}
