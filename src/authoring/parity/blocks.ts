/** Takes a page apart into the blocks that its translations have too: paragraphs, items, rows, figures, fields. */

import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { COMPONENTS } from '../components.ts';
import {
  attributeOf,
  childrenOf,
  type Element,
  isElement,
  isInLocal,
  lineOfNode,
  type Node,
  type Placed,
} from '../reading/mdx.ts';
import { actionsOf, OBJECT, type Page, pointsOf } from '../reading/passages.ts';
import { sharedHeadings } from '../reading/sections.ts';

export interface Block {
  locale: Locale;
  /** 'paragraph', 'item', 'row of 4', 'Figure pip': a translation has the same kinds in the same order */
  kind: string;
  line: number;
  /** What readers see, without figures of facts.yml; for a row its cells */
  texts: string[];
  /** Ids and targets, as written: '<Fact id="products" />', '/service/forex' */
  ids: string[];
}

export interface BlockSection {
  /** Fragment and heading in the file; both '' for the opening */
  id: string;
  heading: string;
  line: number;
  blocks: Block[];
  /** Ids in its <Local> blocks, which are not compared */
  local: string[];
}

/** Tags that only surround what readers see: their content has a kind of its own. */
const AROUND = new Map([
  ['Risks', 'risk'],
  ['Steps', 'step'],
  ['Checklist', 'thing to prepare'],
  ['Note', 'note'],
]);

/** The `##` and `###` headings that every language has. */
export const headingsOfPage = ({ nodes: [root] }: Page) => (root ? sharedHeadings(root.node) : []);

/** The sections of a page in its blocks, without what only its locale has (<Local>). */
export function blockSections(page: Page): BlockSection[] {
  const headings = headingsOfPage(page).filter(({ depth }) => depth === 2);
  const sections = [{ id: '', heading: '', line: 1 }, ...headings].map(
    ({ id, heading, line }): BlockSection => ({ id, heading, line, blocks: [], local: [] }),
  );
  const blockOf = new Map<Node, Block>();
  sections[0]?.blocks.push(...fieldsOf(page));
  for (const placed of page.nodes) {
    const { node, around } = placed;
    const section = sections.findLast(({ line }) => line <= lineOfNode(node)) ?? sections[0];
    if (isInLocal(around)) {
      section?.local.push(...idsOf(node));
      continue;
    }
    const kind = kindOf(placed);
    if (kind) {
      const block: Block = { locale: page.locale, kind, line: lineOfNode(node), texts: [], ids: [] };
      blockOf.set(node, block);
      section?.blocks.push(block);
    }
    const block = blockOf.get(node) ?? blockOf.get(around.findLast((outer) => blockOf.has(outer)) ?? node);
    if (!block) continue;
    block.ids.push(...idsOf(node));
    const text = placed.passages.map((passage) => passage.text).join('\n');
    if (node.type === 'tableCell') block.texts.push(text);
    else if (text && !around.some(({ type }) => type === 'tableCell')) block.texts.push(text);
  }
  return sections;
}

/** Fields that a translation repeats. */
const REPEATED = ['level', 'date', 'house', 'topic', 'asked', 'related'];

function fieldsOf({ locale, frontMatter, lineOf, ...page }: Page): Block[] {
  const fields = ['title', 'heading', 'description', 'lead'].flatMap((field): Block[] => {
    const text = lookUp(frontMatter, field);
    if (typeof text !== 'string') return [];
    return [{ locale, kind: field, line: lineOf([field]), texts: [text], ids: [] }];
  });
  const points = pointsOf({ frontMatter, lineOf, ...page }).map((text, at): Block => {
    return { locale, kind: 'point', line: lineOf(['points', at]), texts: [String(text)], ids: [] };
  });
  const actions = actionsOf({ frontMatter, lineOf, ...page }).map(({ text, href }, at): Block => {
    return { locale, kind: 'action', line: lineOf(['actions', at]), texts: [String(text)], ids: [String(href)] };
  });
  const repeated = REPEATED.flatMap((field) => {
    const value = lookUp(frontMatter, field);
    return value === undefined ? [] : [`${field}: ${JSON.stringify(value)}`];
  });
  return [...fields, ...points, ...actions, { locale, kind: 'front matter', line: 1, texts: [], ids: repeated }];
}

/** The kind of the block that a node begins; null if it is a part of one. */
function kindOf({ node, around }: Placed): string | null {
  const outer = around.findLast((node) => isElement(node) && AROUND.has(node.name ?? ''));
  const inTag = outer && isElement(outer) ? (AROUND.get(outer.name ?? '') ?? null) : null;
  if (node.type === 'heading') return node.depth === 2 ? 'heading' : 'smaller heading';
  if (node.type === 'listItem') {
    const list = around.at(-1);
    return inTag ?? (list?.type === 'list' && list.ordered ? 'step' : 'item');
  }
  if (node.type === 'tableRow') return `row of ${childrenOf(node).length}`;
  if (node.type === 'code') return 'code';
  if (node.type === 'paragraph') {
    const item = around.findLast(({ type }) => type === 'listItem');
    if (item) return childrenOf(item)[0] === node ? null : 'paragraph';
    return inTag ?? 'paragraph';
  }
  if (!isElement(node) || node.type === 'mdxJsxTextElement') return null;
  const name = node.name ?? '';
  return name === 'Local' || AROUND.has(name) ? null : name;
}

/** The ids of a node that a translation repeats. */
function idsOf(node: Node): string[] {
  if (node.type === 'link' || node.type === 'image') return [node.url];
  if (node.type === 'inlineCode') return [`\`${node.value}\``];
  if (!isElement(node) || node.name === 'Local') return [];
  const attributes = lookUp(COMPONENTS, node.name ?? '')?.attributes;
  return attributes ? [tagOf(node, attributes)] : [];
}

function tagOf(element: Element, attributes: Readonly<Record<string, string>>): string {
  const ids = Object.entries(attributes).flatMap(([name, holds]) => {
    const written = attributeOf(element, name);
    if (written === null || holds === 'words') return [];
    if (holds !== 'summary') return [` ${name}="${written}"`];
    const values = [...new Set(written.match(/\{\w+\}/g))].sort();
    return values.length > 0 ? [` ${name}="${values.join(' ')}"`] : [];
  });
  return `<${element.name}${ids.join('')} />`;
}

/** The words of a block on one line. */
export const shownText = ({ texts, ids }: Block) =>
  texts.join(' | ').replaceAll(OBJECT, '…').replaceAll('\n', ' ').trim() || ids.join(' ');
