/** The interface of a content rule, and the data it compares with. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { addedRoutes } from '../../catalogue/addedRoutes.ts';
import { mdxFiles, parseSource, publishedFrom, readText } from '../../catalogue/content.ts';
import { OFFERS_FILE, type Offer, offerSchema } from '../../catalogue/offers.ts';
import { escaped, type Report, type RuleName } from '../../catalogue/problem.ts';
import {
  type Fact,
  factSchema,
  type Glossary,
  glossarySchema,
  termSchema,
  validEntries,
  type Wording,
  wordingSchema,
} from '../../catalogue/schemas.ts';
import type { SyntaxFault } from '../../catalogue/syntax.ts';
import { readYaml, type Yaml } from '../../catalogue/yaml.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { memo } from '../../memo.ts';
import { ASKING, contentPath, OWN_ROUTES, type Route, roomAddress, roomFile } from '../../routes.ts';
import { marksOf, parseMdx } from '../reading/mdx.ts';
import type { Page, Passage } from '../reading/passages.ts';
import { headingIds } from '../reading/sections.ts';
import { unreadableFiles } from '../reading/unreadable.ts';
import { pageStatuses, type TranslationStatus } from '../translation/translations.ts';

export interface Rule {
  /** The name in the report; several rules may share one */
  name: RuleName;
  /** The files of messages, mails and tables that it can check by themselves, relative to the content folder */
  files?: RegExp;
  /** Its checks, created once for each content folder */
  checks: (known: Known) => Checks;
}

export interface Checks {
  /** One MDX file */
  page?: (page: Page, report: Report) => void;
  /** Words anywhere: in pages, messages and the glossary */
  words?: (passage: Passage, locale: Locale, report: Report) => void;
  /** Everything else. File names are relative to the content folder: 'ja/ui.json' */
  folder?: (reportIn: (file: string) => Report) => void;
}

export interface Known {
  dir: string;
  /** A table of the folder; null if it is missing */
  table: (file: string) => Yaml | null;
  /** Files whose encoding, YAML or JSON has a fault, which says nothing of other files */
  unreadable: ReadonlyMap<string, readonly SyntaxFault[]>;
  /** True if a page was read whole; a rule that compares it with others says nothing of it otherwise */
  isWhole: (locale: Locale, page: string) => boolean;
  /** Ids of facts.yml, glossary.yml and offers.yml, including those of invalid entries */
  factIds: string[];
  termIds: string[];
  offerIds: string[];
  /** The valid entries. Of two terms that are the same word, pages mean one: the other is left out */
  facts: Record<string, Fact>;
  glossary: Glossary;
  offers: Record<string, Offer>;
  wording: Wording;
  /** The pages: those of the code, and those that the folder adds */
  routes: readonly Route[];
  /** Paths that a link may lead to */
  paths: string[];
  /** Files of en-US, as 'pages/service/bonds' */
  originals: ReadonlySet<string>;
  /** Fragments of a page, from its en-US headings and its layout */
  fragments: (path: string) => string[];
  /** False if a fault of syntax may hide some of them */
  hasWholeFragments: (path: string) => boolean;
  /** The day from which a file of en-US is published: '' if it always was */
  publishedFrom: (page: string | undefined) => string;
  /** The status of every page, notice, article of news and of help */
  translations: () => TranslationStatus[];
  /** Whether the code names a message, in full or by a template such as `news.category.${name}` */
  isNamedInCode: (key: string) => boolean;
}

/** The tables of a folder, each read once. */
export const readTables = (dir: string): Known['table'] =>
  memo((file: string) => {
    const path = join(dir, file);
    return existsSync(path) ? readYaml(readText(path)) : null;
  });

/** `table`: of an earlier reading, if no table has changed since; they take most of the time. */
export function readKnown(dir: string, table = readTables(dir)): Known {
  const entries = (file: string) => Object.entries(Object(table(file)?.value) as Record<string, unknown>);
  const routes: readonly Route[] = [...OWN_ROUTES, ...(addedRoutes(OWN_ROUTES, dir).rows as readonly Route[])];
  const unreadable = unreadableFiles(dir, table);
  const isWhole = (locale: Locale, page: string) => {
    const file = `${locale}/${page}.mdx`;
    const raw = existsSync(join(dir, file)) ? readText(join(dir, file)) : '';
    return !unreadable.has(file) && !parseSource(raw).fault && parseMdx(raw).faults.length === 0;
  };
  // The rules for missing and for empty pages report it.
  const isBlank = (page: string) => {
    const file = join(dir, DEFAULT_LOCALE, `${page}.mdx`);
    return !existsSync(file) || parseSource(readText(file)).body.trim() === '';
  };
  const translations = memo((of: string) => pageStatuses(of));
  const namedIn = memo(namedBy);
  return {
    dir,
    table,
    unreadable,
    isWhole,
    factIds: entries('facts.yml').map(([id]) => id),
    termIds: entries('glossary.yml').map(([id]) => id),
    offerIds: entries(OFFERS_FILE).map(([id]) => id),
    facts: validEntries(table('facts.yml')?.value, factSchema),
    glossary: withoutDoubled(validEntries(table('glossary.yml')?.value, termSchema)),
    offers: validEntries(table(OFFERS_FILE)?.value, offerSchema),
    wording: wordingSchema.safeParse(table('wording.yml')?.value).data ?? {},
    routes,
    paths: [
      ...routes.map(({ path }) => path).filter((path) => !path.includes('{id}') && path !== '/404'),
      ...mdxFiles(DEFAULT_LOCALE, dir).flatMap((name) => roomAddress(name) ?? []),
    ],
    originals: new Set(mdxFiles(DEFAULT_LOCALE, dir)),
    fragments: memo((path) => [
      ...fragmentsOf(dir, path, routes),
      ...(path === '/glossary' ? entries('glossary.yml').map(([id]) => `term-${id}`) : []),
    ]),
    hasWholeFragments: memo(
      (path) =>
        isWhole(DEFAULT_LOCALE, pageOf(path, routes)) &&
        !isBlank(pageOf(path, routes)) &&
        !(path === '/glossary' && unreadable.has('glossary.yml')),
    ),
    publishedFrom: memo((page) => {
      const file = join(dir, DEFAULT_LOCALE, `${page}.mdx`);
      return page && existsSync(file) ? publishedFrom(parseSource(readText(file)).frontMatter) : '';
    }),
    translations: () => translations(dir),
    isNamedInCode: (key) => namedIn('src/**/*.{ts,tsx,astro}')(key),
  };
}

/** The text of a template whose first word is written out: 'login.done.${what}.title' */
const TEMPLATE = /`([a-z]\w*\.(?:[\w.-]|\$\{[^{}`]*\})*)`/gi;

function namedBy(files: string): (key: string) => boolean {
  const code = globSync(files).map((path) => readText(path));
  const quoted = new Set(code.flatMap((text) => text.split("'")));
  const templates = code
    .flatMap((text) => [...text.matchAll(TEMPLATE)])
    .map(([, template = '']) => {
      const parts = template.split(/\$\{[^}]*\}/).map(RegExp.escape);
      return new RegExp(`^${parts.join('.+')}$`);
    });
  return (key) => quoted.has(key) || templates.some((template) => template.test(key));
}

/** The terms without those that are the same word as an earlier one. */
function withoutDoubled(glossary: Glossary): Glossary {
  const issues = glossarySchema.safeParse(glossary).error?.issues ?? [];
  const doubled = new Set(issues.filter(({ path }) => path.at(-1) === 'term').map(({ path: [id] }) => id));
  return Object.fromEntries(Object.entries(glossary).filter(([id]) => !doubled.has(id)));
}

/** The page at a path, as 'pages/service/bonds'. */
export function pageOf(path: string, routes: readonly Route[]): string {
  const route = routes.find((route) => route.path === path);
  return route ? `pages/${contentPath(route)}` : (roomFile(path) ?? '');
}

/** Fragments of a page's sections and of what its layout adds: the opening, the terms, the high-risk notice. */
function fragmentsOf(dir: string, path: string, routes: readonly Route[]): string[] {
  const route = routes.find((route) => route.path === path);
  const file = join(dir, DEFAULT_LOCALE, `${pageOf(path, routes)}.mdx`);
  if (!existsSync(file)) return [];
  const raw = readText(file);
  const { terms } = marksOf(raw);
  return [
    ...headingIds(raw),
    ...(route?.risk ? ['high-risk'] : []),
    ...(ASKING.includes(path) ? ['ask'] : []),
    ...(terms.length > 0 && route?.kind !== 'lesson' ? ['terms', ...terms.map((id) => `term-${id}`)] : []),
    'main',
    'top',
  ];
}

/** A term in a locale, or in en-US if the locale has none; undefined if the id is unknown. */
export function termOf(known: Known, id: string, locale: Locale) {
  const entry = lookUp(known.glossary, id);
  return entry?.[locale] ?? entry?.[DEFAULT_LOCALE];
}

export const isCjk = (locale: Locale) => /^(ja|zh)/.test(LOCALES[locale].lang);

/** Matches a word. Only its Latin ends need a word boundary: Japanese and Chinese have none, beside it neither. */
export function wordPattern(word: string): RegExp {
  const [before, after] = [/^[\p{Script=Latin}\d]/u, /[\p{Script=Latin}\d]$/u].map((edge) => edge.test(word));
  return new RegExp(
    `${before ? '(?<![\\p{Script=Latin}\\d])' : ''}${escaped(word)}${after ? '(?![\\p{Script=Latin}\\d])' : ''}`,
    'giu',
  );
}

/** Joins patterns into one for a quick first test, because most texts match none of them. */
export const anyOf = (patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|') || '(?!)', 'iu');

/** A pattern that quickly finds whether a text in lower case has one of these words, perhaps within another word. */
export const anyWord = (words: readonly string[]) =>
  new RegExp(words.map((word) => escaped(word.toLowerCase())).join('|') || '(?!)');

/** The matches of a global pattern. Most texts have none, and search() says so in a tenth of the time. */
export const matchesIn = (text: string, pattern: RegExp): Iterable<RegExpExecArray> =>
  text.search(pattern) < 0 ? [] : text.matchAll(pattern);

/** True if an occurrence of the phrase in the text covers the hit. */
export function covers(text: string, phrase: string, index: number, length: number): boolean {
  return [...text.matchAll(new RegExp(escaped(phrase), 'giu'))].some(
    (match) => match.index <= index && match.index + phrase.length >= index + length,
  );
}
