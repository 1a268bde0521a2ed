/** An MDX body as a tree, and as the texts a reader meets, each character with its place in the file. */
import { type MdastNode, type MdxJsxFlowElement, type MdxJsxTextElement, mdxToMdast } from 'satteri';
import type { Report } from '../../catalogue/problem.ts';

export type Node = MdastNode;
export type Element = MdxJsxFlowElement | MdxJsxTextElement;

/** Of one file; more faults of syntax than this are told another time. */
const MOST_SYNTAX_FAULTS = 20;

/**
 * The tree of a file. A fault of syntax is reported, its lines are blanked, and what is left is read on, so that one
 * forgotten tag hides nothing else.
 */
export function parseMdx(raw: string, report: Report): Node {
  const lines = raw.replaceAll('\r', ' ').split('\n');
  for (let count = 0; count < MOST_SYNTAX_FAULTS; count += 1) {
    try {
      return mdxToMdast(lines.join('\n'));
    } catch (error) {
      const message = (error as Error).message.replace(/ \(mdx[\w-]*:[\w-]+\)$/, '');
      const [, line = '1', , text = message] = /^(\d+):(\d+): (.*)$/s.exec(message) ?? [];
      report(Number(line), 'markup', text, 'every tag closed, every < and { part of a component', syntaxRemedy(text));
      const others = [...text.matchAll(/\((\d+):\d+\)/g)].map(([, other]) => Number(other));
      for (const one of [Number(line), ...others]) lines[one - 1] = ' '.repeat(lines[one - 1]?.length ?? 0);
    }
  }
  return mdxToMdast('');
}

function syntaxRemedy(text: string): string {
  const [, open] = /closing tag for `<(\w*)>`/.exec(text) ?? [];
  if (open && /^Expected/.test(text)) return `write </${open}> where it ends, or <${open} … /> if it holds nothing`;
  if (open) return `write </${open}>`;
  if (/comment/.test(text)) return 'remove the comment, or write {/* … */}';
  return 'write “less than” in words, a value between quotation marks, and no { } in text';
}

export function childrenOf(node: Node): Node[] {
  return 'children' in node ? (node.children as Node[]) : [];
}

/** Every node with the nodes around it, outermost first. */
export function* walk(node: Node, around: readonly Node[] = []): Generator<{ node: Node; around: readonly Node[] }> {
  yield { node, around };
  for (const child of childrenOf(node)) yield* walk(child, [...around, node]);
}

export function isElement(node: Node): node is Element {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

export const startOf = (node: Node) => node.position?.start.offset ?? 0;
export const lineOfNode = (node: Node) => node.position?.start.line ?? 1;

/** The words of an attribute; null where it is missing or is no text. */
export function attributeOf(element: Element, name: string): string | null {
  for (const one of element.attributes) {
    if (one.type === 'mdxJsxAttribute' && one.name === name) return typeof one.value === 'string' ? one.value : null;
  }
  return null;
}

/** Line on which an attribute stands; an element may run over several. */
export function lineOfAttribute(element: Element, name: string, raw: string): number {
  const start = startOf(element);
  const at = raw.slice(start, element.position?.end.offset).search(new RegExp(`\\s${name}\\s*=`));
  return lineOfNode(element) + (at < 0 ? 0 : raw.slice(start, start + at + 1).split('\n').length - 1);
}

/** Text that a reader meets in one piece: a paragraph, a heading, a cell, an attribute, a value of front matter. */
export interface Passage {
  text: string;
  /** Line of each character */
  lineAt: (index: number) => number;
  /** Part of the page's own running text, and no attribute or message */
  running: boolean;
}

/** Stands for what is no text in a passage: a figure of facts.yml, code, the value of a message. */
export const OBJECT = '\uFFFC';

const INLINE = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'link',
  'linkReference',
  'image',
  'break',
  'mdxJsxTextElement',
]);

/** The passages of a tree, attributes that are read among them. */
export function passages(root: Node, raw: string, readAttributes: (element: Element) => string[]): Passage[] {
  const found: Passage[] = [];
  for (const { node, around } of walk(root)) {
    if (isElement(node)) {
      for (const name of readAttributes(node)) {
        // {products} in a summary is a figure of facts.yml, one character as <Fact> is in running text.
        const text = attributeOf(node, name)?.replace(/\{\w+\}/g, OBJECT);
        const line = lineOfAttribute(node, name, raw);
        if (text) found.push({ text, running: false, lineAt: (at) => line + text.slice(0, at).split('\n').length - 1 });
      }
    }
    const children = childrenOf(node);
    if (INLINE.has(node.type) && around.some((outer) => childrenOf(outer).some(({ type }) => type === 'text')))
      continue;
    if (children.some(({ type }) => INLINE.has(type))) found.push(passageOf(node));
  }
  return found;
}

function passageOf(block: Node): Passage {
  let text = '';
  const lines: number[] = [];
  const add = (value: string, line: number) => {
    for (const character of value.split('')) {
      lines.push(line);
      if (character === '\n') line += 1;
    }
    text += value;
  };
  const collect = (node: Node) => {
    if (node.type === 'text') add(node.value, lineOfNode(node));
    else if (node.type === 'break') add('\n', lineOfNode(node));
    else if (node.type === 'inlineCode' || node.type === 'image') add(OBJECT, lineOfNode(node));
    else if (isElement(node) && childrenOf(node).length === 0) add(OBJECT, lineOfNode(node));
    else for (const child of childrenOf(node)) collect(child);
  };
  for (const child of childrenOf(block)) if (INLINE.has(child.type)) collect(child);
  return { text, running: true, lineAt: (at) => lines[at] ?? lines.at(-1) ?? lineOfNode(block) };
}
