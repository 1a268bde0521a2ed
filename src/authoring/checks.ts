/** What is wrong in content/, all at once: each problem with its file, line and remedy. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { load } from 'js-yaml';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../i18n/locales.ts';
import { contentPath, ROUTES, type Route, routeAt } from '../routes.ts';
import { CONTENT_DIR, headingIds, parseSource } from './content.ts';
import { newsSchema, noticeSchema, pageSchema } from './schemas.ts';
import { mdxFiles } from './translations.ts';

export interface Problem {
  file: string;
  line: number;
  what: string;
  remedy: string;
}

const SCHEMAS = { pages: pageSchema, notices: noticeSchema, news: newsSchema };
const NOT_CJK = new Set<Locale>(['en-US', 'en-GB']);

export function checkContent(dir = CONTENT_DIR): Problem[] {
  return [...LOCALE_IDS.flatMap((locale) => checkLocale(dir, locale)), ...checkMessages(dir)];
}

function checkLocale(dir: string, locale: Locale): Problem[] {
  const files = mdxFiles(locale, dir);
  const original = new Set(mdxFiles(DEFAULT_LOCALE, dir));
  const known: Known = {
    components: allowedComponents(),
    facts: ids(join(dir, 'facts.yml')),
    terms: ids(join(dir, 'glossary.yml')),
    fragments: (route) => fragmentsOf(dir, route),
  };
  return files.flatMap((name) => {
    const path = join(dir, locale, `${name}.mdx`);
    const file = relative(process.cwd(), path);
    const raw = readFileSync(path, 'utf8');
    const problems = checkFile(file, raw, locale, known);
    if (!original.has(name)) {
      problems.unshift({
        file,
        line: 1,
        what: `has no counterpart content/${DEFAULT_LOCALE}/${name}.mdx`,
        remedy: 'write the en-US page first, or remove this file',
      });
    }
    return problems;
  });
}

interface Known {
  components: string[];
  facts: string[];
  terms: string[];
  /** Fragments that a page offers, from its en-US headings and from its layout */
  fragments: (route: Route) => Set<string>;
}

function checkFile(file: string, raw: string, locale: Locale, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add = (line: number, what: string, remedy: string) => problems.push({ file, line, what, remedy });
  const lineOf = (index: number) => raw.slice(0, index).split('\n').length;
  const room = (Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]).find((name) => file.includes(`/${name}/`)) ?? 'pages';

  let source: ReturnType<typeof parseSource>;
  try {
    source = parseSource(raw);
  } catch (error) {
    add(1, `the front matter cannot be read: ${(error as Error).message}`, 'put the value between quotation marks');
    return problems;
  }
  const parsed = SCHEMAS[room].safeParse(source.frontMatter);
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const field = String(issue.path[0] ?? '');
    const at = raw.search(new RegExp(`^${field}:`, 'm'));
    add(
      at < 0 ? 1 : lineOf(at),
      `front matter ${issue.path.join('.')}: ${issue.message}`,
      'see content/README.md, front matter',
    );
  }

  for (const match of raw.matchAll(/<([A-Za-z][A-Za-z0-9]*)((?:\s+[a-z]+="[^"]*")*)\s*\/?>/g)) {
    const [, name = '', attributes = ''] = match;
    const line = lineOf(match.index);
    if (name !== 'strong' && !known.components.includes(name)) {
      add(line, `unknown component <${name}>`, `did you mean <${nearest(name, known.components)}>?`);
    }
    const id = / ids?="([^"]*)"/.exec(attributes)?.[1];
    const table = { Fact: known.facts, FactLedger: known.facts, Term: known.terms }[name];
    for (const one of table && id !== undefined ? id.split(' ') : []) {
      if (!table?.includes(one))
        add(line, `unknown id '${one}' in <${name}>`, `did you mean '${nearest(one, table ?? [])}'?`);
    }
  }

  const links = /\]\(([^)\s]+)\)|href(?:="|: )([^"\s}]+)/g;
  for (const match of raw.matchAll(links)) {
    const href = match[1] ?? match[2] ?? '';
    if (!href.startsWith('/') && !href.startsWith('#')) continue;
    const fault = linkFault(href, known, file);
    if (fault) add(lineOf(match.index), ...fault);
  }

  if (!NOT_CJK.has(locale)) {
    for (const match of raw.matchAll(/\*\*/g)) {
      add(lineOf(match.index), '** does not render beside CJK punctuation', 'write <strong>…</strong>');
    }
  }
  return problems;
}

function linkFault(href: string, known: Known, file: string): [what: string, remedy: string] | null {
  const [path = '', fragment] = href.split('#');
  const bound = LOCALE_IDS.find((id) => path === `/${id}` || path.startsWith(`/${id}/`));
  if (bound) return [`link ${href} is bound to a locale`, `write ${path.slice(bound.length + 1) || '/'}`];
  const paths = ROUTES.map((route) => route.path as string).filter((one) => !one.includes('{id}'));
  if (path && !paths.includes(path)) return [`no page ${path}`, `did you mean ${nearest(path, paths)}?`];
  const here = ROUTES.find((route) => file.endsWith(`/pages/${contentPath(route)}.mdx`));
  const target = path ? routeAt(path) : here;
  if (!fragment || !target) return null;
  const fragments = known.fragments(target);
  if (fragments.has(fragment)) return null;
  return [`no section #${fragment} on ${target.path}`, `did you mean #${nearest(fragment, [...fragments])}?`];
}

function fragmentsOf(dir: string, route: Route): Set<string> {
  const file = join(dir, DEFAULT_LOCALE, 'pages', `${contentPath(route)}.mdx`);
  return new Set([...headingIds(readFileSync(file, 'utf8')), ...(route.risk === 'high' ? ['high-risk'] : [])]);
}

/** Keys of every ui.json against en-US, and keys that no source file names. */
function checkMessages(dir: string): Problem[] {
  const read = (locale: Locale) => {
    const path = join(dir, locale, 'ui.json');
    const raw = readFileSync(path, 'utf8');
    const lineOf = (key: string) => raw.slice(0, Math.max(0, raw.indexOf(`"${key}"`))).split('\n').length;
    return { file: relative(process.cwd(), path), words: JSON.parse(raw) as Record<string, string>, lineOf };
  };
  const original = read(DEFAULT_LOCALE);
  const sources = globSync('src/**/*.{ts,tsx,astro}')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const orphans = Object.keys(original.words)
    .filter((key) => !sources.includes(`'${key}'`))
    .map((key) => ({
      file: original.file,
      line: original.lineOf(key),
      what: `no page uses the message '${key}'`,
      remedy: 'remove it from every ui.json',
    }));
  const others = LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE).flatMap((locale) => {
    const { file, words, lineOf } = read(locale);
    const missing = LOCALES[locale].overlay ? [] : Object.keys(original.words).filter((key) => !(key in words));
    return [
      ...missing.map((key) => ({
        file,
        line: 1,
        what: `the message '${key}' is missing`,
        remedy: `translate "${original.words[key]}"`,
      })),
      ...Object.keys(words)
        .filter((key) => !(key in original.words))
        .map((key) => ({
          file,
          line: lineOf(key),
          what: `the message '${key}' does not exist in en-US`,
          remedy: `remove it, or did you mean '${nearest(key, Object.keys(original.words))}'?`,
        })),
    ];
  });
  return [...orphans, ...others];
}

/** The names that MDX may use: the allow-list of src/components/mdx/index.ts. */
function allowedComponents(): string[] {
  const [, list = ''] = /mdxComponents = \{([^}]*)\}/.exec(readFileSync('src/components/mdx/index.ts', 'utf8')) ?? [];
  return list.match(/\w+/g) ?? [];
}

function ids(file: string): string[] {
  return Object.keys(load(readFileSync(file, 'utf8')) as object);
}

/** The candidate with the smallest edit distance. */
function nearest(word: string, candidates: readonly string[]): string {
  const distance = (candidate: string) => editDistance(word.toLowerCase(), candidate.toLowerCase());
  return [...candidates].sort((a, b) => distance(a) - distance(b))[0] ?? '';
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
