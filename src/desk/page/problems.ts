/** The problems of a page while it is edited, each at its place in the field or section where it is written. */
import { checkPage } from '../../authoring/checks/index.ts';
import { CONTENT_DIR, parseSource } from '../../catalogue/content.ts';
import type { Problem } from '../../catalogue/problem.ts';
import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { withButton } from '../server/commandButtons.ts';
import { shownPath } from '../server/files.ts';
import { knownNow } from '../server/known.ts';
import { type Edited, type PageEdit, withEdit } from './pageFile.ts';

export interface TextPlace {
  /** A section by its place, a field by its name, or the lines of front matter as a whole */
  in: { section: number } | { field: string } | { head: true };
  /** The characters of that text that it is about */
  from: number;
  to: number;
}

export interface PlacedProblem extends TextPlace {
  what: string;
  expected: string;
  remedy: string;
  /** The change that mends it, where that is safe */
  mending: PlacedMending | null;
}

export interface PlacedMending {
  from: number;
  to: number;
  text: string;
  /** True if it is of the lines of front matter as a whole, because the field is no text or is written otherwise */
  inHead?: true;
}

/** The problems of a text in memory. Line ends are \n in all places. */
export function problemsOf(
  locale: Locale,
  page: string,
  raw: string,
  edit: PageEdit = {},
  dir = CONTENT_DIR,
): PlacedProblem[] {
  const edited = withEdit(raw.replaceAll('\r\n', '\n'), page, edit);
  const file = shownPath(`${locale}/${page}.mdx`, dir);
  const problems = checkPage({ file, locale, name: page, raw: edited.raw }, knownNow(dir));
  const placed = placer(edited);
  return problems.map(placed);
}

interface Span {
  in: TextPlace['in'];
  start: number;
  end: number;
  /** False if the file writes the value otherwise than it is, in quotes with escapes for example */
  isAsWritten: boolean;
}

function placer({ raw, head, sections }: Edited): (problem: Problem) => PlacedProblem {
  const source = parseSource(raw);
  const fields = source.fault ? [] : Object.keys(source.frontMatter).map((name) => fieldSpan(raw, name, source));
  const lineOf = new Map(Object.keys(source.frontMatter).map((name) => [source.lineOf([name]), name]));
  const starts = [0];
  for (const line of raw.split('\n')) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const spans: Span[] = sections.map(([start, end], section) => ({ in: { section }, start, end, isAsWritten: true }));
  const wholeHead: Span = { in: { head: true }, start: head[0], end: head[1], isAsWritten: true };
  const spanOf = (from: number, line: number): Span => {
    if (from >= head[1] || head[1] === 0) return spans.findLast(({ start }) => start <= from) ?? spans[0] ?? wholeHead;
    const name = [...lineOf].findLast(([fieldLine]) => fieldLine <= line)?.[1];
    return (
      (source.fault ? undefined : fields.find((span) => 'field' in span.in && span.in.field === name)) ?? wholeHead
    );
  };
  return ({ line, what, expected, remedy, command, mending }) => {
    const begin = starts[line - 1] ?? raw.length;
    const stop = Math.max(begin, (starts[line] ?? raw.length + 1) - 1);
    const span = spanOf(mending?.start ?? begin, line);
    const [from, to] = mending ? [mending.start, mending.end] : wordsIn(raw, begin, stop, what);
    const within = (at: number) => Math.min(Math.max(at, span.start), span.end) - span.start;
    const isIn = ({ start, end }: Span) => mending && mending.start >= start && mending.end <= end;
    const isInside = span.isAsWritten && isIn(span);
    const inSpan: PlacedMending | null =
      mending && isInside ? { from: within(mending.start), to: within(mending.end), text: mending.text } : null;
    const [first] = head;
    const ofHead: PlacedMending | null =
      mending && isIn(wholeHead)
        ? { from: mending.start - first, to: mending.end - first, text: mending.text, inHead: true }
        : null;
    const problem = { what, expected, remedy: withButton(remedy, command), in: span.in, mending: inSpan ?? ofHead };
    // A value that is written otherwise has the problem as a whole.
    if (!span.isAsWritten) return { ...problem, from: 0, to: span.end - span.start };
    return { ...problem, from: within(from), to: within(to) };
  };
}

function fieldSpan(raw: string, name: string, { frontMatter, rangeOf }: ReturnType<typeof parseSource>): Span {
  const [start, end] = rangeOf([name]);
  const value = lookUp(frontMatter, name);
  const quote = /^["']/.test(raw.slice(start, end)) ? 1 : 0;
  const isAsWritten = typeof value === 'string' && raw.slice(start + quote, end - quote) === value;
  return { in: { field: name }, start: start + quote, end: end - quote, isAsWritten };
}

/** The first words in quotation marks of a message, where the line has them; else the line. */
export function wordsIn(raw: string, begin: number, stop: number, what: string): [number, number] {
  const line = raw.slice(begin, stop);
  for (const [, a, b] of what.matchAll(/‘(?:…)?([^’]+?)(?:…)?’|'([^']+)'/g)) {
    const words = (a ?? b ?? '').replaceAll('⏎', '\n').trim();
    const at = words ? line.indexOf(words) : -1;
    if (at >= 0) return [begin + at, begin + at + words.length];
  }
  const lead = line.length - line.trimStart().length;
  return [begin + lead, stop];
}
