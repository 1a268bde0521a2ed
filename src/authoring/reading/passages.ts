/** Reads one MDX file for the content rules, with the passages of text that readers see. */
import { parseSource, type Source } from '../../catalogue/content.ts';
import type { Mending } from '../../catalogue/problem.ts';
import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { contentPath, ROUTES, type Route } from '../../routes.ts';
import { COMPONENTS } from '../components.ts';
import {
  attributeOf,
  childrenOf,
  type Element,
  isElement,
  lineOfNode,
  type Node,
  type Placed,
  parseMdx,
  type SyntaxFault,
  walk,
} from './mdx.ts';

export interface ContentFile {
  /** The path in reports */
  file: string;
  locale: Locale;
  /** Relative to the locale's folder, without .mdx: 'pages/service/bonds' */
  name: string;
  raw: string;
}

export interface Page extends ContentFile, Source {
  /** The route that shows it; news and notices have none */
  route: Route | undefined;
  nodes: (Placed & { passages: Passage[] })[];
  syntaxFaults: SyntaxFault[];
  passages: Passage[];
}

/** One piece of text that readers see: a paragraph, a heading, a cell, an attribute, a value of front matter. */
export interface Passage {
  text: string;
  /** The line of the character at an index */
  lineAt: (index: number) => number;
  /** The place in the file of the character at an index; undefined if the file does not write it as it is here */
  placeAt: (index: number) => number | undefined;
}

/** The change of a piece of a passage into other text; undefined if the file does not write the piece as it is here. */
export function mendingOf({ placeAt }: Passage, index: number, length: number, text: string): Mending | undefined {
  const [start, last] = [placeAt(index), placeAt(index + length - 1)];
  return start === undefined || last !== start + length - 1 ? undefined : { start, end: start + length, text };
}

/** `placeAt` of a passage that lies between two places of a file: by the words around, if they are there only once. */
export function placesIn(raw: string, start: number, end: number, text: string): Passage['placeAt'] {
  return (index) => {
    const from = text.lastIndexOf(OBJECT, index) + 1;
    const to = text.indexOf(OBJECT, index);
    const words = text.slice(from, to < 0 ? undefined : to);
    const written = raw.slice(start, end);
    const at = written.indexOf(words);
    return at < 0 || written.includes(words, at + 1) ? undefined : start + at + index - from;
  };
}

/** Replaces what is not text in a passage: a figure of facts.yml, code, the value of a message. */
export const OBJECT = '\uFFFC';

export function readPage(content: ContentFile, routes: readonly Route[] = ROUTES): Page {
  const { name, raw } = content;
  const source = parseSource(raw);
  const { root, faults } = parseMdx(raw);
  const nodes = walk(root).map((placed) => ({ ...placed, passages: passagesOfNode(placed, raw) }));
  return {
    ...content,
    ...source,
    route: routes.find((route) => !route.shows && name === `pages/${contentPath(route)}`),
    nodes,
    syntaxFaults: faults,
    passages: [...passagesOfFrontMatter(source, raw), ...nodes.flatMap(({ passages }) => passages)],
  };
}

/** The entries of `actions` in the front matter, as written. */
export function actionsOf({ frontMatter: { actions } }: Source): { text?: unknown; href?: unknown }[] {
  return Array.isArray(actions) ? actions.map(Object) : [];
}

/** The entries of `points` in the front matter, as written. */
export function pointsOf({ frontMatter: { points } }: Source): unknown[] {
  return Array.isArray(points) ? points : [];
}

export function passagesOfFrontMatter(source: Source, raw: string): Passage[] {
  const values = ['title', 'heading', 'description', 'lead'].map((field) => ({
    path: [field],
    text: lookUp(source.frontMatter, field),
  }));
  const points = pointsOf(source).map((text, index) => ({ path: ['points', index], text }));
  const actions = actionsOf(source).map(({ text }, index) => ({ path: ['actions', index, 'text'], text }));
  return [...values, ...points, ...actions].flatMap(({ path, text }) =>
    typeof text === 'string'
      ? [{ text, lineAt: () => source.lineOf(path), placeAt: placesIn(raw, ...source.rangeOf(path), text) }]
      : [],
  );
}

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
  'mdxTextExpression',
]);

/** The passages of a node itself; those of the nodes in it are their own. */
function passagesOfNode({ node, around }: Placed, raw: string): Passage[] {
  const found = isElement(node) ? passagesOfAttributes(node, raw) : [];
  const isPart = INLINE.has(node.type) && around.some((outer) => childrenOf(outer).some(({ type }) => type === 'text'));
  if (!isPart && childrenOf(node).some(({ type }) => INLINE.has(type))) found.push(passageOf(node, raw));
  return found;
}

function passagesOfAttributes(element: Element, raw: string): Passage[] {
  const { attributes } = lookUp(COMPONENTS, element.name ?? '') ?? { attributes: {} };
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value !== 'words' && value !== 'summary') return [];
    // {products} in a summary is a figure of facts.yml: one character, like <Fact> in running text.
    const text = attributeOf(element, name)?.replace(/\{\w+\}/g, OBJECT);
    const { start, end } = element.position ?? {};
    return text
      ? [
          {
            text,
            lineAt: (at: number) => lineOfAttribute(element, name, raw) + text.slice(0, at).split('\n').length - 1,
            placeAt: placesIn(raw, start?.offset ?? 0, end?.offset ?? 0, text),
          },
        ]
      : [];
  });
}

/** The line of an attribute; an element may span several lines. */
export function lineOfAttribute(element: Element, name: string, raw: string): number {
  const lines = raw.slice(element.position?.start.offset, element.position?.end.offset).split('\n');
  return (
    lineOfNode(element) +
    Math.max(
      0,
      lines.findIndex((line) => line.includes(`${name}=`)),
    )
  );
}

function passageOf(block: Node, raw: string): Passage {
  let text = '';
  const pieces: { start: number; line: number; place: number | undefined }[] = [];
  const add = (value: string, line: number, place?: number) => {
    pieces.push({ start: text.length, line, place });
    text += value;
  };
  const collect = (node: Node) => {
    if (node.type === 'text') {
      const { start, end } = node.position ?? {};
      const isAsWritten = raw.slice(start?.offset, end?.offset) === node.value;
      add(node.value, lineOfNode(node), isAsWritten ? start?.offset : undefined);
    } else if (isElement(node) && node.name === 'span' && attributeOf(node, 'lang')) {
      add(OBJECT, lineOfNode(node)); // The words of another language
    } else if (node.type === 'break') add('\n', lineOfNode(node));
    else if (node.type === 'inlineCode' || node.type === 'image') add(OBJECT, lineOfNode(node));
    else if (node.type === 'link' && childrenOf(node).length === 0) add(OBJECT, lineOfNode(node));
    else if (node.type === 'mdxTextExpression') add(OBJECT, lineOfNode(node));
    else if (isElement(node) && childrenOf(node).length === 0) add(OBJECT, lineOfNode(node));
    else for (const child of childrenOf(node)) collect(child);
  };
  for (const child of childrenOf(block)) if (INLINE.has(child.type)) collect(child);
  const pieceAt = (at: number) => pieces.findLast(({ start }) => start <= at);
  return {
    text,
    lineAt: (index) => {
      const at = Math.min(index, text.length - 1);
      const piece = pieceAt(at);
      return piece ? piece.line + text.slice(piece.start, at).split('\n').length - 1 : lineOfNode(block);
    },
    placeAt: (at) => {
      const { start = 0, place } = (at < text.length && pieceAt(at)) || {};
      return place === undefined ? undefined : place + at - start;
    },
  };
}

/** A piece of a passage around a fault, for a report. */
export function around(text: string, index: number, length: number): string {
  return `‘${text
    .slice(Math.max(0, index - 6), index + length + 6)
    .replaceAll(OBJECT, '…')
    .replaceAll('\n', '⏎')}’`;
}
