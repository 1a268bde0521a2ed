/** Where the words are, and how one MDX file is taken apart. Works on text, without Astro. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import GithubSlugger from 'github-slugger';
import { load } from 'js-yaml';
import { lookUp } from '../lookUp.ts';

/** The folder of all words. Tests and benches build another one by CONTENT_DIR; it must lie inside the project. */
export const CONTENT_DIR = resolve(process.env.CONTENT_DIR ?? 'content');

export interface Section {
  /** Heading text; '' for the opening, which also holds the front matter that is translated */
  heading: string;
  /** Fragment of the heading; '' for the opening */
  id: string;
  /** What is hashed */
  text: string;
  /** What a person reads: the same, with the front matter written out */
  shown: string;
  /** Of the opening: its text without the front matter */
  opening?: string;
  /** Line of the file on which the section begins, from 1 */
  line: number;
}

export interface Source {
  frontMatter: Record<string, unknown>;
  body: string;
  /** Line of the file on which the body begins, from 1 */
  bodyLine: number;
}

/** Splits an MDX file into front matter and body. Throws where the front matter is no YAML mapping. */
export function parseSource(raw: string): Source {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(raw);
  if (!match) return { frontMatter: {}, body: raw, bodyLine: 1 };
  const frontMatter = load(match[1] ?? '') ?? {};
  if (typeof frontMatter !== 'object' || Array.isArray(frontMatter)) {
    throw new Error('the front matter is no list of `name: value` lines');
  }
  return {
    frontMatter: frontMatter as Record<string, unknown>,
    body: raw.slice(match[0].length),
    bodyLine: match[0].split('\n').length,
  };
}

/** Front matter that carries words; the rest (level, reviewed, source …) is not translated. */
const TRANSLATED_FIELDS = ['title', 'heading', 'description', 'lead', 'actions'];

/** The opening and the `##` sections of a file, in order. Code fences are not looked into. */
export function sections(raw: string): Section[] {
  const { frontMatter, body, bodyLine } = parseSource(raw);
  const words = Object.fromEntries(TRANSLATED_FIELDS.map((field) => [field, lookUp(frontMatter, field) ?? null]));
  const lines = body.split('\n');
  const starts = headings(body).filter(({ depth }) => depth === 2);
  const between = (from: number, to?: number) =>
    lines
      .slice(from, to)
      .map((line) => `\n${line}`)
      .join('');
  const opening = between(0, starts[0]?.index);
  const written = Object.entries(words)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [
    {
      heading: '',
      id: '',
      text: JSON.stringify(words) + opening,
      shown: `${[...written, opening.trim()].join('\n\n').trim()}\n`,
      opening,
      line: 1,
    },
    ...starts.map(({ heading, id, index }, at) => {
      const text = between(index, starts[at + 1]?.index);
      return { heading, id, text, shown: `${text.replaceAll('\r', '').trim()}\n`, line: bodyLine + index };
    }),
  ];
}

interface Heading {
  depth: number;
  heading: string;
  id: string;
  /** Line of the body, from 0 */
  index: number;
}

/** The `##` and `###` headings of a body, in order, with the ids that GitHub gives them. */
function headings(body: string): Heading[] {
  const slugger = new GithubSlugger();
  const found: Heading[] = [];
  let fenced = false;
  for (const [index, line] of body.split('\n').entries()) {
    if (/^(```|~~~)/.test(line)) fenced = !fenced;
    const [, marks = '', heading = ''] = (!fenced && /^(#{2,3}) +(.+?)\s*$/.exec(line)) || [];
    if (!heading) continue;
    found.push({ depth: marks.length, heading, id: slugger.slug(heading.replace(/<[^>]+>/g, '')), index });
  }
  return found;
}

/** A short hash that does not change with white space at line ends (Windows' too) or blank lines at the edges. */
function digest(text: string): string {
  const steady = text.replace(/[ \t\r]+$/gm, '').trim();
  return createHash('sha256').update(steady).digest('hex').slice(0, 10);
}

export interface Fingerprint {
  body: string;
  sections: string[];
}

/** What a translation's `source:` records of the en-US file: a hash of the whole and one per section. */
export function fingerprint(raw: string): Fingerprint {
  const hashes = sections(raw).map(sectionHash);
  return { body: digest(hashes.join(' ')), sections: hashes };
}

export function sectionHash({ text }: Section): string {
  return digest(text);
}

/** Ids of the `##` and `###` headings in order. They are taken from en-US in every locale, so fragments are the same. */
export function headingIds(raw: string): string[] {
  return headings(parseSource(raw).body).map(({ id }) => id);
}

/** Glossary ids that a body marks with <Term>, each once, in order. */
export function termIds(body: string): string[] {
  return [...new Set([...body.matchAll(/<Term\s+id="([^"]+)"/g)].map((match) => match[1] ?? ''))];
}

/** Ids of the figures that a body shows, each once, in order: of <Fact>, of <FactLedger>, and `{id}` in a summary. */
export function factIds(body: string): string[] {
  const shown = /<Fact\s+id="([^"]+)"|<FactLedger\s+ids="([^"]+)"|\ssummary="([^"]*)"/g;
  const ids = [...body.matchAll(shown)].flatMap(([, one, several, summary]) => [
    ...(one ? [one] : []),
    ...(several?.trim().split(/\s+/) ?? []),
    ...[...(summary ?? '').matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id),
  ]);
  return [...new Set(ids)];
}

/** Minutes to read a body: 230 English words or 500 CJK characters a minute, at least one. */
export function readingMinutes(body: string): number {
  const text = body.replace(/<[^>]*>/g, ' ');
  const cjk = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\d]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(cjk / 500 + words / 230));
}

/** Every MDX file of a locale, as 'pages/service/bonds', sorted. */
export function mdxFiles(locale: string, dir = CONTENT_DIR): string[] {
  if (!existsSync(join(dir, locale))) return [];
  return readdirSync(join(dir, locale), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => name.slice(0, -'.mdx'.length).replaceAll('\\', '/'))
    .sort();
}
