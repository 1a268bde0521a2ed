/** The changes in a text that make one value of YAML another: only what differs is written anew. */
import { isDeepStrictEqual } from 'node:util';
import { isAlias, isCollection, isMap, isScalar, isSeq, type Node, Scalar, type YAMLSeq } from 'yaml';
import { lookUp } from '../../lookUp.ts';
import { Refused } from '../server/files.ts';
import {
  type Change,
  columnOf,
  dashOf,
  type Editing,
  endOf,
  lastOf,
  lineEnd,
  lineStart,
  startOf,
  withChanges,
} from './yamlPlaces.ts';
import {
  flowText,
  folded,
  inOrder,
  itemText,
  oneLine,
  type Place,
  pairsOf,
  pairText,
  scalarText,
  type YamlPair,
} from './yamlWrite.ts';

/** The changes inside of a value; null if it must be written anew, because it becomes another kind. */
export function changesOf(
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

export function removedPair(pairs: readonly YamlPair[], name: unknown, { text }: Editing): Change {
  const index = pairs.findIndex(({ key }) => String(key) === String(name));
  const [pair, next] = [pairs[index] as YamlPair, pairs[index + 1]];
  const [start, end] = [startOf(pair), endOf(pair, text)];
  const isAlone = text.slice(lineStart(start, text), start).trim() === '';
  // Behind a dash, the next field takes its place.
  if (!isAlone && next) return { start, end: startOf(next), text: '' };
  return { start: lineStart(start, text), end, text: '' };
}

export function removedItem({ items }: YAMLSeq<Node>, index: number, { text }: Editing): Change {
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
    parts.set(name, withChanges(text.slice(0, end), own).slice(start));
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
