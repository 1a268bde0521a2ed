/** Where values of a table in YAML stand in its text. */
import { type Document, isCollection, isSeq, type Node } from 'yaml';
import { type Habits, pairsOf, type YamlPair } from './yamlWrite.ts';

/** Text that replaces the characters from `start` to before `end`. */
export interface Change {
  start: number;
  end: number;
  text: string;
}

/** The text with changes, of which none overlap; those at one place come one behind the other. */
export function withChanges(text: string, changes: readonly Change[]): string {
  let changed = '';
  let at = 0;
  for (const { start, end, text: own } of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    changed += text.slice(at, start) + own;
    at = end;
  }
  return changed + text.slice(at);
}

/** Where a value stands in a file: names of fields, and places in lists. */
export type Path = readonly (string | number)[];

export interface Editing {
  text: string;
  document: Document;
  habits: Habits;
}

export function nodeAt(document: Document, path: Path): Node | null {
  let node = document.contents as Node | null;
  for (const step of path) {
    const inner: Node | null = isSeq<Node>(node)
      ? (node.items[Number(step)] ?? null)
      : (pairsOf(node).find(({ key }) => String(key) === String(step))?.value ?? null);
    node = inner;
  }
  return node;
}

export const startOf = ({ key }: YamlPair) => key.range?.[0] ?? 0;
export const dashOf = (item: Node, text: string) => text.lastIndexOf('-', (item.range?.[0] ?? 0) - 1);
export const lineStart = (at: number, text: string) => text.lastIndexOf('\n', at - 1) + 1;
export const columnOf = (at: number, text: string) => at - lineStart(at, text);
export const lineEnd = (at: number, text: string) => {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
};
export const endOf = (pair: YamlPair, text: string) =>
  lineEnd(Math.max(pair.key.range?.[1] ?? 0, lastOf(pair.value)), text);

/** Where the last character of a value stands: of a list in lines, that of its last entry. */
export function lastOf(node: Node | null): number {
  if (!node) return 0;
  if (!isCollection(node) || node.flow) return node.range?.[1] ?? 0;
  const last = node.items.at(-1) as Node | YamlPair | undefined;
  return last && 'key' in last
    ? Math.max(last.key.range?.[1] ?? 0, lastOf(last.value))
    : lastOf((last as Node) ?? null);
}
