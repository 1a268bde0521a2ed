/** Changes one entry of a table in YAML where it stands: all other lines, comments and quotes stay as they are. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  type YAMLSeq,
} from 'yaml';
import { lookUp } from '../../lookUp.ts';
import { Refused } from './files.ts';
import { scalarText } from './frontMatter.ts';
import {
  flowText,
  folded,
  type Habits,
  habitsOf,
  inOrder,
  itemText,
  oneLine,
  type Place,
  pairsOf,
  pairText,
  type YamlPair,
} from './yamlWrite.ts';

/** Text that replaces the characters from `start` to before `end`. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/** Where a value stands in a file: names of fields, and places in lists. */
export type Path = readonly (string | number)[];
type Order = Habits['order'];

interface Editing {
  text: string;
  document: Document;
  habits: Habits;
}

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
  let changed = '';
  let at = 0;
  for (const { start, end, text: own } of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    changed += text.slice(at, start) + own;
    at = end;
  }
  changed += text.slice(at);
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

/** Where the key of an entry stands, or the dash before it. */
function placeOf(path: Path, { document, text }: Editing): number {
  const list = nodeAt(document, path.slice(0, -1));
  const last = path.at(-1);
  if (isSeq<Node>(list)) return dashOf(list.items[Number(last)] as Node, text);
  return startOf(pairsOf(list).find(({ key }) => String(key) === String(last)) as YamlPair);
}

const startOf = ({ key }: YamlPair) => key.range?.[0] ?? 0;
const dashOf = (item: Node, text: string) => text.lastIndexOf('-', (item.range?.[0] ?? 0) - 1);
const lineStart = (at: number, text: string) => text.lastIndexOf('\n', at - 1) + 1;
const columnOf = (at: number, text: string) => at - lineStart(at, text);
const lineEnd = (at: number, text: string) => {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
};
const endOf = (pair: YamlPair, text: string) => lineEnd(Math.max(pair.key.range?.[1] ?? 0, lastOf(pair.value)), text);

/** Where the last character of a value stands: of a list in lines, that of its last entry. */
function lastOf(node: Node | null): number {
  if (!node) return 0;
  if (!isCollection(node) || node.flow) return node.range?.[1] ?? 0;
  const last = node.items.at(-1) as Node | YamlPair | undefined;
  return last && 'key' in last
    ? Math.max(last.key.range?.[1] ?? 0, lastOf(last.value))
    : lastOf((last as Node) ?? null);
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

/** The changes inside of a value; null if it must be written anew, because it becomes another kind. */
function changesOf(
  node: Node | null,
  value: unknown,
  place: Place,
  inFlow: boolean,
  editing: Editing,
): Change[] | null {
  if (!node || isDeepStrictEqual(node.toJS(editing.document), value)) return node ? [] : null;
  if (isAlias(node))
    throw new Refused(
      `'${place.join(' ')}' is shared with another entry`,
      'change it in the entry that it is taken from',
    );
  if (isScalar(node) && (typeof value !== 'object' || value === null))
    return [scalarChange(node, value, inFlow, editing)];
  const flow = inFlow || (isCollection(node) && node.flow === true);
  if (isMap(node) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (Object.keys(value).length === 0 || node.items.length === 0) return null;
    const table = value as Record<string, unknown>;
    return flow ? flowMapChanges(node, table, place, editing) : blockMapChanges(node, table, place, editing);
  }
  if (isSeq<Node>(node) && Array.isArray(value) && value.length > 0 && node.items.length > 0)
    return listChanges(node, value, place, flow, editing);
  return null;
}

function scalarChange(node: Scalar, value: unknown, inFlow: boolean, { text }: Editing): Change {
  const [start = 0, end = 0] = node.range ?? [];
  const isBlock = node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
  const was = text.slice(start, end);
  const own = oneLine(value, isBlock ? undefined : node.type, inFlow);
  const before = text.slice(lineStart(start, text), start);
  if (was.trimEnd().includes('\n') && typeof value === 'string') {
    const indent = /\n( +)/.exec(was)?.[1]?.length ?? 2;
    const head = isBlock ? `${was.slice(0, was.indexOf('\n'))}\n${' '.repeat(indent)}` : '';
    const were = was
      .trim()
      .split(/\s*\n\s*/)
      .slice(isBlock ? 1 : 0);
    const lines = isBlock || own === value ? folded(value, were, indent, isBlock ? indent : before.length) : null;
    if (lines) return { start, end, text: head + lines + (was.endsWith('\n') ? '\n' : '') };
  }
  // Of `lead:` without a value, the place is behind the colon.
  return { start, end, text: `${before.endsWith(':') ? ' ' : ''}${own}${was.endsWith('\n') ? '\n' : ''}` };
}

function blockMapChanges(node: Node, table: Record<string, unknown>, place: Place, editing: Editing): Change[] {
  const { text, habits } = editing;
  const pairs = pairsOf(node);
  const first = pairs[0] as YamlPair;
  const indent = columnOf(startOf(first), text);
  const changes = pairs.flatMap((pair) => {
    const name = String(pair.key);
    const at = [...place, name];
    if (!Object.hasOwn(table, name)) return [removedPair(pairs, name, editing)];
    const inside = changesOf(pair.value, lookUp(table, name), at, false, editing);
    const own = pairText(name, lookUp(table, name), at, indent, habits);
    return inside ?? [{ start: startOf(pair), end: Math.max(pair.key.range?.[1] ?? 0, lastOf(pair.value)), text: own }];
  });
  const names = inOrder(table, habits.order(place)).map(([name]) => name);
  for (const [index, name] of names.entries()) {
    if (pairs.some(({ key }) => String(key) === name)) continue;
    const earlier = names.slice(0, index);
    const last = pairs.findLast(({ key }) => earlier.includes(String(key)));
    const own = pairText(name, lookUp(table, name), [...place, name], indent, habits);
    const at = last ? endOf(last, text) : startOf(first);
    const isOpen = text[at - 1] !== '\n';
    const space = ' '.repeat(indent);
    if (!last) changes.push({ start: at, end: at, text: `${own}\n${space}` });
    else changes.push({ start: at, end: at, text: isOpen ? `\n${space}${own}` : `${space}${own}\n` });
  }
  return changes;
}

function removedPair(pairs: readonly YamlPair[], name: unknown, { text }: Editing): Change {
  const index = pairs.findIndex(({ key }) => String(key) === String(name));
  const [pair, next] = [pairs[index] as YamlPair, pairs[index + 1]];
  const [start, end] = [startOf(pair), endOf(pair, text)];
  const isAlone = text.slice(lineStart(start, text), start).trim() === '';
  // Behind a dash, the next field takes its place.
  if (!isAlone && next) return { start, end: startOf(next), text: '' };
  return { start: lineStart(start, text), end, text: '' };
}

function removedItem({ items }: YAMLSeq<Node>, index: number, { text }: Editing): Change {
  const item = items[index] as Node;
  return { start: lineStart(dashOf(item, text), text), end: lineEnd(lastOf(item), text), text: '' };
}

/** With the same fields each changes where it stands; else the line is written anew, the values in it as they were. */
function flowMapChanges(node: Node, table: Record<string, unknown>, place: Place, editing: Editing): Change[] {
  const { text, habits } = editing;
  const pairs = pairsOf(node);
  const names = pairs.map(({ key }) => String(key));
  const parts = new Map<string, string>();
  const changes: Change[] = [];
  for (const { key, value } of pairs) {
    const name = String(key);
    if (!Object.hasOwn(table, name)) continue;
    const [start = 0, end = 0] = value?.range ?? [];
    const inside = changesOf(value, lookUp(table, name), [...place, name], true, editing);
    const own = inside ?? [{ start, end, text: flowText(lookUp(table, name), [...place, name], habits) }];
    changes.push(...own);
    parts.set(name, spliced(text, start, end, own));
  }
  if (names.length === parts.size && Object.keys(table).length === names.length) return changes;
  const order = inOrder(table, habits.order(place)).map(([name]) => name);
  const kept = names.filter((name) => parts.has(name));
  for (const name of order.filter((one) => !kept.includes(one))) {
    const earlier = order.slice(0, order.indexOf(name));
    kept.splice(kept.findLastIndex((one) => earlier.includes(one)) + 1, 0, name);
  }
  const fields = kept.map(
    (name) =>
      `${scalarText(name, undefined, true)}: ${parts.get(name) ?? flowText(lookUp(table, name), [...place, name], habits)}`,
  );
  const [start = 0, end = 0] = node.range ?? [];
  return [{ start, end, text: `{ ${fields.join(', ')} }` }];
}

function spliced(text: string, start: number, end: number, changes: readonly Change[]): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, one) => all.slice(0, one.start) + one.text + all.slice(one.end), text.slice(0, end))
    .slice(start);
}

/** Entries at both ends that are the same stay; between them some change, come or go. */
function listChanges(list: YAMLSeq<Node>, value: unknown[], place: Place, flow: boolean, editing: Editing): Change[] {
  const { text, document, habits } = editing;
  const { items } = list;
  const at = [...place, '*'];
  const isSame = (node: Node | undefined, one: unknown) => node && isDeepStrictEqual(node.toJS(document), one);
  let head = 0;
  while (head < Math.min(items.length, value.length) && isSame(items[head], value[head])) head += 1;
  let tail = 0;
  while (
    tail < Math.min(items.length, value.length) - head &&
    isSame(items[items.length - 1 - tail], value[value.length - 1 - tail])
  )
    tail += 1;
  const [old, now] = [items.slice(head, items.length - tail), value.slice(head, value.length - tail)];
  const changes: Change[] = [];
  for (const [index, item] of old.entries()) {
    if (index >= now.length) continue;
    const indent = flow ? 0 : columnOf(dashOf(item, text), text);
    const own = flow ? flowText(now[index], at, habits) : itemText(now[index], at, indent, habits);
    changes.push(
      ...(changesOf(item, now[index], at, flow, editing) ?? [
        { start: item.range?.[0] ?? 0, end: flow ? (item.range?.[1] ?? 0) : lastOf(item), text: own },
      ]),
    );
  }
  const last = items[head + old.length - 1];
  if (old.length > now.length) {
    const [first, before, next] = [old[now.length] as Node, items[head + now.length - 1], items[items.length - tail]];
    if (!flow) {
      const start = lineStart(dashOf(first, text), text);
      changes.push({ start, end: lineEnd(lastOf(last ?? null), text), text: '' });
    } else if (before) changes.push({ start: before.range?.[1] ?? 0, end: last?.range?.[1] ?? 0, text: '' });
    else changes.push({ start: first.range?.[0] ?? 0, end: next?.range?.[0] ?? 0, text: '' });
  }
  const added = now.slice(old.length);
  if (added.length > 0)
    changes.push(flow ? addedInLine(added, list, last, at, editing) : addedLines(added, list, last, at, editing));
  return changes;
}

function addedInLine(
  added: unknown[],
  list: YAMLSeq<Node>,
  last: Node | undefined,
  at: Place,
  editing: Editing,
): Change {
  const { text, habits } = editing;
  const own = added.map((one) => flowText(one, at, habits)).join(', ');
  if (!last) {
    const start = list.items[0]?.range?.[0] ?? 0;
    return { start, end: start, text: `${own}, ` };
  }
  const start = last.range?.[1] ?? 0;
  const line = text.slice(lineStart(start, text), lineEnd(start, text)).trimEnd();
  const isOver = line.length + own.length + 2 > 120 && text.slice(list.range?.[0], list.range?.[1]).includes('\n');
  const space = /^ */.exec(line)?.[0] ?? '';
  return { start, end: start, text: isOver ? `,\n${space}${own}` : `, ${own}` };
}

function addedLines(
  added: unknown[],
  list: YAMLSeq<Node>,
  last: Node | undefined,
  at: Place,
  editing: Editing,
): Change {
  const { text, habits } = editing;
  const indent = columnOf(dashOf(list.items[0] as Node, text), text);
  const space = ' '.repeat(indent);
  const lines = added.map((one) => `${space}- ${itemText(one, at, indent, habits)}\n`).join('');
  const start = last ? lineEnd(lastOf(last), text) : lineStart(dashOf(list.items[0] as Node, text), text);
  const isOpen = start > 0 && text[start - 1] !== '\n';
  return { start, end: start, text: isOpen ? `\n${lines.trimEnd()}` : lines };
}
