/** The pieces of an MDX file that translators write, each with its place, so that it can be replaced alone. */
import { isMap, isScalar, isSeq, parse, parseDocument, Scalar } from 'yaml';
import { lookUp } from '../../lookUp.ts';
import { COMPONENTS } from '../components.ts';
import {
  childrenOf,
  type Element,
  isElement,
  isInLocal,
  lineOfNode,
  type Node,
  parseMdx,
  walk,
} from '../reading/mdx.ts';
import { TRANSLATED_FIELDS } from '../reading/sections.ts';

/** Markup within a text that translators leave as it is: code to show, or a tag around words. */
export interface Code {
  id: string;
  /** As written; `close` is empty if it is around nothing */
  open: string;
  close: string;
  /** Null if it is around nothing */
  inside: Inline[] | null;
}
export type Inline = string | Code;

export interface Unit {
  /** What it is and where: 'Ledger/table/tableRow/tableCell', 'Figure@summary', 'title' */
  kind: string;
  /** Place in the file */
  from: number;
  to: number;
  /** Line on which it begins, from 1 */
  line: number;
  content: Inline[];
  /** A value of the front matter: one line of words without tags */
  isField: boolean;
  /** Makes the text of the file from new words */
  write: (content: readonly Inline[]) => string;
}

/** The text with its markup as written. */
export const rawOf = (content: readonly Inline[]): string =>
  content
    .map((inline) => (typeof inline === 'string' ? inline : inline.open + rawOf(inline.inside ?? []) + inline.close))
    .join('');

/** Every piece of markup in a text, also within others. */
export const codesOf = (content: readonly Inline[]): Code[] =>
  content.flatMap((inline) => (typeof inline === 'string' ? [] : [inline, ...codesOf(inline.inside ?? [])]));

/** The units of a file, without those of its <Local> blocks, in the order of the file. */
export function unitsOf(raw: string): Unit[] {
  return [...frontMatterUnits(raw), ...bodyUnits(raw)];
}

function frontMatterUnits(raw: string): Unit[] {
  const start = raw.indexOf('\n') + 1;
  const end = raw.indexOf('\n---', start - 1);
  if (!raw.startsWith('---') || end < 0) return [];
  const { contents } = parseDocument(raw.slice(start, end + 1));
  const units: Unit[] = [];
  const add = (kind: string, scalar: unknown) => {
    if (!isScalar(scalar) || typeof scalar.value !== 'string' || !scalar.range) return;
    const [from, to] = [start + scalar.range[0], start + scalar.range[1]];
    const { value } = scalar;
    const written = raw.slice(from, to);
    const write = (content: readonly Inline[]) => (rawOf(content) === value ? written : asYaml(rawOf(content), scalar));
    units.push({ kind, from, to, line: lineAt(raw, from), content: [value], isField: true, write });
  };
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    const field = String(key);
    if (!TRANSLATED_FIELDS.includes(field)) continue;
    add(field, value);
    const items = isSeq(value) ? value.items : [];
    for (const [index, item] of items.entries())
      add(`${field}/${index + 1}`, isMap(item) ? item.get('text', true) : item);
  }
  return units;
}

/** Plain if it was and can be, else between quotation marks. */
function asYaml(text: string, { type }: Scalar): string {
  const isPlain =
    type === Scalar.PLAIN && !text.includes('\n') && !/[\]},[{]/.test(text) && isSame(() => parse(`k: ${text}`), text);
  return isPlain ? text : JSON.stringify(text);
}

function isSame(read: () => unknown, text: string): boolean {
  try {
    return (read() as { k: unknown }).k === text;
  } catch {
    return false;
  }
}

const lineAt = (raw: string, offset: number) => raw.slice(0, offset).split('\n').length;
const startOf = (node: Node) => node.position?.start.offset ?? 0;
const endOf = (node: Node) => node.position?.end.offset ?? 0;

/** Attributes of a component that hold words. */
function wordAttributes(node: Node): string[] {
  if (!isElement(node)) return [];
  const { attributes } = lookUp(COMPONENTS, node.name ?? '') ?? { attributes: {} };
  return Object.entries(attributes).flatMap(([name, value]) =>
    value === 'words' || value === 'summary' ? [name] : [],
  );
}

const INLINE = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'link',
  'image',
  'break',
  'mdxJsxTextElement',
  'mdxTextExpression',
  'html',
]);
const isInline = (node: Node) => INLINE.has(node.type) && wordAttributes(node).length === 0;

function bodyUnits(raw: string): Unit[] {
  const units: Unit[] = [];
  for (const { node, around } of walk(parseMdx(raw).root)) {
    if (isInLocal([...around, node])) continue;
    const path = [...around.slice(1), node].map((node) => (isElement(node) ? (node.name ?? '') : node.type));
    const kind = path.join('/');
    for (const name of wordAttributes(node)) {
      const unit = attributeUnit(raw, node as Element, name, `${kind}@${name}`);
      if (unit) units.push(unit);
    }
    const inline = childrenOf(node).filter(isInline);
    if (inline.length === 0 || inline.length < childrenOf(node).length || isInline(node)) continue;
    if (!inline.some((child) => hasWords(child))) continue;
    const [first, last] = [inline[0] as Node, inline.at(-1) as Node];
    const [from, to] = [startOf(first), endOf(last)];
    const next = counter();
    const content = inline.flatMap((child) => inlineOf(child, raw, next));
    units.push({ kind, from, to, line: lineOfNode(first), content: joined(content), isField: false, write: rawOf });
  }
  return units.sort((a, b) => a.from - b.from);
}

/** True if a translator has something to write: a figure alone is the same in every language. */
const hasWords = (node: Node): boolean =>
  node.type === 'text' ? node.value.trim() !== '' : childrenOf(node).some(hasWords);

function counter(): () => string {
  let count = 0;
  return () => String(++count);
}

function inlineOf(node: Node, raw: string, next: () => string): Inline[] {
  const written = raw.slice(startOf(node), endOf(node));
  if (node.type === 'text') return [written];
  const id = next();
  const inside = childrenOf(node);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return [{ id, open: written, close: '', inside: null }];
  return [
    {
      id,
      open: raw.slice(startOf(node), startOf(first)),
      close: raw.slice(endOf(last), endOf(node)),
      inside: joined(inside.flatMap((child) => inlineOf(child, raw, next))),
    },
  ];
}

/** Neighbouring texts become one. */
export function joined(content: readonly Inline[]): Inline[] {
  const all: Inline[] = [];
  for (const inline of content) {
    const last = all.at(-1);
    if (typeof inline === 'string' && typeof last === 'string') all[all.length - 1] = last + inline;
    else if (inline !== '') all.push(inline);
  }
  return all;
}

function attributeUnit(raw: string, element: Element, name: string, kind: string): Unit | null {
  const first = element.children[0] as Node | undefined;
  const tag = raw.slice(startOf(element), first ? startOf(first) : endOf(element));
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  if (!found?.[1]) return null;
  const from = startOf(element) + found.index + found[0].length - 1 - found[1].length;
  const next = counter();
  // {products} in a summary is a figure of facts.yml.
  const content = found[1]
    .split(/(\{\w+\})/)
    .map((text, index): Inline => (index % 2 === 0 ? text : { id: next(), open: text, close: '', inside: null }));
  return {
    kind,
    from,
    to: from + found[1].length,
    line: lineAt(raw, from),
    content: joined(content),
    isField: false,
    write: rawOf,
  };
}

/** The file with other words in these units. */
export function replaceUnits(raw: string, changes: readonly { unit: Unit; content: readonly Inline[] }[]): string {
  return [...changes]
    .sort((a, b) => b.unit.from - a.unit.from)
    .reduce((text, { unit, content }) => text.slice(0, unit.from) + unit.write(content) + text.slice(unit.to), raw);
}
