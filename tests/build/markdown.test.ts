/** Every page as Markdown: it says what the page says, to the last number; and the lists of them for each language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../src/contract/mcp.ts';
import { localize, markdownPath } from '../../src/i18n/urls.ts';
import { memo } from '../../src/memo.ts';
import { BUILDS } from '../helpers/builds.ts';
import {
  all,
  type Build,
  byTag,
  type Document,
  type Element,
  isElement,
  links,
  metas,
  type Page,
  pageAt,
  type Site,
  site,
  sitemapOf,
} from '../helpers/dist.ts';

type Node = Document['children'][number];

/** A page's figures link to their tables on this page. */
const TABLES = '/service/tables';
const READER = new MarkdownIt();

/** What a reader without script does not see, by the styles, or sees as a drawing, a control or navigation. */
const HIDDEN_TAGS = ['script', 'style', 'svg', 'nav', 'form', 'search', 'button', 'template'];
const HIDDEN_CLASSES =
  /(^| )(unseen|fold|live|now|changes|console|exchanges-(legend|now)|account-loading|ask-own|day-all|feed-state|code-copy|setting-said|market-(choice|more|hint))( |$)/;
const isHidden = (element: Element): boolean => {
  const { name, attribs, parent } = element;
  const classes = attribs.class ?? '';
  const around = parent && isElement(parent as Node) ? (parent as Element) : undefined;
  return (
    [
      HIDDEN_TAGS.includes(name),
      'hidden' in attribs,
      'popover' in attribs,
      attribs['aria-hidden'] === 'true' && classes !== 'calculator-legend',
    ].some(Boolean) ||
    HIDDEN_CLASSES.test(classes) ||
    (name === 'fieldset' && !/\btabs\b/.test(classes)) ||
    // Folds what follows on phones.
    (name === 'details' && element.children.every((child) => isElement(child) && child.name === 'summary')) ||
    // Places that our server or a script fills, and rows that wait for values.
    (around !== undefined && 'data-place' in around.attribs && name === 'p') ||
    (around !== undefined &&
      /(^| )(flash|rail-live)( |$)/.test(around.attribs.class ?? '') &&
      !('data-place' in attribs)) ||
    before(element)?.attribs.class === 'market-none'
  );
};
function before(element: Element): Element | undefined {
  const siblings = (element.parent?.children ?? []) as Node[];
  return siblings.slice(0, siblings.indexOf(element)).findLast(isElement);
}

/** Elements within words; all others set their text apart. */
const WITHIN = new Set(['a', 'data', 'strong', 'em', 'wbr']);
/** The text below a node, with a space wherever another part of the page begins. */
function textBelow(node: Node): string {
  if (!isElement(node)) return node.type === 'text' ? (node as unknown as { data: string }).data : '';
  if (isHidden(node)) return ' ';
  if (node.attribs.role === 'img') return ` ${node.attribs['aria-label']} `;
  if (node.name === 'input') return /number|text/.test(node.attribs.type ?? '') ? ` ${node.attribs.value} ` : '';
  const text = node.children.map(textBelow).join('');
  return WITHIN.has(node.name) || /\b(phrase|code-)/.test(node.attribs.class ?? '') ? text : ` ${text} `;
}

const numbersIn = (text: string) => (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).toSorted();
/** How often each letter and digit is in a text. */
function lettersIn(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const letter of text.match(/[\p{L}\p{N}]/gu) ?? []) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

const markdownOf = ({ dir }: Site, { address }: Page) => readFileSync(join(dir, markdownPath(address)), 'utf8');
/** What a program that reads the Markdown makes of it. */
const readText = memo((markdown: string) =>
  parseDocument(READER.render(markdown).replaceAll('><', '> <')).children.map(textBelow).join(' '),
);
const mainOf = ({ document }: Page) => byTag(document, 'main')[0] as Element;
const withMarkdown = ({ pages }: Site) =>
  pages.filter((page) => links(page, 'alternate').some(({ attribs }) => attribs.type === 'text/markdown'));

/** The text of the table of a figure. */
function tableText(built: Site, page: Page, id: string): string {
  const main = mainOf(pageAt(built, localize(TABLES, page.locale)));
  const parts = byTag(main, 'h2', 'table');
  const at = parts.findIndex(({ attribs }) => attribs.id === id);
  expect(parts[at + 1]?.name, `${page.file}: ${id}`).toBe('table');
  return textBelow(parts[at + 1] as Node);
}

/** What a page says, with the tables to which its figures link. */
function saidBy(built: Site, page: Page): string {
  const linked = all(mainOf(page), ({ name, attribs }) => name === 'a' && (attribs.href ?? '').includes(`${TABLES}#`));
  const inFigures = linked.filter((link) => {
    for (let up = link.parent; up; up = up.parent) if ('name' in up && up.name === 'figure') return true;
    return false;
  });
  const ids = inFigures.map(({ attribs }) => attribs.href?.split('#')[1] ?? '');
  return [textBelow(mainOf(page)), ...ids.map((id) => tableText(built, page, id))].join(' ');
}

describe.each(Object.keys(BUILDS) as Build[])('the %s build', (build) => {
  const built = site(build);
  const pages = withMarkdown(built);

  it('has the Markdown of every page that search engines may have, named in its head, and no other', () => {
    const indexed = built.pages.filter((page) => metas(page, 'robots').length === 0);
    const moved = built.redirects.filter(({ status }) => status === 302).map(({ from }) => from);
    const expected = indexed.filter(({ address }) => !moved.includes(address));
    expect(pages.map(({ address }) => address)).toEqual(expected.map(({ address }) => address));
    const named = pages.map((page) => links(page, 'alternate').find(({ attribs }) => attribs.type === 'text/markdown'));
    const files = [...built.files].filter((file) => file.endsWith('.md')).map((file) => `/${file}`);
    expect(named.map((link) => link?.attribs.href).toSorted()).toEqual(files.toSorted());
    expect(files).toContain('/index.md');
    expect(files).toContain('/ja/index.md');
  });

  it('has every number of a page in its Markdown, as often as on the page, and no other', () => {
    expect(pages.length).toBeGreaterThan(50);
    for (const page of pages) {
      expect(numbersIn(readText(markdownOf(built, page))), page.file).toEqual(numbersIn(saidBy(built, page)));
    }
  });

  it('has every letter of a page in its Markdown', () => {
    for (const page of pages) {
      expect(lettersIn(readText(markdownOf(built, page))), page.file).toEqual(lettersIn(saidBy(built, page)));
    }
  });

  it('leaves no HTML and no mark that readers of Markdown would show as such', () => {
    for (const page of pages) {
      const shown = READER.render(markdownOf(built, page)).replace(/<(pre|code)\b.*?<\/\1>/gs, '');
      expect(shown.match(/\*\*.{0,40}|&lt;[a-z/!].{0,40}/i)?.[0], page.file).toBeUndefined();
    }
  });

  it('lists in llms.txt what the sitemap has in the language, with its description, and the other languages', () => {
    const listed = sitemapOf(built).map(({ address }) => new URL(address).pathname);
    for (const locale of built.locales) {
      const text = readFileSync(join(built.dir, localize('/llms.txt', locale)), 'utf8');
      expect(text).toMatch(/^# \S+\n\n> \S/);
      expect(text).toContain(`(${built.settings.SITE_URL}${localize('/llms-full.txt', locale)})`);
      // Where the API is, if there is one
      const { API_BASE, SITE_URL } = built.settings;
      const server = API_BASE === undefined ? undefined : (API_BASE || SITE_URL) + MCP_PATH;
      expect(/^MCP: `(.+)`$/m.exec(text)?.[1]).toBe(server);
      const found = [...text.matchAll(/^- \[.+?\]\((\S+)\)(?:: (.+))?$/gm)].map(([, url = '', about]) => ({
        url,
        about,
      }));
      const own = pages.filter((page) => page.locale === locale && listed.includes(page.address));
      expect(own.length).toBeGreaterThan(20);
      const addressOf = (pathname: string) => built.settings.SITE_URL + pathname;
      expect(
        found
          .filter(({ about }) => about)
          .map(({ url }) => url)
          .toSorted(),
      ).toEqual(own.map(({ address }) => addressOf(markdownPath(address))).toSorted());
      const others = built.locales.filter((other) => other !== locale);
      expect(
        found
          .filter(({ about }) => !about)
          .map(({ url }) => url)
          .toSorted(),
      ).toEqual(others.map((other) => addressOf(localize('/llms.txt', other))).toSorted());
      const whole = readFileSync(join(built.dir, localize('/llms-full.txt', locale)), 'utf8');
      for (const page of own) expect(whole.includes(markdownOf(built, page)), page.file).toBe(true);
    }
  });
});

it('a table of a figure is in the Markdown of each page that has the figure', () => {
  const built = site();
  const forex = pageAt(built, '/service/forex');
  expect(tableText(built, forex, 'dollarYen').length).toBeGreaterThan(500);
  expect(markdownOf(built, forex)).toMatch(/^\| 1971 \|( [\d.]+ \|){4}$/m);
});
