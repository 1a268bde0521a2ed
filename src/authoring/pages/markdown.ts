/** What our MDX adds to Astro's: heading ids that are the same in every locale, and no inline styles. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineHastPlugin, type HastNode, type HastVisitorContext } from 'satteri';
import { type PageFile, pageOfFile } from '../../catalogue/legal.ts';
import { isEastAsian } from '../../i18n/conventions.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { hasBracketWithin, phrases } from '../../i18n/phrases.ts';
import { headingIds, idsWithLocal } from '../reading/sections.ts';
import { idsForTranslation } from '../translation/translations.ts';

type Element = Extract<HastNode, { type: 'element' }>;
type Child = Element['children'][number];

const ROLES = new Map([
  ['table', 'table'],
  ['thead', 'rowgroup'],
  ['tbody', 'rowgroup'],
  ['tr', 'row'],
  ['th', 'columnheader'],
  ['td', 'cell'],
]);
/** A narrow screen stacks the cells of a table with more columns (tables.css). */
const COLUMNS_OF_A_PHONE = 2;
/** A table with more columns leaves the text column, and on a phone each cell has its heading above it (tables.css). */
const COLUMNS_OF_A_TEXT = 4;

/** A heading of this many characters fits on one line on any phone. */
const SHORT = 9;
const WBR = { type: 'element' as const, tagName: 'wbr', properties: {}, children: [] };

/** A phrase of a heading. */
function phrase(value: string): Child {
  const text = { type: 'text' as const, value };
  if (!hasBracketWithin(value)) return text;
  return { type: 'element', tagName: 'span', properties: { className: ['phrase'] }, children: [text] };
}

/**
 * The ids of the headings of a file, by their order: those of the en-US headings, in <Local> their own words. Empty if
 * the headings keep the ids that their words give.
 */
function idsOf({ file, locale, page, kept }: PageFile): string[] {
  const raw = readFileSync(file, 'utf8');
  const hasLocal = raw.includes('<Local');
  if (locale === DEFAULT_LOCALE) return hasLocal ? idsWithLocal(raw, headingIds(raw)) : [];
  const shared = idsForTranslation(locale, page, undefined, kept);
  return hasLocal ? idsWithLocal(raw, shared) : shared;
}

/**
 * Makes one pass over a page. Headings get the ids of the en-US headings, by their order, and in Chinese and
 * Japanese the places where a line may break. Tables get their frame and markup.
 */
const finishElements = () => {
  let ids: string[] | undefined;
  let locale: Locale = DEFAULT_LOCALE;
  return defineHastPlugin({
    name: 'finish-elements',
    element: [
      {
        filter: ['h2', 'h3'],
        visit(node: Readonly<Element>, ctx: HastVisitorContext) {
          if (!ids) {
            const of = ctx.fileURL ? pageOfFile(fileURLToPath(ctx.fileURL)) : null;
            locale = of?.locale ?? DEFAULT_LOCALE;
            ids = of ? idsOf(of) : [];
          }
          const id = ids.shift();
          if (id) ctx.setProperty(node, 'id', id);
          for (const child of node.children) {
            if (child.type !== 'text' || child.value.length <= SHORT || !isEastAsian(locale)) continue;
            ctx.replaceNode(
              child,
              phrases(child.value, locale)
                .flatMap((value) => [WBR, phrase(value)])
                .slice(1),
            );
          }
        },
      },
      { filter: ['table'], visit: tableBlock },
    ],
    text({ type, value }) {
      // '10,000 × 0.01' and '−$201.00' stay on one line.
      const whole = value
        .replaceAll(/(?<=\d) ([×÷]) (?=[$€£¥]?\d)/g, '\u00a0$1\u00a0')
        .replaceAll(/−(?=[$€£¥])/g, '−\u2060');
      return whole === value ? undefined : { type, value: whole };
    },
  });
};

/**
 * Puts a table into a frame that scrolls if the table is wider, and that the keyboard can reach. `data-align` on cells
 * replaces the style attribute, which the content security policy blocks. A table with too many columns for a phone
 * becomes divs with roles, because table elements lose their roles when a phone draws them as lines. Cells of a wide
 * table have the heading of their column as `data-label`.
 */
function tableBlock(table: Readonly<Element>): Element {
  const columns = elementsOf(table).slice(0, 1).flatMap(elementsOf).flatMap(elementsOf);
  const asBlocks = columns.length > COLUMNS_OF_A_PHONE;
  const isWide = columns.length > COLUMNS_OF_A_TEXT;
  const part = (node: Readonly<Child>, column = 0): Child => {
    const role = node.type === 'element' && ROLES.get(node.tagName);
    if (!role) return node;
    const label = isWide && role === 'cell' && column > 0 && columns[column];
    const align = /text-align: ?(\w+)/.exec(String(node.properties.style ?? ''))?.[1];
    return {
      type: 'element',
      tagName: asBlocks ? 'div' : node.tagName,
      properties: {
        ...(asBlocks && { role }),
        ...(align && { 'data-align': align }),
        ...(label && { 'data-label': textOf(label) }),
      },
      children: node.children.map((child) => part(child, elementsOf(node).indexOf(child as Element))),
    };
  };
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: isWide ? ['table', 'wide'] : ['table'], tabIndex: 0 },
    children: [part(table)],
  };
}

function elementsOf({ children }: Readonly<Element>): Element[] {
  return children.filter((child) => child.type === 'element');
}

const textOf = ({ children }: Readonly<Element>): string =>
  children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');

export const hastPlugins = [finishElements];
