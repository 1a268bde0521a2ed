/** The content folder, and the front matter of its files. */
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONTENT_DIR } from '../contentDir.ts';
import { memoText } from '../memo.ts';
import { yamlFault } from './syntax.ts';
import { readYaml, type Yaml } from './yaml.ts';

export { CONTENT_DIR };

/** A file of the folder, without the byte order mark that some editors write. */
export const readText = (path: string): string => unsaved.get(resolve(path)) ?? withoutMark(readFileSync(path, 'utf8'));

let unsaved: ReadonlyMap<string, string> = new Map();

/** Runs with texts by path in place of those of the files: what an editor has not saved yet. */
export function withTexts<Answer>(texts: ReadonlyMap<string, string>, run: () => Answer): Answer {
  unsaved = texts;
  try {
    return run();
  } finally {
    unsaved = new Map();
  }
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

export interface Source {
  /** Empty if it cannot be read */
  frontMatter: Record<string, unknown>;
  /** Why the front matter cannot be read; null if it can */
  fault: Yaml['fault'];
  /** Line of a front matter field in the file, from 1 */
  lineOf: Yaml['lineOf'];
  /** Where the value of a front matter field begins and ends in the file */
  rangeOf: Yaml['rangeOf'];
  body: string;
  /** Line of the file on which the body begins, from 1 */
  bodyLine: number;
}

/** Splits an MDX file into front matter and body. Several rules ask for the same files; nobody may change the answer. */
export const parseSource = memoText(split);

function split(raw: string): Source {
  const lines = withoutMark(raw).split('\n');
  const isMark = (line: string | undefined) => line?.trimEnd() === '---';
  const begins = isMark(lines[0]);
  const end = begins ? lines.findIndex((line, at) => at > 0 && isMark(line)) : -1;
  if (end < 0) {
    const open = { line: 1, reason: 'the front matter does not end', remedy: 'write a line --- below its last field' };
    const places = { lineOf: () => 1, rangeOf: (): [number, number] => [0, 0] };
    return { frontMatter: {}, fault: begins ? open : null, ...places, body: raw, bodyLine: 1 };
  }
  const head = lines.slice(1, end).join('\n').replace(/\r$/, '');
  const { value, fault, lineOf, rangeOf } = readYaml(head);
  const isMapping = typeof (value ?? {}) === 'object' && !Array.isArray(value);
  const reason = 'the front matter is no list of `name: value` lines';
  const wrong =
    fault ?? (isMapping ? null : yamlFault(head, { code: 'MULTILINE_IMPLICIT_KEY', message: reason, line: 1 }));
  const before = (lines[0]?.length ?? 0) + 1;
  const { mending } = wrong ?? {};
  return {
    frontMatter: wrong ? {} : { ...(value as object | null) },
    fault: wrong && {
      ...wrong,
      line: wrong.line + 1,
      ...(mending && { mending: { ...mending, start: mending.start + before, end: mending.end + before } }),
    },
    lineOf: (path) => lineOf(path) + 1,
    rangeOf: (path) => {
      const [from, to] = rangeOf(path);
      return [from + before, to + before];
    },
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
  };
}

/** The day of the draft of a page: none. */
export const NEVER = '9999-12-31';

/** The day in UTC. */
export const dayAt = (time: Date) => time.toISOString().slice(0, 10);

/** The day of the build, or of the start of the server. News and legal texts of a later day wait for a build of that day. */
export const today = () => dayAt(new Date());

/** The day from which a file is published, as its front matter says; '' if it always was. */
export function publishedFrom({ draft, date }: { draft?: unknown; date?: unknown }): string {
  return draft ? NEVER : typeof date === 'string' ? date : '';
}

/** Every file of the folder that people write, as 'ja/pages/service/bonds.mdx', sorted; none whose name begins with a dot. */
export const contentFiles = (dir = CONTENT_DIR): string[] =>
  filesBelow(dir)
    .filter((name) => !/(?:^|\/)\./.test(name))
    .sort();

/** Every MDX file of a locale, as 'pages/service/bonds', sorted; without links. */
export function mdxFiles(locale: string, dir = CONTENT_DIR): string[] {
  const folder = join(dir, locale);
  if (!existsSync(folder)) return [];
  return filesBelow(folder, (entry) => entry.isFile())
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => name.slice(0, -'.mdx'.length))
    .sort();
}

/** The files below a folder, with / between names. A link counts as a file: what it leads to may be anywhere. */
export function filesBelow(folder: string, keep: (entry: Dirent) => boolean = () => true): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return keep(entry) ? [entry.name] : [];
    return filesBelow(join(folder, entry.name), keep).map((name) => `${entry.name}/${name}`);
  });
}
