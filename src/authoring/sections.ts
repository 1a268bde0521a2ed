/** The sections of an MDX file, and the hashes that record which text a translation was made from. */
import { createHash } from 'node:crypto';
import GithubSlugger from 'github-slugger';
import { parseSource } from '../catalogue/content.ts';
import { lookUp } from '../lookUp.ts';
import { lineOfNode, parseMdx, plainText, walk } from './mdx.ts';

export interface Section {
  /** Heading as shown; '' for the opening, which also holds the translated front matter */
  heading: string;
  /** Fragment of the heading; '' for the opening */
  id: string;
  /** The text that is hashed */
  text: string;
  /** The text for people: the same, with the front matter written out */
  shown: string;
  /** For the opening only: its text without the front matter */
  opening?: string;
  /** Line of the file on which the section begins, from 1 */
  line: number;
}

/** The front matter fields with words; the rest (level, reviewed, source …) is not translated. */
const TRANSLATED_FIELDS = ['title', 'heading', 'description', 'lead', 'actions'];

/** What a translation's `source:` records of the en-US file: a hash of the whole and one per section. */
export interface Fingerprint {
  body: string;
  sections: string[];
}

export interface Outline {
  /** Ids of the `##` and `###` headings in order. Every locale takes them from en-US, so fragments are the same. */
  ids: string[];
  /** The opening and the `##` sections, in order */
  parts: Section[];
  mark: Fingerprint;
}

export function outlineOf(raw: string): Outline {
  const found = headings(raw);
  const parts = sectionsAt(
    raw,
    found.filter(({ depth }) => depth === 2),
  );
  const hashes = parts.map(sectionHash);
  return { ids: found.map(({ id }) => id), parts, mark: { body: digest(hashes.join(' ')), sections: hashes } };
}

export const sections = (raw: string) => outlineOf(raw).parts;
export const fingerprint = (raw: string) => outlineOf(raw).mark;
export const headingIds = (raw: string) => headings(raw).map(({ id }) => id);

function sectionsAt(raw: string, starts: readonly Heading[]): Section[] {
  const { frontMatter, bodyLine } = parseSource(raw);
  const words = Object.fromEntries(TRANSLATED_FIELDS.map((field) => [field, lookUp(frontMatter, field) ?? null]));
  const lines = raw.split('\n');
  const between = (from: number, to = lines.length + 1) =>
    lines
      .slice(from - 1, to - 1)
      .map((line) => `\n${line}`)
      .join('');
  const opening = between(bodyLine, starts[0]?.line);
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
    ...starts.map(({ heading, id, line }, at) => {
      const text = between(line, starts[at + 1]?.line);
      return { heading, id, text, shown: `${text.replaceAll('\r', '').trim()}\n`, line };
    }),
  ];
}

interface Heading {
  depth: number;
  heading: string;
  id: string;
  line: number;
}

/** The `##` and `###` headings of a file, in order, with the ids that GitHub gives them. */
function headings(raw: string): Heading[] {
  const slugger = new GithubSlugger();
  return [...walk(parseMdx(raw).root)].flatMap(({ node }) => {
    if (node.type !== 'heading' || node.depth < 2 || node.depth > 3) return [];
    const heading = plainText(node).trim();
    return heading ? [{ depth: node.depth, heading, id: slugger.slug(heading), line: lineOfNode(node) }] : [];
  });
}

/** A short hash that ignores white space at line ends (Windows' too) and blank lines at the start and the end. */
function digest(text: string): string {
  const steady = text.replace(/[ \t\r]+$/gm, '').trim();
  return createHash('sha256').update(steady).digest('hex').slice(0, 10);
}

export function sectionHash({ text }: Section): string {
  return digest(text);
}
