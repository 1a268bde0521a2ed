/** The content folder, and the front matter of its files. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readYaml, type Yaml } from './yaml.ts';

/** The folder of all words. Tests and benches set another one in CONTENT_DIR; it must be inside the project. */
export const CONTENT_DIR = resolve(process.env.CONTENT_DIR ?? 'content');

export interface Source {
  /** Empty if it cannot be read */
  frontMatter: Record<string, unknown>;
  /** Why the front matter cannot be read; null if it can */
  fault: Yaml['fault'];
  /** Line of a front matter field in the file, from 1 */
  lineOf: Yaml['lineOf'];
  body: string;
  /** Line of the file on which the body begins, from 1 */
  bodyLine: number;
}

/** Splits an MDX file into front matter and body. */
export function parseSource(raw: string): Source {
  const lines = raw.split('\n');
  const isMark = (line: string | undefined) => line?.trimEnd() === '---';
  const end = isMark(lines[0]) ? lines.findIndex((line, at) => at > 0 && isMark(line)) : -1;
  if (end < 0) return { frontMatter: {}, fault: null, lineOf: () => 1, body: raw, bodyLine: 1 };
  const { value, fault, lineOf } = readYaml(lines.slice(1, end).join('\n').replaceAll('\r', ''));
  const isMapping = typeof (value ?? {}) === 'object' && !Array.isArray(value);
  const noMapping = isMapping ? null : { line: 0, reason: 'the front matter is no list of `name: value` lines' };
  const wrong = fault ?? noMapping;
  return {
    frontMatter: wrong ? {} : { ...(value as object | null) },
    fault: wrong && { ...wrong, line: wrong.line + 1 },
    lineOf: (path) => lineOf(path) + 1,
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  };
}

/** Every MDX file of a locale, as 'pages/service/bonds', sorted. */
export function mdxFiles(locale: string, dir = CONTENT_DIR): string[] {
  if (!existsSync(join(dir, locale))) return [];
  return readdirSync(join(dir, locale), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => name.slice(0, -'.mdx'.length).replaceAll('\\', '/'))
    .sort();
}
