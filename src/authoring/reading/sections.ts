/** The sections of an MDX file, and the hashes that record which text a translation was made from. */
import { createHash } from 'node:crypto';
import GithubSlugger from 'github-slugger';
import { parseSource, type Source } from '../../catalogue/content.ts';
import { lookUp } from '../../lookUp.ts';
import { isInLocal, lineOfNode, localLines, type Node, parseMdx, plainText, walk } from './mdx.ts';

/** A piece of a text that has a status of its own: a section of a page, a message, a term. */
export interface TextPart {
  /** Of a section the fragment of its heading; '' for the opening */
  id: string;
  /** Heading as shown; '' for the opening */
  heading: string;
  /** The text for people, of the opening with the translated front matter */
  shown: string;
  /** Line of the file on which it begins, from 1 */
  readonly line: number;
}

export interface Section extends TextPart {
  /** The same text, with the front matter as one line: it is hashed */
  text: string;
  /** What the file's own locale has in addition: its <Local> blocks; '' if there are none */
  local: string;
}

/** The front matter fields with words; the rest (level, reviewed, version …) is not translated. */
export const TRANSLATED_FIELDS = ['title', 'heading', 'description', 'lead', 'points', 'actions'];

/** Tells whether the words of a file have changed: a hash of the whole and one per section. */
export interface Fingerprint {
  body: string;
  sections: string[];
}

export interface Outline {
  /** The `##` and `###` headings in order. Every locale takes their ids from en-US, so fragments are the same. */
  headings: Heading[];
  /** True if a part of the file cannot be read */
  isBroken: boolean;
  /** `draft` of the front matter */
  draft: boolean;
  /** The opening and the `##` sections, in order */
  parts: Section[];
  mark: Fingerprint;
}

export function outlineOf(raw: string): Outline {
  const { root, faults } = parseMdx(raw);
  const source = parseSource(raw);
  const found = sharedHeadings(root);
  const parts = sectionsAt(
    raw,
    source,
    found.filter(({ depth }) => depth === 2),
    localLines(raw, root),
  );
  const hashes = parts.map(sectionHash);
  return {
    headings: found,
    isBroken: faults.length > 0 || source.fault !== null,
    draft: source.frontMatter.draft === true,
    parts,
    mark: { body: digest(hashes.join(' ')), sections: hashes },
  };
}

export const sections = (raw: string) => outlineOf(raw).parts;
export const fingerprint = (raw: string) => outlineOf(raw).mark;
export const headingsOf = (raw: string) => sharedHeadings(parseMdx(raw).root);
export const headingIds = (raw: string) => headingsOf(raw).map(({ id }) => id);

/**
 * The id of each `##` and `###` heading of a file in order: the shared ids in turn, and between them for the headings
 * of <Local>, and those without an id, their own words.
 */
export function idsWithLocal(raw: string, shared: readonly string[]): string[] {
  const slugger = new GithubSlugger();
  for (const id of shared) slugger.slug(id);
  const rest = [...shared];
  return headingsIn(parseMdx(raw).root).map(({ heading, local }) =>
    local ? slugger.slug(heading) : rest.shift() || slugger.slug(heading),
  );
}

/** `local`: the lines of <Local> blocks. */
function sectionsAt(
  raw: string,
  { frontMatter, bodyLine }: Source,
  starts: readonly Heading[],
  local: ReadonlySet<number>,
): Section[] {
  // What was recorded of files without points does not name them.
  const fields = TRANSLATED_FIELDS.filter((field) => field !== 'points' || Object.hasOwn(frontMatter, field));
  const words = Object.fromEntries(fields.map((field) => [field, lookUp(frontMatter, field) ?? null]));
  const lines = raw.split('\n');
  const linesBetween = (from: number, to = lines.length + 1, own = false) =>
    lines
      .slice(from - 1, to - 1)
      .filter((_, index) => local.has(from + index) === own)
      .map((line) => `\n${line}`)
      .join('');
  const between = (from: number, to?: number) => ({
    text: linesBetween(from, to),
    local: linesBetween(from, to, true).trim(),
  });
  const opening = between(bodyLine, starts[0]?.line);
  const written = Object.entries(words)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [
    {
      heading: '',
      id: '',
      text: JSON.stringify(words) + opening.text,
      shown: `${[...written, opening.text.trim()].join('\n\n').trim()}\n`,
      local: opening.local,
      line: 1,
    },
    ...starts.map(({ heading, id, line }, at) => {
      const { text, local: own } = between(line, starts[at + 1]?.line);
      return { heading, id, text, shown: `${text.replaceAll('\r', '').trim()}\n`, local: own, line };
    }),
  ];
}

/** The words of an opening as they are shown: those of each field of front matter, and the text below them. */
export function wordsOfOpening(shown: string): { fields: Map<string, string>; text: string } {
  const paragraphs = shown.split('\n\n');
  const fields = new Map<string, string>();
  for (const field of TRANSLATED_FIELDS)
    if (paragraphs[0]?.startsWith(`${field}: `))
      fields.set(field, (paragraphs.shift() ?? '').slice(`${field}: `.length).trimEnd());
  return { fields, text: paragraphs.join('\n\n') };
}

export interface Heading {
  depth: number;
  heading: string;
  id: string;
  line: number;
}

/** The `##` and `###` headings that every locale has, in order, with the ids that GitHub gives them. */
export function sharedHeadings(root: Node): Heading[] {
  const slugger = new GithubSlugger();
  return headingsIn(root)
    .filter(({ local }) => !local)
    .map((heading) => ({ ...heading, id: slugger.slug(heading.heading) }));
}

/** The `##` and `###` headings of a file, in order. */
function headingsIn(root: Node): (Omit<Heading, 'id'> & { local: boolean })[] {
  return walk(root).flatMap(({ node, around }) => {
    if (node.type !== 'heading' || node.depth < 2 || node.depth > 3) return [];
    const heading = plainText(node).trim();
    return heading ? [{ depth: node.depth, heading, local: isInLocal(around), line: lineOfNode(node) }] : [];
  });
}

/** A text without white space at line ends (Windows' too) and blank lines at the start and the end. */
export const steady = (text: string) => text.replace(/[ \t\r]+$/gm, '').trim();

/** A short hash that ignores that white space. */
export function digest(text: string): string {
  return createHash('sha256').update(steady(text)).digest('hex').slice(0, 10);
}

function sectionHash({ text }: Section): string {
  return digest(text);
}
