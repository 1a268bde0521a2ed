/**
 * A built page as Markdown (CommonMark with the tables of GitHub), in the words that a reader without script sees. It is made
 * from the rendered page, because only there facts, values and terms are filled in, whatever component does it.
 */
import { DomUtils, parseDocument } from 'htmlparser2';
import {
  APART,
  type Element,
  emphasized,
  hasClass,
  inline,
  isBlock,
  isTag,
  isText,
  type Node,
  startEscaped,
} from './inline.ts';

interface Options {
  /** The absolute address of the page, to which its links are relative */
  address: string;
  /** The tables of figures, as Markdown, by their ids on the page of tables, to which figures link */
  tables?: ReadonlyMap<string, string>;
}

/** What has no words of the page: drawings, navigation, and what does something only in a browser. */
const UNREAD = new Set([
  'script',
  'style',
  'link',
  'template',
  'svg',
  'nav',
  'dialog',
  'wbr',
  'form',
  'search',
  'button',
  'select',
  'textarea',
]);
/** What only readers with script see (`html:not(.js)` in the styles), only with a mouse, or only on paper or phones. */
const UNREAD_CLASSES = [
  'unseen',
  'day-all',
  'live',
  'now',
  'changes',
  'exchanges-legend',
  'exchanges-now',
  'feed-state',
  'account-loading',
  'ask-own',
  'code-copy',
  'console',
  'setting-said',
  'market-choice',
  'market-more',
  'market-hint',
];
const TABLES = /\/service\/tables#(\w+)$/;
const MORE_THAN_A_LINE = /^(- |\d+\. |#|```|\||>)/;

/** The main element of a page as Markdown. Throws if there is none. */
export function pageMarkdown(html: string, options: Options): string {
  return `${blocksIn(mainOf(html).children, options).join('\n\n')}\n`;
}

/** The tables of a page as Markdown, by the ids of the headings above them. */
export function tablesOf(html: string, address: string): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  let id = '';
  for (const element of DomUtils.getElementsByTagName((name) => name === 'h2' || name === 'table', mainOf(html))) {
    if (element.name === 'h2') id = element.attribs.id ?? '';
    else tables.set(id, tableOf(element, { address }));
  }
  return tables;
}

function mainOf(html: string): Element {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const [element] = DomUtils.getElementsByTagName('main', parseDocument(main).children);
  if (!element) throw new Error('The page has no main element.');
  removeUnread(element);
  return element;
}

function removeUnread(element: Element): void {
  element.children = element.children.filter((node) => isText(node) || (isTag(node) && !isUnread(node)));
  for (const node of element.children) if (isTag(node)) removeUnread(node);
}

function isUnread(element: Element): boolean {
  const { name, attribs, parent } = element;
  // What a drawing says again, but for the legend of a calculator, whose values are nowhere else.
  if (attribs['aria-hidden'] === 'true' && !hasClass(element, 'calculator-legend')) return true;
  if (UNREAD.has(name) || 'hidden' in attribs || 'popover' in attribs) return true;
  if (UNREAD_CLASSES.some((one) => hasClass(element, one))) return true;
  if (name === 'fieldset' && !hasClass(element, 'tabs')) return true;
  // Rows without values keep their place.
  const before = DomUtils.prevElementSibling(element);
  if (before && hasClass(before, 'market-none')) return true;
  if (!parent || !isTag(parent)) return false;
  // Lists wait in them for our server or a script.
  if ('data-place' in parent.attribs) return name === 'p';
  return (hasClass(parent, 'flash') || hasClass(parent, 'rail-live')) && !('data-place' in attribs);
}

/** The blocks of nodes: paragraphs, headings, lists, tables. `mark` sets off the paragraphs that are among them. */
function blocksIn(nodes: readonly Node[], options: Options, mark = ''): string[] {
  const blocks: string[] = [];
  let line: Node[] = [];
  const endLine = () => {
    const text = inline(line, options.address, mark !== '').trim();
    if (text) blocks.push(mark ? emphasized(text, mark) : startEscaped(text));
    line = [];
  };
  for (const node of nodes) {
    if (isBlock(node)) {
      endLine();
      blocks.push(...blocksOf(node, options).filter((block) => block !== ''));
    } else {
      line.push(node);
    }
  }
  endLine();
  return blocks;
}

function blocksOf(element: Element, options: Options): string[] {
  const { name, attribs, children } = element;
  if (name === 'table' || attribs.role === 'table') return [tableOf(element, options)];
  if (name === 'ul' || name === 'ol') return [listOf(element, options)];
  if (name === 'dl') return [definitionsOf(element, options)];
  if (name === 'details') return detailsOf(element, options);
  if (name === 'figure') return figureOf(element, options);
  if (name === 'pre') return [fenced(DomUtils.textContent(element))];
  if (name === 'label') return blocksIn(children, options, '**');
  if (name === 'hr') return ['---'];
  if (name === 'blockquote') return [blocksIn(children, options).join('\n\n').replace(/^/gm, '> ')];
  if (hasClass(element, 'page-address')) return [`<${DomUtils.textContent(element)}>`];
  if (!/^h[1-6]$/.test(name)) return blocksIn(children, options);
  const heading = inline(children, options.address, true).trim();
  return heading ? [`${'#'.repeat(Number(name[1]))} ${heading}`] : [];
}

/** The caption first, then what the figure holds besides its drawing, the summary in words, the table that it links to. */
function figureOf(figure: Element, options: Options): string[] {
  const isCaption = (node: Node) => isTag(node) && node.name === 'figcaption';
  const mark = hasClass(figure, 'hero') ? '' : '**';
  const [caption = '', ...more] = figure.children
    .filter(isCaption)
    .flatMap((node) => blocksIn((node as Element).children, options, mark));
  const others = blocksIn(
    figure.children.filter((node) => !isCaption(node)),
    options,
  );
  const tables = DomUtils.getElementsByTagName('a', figure).map(({ attribs }) => {
    const [, id] = TABLES.exec(attribs.href ?? '') ?? [];
    return (id !== undefined && options.tables?.get(id)) || '';
  });
  return [caption, ...others, ...more, ...tables];
}

/** One that holds nothing folds what follows it on phones, by its style. */
function detailsOf({ children }: Element, options: Options): string[] {
  const summary = children.find((node) => isTag(node) && node.name === 'summary') as Element | undefined;
  const rest = children.filter((node) => node !== summary);
  const blocks = blocksIn(rest, options);
  return blocks.length > 0 ? [...blocksIn(summary?.children ?? [], options, '**'), ...blocks] : [];
}

function listOf(list: Element, options: Options): string {
  const items = list.children.filter(isTag).map((item) => blocksIn(item.children, options));
  return items
    .filter((blocks) => blocks.length > 0)
    .map((blocks, at) => itemOf(list.name === 'ol' ? `${at + 1}. ` : '- ', blocks))
    .join('\n');
}

/** An item of a list: another list in it follows its line at once, other blocks after an empty line. */
function itemOf(marker: string, blocks: readonly string[]): string {
  const text = blocks.reduce((before, block) => `${before}${/^(- |1\. )/.test(block) ? '\n' : '\n\n'}${block}`);
  return marker + text.replace(/\n(?!\n)/g, `\n${' '.repeat(marker.length)}`);
}

/** Terms with their definitions as a list; what is in lines of its own on the page is in one here. */
function definitionsOf(list: Element, options: Options): string {
  const items: { term: string; blocks: string[] }[] = [];
  for (const { name, children } of DomUtils.getElementsByTagName(
    (name) => name === 'dt' || name === 'dd',
    list.children,
  )) {
    if (name === 'dt')
      items.push({ term: emphasized(inline(children, options.address, true).trim(), '**'), blocks: [] });
    else items.at(-1)?.blocks.push(...blocksIn(children, options));
  }
  return items
    .map(({ term, blocks }) => {
      if (blocks.length === 0) return itemOf('- ', [term]);
      const isOneLine = !blocks.some((block) => MORE_THAN_A_LINE.test(block));
      return itemOf('- ', isOneLine ? [`${term}: ${blocks.join(APART)}`] : [`${term}:`, ...blocks]);
    })
    .join('\n');
}

function tableOf(table: Element, options: Options): string {
  const isRow = ({ name, attribs }: Element) => name === 'tr' || attribs.role === 'row';
  const rows = DomUtils.findAll(isRow, table.children).map(({ children }) => children.filter(isTag));
  const isHead = ({ name, attribs }: Element) =>
    attribs.role === 'columnheader' || (name === 'th' && attribs.scope !== 'row');
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return '';
  const cellsOf = (row: readonly Element[]) =>
    Array.from({ length: width }, (_, at) =>
      inline(row[at]?.children ?? [], options.address)
        .trim()
        .replaceAll('|', '\\|'),
    );
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [first = [], ...others] = rows;
  const [head, body] = first.some(isHead) ? [first, others] : [[], rows];
  const rules = Array.from({ length: width }, (_, at) =>
    rows.at(-1)?.[at]?.attribs['data-align'] === 'right' ? '---:' : '---',
  );
  return [cellsOf(head), rules, ...body.map(cellsOf)].map(lineOf).join('\n');
}

function fenced(code: string): string {
  const ticks = '`'.repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `${ticks}\n${code.replace(/\n$/, '')}\n${ticks}`;
}
