/**
 * The pages of a built site as Markdown, where their heads name it; and what llmstxt.org describes: `llms.txt`, which lists
 * them with a line for each, and `llms-full.txt`, which holds them all, for each language.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { MCP_PATH } from '../../contract/mcp.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { localize, markdownPath, splitLocale } from '../../i18n/urls.ts';
import { lookUp } from '../../lookUp.ts';
import { FOOTER_COLUMNS, footerLinks } from '../../menus.ts';
import { roomFile } from '../../routes.ts';
import { COMPANY, type Settings } from '../../site.ts';
import type { Kept, Made } from '../keptFiles.ts';
import { codeOf, escaped } from './inline.ts';
import { pageMarkdown, tablesOf } from './page.ts';

/** A page of a language's list, which has neither copies of other pages nor pages that lack a translation. */
interface Listed {
  locale: Locale;
  /** Without the locale */
  path: string;
  title: string;
  description: string;
  markdown: string;
}

/** How Base.astro names it in the head of a page. */
const NAMED = '<link rel="alternate" type="text/markdown"';
const TABLES_PATH = '/service/tables';
/** What a page's Markdown depends on besides the page. */
const PROGRAM = ['inline.ts', 'page.ts'];

/** Writes them for the pages among the `files` of `dist`. Returns the files that it has written, relative to `dist`. */
export async function writeMarkdown(
  dist: string,
  files: readonly string[],
  { SITE_URL, API_BASE }: Settings,
  kept: Kept,
): Promise<string[]> {
  const written: string[] = [];
  const write = async (address: string, text: string) => {
    await writeFile(join(dist, address), text);
    written.push(address.slice(1));
  };
  const read = (file: string) => readFile(join(dist, file), 'utf8');
  const program = await Promise.all(PROGRAM.map((file) => readFile(new URL(file, import.meta.url), 'utf8')));

  const tables = new Map<Locale, ReadonlyMap<string, string>>();
  for (const file of files) {
    const { locale, path } = splitLocale(addressOf(file));
    if (path === TABLES_PATH) tables.set(locale, tablesOf(await read(file), SITE_URL));
  }
  const listed: Listed[] = [];
  for (const file of files.filter((one) => one.endsWith('.html')).toSorted()) {
    const html = await read(file);
    if (!html.includes(NAMED)) continue;
    const address = addressOf(file);
    const { locale, path } = splitLocale(address);
    const shown = tables.get(locale) ?? new Map();
    const inputs = createHash('sha256').update(JSON.stringify([program, html, [...shown], SITE_URL, address]));
    const made: Made = {
      name: `${inputs.digest('hex')}.md`,
      make: async () => Buffer.from(pageMarkdown(html, { address: SITE_URL + address, tables: shown })),
    };
    await kept.put(made, join(dist, markdownPath(address)));
    written.push(markdownPath(address).slice(1));
    const { title, description, isOwn } = headOf(html, address);
    if (isOwn) listed.push({ locale, path, title, description, markdown: String(await kept.read(made)) });
  }
  const inLocale = Map.groupBy(listed, (page) => page.locale);
  for (const [locale, pages] of inLocale) {
    const { head, groups } = listOf(locale, pages);
    const others = LOCALE_IDS.filter((other) => other !== locale && inLocale.has(other));
    const line = ({ path, title, description }: Listed) =>
      `- [${escaped(title)}](${SITE_URL}${markdownPath(localize(path, locale))}): ${escaped(description)}`;
    const languages = [
      [
        translator(locale)('language.choose'),
        others.map((other) => `- [${LOCALES[other].name}](${SITE_URL}${localize('/llms.txt', other)})`),
      ],
    ] as const;
    const sections = [...groups.map(([name, group]) => [name, group.map(line)] as const), ...languages]
      .filter(([, lines]) => lines.length > 0)
      .map(([name, lines]) => `## ${name}\n\n${lines.join('\n')}`);
    const name = 'llms-full.txt';
    const full = localize(`/${name}`, locale);
    const server = API_BASE === undefined ? [] : [`MCP: ${codeOf((API_BASE || SITE_URL) + MCP_PATH)}`];
    await write(
      localize('/llms.txt', locale),
      `${[head, `[${name}](${SITE_URL}${full})`, ...server, ...sections].join('\n\n')}\n`,
    );
    const whole = groups.flatMap(([, group]) => group.map(({ markdown }) => markdown));
    await write(full, [`${head}\n`, ...whole].join('\n---\n\n'));
  }
  return written;
}

/** The address of a page's file: 'ja.html' → '/ja', 'index.html' → '/'. */
const addressOf = (file: string) => `/${file.replace(/(^index)?\.html$/, '')}`;

/** What the head of a page says of it; `isOwn`: its canonical is itself. */
function headOf(html: string, address: string) {
  const head = parseDocument(html.slice(0, html.indexOf('</head>')));
  const find = (name: string, key: string, value: string) =>
    DomUtils.findOne((element) => element.name === name && lookUp(element.attribs, key) === value, head.children)
      ?.attribs;
  return {
    title: find('meta', 'property', 'og:title')?.content ?? '',
    description: find('meta', 'name', 'description')?.content ?? '',
    isOwn:
      new URL(find('link', 'rel', 'canonical')?.href ?? 'none:').pathname.replace(/\/$/, '') ===
      encodeURI(address).replace(/\/$/, ''),
  };
}

/** The head of a language's list, and its pages in the order of the footer; then help, news, and what else there is. */
function listOf(locale: Locale, pages: readonly Listed[]) {
  const t = translator(locale);
  const rest = new Map(pages.map((page) => [page.path, page]));
  const take = (paths: Iterable<string>) =>
    [...paths].flatMap((path) => {
      const page = rest.get(path);
      rest.delete(path);
      return page ? [page] : [];
    });
  const inRoom = (room: string) => [...rest.keys()].filter((path) => roomFile(path)?.startsWith(room));
  const home = take(['/']);
  const groups = [
    ...FOOTER_COLUMNS.map(({ id, label }) => [t(label), take(footerLinks(id).map(({ path }) => path))] as const),
    [t('help.articles'), take(inRoom('support/'))] as const,
    // The newest first: their names begin with their month.
    [t('route.news'), take(inRoom('news/').toReversed())] as const,
    [t('footer.pages'), take(rest.keys())] as const,
  ];
  const [first, ...others] = groups;
  const head = [`# ${COMPANY}`, ...home.map(({ description }) => `> ${escaped(description)}`)].join('\n\n');
  return { head, groups: [[first?.[0] ?? '', [...home, ...(first?.[1] ?? [])]] as const, ...others] };
}
