/** Parses an MDX file into a tree, with the parser that the build uses too. */
import { type MdastNode, type MdxJsxFlowElement, type MdxJsxTextElement, mdxToMdast } from 'satteri';
import { memo, memoText } from '../../memo.ts';
import { isSeriesDrawing } from '../components.ts';

export type Node = MdastNode;
export type Element = MdxJsxFlowElement | MdxJsxTextElement;

export interface SyntaxFault {
  line: number;
  text: string;
}

/** At most this many syntax faults of one file are reported in a run. */
const MOST_SYNTAX_FAULTS = 20;

/**
 * The tree of a file, or of its body. After a syntax fault, its lines are blanked and the rest is parsed again, so that
 * one forgotten tag does not hide other faults. Nobody may change the tree, which others get too.
 */
export const parseMdx = memoText(parse);

function parse(raw: string): { root: Node; faults: SyntaxFault[] } {
  const lines = raw.replaceAll('\r', ' ').split('\n');
  const faults: SyntaxFault[] = [];
  while (faults.length < MOST_SYNTAX_FAULTS) {
    try {
      const root = mdxToMdast(lines.join('\n'));
      const deep = tooDeepLine(root);
      if (deep === null) return { root, faults };
      faults.push({ line: deep, text: `More than ${DEEPEST} quotes, lists or tags stand within each other` });
      lines[deep - 1] = '';
    } catch (error) {
      // '3:1: Expected a closing tag for `<Risks>` (1:1) (mdx-jsx:end-tag-mismatch)'
      const message = (error as Error).message.replace(/ \(mdx[\w-]*:[\w-]+\)$/, '');
      const [, line = '1', text = message] = /^(\d+):\d+: (.*)$/s.exec(message) ?? [];
      faults.push({ line: Number(line), text });
      const others = [...text.matchAll(/\((\d+):\d+\)/g)].map(([, other]) => Number(other));
      for (const number of [Number(line), ...others]) lines[number - 1] = ' '.repeat(lines[number - 1]?.length ?? 0);
    }
  }
  return { root: mdxToMdast(''), faults };
}

/** What rules and the build can walk through. A page has ten. */
const DEEPEST = 100;

/** The line of what stands within too much else; null if nothing does. */
function tooDeepLine(root: Node): number | null {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const [first] = level;
    if (depth > DEEPEST && first) return lineOfNode(first);
    level = level.flatMap(childrenOf);
  }
  return null;
}

export function childrenOf(node: Node): Node[] {
  return 'children' in node ? (node.children as Node[]) : [];
}

export interface Placed {
  node: Node;
  /** The nodes around it, outermost first */
  around: readonly Node[];
}

/** Every node of a tree, in the order of the text. */
export function walk(root: Node): Placed[] {
  const found: Placed[] = [];
  const collect = (node: Node, around: readonly Node[]) => {
    found.push({ node, around });
    const inside = [...around, node];
    for (const child of childrenOf(node)) collect(child, inside);
  };
  collect(root, []);
  return found;
}

export function isElement(node: Node): node is Element {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

export const lineOfNode = (node: Node) => node.position?.start.line ?? 1;

/** True within <Local>: only readers of the file's own locale see it, and no other locale has to have it. */
export const isInLocal = (around: readonly Node[]) =>
  around.some((outer) => isElement(outer) && outer.name === 'Local');

/** The lines of a file that its <Local> blocks take, from 1, with the blank lines after each. */
export function localLines(raw: string, root: Node): Set<number> {
  const lines = raw.split('\n');
  const taken = new Set<number>();
  for (const { node, around } of walk(root)) {
    if (!isElement(node) || node.name !== 'Local' || isInLocal(around)) continue;
    const { start, end } = node.position ?? { start: { line: 1 }, end: { line: 0 } };
    for (let line = start.line; line <= end.line; line += 1) taken.add(line);
    for (let line = end.line + 1; line <= lines.length && !lines[line - 1]?.trim(); line += 1) taken.add(line);
  }
  return taken;
}

/** A file, or its body, without its <Local> blocks: what a reader of another locale sees. */
export function withoutLocal(raw: string): string {
  if (!raw.includes('<Local')) return raw;
  const taken = localLines(raw, parseMdx(raw).root);
  return raw
    .split('\n')
    .filter((_, index) => !taken.has(index + 1))
    .join('\n');
}

/** The text of an attribute; null if it is missing or not text. */
export function attributeOf(element: Element, name: string): string | null {
  for (const attribute of element.attributes) {
    if (attribute.type === 'mdxJsxAttribute' && attribute.name === name)
      return typeof attribute.value === 'string' ? attribute.value : null;
  }
  return null;
}

/** The text of a node. A figure of facts.yml, of a series or a count becomes '0'. */
export function plainText(node: Node): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'image') return node.alt ?? '';
  if (isElement(node) && ['Fact', 'Value', 'Count'].includes(node.name ?? '') && childrenOf(node).length === 0)
    return '0';
  return childrenOf(node).map(plainText).join('');
}

/** Whether a factor is a number; any other one is the id of a fact. */
export const isNumber = (factor: string) => /^\d+(\.\d+)?$/.test(factor);

/** The factors of each product of an <Amount>, '2 × 60 × reportShare + 30': numbers and ids of facts. */
export const productsIn = (amount: string): string[][] =>
  amount.split('+').map((product) => product.split('×').map((factor) => factor.trim()));

/** The ids of facts among the factors. */
export const factsIn = (amount: string): string[] =>
  productsIn(amount)
    .flat()
    .filter((factor) => !isNumber(factor));

/** Ids in `{ }` in the summary of a drawing. */
export const idsInSummary = (summary: string) => [...summary.matchAll(/\{(\w*)\}/g)].map(([, id = '']) => id);

export interface Marks {
  /** Ids that <Term> marks, each once, in order */
  terms: string[];
  /** Ids of the figures shown: of <Fact>, of <FactLedger>, of <Amount>, and `{id}` in a summary; each once, in order */
  facts: string[];
  /** Ids of the facts whose documents <Sources> lists */
  sources: string[];
  /** Site paths that links lead to */
  links: string[];
  /** Ids of the offers of which <Offer /> and <Offers> show what the table says */
  offers: string[];
  /** What <Operator> shows, and how many sections (##) begin before it */
  operator: { show: string; sections: number }[];
  /** Reading time at 230 English words or 500 CJK characters a minute, at least 1; words of addresses count */
  minutes: number;
}

/** What a page needs to know about its own body. Cached for each body. */
export const marksOf = memo((body: string): Marks => {
  const terms = new Set<string>();
  const facts = new Set<string>();
  const sources = new Set<string>();
  const links: string[] = [];
  const offers: string[] = [];
  const operator: Marks['operator'] = [];
  let sections = 0;
  let text = '';
  for (const { node } of walk(parseMdx(body).root)) {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') text += ` ${node.value}`;
    if (node.type === 'link') {
      links.push(node.url);
      text += ` ${node.url}`;
    }
    if (node.type === 'heading' && node.depth === 2) sections += 1;
    if (!isElement(node)) continue;
    if (node.name === 'Operator') operator.push({ show: attributeOf(node, 'show') ?? '', sections });
    const [id, ids, summary] = ['id', 'ids', 'summary'].map((name) => attributeOf(node, name) ?? '');
    if (node.name === 'Term' && id) terms.add(id);
    if (node.name === 'Offers') offers.push(...(ids ?? '').split(/\s+/));
    if (node.name === 'Offer' && node.children.length === 0) offers.push(...(id ?? '').split(/\s+/));
    // In the summary of a drawing of a series, { } holds its own values.
    const inSummary = isSeriesDrawing(attributeOf(node, 'name') ?? '') ? [] : idsInSummary(summary ?? '');
    const inAmount = node.name === 'Amount' ? factsIn(attributeOf(node, 'of') ?? '') : [];
    const inLedger = node.name === 'FactLedger' ? (ids ?? '').split(/\s+/) : [];
    const shown = [node.name === 'Fact' ? id : '', ...inLedger, ...inAmount, ...inSummary];
    for (const fact of shown) if (fact) facts.add(fact);
    if (node.name === 'Sources')
      for (const fact of (attributeOf(node, 'facts') ?? '').split(/\s+/)) if (fact) sources.add(fact);
  }
  return {
    terms: [...terms],
    facts: [...facts],
    sources: [...sources],
    links,
    offers,
    operator,
    minutes: readingMinutes(text),
  };
});

function readingMinutes(text: string): number {
  const cjk = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\d]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(cjk / 500 + words / 230));
}
