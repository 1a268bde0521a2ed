/** Changes one entry of a table in YAML where it stands: all other lines, comments and quotes stay as they are. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { lookUp } from '../../lookUp.ts';
import { changesOf, removedItem, removedPair } from './yamlChanges.ts';
import {
  type Change,
  columnOf,
  dashOf,
  type Editing,
  endOf,
  lastOf,
  lineEnd,
  lineStart,
  nodeAt,
  type Path,
  startOf,
  withChanges,
} from './yamlPlaces.ts';
import { type Habits, habitsOf, itemText, pairsOf, pairText, type YamlPair } from './yamlWrite.ts';

export type { Path } from './yamlPlaces.ts';

type Order = Habits['order'];

/** The file with another value of the entry at a path. The entries beside it show how such values are written. */
export function withValue(raw: string, path: Path, value: unknown, beside: readonly Path[], order: Order): string {
  const { text, editing } = open(raw, beside, order);
  const node = nodeAt(editing.document, path);
  if (!node) throw new Error(`There is no entry ${path.join('.')}`);
  const changes = changesOf(node, value, [], false, editing) ?? [rewritten(path, value, editing)];
  return closed(raw, text, changes, (whole) => put(whole, path, value));
}

/** The file without the entry at a path, which is not the only one. */
export function withoutEntry(raw: string, path: Path): string {
  const { text, editing } = open(raw, [], () => []);
  const list = nodeAt(editing.document, path.slice(0, -1));
  const change = isSeq<Node>(list)
    ? removedItem(list, Number(path.at(-1)), editing)
    : removedPair(pairsOf(list), path.at(-1), editing);
  const isApart = /^\n/.test(text.slice(change.end)) && /(?:^|\n\n)$/.test(text.slice(0, change.start));
  return closed(raw, text, [isApart ? { ...change, end: change.end + 1 } : change], (whole) => drop(whole, path));
}

/** The file with a new entry behind the one at a path; `name` is its key in a table, null in a list. */
export function withNewEntry(
  raw: string,
  behind: Path,
  name: string | null,
  value: unknown,
  beside: readonly Path[],
  order: Order,
): string {
  const { text, editing } = open(raw, beside, order);
  const list = nodeAt(editing.document, behind.slice(0, -1));
  const last = behind.at(-1);
  let indent = 0;
  let end = 0;
  let own = '';
  if (isSeq<Node>(list)) {
    const item = list.items[Number(last)] as Node;
    indent = columnOf(dashOf(item, text), text);
    end = lineEnd(lastOf(item), text);
    own = `- ${itemText(value, [], indent, editing.habits)}`;
  } else {
    const pair = pairsOf(list).find(({ key }) => String(key) === String(last)) as YamlPair;
    indent = columnOf(startOf(pair), text);
    end = endOf(pair, text);
    own = pairText(name ?? '', value, [], indent, editing.habits);
  }
  const starts = beside.slice(1).map((path) => lineStart(placeOf(path, editing), text));
  const apart = starts.filter((start) => /\n\n(?: *#.*\n)*$/.test(text.slice(0, start)));
  const isApart = apart.length * 2 > starts.length;
  const lead = `${end > 0 && text[end - 1] !== '\n' ? '\n' : ''}${isApart ? '\n' : ''}${' '.repeat(indent)}`;
  const change = { start: end, end, text: `${lead}${own}\n` };
  return closed(raw, text, [change], (whole) => add(whole, behind, name, value));
}

/** Where the entry at a path begins and ends: whole lines. */
export function entryLines(raw: string, path: Path): [start: number, end: number] {
  const { text, editing } = open(raw, [], () => []);
  const node = nodeAt(editing.document, path);
  const at = placeOf(path, editing);
  return [lineStart(at, text), lineEnd(Math.max(at, lastOf(node)), text)];
}

/** Each value of the entry at a path, with its place in the file. */
export function leavesOf(raw: string, path: Path): { path: Path; start: number; end: number; isAsWritten: boolean }[] {
  const { text, editing } = open(raw, [], () => []);
  const found: ReturnType<typeof leavesOf> = [];
  const walk = (node: Node | null, at: Path) => {
    if (isSeq<Node>(node)) for (const [index, one] of node.items.entries()) walk(one, [...at, index]);
    else if (isMap(node)) for (const { key, value } of pairsOf(node)) walk(value, [...at, String(key)]);
    else if (isScalar(node) && node.range) {
      const quote = node.type?.startsWith('QUOTE') ? 1 : 0;
      const [start, end] = [node.range[0] + quote, node.range[1] - quote];
      found.push({ path: at, start, end, isAsWritten: text.slice(start, end) === String(node.value) });
    }
  };
  walk(nodeAt(editing.document, path), []);
  return found;
}

/** Parsed once, because an entry is read, compared and written in one go. */
let latest: { text: string; document: Document } | null = null;

function open(raw: string, beside: readonly Path[], order: Order): { text: string; editing: Editing } {
  const text = raw.replaceAll('\r\n', '\n');
  if (latest?.text !== text) latest = { text, document: parseDocument(text) };
  const { document } = latest;
  const habits = habitsOf(
    beside.map((path) => nodeAt(document, path)),
    order,
  );
  return { text, editing: { text, document, habits } };
}

/** Makes the changes. Throws, before anything is written, if the file would then say something else than it should. */
function closed(raw: string, text: string, changes: readonly Change[], wanted: (whole: unknown) => unknown): string {
  const changed = withChanges(text, changes);
  const before = (latest?.text === text ? latest.document : parseDocument(text)).toJS();
  const document = parseDocument(changed);
  if (document.errors.length > 0 || !isDeepStrictEqual(document.toJS(), withShared(wanted(before), document)))
    throw new Error('The entry cannot be written so without another change of the file');
  latest = { text: changed, document };
  return withLineEnds(raw, text, changed, changes);
}

/** The line ends of the lines that stay, and those of the file in new ones. */
function withLineEnds(raw: string, text: string, changed: string, changes: readonly Change[]): string {
  if (raw === text) return changed;
  if (!/(?<!\r)\n/.test(raw)) return changed.replaceAll('\n', '\r\n');
  const places: number[] = [];
  for (let at = 0; at < raw.length; at += 1) if (raw[at] !== '\r' || raw[at + 1] !== '\n') places.push(at);
  const ended = (own: string) => own.replaceAll('\n', '\r\n');
  return changes
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce(
      (all, { start, end, text: own }) =>
        all.slice(0, places[start] ?? raw.length) + ended(own) + all.slice(places[end] ?? raw.length),
      raw,
    );
}

/** A value that several entries share (`&name`, then `*name`) changes in all of them. */
function withShared(whole: unknown, document: Document): unknown {
  return sharedIn(document).reduce((all, { from, to }) => put(all, to, valueAt(all, from)), whole);
}

/** Where `&name` stands, and each `*name` that stands for it. */
function sharedIn(document: Document): { from: Path; to: Path }[] {
  const anchors = new Map<string, Path>();
  const found: { from: Path; to: Path }[] = [];
  const walk = (node: Node | null, path: Path) => {
    if (isAlias(node)) found.push({ from: anchors.get(node.source) ?? [], to: path });
    else if (node?.anchor) anchors.set(node.anchor, path);
    if (isSeq<Node>(node)) for (const [at, one] of node.items.entries()) walk(one, [...path, at]);
    else for (const { key, value } of pairsOf(node)) walk(value, [...path, String(key)]);
  };
  walk(document.contents as Node | null, []);
  return found;
}

/** The fields of the entry at a path that other entries share, and those that are another entry's. */
export function sharedWith(raw: string, path: Path): { field: Path; with: Path; isOwn: boolean }[] {
  const { editing } = open(raw, [], () => []);
  const isHere = (one: Path) => path.every((step, at) => String(one[at]) === String(step));
  return sharedIn(editing.document).flatMap(({ from, to }) => [
    ...(isHere(from) ? [{ field: from.slice(path.length), with: to, isOwn: true }] : []),
    ...(isHere(to) ? [{ field: to.slice(path.length), with: from, isOwn: false }] : []),
  ]);
}

const valueAt = (whole: unknown, path: Path): unknown =>
  path.reduce<unknown>((node, step) => lookUp(Object(node), step), whole);

function put(whole: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = put(lookUp(Object(whole) as Record<string, unknown>, first), rest, value);
  return Array.isArray(whole) ? whole.with(Number(first), inner) : { ...Object(whole), [first]: inner };
}

function drop(whole: unknown, path: Path): unknown {
  const list = valueAt(whole, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (Array.isArray(list)) return put(whole, path.slice(0, -1), list.toSpliced(Number(last), 1));
  const { [last]: _, ...rest } = Object(list) as Record<string, unknown>;
  return put(whole, path.slice(0, -1), rest);
}

function add(whole: unknown, behind: Path, name: string | null, value: unknown): unknown {
  const list = valueAt(whole, behind.slice(0, -1));
  const last = behind.at(-1) ?? '';
  if (Array.isArray(list)) return put(whole, behind.slice(0, -1), list.toSpliced(Number(last) + 1, 0, value));
  return put(whole, behind.slice(0, -1), { ...Object(list), [name ?? '']: value });
}

/** Where the key of an entry stands, or the dash before it. */
function placeOf(path: Path, { document, text }: Editing): number {
  const list = nodeAt(document, path.slice(0, -1));
  const last = path.at(-1);
  if (isSeq<Node>(list)) return dashOf(list.items[Number(last)] as Node, text);
  return startOf(pairsOf(list).find(({ key }) => String(key) === String(last)) as YamlPair);
}

function rewritten(path: Path, value: unknown, { document, text, habits }: Editing): Change {
  const list = nodeAt(document, path.slice(0, -1));
  const last = path.at(-1);
  if (isSeq<Node>(list)) {
    const item = list.items[Number(last)] as Node;
    const indent = columnOf(dashOf(item, text), text);
    return { start: item.range?.[0] ?? 0, end: lastOf(item), text: itemText(value, [], indent, habits) };
  }
  const pair = pairsOf(list).find(({ key }) => String(key) === String(last)) as YamlPair;
  const own = pairText(String(last), value, [], columnOf(startOf(pair), text), habits);
  return { start: startOf(pair), end: Math.max(pair.key.range?.[1] ?? 0, lastOf(pair.value)), text: own };
}
