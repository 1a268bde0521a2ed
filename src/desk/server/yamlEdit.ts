/**
 * Changes an entry of a table in YAML, or a field of front matter. It is written anew, with the quotes and comments that it
 * had; all other lines stay as they are.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { lookUp } from '../../lookUp.ts';
import { Refused } from './files.ts';

/** Where a value stands in a file: names of fields, and places in lists. */
export type Path = readonly (string | number)[];

/** Where a value stands in an entry: names of fields; the entries of a list all have the name '*'. */
type Place = readonly string[];

/** How new values are written. */
export interface Style {
  /** The other entries of the table, which show quotes and what stands in one line */
  beside: readonly Path[];
  /** The fields of a table at a place, in their order */
  order: (place: Place) => readonly string[];
}

type Table = Record<string, unknown>;
type YamlPair = Pair<Node, Node | null>;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const pairsOf = (node: unknown): YamlPair[] => (isMap<Node, Node | null>(node) ? node.items : []);

/** The file with another value of the entry at a path. */
export function withValue(raw: string, path: Path, value: unknown, style: Style): string {
  const whole: unknown = parsed(raw).toJS();
  const before = valueAt(whole, path);
  if (isDeepStrictEqual(before, value)) return raw;
  const [start, end] = entryLines(raw, path);
  const piece = parseDocument(raw.slice(start, end));
  const write = writerOf(raw, style);
  const list = piece.contents as Node | null;
  const [pair] = pairsOf(list);
  if (isSeq<Node>(list)) list.items[0] = changed(list.items[0] ?? null, before, value, [], write);
  else if (pair) pair.value = changed(pair.value, before, value, [], write);
  const text = written(piece, indentAt(raw, start));
  const isOpen = !raw.slice(start, end).endsWith('\n');
  return replaced(raw, start, end, isOpen ? text.trimEnd() : text, put(whole, path, value));
}

/** The file without the entry at a path, which is not the only one. */
export function withoutEntry(raw: string, path: Path): string {
  const [start, end] = entryLines(raw, path);
  const [blank = ''] = /^\r?\n/.exec(raw.slice(end)) ?? [];
  const isApart = /(?:^|\n\r?\n)$/.test(raw.slice(0, start));
  return replaced(raw, start, isApart ? end + blank.length : end, '', listChanged(parsed(raw).toJS(), path, 0));
}

/** The file with a new entry behind the one at a path; `name` is its key in a table, null in a list. */
export function withNewEntry(raw: string, behind: Path, name: string | null, value: unknown, style: Style): string {
  const [start, end] = entryLines(raw, behind);
  const text = newEntry(name, value, raw, style, indentAt(raw, start));
  const others = style.beside.slice(1).map((path) => raw.slice(0, entryLines(raw, path)[0]));
  const apart = others.filter((before) => /\n\r?\n(?: *#.*\n)*$/.test(before));
  const lead = `${end > 0 && raw[end - 1] !== '\n' ? '\n' : ''}${apart.length * 2 > others.length ? '\n' : ''}`;
  return replaced(raw, end, end, lead + text, listChanged(parsed(raw).toJS(), behind, 1, name, value));
}

/** The lines of a new entry. */
export function newEntry(name: string | null, value: unknown, raw: string, style: Style, indent = ''): string {
  const node = writerOf(raw, style).created(value, []);
  return written(new Document(name === null ? [node] : { [name]: node }), indent);
}

/** Where the lines of the entry at a path begin and end. */
export function entryLines(raw: string, path: Path): [start: number, end: number] {
  const document = parsed(raw);
  const list = nodeAt(document, path.slice(0, -1));
  const name = String(path.at(-1));
  const key = isSeq<Node>(list)
    ? list.items[Number(name)]
    : pairsOf(list).find((pair) => String(pair.key) === name)?.key;
  if (!key?.range) throw new Error(`There is no entry ${path.join('.')}`);
  const last = Math.max(key.range[1], lastOf(nodeAt(document, path)));
  const next = raw[last - 1] === '\n' ? last : raw.indexOf('\n', last) + 1;
  return [raw.lastIndexOf('\n', key.range[0] - 1) + 1, next || raw.length];
}

/** Where the last character of a value stands: of a list in lines, that of its last entry. */
function lastOf(node: Node | null): number {
  if (!isCollection(node) || node.flow) return node?.range?.[1] ?? 0;
  const last = node.items.at(-1) as Node | YamlPair | undefined;
  if (!last || !('key' in last)) return lastOf(last ?? null);
  return Math.max(last.key.range?.[1] ?? 0, lastOf(last.value));
}

/** Each value of the entry at a path, with its place in the file. */
export function leavesOf(raw: string, path: Path): { path: Path; start: number; end: number; isAsWritten: boolean }[] {
  const found: ReturnType<typeof leavesOf> = [];
  eachNode(nodeAt(parsed(raw), path), [], (node, at) => {
    if (!isScalar(node) || !node.range) return;
    const quote = node.type?.startsWith('QUOTE') ? 1 : 0;
    const [start, end] = [node.range[0] + quote, node.range[1] - quote];
    found.push({ path: at, start, end, isAsWritten: raw.slice(start, end) === String(node.value) });
  });
  return found;
}

/** The fields of the entry at a path that other entries share, and those that are another entry's. */
export function sharedWith(raw: string, path: Path): { field: Path; with: Path; isOwn: boolean }[] {
  const isHere = (place: Path) => path.every((step, at) => String(place[at]) === String(step));
  return sharedIn(parsed(raw)).flatMap(({ from, to }) => [
    ...(isHere(from) ? [{ field: from.slice(path.length), with: to, isOwn: true }] : []),
    ...(isHere(to) ? [{ field: to.slice(path.length), with: from, isOwn: false }] : []),
  ]);
}

/** Where `&name` stands, and each `*name` that stands for it. */
function sharedIn(document: Document): { from: Path; to: Path }[] {
  const anchors = new Map<string, Path>();
  const found: { from: Path; to: Path }[] = [];
  eachNode(document.contents as Node | null, [], (node, path) => {
    if (isAlias(node)) found.push({ from: anchors.get(node.source) ?? [], to: path });
    else if (node?.anchor) anchors.set(node.anchor, path);
  });
  return found;
}

function eachNode(node: Node | null, path: Path, visitor: (node: Node | null, path: Path) => void): void {
  visitor(node, path);
  if (isSeq<Node>(node)) for (const [at, item] of node.items.entries()) eachNode(item, [...path, at], visitor);
  for (const { key, value } of pairsOf(node)) eachNode(value, [...path, String(key)], visitor);
}

function nodeAt(document: Document, path: Path): Node | null {
  return path.reduce<Node | null>(
    (node, step) =>
      isSeq<Node>(node)
        ? (node.items[Number(step)] ?? null)
        : (pairsOf(node).find(({ key }) => String(key) === String(step))?.value ?? null),
    document.contents as Node | null,
  );
}

/** Parsed once, because an entry is read, compared and written in one go. */
let latest: { text: string; document: Document } | null = null;

function parsed(text: string): Document {
  if (latest?.text !== text) latest = { text, document: parseDocument(text) };
  return latest.document;
}

/** Throws, before anything is written, if the file would then say something else than it should. */
function replaced(raw: string, start: number, end: number, lines: string, wanted: unknown): string {
  const text = raw.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
  const whole = raw.slice(0, start) + text + raw.slice(end);
  const document = parseDocument(whole);
  // What several entries share (`&name`, then `*name`) changes in all of them.
  const shared = sharedIn(document).reduce((all, { from, to }) => put(all, to, valueAt(all, from)), wanted);
  if (document.errors.length > 0 || !isDeepStrictEqual(document.toJS(), shared))
    throw new Error('The entry cannot be written so without another change of the file');
  latest = { text: whole, document };
  return whole;
}

const valueAt = (whole: unknown, path: Path): unknown =>
  path.reduce<unknown>((node, step) => lookUp(Object(node), step), whole);

function put(whole: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = put(lookUp(Object(whole) as Table, first), rest, value);
  return Array.isArray(whole) ? whole.with(Number(first), inner) : { ...Object(whole), [first]: inner };
}

/** The whole without the entry at a path (`offset` 0), or with a new one behind it (1). */
function listChanged(whole: unknown, path: Path, offset: 0 | 1, name: string | null = null, value?: unknown): unknown {
  const holder = path.slice(0, -1);
  const last = path.at(-1) ?? '';
  const list = valueAt(whole, holder);
  if (Array.isArray(list)) {
    const added = offset === 1 ? [value] : [];
    return put(whole, holder, list.toSpliced(Number(last) + offset, 1 - offset, ...added));
  }
  if (offset === 1) return put(whole, holder, { ...Object(list), [name ?? '']: value });
  const { [last]: _, ...rest } = Object(list) as Table;
  return put(whole, holder, rest);
}

const indentAt = (raw: string, lineStart: number) => /^ */.exec(raw.slice(lineStart))?.[0] ?? '';

/** Nothing is folded. In a line, lists stand within their brackets without a space, tables with one. */
export function written(document: Document, indent = ''): string {
  const padded = (padding: string) => (_: unknown, node: YAMLMap | YAMLSeq) => {
    const write = node.toString;
    node.toString = (context, ...rest) =>
      write.call(node, context && { ...context, flowCollectionPadding: padding }, ...rest);
  };
  visit(document, { Seq: padded(''), Map: padded(' ') });
  return document.toString({ lineWidth: 0, verifyAliasOrder: false }).replace(/^(?=.)/gm, indent);
}

interface Writer extends Pick<Style, 'order'> {
  created: (value: unknown, place: Place) => Node;
}

/** Makes new values as most of the entries beside them have them. */
function writerOf(raw: string, { beside, order }: Style): Writer {
  const likeAt = (place: Place): Node[] =>
    place.reduce<Node[]>(
      (nodes, step) =>
        nodes.flatMap((node) =>
          isSeq<Node>(node)
            ? node.items
            : pairsOf(node).flatMap(({ key, value }) => (String(key) === step && value ? [value] : [])),
        ),
      beside.flatMap((path) => nodeAt(parsed(raw), path) ?? []),
    );
  const created = (value: unknown, place: Place): Node => {
    if (typeof value !== 'object' || value === null) {
      const texts = likeAt(place).filter((node) => isScalar<string>(node) && typeof node.value === 'string');
      const quotes = ([Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE] as const).find(
        (type) => texts.filter((node) => (node as Scalar).type === type).length * 2 > texts.length,
      );
      return scalarOf(value, quotes);
    }
    const list = Array.isArray(value) ? new YAMLSeq() : new YAMLMap();
    list.items = Array.isArray(value)
      ? value.map((item) => created(item, [...place, '*']))
      : namesOf(value, order(place)).map(
          (name) => new Pair(new Scalar(name), created(lookUp(value as Table, name), [...place, name])),
        );
    const like = likeAt(place).filter(isCollection);
    list.flow =
      like.length > 0
        ? like.filter(({ flow }) => flow).length * 2 >= like.length
        : Object.values(value).every((inner) => typeof inner !== 'object');
    return list;
  };
  return { created, order };
}

function scalarOf(value: unknown, type: Scalar['type']): Scalar {
  const scalar = new Scalar(value);
  // Older readers of YAML take these words for yes and no.
  const isWord = typeof value === 'string' && /^(?:y|n|yes|no|on|off)$/i.test(value);
  if (type?.startsWith('QUOTE')) scalar.type = type;
  else if (isWord) scalar.type = Scalar.QUOTE_SINGLE;
  return scalar;
}

const namesOf = (value: object, order: readonly string[]): string[] => {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.keys(value).toSorted((a, b) => rank(a) - rank(b));
};

/** The node with another value; what is the same in it stays as it is written. */
function changed(node: Node | null, before: unknown, value: unknown, place: Place, write: Writer): Node {
  if (node && isDeepStrictEqual(before, value)) return node;
  if (isAlias(node))
    throw new Refused(
      `'${place.join(' ')}' is shared with another entry`,
      'change it in the entry that it is taken from',
    );
  if (isMap<Node, Node | null>(node) && isTable(before) && isTable(value)) {
    changeTable(node, before, value, place, write);
    return node;
  }
  if (isSeq<Node>(node) && Array.isArray(before) && Array.isArray(value)) {
    changeList(node, before, value, place, write);
    return node;
  }
  if (!isScalar(node) || (typeof value === 'object' && value !== null)) return write.created(value, place);
  const scalar = scalarOf(value, node.type);
  const { comment, anchor } = node;
  return Object.assign(scalar, { comment, anchor });
}

function changeTable(node: YAMLMap<Node, Node | null>, before: Table, value: Table, place: Place, write: Writer): void {
  node.items = node.items.filter(({ key }) => Object.hasOwn(value, String(key)));
  for (const pair of node.items) {
    const name = String(pair.key);
    pair.value = changed(pair.value, lookUp(before, name), lookUp(value, name), [...place, name], write);
  }
  const names = namesOf(value, write.order(place));
  for (const [index, name] of names.entries()) {
    if (node.items.some(({ key }) => String(key) === name)) continue;
    const earlier = names.slice(0, index);
    const at = node.items.findLastIndex(({ key }) => earlier.includes(String(key))) + 1;
    node.items.splice(at, 0, new Pair(new Scalar(name), write.created(lookUp(value, name), [...place, name])));
  }
}

/** Items at both ends that are the same stay; between them some change, come or go. */
function changeList(list: YAMLSeq<Node>, before: unknown[], value: unknown[], place: Place, write: Writer): void {
  const least = Math.min(before.length, value.length);
  let head = 0;
  while (head < least && isDeepStrictEqual(before[head], value[head])) head += 1;
  let tail = 0;
  while (tail < least - head && isDeepStrictEqual(before.at(-1 - tail), value.at(-1 - tail))) tail += 1;
  const old = list.items.slice(head, list.items.length - tail);
  const items = value
    .slice(head, value.length - tail)
    .map((item, at) => changed(old[at] ?? null, before[head + at], item, [...place, '*'], write));
  list.items.splice(head, old.length, ...items);
}
