/** Changes values of front matter where they stand: the other lines, comments and quotes stay as they are. */
import { isDeepStrictEqual } from 'node:util';
import { Document, isCollection, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { lookUp } from '../../lookUp.ts';
import { type Change, endOf, startOf, withChanges } from '../table/yamlPlaces.ts';
import { pairsOf, scalarText, type YamlPair } from '../table/yamlWrite.ts';

/**
 * The lines between the marks with other values; null or '' removes a field. A new field comes behind those that
 * `order` has before it.
 */
export function withFields(head: string, fields: Readonly<Record<string, unknown>>, order: readonly string[]): string {
  let text = head;
  // One after the other, because each moves what is behind it.
  for (const [name, value] of Object.entries(fields)) text = withField(text, name, tidy(value), order);
  return text;
}

function withField(head: string, name: string, value: unknown, order: readonly string[]): string {
  const document = parseDocument(head);
  const pairs = pairsOf(document.contents);
  const at = pairs.findIndex(({ key }) => String(key) === name);
  const pair = pairs[at];
  const isNothing = value === null || value === undefined || value === '';
  if (!pair) return isNothing ? head : inserted(head, name, value, pairs, order);
  const before = pair.value ? (pair.value as Node).toJS(document) : null;
  if (isDeepStrictEqual(before, value) || (isNothing && before === null)) return head;
  const start = startOf(pair);
  if (isNothing) {
    const rest = head.slice(endOf(pair, head));
    const own = head.slice(0, start);
    return rest === '' && !head.endsWith('\n') ? own.replace(/\n$/, '') : own + rest;
  }
  const changes = pair.value ? leafChanges(pair.value, value, head, false) : null;
  if (changes) return withChanges(head, changes);
  const end = endOf(pair, head);
  const isLast = end === head.length && !head.endsWith('\n');
  return (
    head.slice(0, start) + written(name, value, entriesOf(pair.value, head)) + (isLast ? '' : '\n') + head.slice(end)
  );
}

function inserted(
  head: string,
  name: string,
  value: unknown,
  pairs: readonly YamlPair[],
  order: readonly string[],
): string {
  const earlier = order.slice(0, order.indexOf(name));
  const last = pairs.findLast(({ key }) => earlier.includes(String(key)));
  const place = last ? endOf(last, head) : 0;
  const text = written(name, value);
  if (place === head.length && head && !head.endsWith('\n')) return `${head}\n${text}`;
  return `${head.slice(0, place)}${text}${head ? '\n' : ''}${head.slice(place)}`;
}

/** The changes of single values in it; null if it has other entries than before, or is of another kind. */
function leafChanges(node: Node, value: unknown, head: string, inFlow: boolean): Change[] | null {
  if (isScalar(node)) {
    if (typeof value === 'object') return null;
    if (node.value === value) return [];
    const [start = 0, end = 0] = node.range ?? [];
    const isBlock = node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL';
    const text = scalarText(value, isBlock ? undefined : node.type, inFlow);
    // Of `lead:` without a value, the place is behind the colon.
    const space = start > 0 && head[start - 1] === ':' ? ' ' : '';
    return [{ start, end, text: `${space}${text}${isBlock && head[end - 1] === '\n' ? '\n' : ''}` }];
  }
  const flow = inFlow || (isCollection(node) && node.flow === true);
  const entries: [Node | null, unknown][] = [];
  if (isSeq<Node>(node)) {
    if (!Array.isArray(value) || value.length !== node.items.length) return null;
    for (const [index, one] of node.items.entries()) entries.push([one, value[index]]);
  } else if (isMap<Node, Node | null>(node)) {
    const names = node.items.map(({ key }) => String(key));
    if (Array.isArray(value) || typeof value !== 'object' || !isDeepStrictEqual(names, Object.keys(value ?? {})))
      return null;
    for (const { key, value: own } of node.items)
      entries.push([own, lookUp(value as Record<string, unknown>, String(key))]);
  } else return null;
  const changes = entries.map(([own, one]) => (own ? leafChanges(own, one, head, flow) : null));
  return changes.includes(null) ? null : (changes as Change[][]).flat();
}

/** A field in lines of its own, as the files have them: lists of names in one line, other entries in a line each. */
function written(name: string, value: unknown, known: ReadonlyMap<string, string> = new Map()): string {
  if (!Array.isArray(value)) return `${name}: ${scalarText(value, undefined, false)}`;
  const isFlat = value.every((one) => typeof one !== 'object');
  if (isFlat) return `${name}: ${flowText(value, false)}`;
  return [`${name}:`, ...value.map((one) => `  - ${known.get(JSON.stringify(one)) ?? flowText(one, true)}`)].join('\n');
}

/** The entries of a list as they are written, by what they hold. */
function entriesOf(node: Node | null, head: string): Map<string, string> {
  const entries = isSeq<Node>(node) && !node.flow ? node.items : [];
  return new Map(entries.map((one) => [JSON.stringify(one), head.slice(one.range?.[0], one.range?.[1])] as const));
}

const flowText = (value: unknown, padded: boolean) => {
  const document = new Document(value);
  if (isCollection(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: padded }).trimEnd();
};

/** Values are of one line each. */
function tidy(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s*[\r\n]\s*/g, ' ').trim();
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, tidy(one)]));
}
