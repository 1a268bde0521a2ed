/** The words within a block as Markdown. */
import { DomUtils, type parseDocument } from 'htmlparser2';

export type Node = ReturnType<typeof parseDocument>['children'][number];
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const MARKS = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
]);
const BLOCKS = new Set(
  [
    'address article aside astro-island blockquote details div dl dt dd figcaption',
    'fieldset figure footer h1 h2 h3 h4 h5 h6 header hr',
    'li main ol output p pre section summary table ul',
  ].flatMap((names) => names.split(' ')),
);
/** What styles set apart from the words before, wherever it is; authors write `strong` instead. */
const APART_ALWAYS = new Set(['b', 'small']);
/** Between what a page has beside each other by its style alone */
export const APART = ' · ';

export const isTag = (node: Node): node is Element => 'attribs' in node;
export const isText = (node: Node) => node.type === 'text';
/** Labels are within a line, but those of tabs, which have what they choose behind them. */
export const isBlock = (node: Node): node is Element =>
  isTag(node) &&
  (BLOCKS.has(node.name) ||
    (node.name === 'label' && isTag(node.parent as Node) && hasClass(node.parent as Element, 'tabs')));
export const hasClass = ({ attribs }: Element, name: string) => (attribs.class ?? '').split(/\s+/).includes(name);

/**
 * What stands in a line. `page`: the absolute address to which links are relative. `isMarked`: the line is set off as a
 * whole, so nothing in it is.
 */
export function inline(nodes: readonly Node[], page: string, isMarked = false): string {
  const pieces = nodes.map((node) => ({ node, text: textOf(node, page, isMarked), mark: markOf(node, isMarked) }));
  const shown = pieces.filter(({ text }) => text !== '');
  // Otherwise words that a style sets apart, such as the facts of an article, would be one.
  const areApart = shown.length > 1 && !nodes.some((node) => !isTag(node) && DomUtils.textContent(node).trim() !== '');
  let line = '';
  for (const [at, { node, text, mark }] of shown.entries()) {
    const before = shown[at - 1]?.node;
    if (before && isApart(before, node, areApart) && !/\s$/.test(line) && !/^[\s\p{Pe}\p{Pf}\p{Po}]/u.test(text))
      line += APART;
    line += mark ? emphasized(text, mark, line.at(-1), shown[at + 1]?.text[0]) : text;
  }
  return line.replace(/\s+/g, ' ');
}

/** `ofStyle`: their parent has no words of its own between them. A phrase only says where a heading may be broken. */
function isApart(before: Node, node: Node, ofStyle: boolean): boolean {
  if (!isTag(node) || !isTag(before))
    return isTag(node) && APART_ALWAYS.has(node.name) && /[\p{L}\p{N}%]$/u.test(DomUtils.textContent(before));
  return (ofStyle || isBlock(node) || isBlock(before)) && !hasClass(node, 'phrase');
}

const markOf = (node: Node, isMarked: boolean) =>
  isMarked || !isTag(node) || node.attribs.role === 'img' ? undefined : MARKS.get(node.name);

function textOf(node: Node, page: string, isMarked: boolean): string {
  if (!isTag(node)) return isText(node) ? escaped(DomUtils.textContent(node)) : '';
  const { name, attribs, children } = node;
  if (attribs.role === 'img') return escaped(attribs['aria-label'] ?? '');
  if (name === 'br') return ' ';
  if (name === 'code') return codeOf(DomUtils.textContent(node));
  // In a sentence, such as the price of an example that a reader can change
  if (name === 'input') return /^(number|text)$/.test(attribs.type ?? '') ? escaped(attribs.value ?? '') : '';
  const text = inline(children, page, isMarked || MARKS.has(name));
  // The addresses of places within this page lead nowhere in its Markdown.
  if (name !== 'a' || !attribs.href || attribs.href.startsWith('#') || text.trim() === '') return text;
  return `[${text.trim()}](${new URL(attribs.href, page).href.replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)})`;
}

/** Escapes what Markdown would read as its own. */
export const escaped = (text: string) => text.replace(/[\\`*_[\]]|<(?=[a-z/!?])|&(?=#?\w+;)|~(?=~)/gi, '\\$&');

/** A line that Markdown would read as the beginning of another block, escaped. */
export const startEscaped = (line: string) =>
  line.replace(
    /^(?:([#>|]|[-+](?= |$)|-(?=--)|=|~(?=~~))|(\d{1,9})([.)](?= |$)))/,
    (_, sign, number = '', after = sign) => `${number}\\${after}`,
  );

/** Code between as many backticks as are not in it. */
export function codeOf(text: string): string {
  if (text === '') return '';
  const runs = (text.match(/`+/g) ?? []).map(({ length }) => length);
  const ticks = '`'.repeat(Math.max(0, ...runs) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return ticks + space + text.replace(/\s+/g, ' ') + space + ticks;
}

/**
 * Words between marks, where a reader of Markdown takes them for marks: not if a mark is between punctuation on its inner and a
 * letter on its outer side (CommonMark 6.2), as in Chinese and Japanese, which have no spaces: `**「語」**は` is not
 * bold, `「**語**」は` is. `before` and `after`: the letters around the words.
 */
export function emphasized(text: string, mark: string, before?: string, after?: string): string {
  const [, lead = '', words = '', trail = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  const [, start = '', core = '', end = ''] = /^([\p{P}\p{S}\s]*)(.*?)([\p{P}\p{S}\s]*)$/su.exec(words) ?? [];
  if (core === '') return text;
  const isSafe = (outer: string | undefined) => outer === undefined || /[\p{P}\p{S}\s]/u.test(outer);
  const [out, open] = isSafe(lead.at(-1) ?? before) ? ['', start] : [start, ''];
  const [close, behind] = isSafe(trail[0] ?? after) ? [end, ''] : ['', end];
  // A link or an escaped sign that begins or ends there would be cut.
  if (/[[\]()`\\*<>]/.test(out + behind)) return text;
  return `${lead}${out}${mark}${open}${core}${close}${mark}${behind}${trail}`;
}
