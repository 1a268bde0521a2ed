/** What the rules compare with: the tables of content/ and what the components offer. Read once a run. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { headingIds, mdxFiles, parseSource, termIds } from '../../catalogue/content.ts';
import { escaped } from '../../catalogue/problem.ts';
import {
  type Fact,
  factSchema,
  type Glossary,
  type TermWords,
  termSchema,
  type Wording,
  wordingSchema,
} from '../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { contentPath, ROUTES, type Route } from '../../routes.ts';

export interface Known {
  /** Ids of facts.yml and of glossary.yml, those of wrong entries too */
  facts: string[];
  terms: string[];
  glossary: Glossary;
  /** Names of drawings */
  figureNames: string[];
  /** Paths that a link may lead to */
  paths: string[];
  /** Files of en-US, as 'pages/service/bonds' */
  originals: ReadonlySet<string>;
  /** Fragments of a page, from its en-US headings and its layout */
  fragments: (path: string) => string[];
  forbidden: (locale: Locale) => Forbidden[];
  otherWords: (locale: Locale) => OtherWord[];
  /** Finds texts that may hold one of the forbidden or other words: most hold none */
  anyWord: (locale: Locale) => RegExp;
  figures: (locale: Locale) => FigurePattern[];
  term: (id: string, locale: Locale) => TermWords | undefined;
}

export interface Forbidden {
  word: string;
  pattern: RegExp;
  write: string;
  except: string[];
}
/** A word for a term of the glossary that is not the one of the locale. */
export interface OtherWord {
  word: string;
  pattern: RegExp;
  term: string;
}
export interface FigurePattern {
  id: string;
  pattern: RegExp;
  /** Words that make a number this figure; null where the number alone does */
  beside: RegExp | null;
  /** The number as the locale writes it */
  shown: string;
}

export function readKnown(dir: string): Known {
  const facts = entries(dir, 'facts.yml', (one) => factSchema.safeParse(one));
  const glossary = entries(dir, 'glossary.yml', (one) => termSchema.safeParse(one));
  const wording = wordingSchema.safeParse(yaml(dir, 'wording.yml') ?? {});
  const rows: Wording = wording.success ? wording.data : {};
  const news = mdxFiles(DEFAULT_LOCALE, dir).flatMap((name) => /^news\/(.+)$/.exec(name)?.[1] ?? []);
  const routes: readonly Route[] = ROUTES;
  const term = (id: string, locale: Locale) => lookUp(glossary, id)?.[locale] ?? lookUp(glossary, id)?.[DEFAULT_LOCALE];
  const forbidden = memo((locale: Locale) =>
    (LOCALES[locale].overlay ? [...(rows[DEFAULT_LOCALE] ?? []), ...(rows[locale] ?? [])] : (rows[locale] ?? [])).map(
      ({ word, write, except = [] }) => ({ word, write, except, pattern: wordPattern(word) }),
    ),
  );
  const otherWords = memo((locale: Locale) =>
    Object.keys(glossary).flatMap((id) =>
      (term(id, locale)?.avoid ?? []).map((word) => ({
        word: term(id, DEFAULT_LOCALE)?.term ?? id,
        pattern: wordPattern(word),
        term: term(id, locale)?.term ?? id,
      })),
    ),
  );
  return {
    facts: Object.keys(yaml(dir, 'facts.yml') ?? {}),
    terms: Object.keys(yaml(dir, 'glossary.yml') ?? {}),
    glossary,
    figureNames: figureNames(),
    paths: [
      ...routes.map(({ path }) => path).filter((path) => !path.includes('{id}') && path !== '/404'),
      ...news.map((id) => `/datahub/news/${id}`),
    ],
    originals: new Set(mdxFiles(DEFAULT_LOCALE, dir)),
    fragments: memo((path) => fragmentsOf(dir, path)),
    term,
    forbidden,
    otherWords,
    anyWord: memo((locale) => {
      const words = [...forbidden(locale), ...otherWords(locale)].map(({ pattern }) => pattern.source);
      return new RegExp(words.join('|') || '(?!)', 'iu');
    }),
    figures: memo((locale) => Object.entries(facts).map(([id, fact]) => figurePattern(id, fact, locale))),
  };
}

/** The valid entries of a table: a wrong one is reported by another rule and hides nothing here. */
function entries<T>(
  dir: string,
  file: string,
  parse: (one: unknown) => { success: boolean; data?: T },
): Record<string, T> {
  const table = yaml(dir, file);
  return Object.fromEntries(
    Object.entries(table ?? {}).flatMap(([id, one]) => {
      const { data } = parse(one);
      return data === undefined ? [] : [[id, data]];
    }),
  );
}

function yaml(dir: string, file: string): Record<string, unknown> | null {
  const path = join(dir, file);
  if (!existsSync(path)) return null;
  try {
    const table = load(readFileSync(path, 'utf8'));
    return typeof table === 'object' && !Array.isArray(table) ? (table as Record<string, unknown> | null) : null;
  } catch {
    return null; // Reported by the rule for tables.
  }
}

function memo<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as V;
  };
}

/** A page's sections and what its layout adds: the opening, the terms, the high-risk notice. */
function fragmentsOf(dir: string, path: string): string[] {
  const news = /^\/datahub\/news\/(.+)$/.exec(path)?.[1];
  const route = (ROUTES as readonly Route[]).find((one) => one.path === path);
  const name = route ? `pages/${contentPath(route)}` : `news/${news}`;
  const file = join(dir, DEFAULT_LOCALE, `${name}.mdx`);
  if (!existsSync(file)) return [];
  const raw = readFileSync(file, 'utf8');
  const terms = termIds(raw);
  return [
    ...headingsOrNone(raw),
    ...(route?.risk === 'high' ? ['high-risk'] : []),
    ...(terms.length > 0 ? ['terms', ...terms.map((id) => `term-${id}`)] : []),
    'main',
    'top',
  ];
}

function headingsOrNone(raw: string): string[] {
  try {
    parseSource(raw);
    return headingIds(raw);
  } catch {
    return [];
  }
}

/** The drawings that <Figure> knows: the keys of its own table. */
export function figureNames(): string[] {
  const [, list = ''] = /FIGURES = \{([^}]*)\}/.exec(readFileSync('src/components/mdx/Figure.astro', 'utf8')) ?? [];
  return [...list.matchAll(/^\s*(\w+)\s*[,:]/gm)].map(([, name = '']) => name);
}

/** Every source file as one text, for keys that nothing uses. */
export function sourceText(): string {
  return globSync('src/**/*.{ts,tsx,astro}')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** A word in Latin letters stands by itself; in Japanese and Chinese there are no bounds of words. */
function wordPattern(word: string): RegExp {
  const [before, after] = [/^[\p{Script=Latin}\d]/u, /[\p{Script=Latin}\d]$/u].map((edge) => edge.test(word));
  return new RegExp(`${before ? '(?<![\\p{L}\\d])' : ''}${escaped(word)}${after ? '(?![\\p{L}\\d])' : ''}`, 'giu');
}

/** All ways in which people write the numbers of a fact in a locale. */
function figurePattern(id: string, fact: Fact, locale: Locale): FigurePattern {
  const values = Array.isArray(fact.value) ? fact.value : [fact.value];
  const [low, high] = values.map((value) => numberForms(value, locale));
  const amounts = (forms: string[]) => withUnit(`(?:${forms.map(escaped).join('|')})`, fact.unit);
  const pattern =
    low && high
      ? `${amounts(low)}.{1,6}${withUnit(`(?:${high.map(escaped).join('|')})`, fact.unit)}`
      : amounts(low ?? []);
  const words = fact.beside?.[locale] ?? (LOCALES[locale].overlay ? fact.beside?.[DEFAULT_LOCALE] : undefined);
  return {
    id,
    // A factor of a calculation is an example, which is made of the figure of its day.
    pattern: new RegExp(`(?<![\\d.,]|[×*]\\s?)${pattern}(?![\\d%]|[.,]\\d)\\+?`, 'giu'),
    beside: fact.beside ? new RegExp((words ?? []).map(escaped).join('|') || '(?!)', 'iu') : null,
    shown: values.map((value) => plainNumber(value, locale)).join(' to ') + (fact.unit === 'percent' ? '%' : ''),
  };
}

const plainNumber = (value: number, locale: Locale) =>
  new Intl.NumberFormat(LOCALES[locale].lang, { maximumFractionDigits: 4 }).format(value);

/** 100000 → '100,000', '100000', '100K', '100 thousand', in Chinese also '10万'. */
function numberForms(value: number, locale: Locale): string[] {
  const { lang } = LOCALES[locale];
  const compact = (compactDisplay: 'short' | 'long') =>
    new Intl.NumberFormat(lang, { notation: 'compact', compactDisplay, maximumFractionDigits: 2 }).format(value);
  const decimals = Math.max(2, String(value).split('.')[1]?.length ?? 0);
  return [
    ...new Set([
      plainNumber(value, locale),
      String(value),
      ...(Number.isInteger(value) ? [] : [value.toFixed(decimals)]),
      ...(value >= 1000 ? [compact('short'), compact('long')] : []),
    ]),
  ].sort((a, b) => b.length - a.length);
}

const UNITS: Record<Fact['unit'], { before?: string; after: string }> = {
  count: { after: '' },
  percent: { after: '\\s?(?:%|％|percent|per cent|パーセント)' },
  USD: { before: '(?:US)?\\$|USD\\s?', after: '\\s?(?:USD|米?ドル|美元|(?:US )?dollars)' },
  EUR: { before: '€|EUR\\s?', after: '\\s?(?:EUR|€|ユーロ|歐元|欧元|euros?)' },
};

function withUnit(number: string, unit: Fact['unit']): string {
  const { before, after } = UNITS[unit];
  return before ? `(?:(?:${before})${number}|${number}${after})` : `${number}${after}`;
}

export const isLocaleKey = (key: string): key is Locale => (LOCALE_IDS as string[]).includes(key);
