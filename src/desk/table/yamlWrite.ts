/** Writes new values of a table in YAML as the entries beside them are written: their quotes, and what stands in one line. */
import { Document, isCollection, isMap, isScalar, isSeq, type Node, type Pair, Scalar, YAMLSeq } from 'yaml';

/** Where a value stands in an entry: names of fields; the entries of a list all have the name '*'. */
export type Place = readonly string[];

/** What is known of the other entries of a table. */
export interface Habits {
  /** The nodes of all entries at a place */
  at: (place: Place) => readonly Node[];
  /** The fields of a table at a place, in their order */
  order: (place: Place) => readonly string[];
}

const WIDTH = 120;

export type YamlPair = Pair<Node, Node | null>;
export const pairsOf = (node: unknown): YamlPair[] => (isMap<Node, Node | null>(node) ? node.items : []);

/** The habits of entries, of which each is a node of the same table. */
export function habitsOf(entries: readonly (Node | null)[], order: Habits['order']): Habits {
  const found = new Map<string, readonly Node[]>();
  const at = (place: Place): readonly Node[] => {
    const key = JSON.stringify(place);
    const known = found.get(key);
    if (known) return known;
    const last = place.at(-1);
    const nodes =
      last === undefined
        ? entries.filter((one) => one !== null)
        : at(place.slice(0, -1)).flatMap((node) => insideOf(node, last));
    found.set(key, nodes);
    return nodes;
  };
  return { at, order };
}

function insideOf(node: Node, name: string): Node[] {
  if (isSeq<Node>(node)) return name === '*' ? node.items : [];
  return pairsOf(node).flatMap(({ key, value }) => (String(key) === name && value ? [value] : []));
}

const isMost = (count: number, all: number) => count * 2 > all;

/** The quotes that most texts at a place have. */
function quotesAt(place: Place, habits: Habits): Scalar['type'] {
  const types = habits.at(place).flatMap((node) => (isScalar(node) && typeof node.value === 'string' ? node.type : []));
  return ([Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE] as const).find((type) =>
    isMost(types.filter((one) => one === type).length, types.length),
  );
}

/** A value in one line, in the quotes that most have there. */
function scalarAt(value: unknown, place: Place, habits: Habits, inFlow: boolean): string {
  return oneLine(value, typeof value === 'string' ? quotesAt(place, habits) : undefined, inFlow);
}

/** A value in one line, in the quotes that it had. */
export function scalarText(value: unknown, type: Scalar['type'], inFlow: boolean): string {
  const scalar = new Scalar(value);
  if (type?.startsWith('QUOTE')) scalar.type = type;
  if (!inFlow) return new Document(scalar).toString({ lineWidth: 0 }).trimEnd();
  const list = new YAMLSeq();
  list.flow = true;
  list.add(scalar);
  return new Document(list).toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd().slice(1, -1);
}

/** The same; older readers of YAML take these words for yes and no. */
export function oneLine(value: unknown, type: Scalar['type'], inFlow: boolean): string {
  const isWord = typeof value === 'string' && /^(?:y|n|yes|no|on|off)$/i.test(value);
  return scalarText(value, isWord && !type?.startsWith('QUOTE') ? Scalar.QUOTE_SINGLE : type, inFlow);
}

/** True if a list or table at a place stands in one line. */
function isFlowAt(place: Place, value: object, habits: Habits): boolean {
  const nodes = habits.at(place).filter(isCollection);
  if (nodes.length > 0) return isMost(nodes.filter(({ flow }) => flow).length * 2 + 1, nodes.length * 2);
  return Object.values(value).every((one) => typeof one !== 'object');
}

/** A list or table in one line. */
export function flowText(value: unknown, place: Place, habits: Habits): string {
  if (typeof value !== 'object' || value === null) return scalarAt(value, place, habits, true);
  if (Array.isArray(value)) return `[${value.map((one) => flowText(one, [...place, '*'], habits)).join(', ')}]`;
  const fields = inOrder(value, habits.order(place)).map(
    ([name, one]) => `${scalarText(name, undefined, true)}: ${flowText(one, [...place, name], habits)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

export const inOrder = (value: object, order: readonly string[]) => {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b));
};

/** `name: value` without the space before it; further lines stand `indent` and more to the right. */
export function pairText(name: string, value: unknown, place: Place, indent: number, habits: Habits): string {
  return `${scalarText(name, undefined, false)}:${valueText(value, place, indent, name.length + 2, habits)}`;
}

/** What stands behind a colon, with the space or the line before it. */
function valueText(value: unknown, place: Place, indent: number, lead: number, habits: Habits): string {
  if (typeof value !== 'object' || value === null) return ` ${scalarAt(value, place, habits, false)}`;
  const line = flowText(value, place, habits);
  const isEmpty = Object.keys(value).length === 0;
  const mayBreak = habits.at(place).some((node) => isCollection(node) && !node.flow);
  const isFlow = isFlowAt(place, value, habits) && !(mayBreak && indent + lead + line.length > WIDTH);
  if (isEmpty || isFlow) return ` ${line}`;
  const inner = ' '.repeat(indent + 2);
  return `\n${inner}${blockText(value, place, indent + 2, habits)}`;
}

/** The lines of a list or table; the first one without the space before it. */
function blockText(value: object, place: Place, indent: number, habits: Habits): string {
  const between = `\n${' '.repeat(indent)}`;
  if (Array.isArray(value))
    return value.map((one) => `- ${itemText(one, [...place, '*'], indent, habits)}`).join(between);
  return inOrder(value, habits.order(place))
    .map(([name, one]) => pairText(name, one, [...place, name], indent, habits))
    .join(between);
}

/** An entry of a list, behind its `- `, which stands at `indent`. */
export function itemText(value: unknown, place: Place, indent: number, habits: Habits): string {
  if (typeof value !== 'object' || value === null) return scalarAt(value, place, habits, false);
  if (Object.keys(value).length === 0 || isFlowAt(place, value, habits)) return flowText(value, place, habits);
  return blockText(value, place, indent + 2, habits);
}

/**
 * A text in lines, of which all but the first begin at `indent`; null if it has other spaces than such lines can hold. The
 * lines before the first change, `were`, stay.
 */
export function folded(text: string, were: readonly string[], indent: number, first: number): string | null {
  if (!/^\S+(?: \S+)*$/.test(text)) return null;
  const widest = were.map(({ length }, index) => length + (index === 0 ? first : indent));
  const width = Math.max(WIDTH, ...widest);
  const same = were.findIndex((_, index) => !text.startsWith(`${were.slice(0, index + 1).join(' ')} `));
  const lines = were.slice(0, Math.max(0, same));
  let line = '';
  for (const word of text.slice(lines.join(' ').length).trim().split(' ')) {
    const room = width - (lines.length === 0 ? first : indent);
    if (line && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
