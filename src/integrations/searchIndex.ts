/**
 * The index of the site's search, by Pagefind: for each language its pages, lessons, articles and terms of the glossary.
 * A page that shows English for want of a translation, that is another page's copy or that search engines leave out is not
 * in it. A folder for each language, because Pagefind chooses by the language of the page, and English follows the others.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { gunzip, gzip } from 'node:zlib';
import { DomUtils, parseDocument } from 'htmlparser2';
import { close, createIndex } from 'pagefind';
import { foreignNames } from '../authoring/pages/searchFile.ts';
import {
  type Found,
  INDEX_FILES,
  PAGEFIND_VERSION,
  SEARCH_PATH,
  type SearchKind,
  type TitleList,
} from '../contract/search.ts';
import { LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { indexLanguage, indexWords } from '../i18n/tokens.ts';
import { splitLocale } from '../i18n/urls.ts';
import { ROUTES, type Route, type RouteKind } from '../routes.ts';
import type { Kept } from './keptFiles.ts';

type Document = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** What a visitor can find: a page, or a term of the glossary. */
export interface IndexedText {
  locale: Locale;
  address: string;
  kind: SearchKind;
  title: string;
  /** Other names of a term */
  names: readonly string[];
  lead: string;
  /** Headings and paragraphs, in their order */
  blocks: readonly { text: string; heading?: 'h2' | 'h3' }[];
}

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/** Elements and classes that are not a page's own words, or that it has only for those who press them. */
const UNREAD = new Set([
  'script',
  'style',
  'template',
  'svg',
  'nav',
  'form',
  'button',
  'select',
  'noscript',
  'dialog',
  'pre',
]);
const UNREAD_CLASSES = new Set([
  'opening',
  'masthead',
  'breadcrumb',
  'contents',
  'lesson-facts',
  'unseen',
  'untranslated',
  'outdated',
  'risk-notice',
  'terms',
  'term-card',
  'figures-used',
  'closing',
  'page-address',
  'glossary',
  'calculator-part',
  'feed-page',
  'feed-links',
  'latest',
  'day',
  'ask',
  'help-topics',
  'help-state',
]);
const BLOCKS = new Set(['p', 'li', 'dt', 'dd', 'h2', 'h3', 'h4', 'td', 'th', 'figcaption', 'summary', 'caption']);

/**
 * Letters of a piece of the index, of which a query loads one or a few: with Pagefind's 20,000, six times as many bytes as
 * needed. The variable is Pagefind's; without it, searches would only load more.
 */
const PIECE = { PAGEFIND_UNSTABLE_INDEX_CHUNK_SIZE: '2500' };

/** A file of an index, by its path in the folder of its language. */
type IndexFile = { path: string; content: Uint8Array };

/** What an index depends on besides its entries: how they are weighted, and what is kept of Pagefind's files. */
const PROGRAM = ['searchIndex.ts', '../contract/search.ts', '../i18n/tokens.ts'];

/** Writes the index of the pages in `dist`. Returns the files, relative to it. Throws if Pagefind reports a fault. */
export async function writeSearchIndex(dist: string, files: readonly string[], { read, put }: Kept): Promise<string[]> {
  const pages = files.filter((file) => file.endsWith('.html'));
  const entries = (
    await Promise.all(pages.map(async (file) => entriesOf(file, await readFile(join(dist, file), 'utf8'))))
  ).flat();
  const written = new Set<string>();
  const write = async (file: string, content: Uint8Array) => {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    const name = `${createHash('sha256').update(content).digest('hex')}.piece`;
    await put({ name, make: async () => content }, join(dist, file));
    written.add(file);
  };
  const program = await Promise.all(PROGRAM.map((file) => readFile(new URL(file, import.meta.url), 'utf8')));
  Object.assign(process.env, PIECE);
  try {
    await Promise.all(
      LOCALE_IDS.map(async (locale) => {
        const inLocale = entries.filter((entry) => entry.locale === locale);
        if (inLocale.length === 0) return;
        const inputs = createHash('sha256')
          .update(JSON.stringify([program, locale, inLocale]))
          .digest('hex');
        const make = async () => serialize(await indexOf(inLocale, locale));
        const index = await read({ name: `${inputs}.index`, make });
        for (const { path, content } of deserialize(index) as IndexFile[]) {
          // The same for every language
          await write([SEARCH_PATH.slice(1), ...(path === 'pagefind.js' ? [] : [locale]), path].join('/'), content);
        }
      }),
    );
  } finally {
    await close();
  }
  return [...written];
}

/** The files of one language's index; Pagefind's interface, its worker and its highlighter are left out. */
async function indexOf(entries: readonly IndexedText[], locale: Locale): Promise<IndexFile[]> {
  const { index, errors } = await createIndex({ forceLanguage: indexLanguage(locale) });
  if (!index) throw new Error(`Pagefind: ${errors.join(', ')}`);
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  await Promise.all(
    entries.map(async (entry) => {
      const added = await index.addHTMLFile({ url: entry.address, content: documentOf(entry) });
      if (added.errors.length > 0) throw new Error(`Pagefind, ${entry.address}: ${added.errors.join(', ')}`);
    }),
  );
  const built = await index.getFiles();
  if (built.errors.length > 0) throw new Error(`Pagefind: ${built.errors.join(', ')}`);
  await index.deleteIndex();
  const titles: [string, Omit<Found, 'text'>][] = [];
  const files: IndexFile[] = [];
  for (const { path, content } of built.files) {
    const id = /^fragment\/(.+)\.pf_fragment$/.exec(path)?.[1];
    if (id) {
      const { entry, shown } = await shownFragment(content, byAddress);
      titles.push([id, { address: entry.address, title: entry.title, kind: entry.kind }]);
      files.push({ path, content: shown });
    } else if (path === INDEX_FILES.entry) {
      files.push({ path, content: Buffer.from(entryFile(content, locale)) });
    } else if (path.endsWith('.pf_meta')) {
      files.push({ path: INDEX_FILES.meta, content });
    } else if (path === INDEX_FILES.wasm) {
      // As it is, finishBuild compresses it better, and no script has to unpack it.
      files.push({ path, content: await unpacked(content) });
    } else if (path === 'pagefind.js' || path.startsWith('index/')) {
      files.push({ path, content });
    }
  }
  titles.sort(([, a], [, b]) => (a.address < b.address ? -1 : 1));
  return [...files, { path: INDEX_FILES.titles, content: Buffer.from(JSON.stringify(titles satisfies TitleList)) }];
}

/**
 * The file by which Pagefind knows where an index begins, always the same: a browser may keep it, and asks for what it
 * names, which Pagefind names by its contents, at the same time.
 */
function entryFile(content: Uint8Array, locale: Locale): string {
  const { version, include_characters } = JSON.parse(String(Buffer.from(content)));
  if (version !== PAGEFIND_VERSION) throw new Error(`Pagefind is ${version}: write that to src/contract/search.ts`);
  const [, hash] = INDEX_FILES.meta.split('.');
  const languages = { [indexLanguage(locale)]: { hash, wasm: null, page_count: 1 } };
  return JSON.stringify({ version, languages, include_characters });
}

/** What Pagefind reads of an entry: its words as in i18n/tokens.ts, the more important ones with more weight. */
function documentOf({ title, names, lead, blocks }: IndexedText): string {
  const weighted = (weight: number, text: string) => `<p data-pagefind-weight="${weight}">${indexWords(text)}</p>`;
  return [
    `<html><body><h1 data-pagefind-weight="${nameWeight(title)}" data-pagefind-meta="title">${indexWords(title)}</h1>`,
    ...names.map((name) => weighted(nameWeight(name), name)),
    weighted(4, lead),
    ...blocks.map(({ text, heading }) => (heading ? weighted(heading === 'h2' ? 4 : 3, text) : weighted(1, text))),
    '</body></html>',
  ].join('');
}

/** The shorter a name is, the more a word of it says: 10 is the most that Pagefind knows. */
const nameWeight = (name: string) => Math.min(10, Math.max(2, Math.round(24 / indexWords(name).split(' ').length)));

const SIGNATURE = 'pagefind_dcd';

/** Pagefind's file of an entry, with the text that visitors see in place of the words of the index. */
async function shownFragment(content: Uint8Array, entries: ReadonlyMap<string, IndexedText>) {
  const text = String(await unpacked(content));
  const fragment = JSON.parse(text.slice(SIGNATURE.length));
  const entry = entries.get(fragment.url);
  if (!entry) throw new Error(`Pagefind: a fragment of ${fragment.url}`);
  const shown = {
    url: entry.address,
    content: [entry.lead, ...entry.blocks.filter(({ heading }) => !heading).map((block) => block.text)].join('\n'),
    meta: {},
    anchors: [],
    filters: {},
    word_count: fragment.word_count,
  };
  return { entry, shown: await packed(SIGNATURE + JSON.stringify(shown), { level: 9 }) };
}

const KIND_OF = new Map<string, SearchKind>(
  Object.entries({ lesson: 'lesson' } satisfies Partial<Record<RouteKind, SearchKind>>),
);

/** What of a built page is found: nothing, the page, or the page of the glossary and its terms. */
export function entriesOf(file: string, html: string): IndexedText[] {
  const address = `/${file.replace(/(^index)?\.html$/, '')}`;
  const { locale, path } = splitLocale(address);
  if (html.includes('<meta name="robots" content="noindex">')) return [];
  const document = parseDocument(html);
  const find = (test: (element: Element) => boolean) => DomUtils.findOne(test, document.children);
  const main = find(({ name }) => name === 'main');
  const canonical = find(({ name, attribs }) => name === 'link' && attribs.rel === 'canonical')?.attribs.href;
  // English under a notice, or the copy of another page
  if (
    !main ||
    main.attribs.lang ||
    !canonical ||
    new URL(canonical).pathname.replace(/\/$/, '') !== address.replace(/\/$/, '')
  ) {
    return [];
  }
  const description = find(({ name, attribs }) => name === 'meta' && attribs.name === 'description')?.attribs.content;
  const heading = DomUtils.findOne(({ name }) => name === 'h1', main.children);
  const lead = DomUtils.findOne(({ attribs }) => attribs.class === 'lead', main.children);
  const route = ROUTES.find((route) => route.path === path);
  const page: IndexedText = {
    locale,
    address,
    kind: kindOf(path, route),
    title: heading ? textOf(heading) : '',
    names: [],
    lead: (lead && textOf(lead)) || description || '',
    blocks: blocksOf(main.children),
  };
  return path === '/glossary' ? [page, ...termsOf(main.children, page)] : [page];
}

function kindOf(path: string, route: Route | undefined): SearchKind {
  if (path.startsWith('/datahub/news/')) return 'article';
  if (path.startsWith('/support/anserpage/')) return 'help';
  return (route && KIND_OF.get(route.kind)) ?? 'page';
}

/** The terms of the glossary, each at its own place in the page, with its names in the other languages. */
function termsOf(nodes: Document['children'], page: IndexedText): IndexedText[] {
  const terms = DomUtils.findAll(({ attribs }) => /^term-/.test(attribs.id ?? ''), nodes).filter(
    ({ name }) => name === 'div',
  );
  return terms.map((term) => {
    const [name] = DomUtils.getElementsByTagName('dt', term);
    const [definition] = DomUtils.getElementsByTagName('dd', term);
    const spans = name ? DomUtils.getElementsByTagName('span', name).map(textOf) : [];
    const id = term.attribs.id ?? '';
    return {
      locale: page.locale,
      address: `${page.address}#${id}`,
      kind: 'term',
      title: name ? textOf({ ...name, children: name.children.filter((child) => !('name' in child)) } as Element) : '',
      names: [...new Set([...spans, ...foreignNames(id.slice('term-'.length), page.locale)])],
      lead: definition ? textOf(definition) : '',
      blocks: [],
    };
  });
}

function blocksOf(nodes: Document['children']): IndexedText['blocks'] {
  return nodes.flatMap((node) => {
    if (!('attribs' in node) || isUnread(node)) return [];
    const { name } = node;
    // A list in a list, and paragraphs in an entry of a list, are blocks of their own.
    const holdsBlocks = DomUtils.findOne((inner) => BLOCKS.has(inner.name), node.children) !== null;
    if (!BLOCKS.has(name) || holdsBlocks) return blocksOf(node.children);
    const text = textOf(node);
    if (!text) return [];
    return [name === 'h2' || name === 'h3' ? { text, heading: name } : { text }];
  });
}

function isUnread({ name, attribs }: Element): boolean {
  return (
    UNREAD.has(name) ||
    'hidden' in attribs ||
    attribs['aria-hidden'] === 'true' ||
    (attribs.class ?? '').split(' ').some((name) => UNREAD_CLASSES.has(name))
  );
}

/** The text of an element as it is shown, on one line. */
function textOf(element: Element): string {
  const read = (nodes: Document['children']): string =>
    nodes
      .map((node) =>
        'data' in node && node.type === 'text'
          ? String(node.data)
          : 'attribs' in node && !isUnread(node)
            ? read(node.children)
            : '',
      )
      .join('');
  return read(element.children).replace(/\s+/g, ' ').trim();
}
