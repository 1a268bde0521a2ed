/** Headings that an editor has typed over or deleted: their sections would silently join the ones before. */
import type { PageSection } from './pageFile.ts';

export interface GoneHeading {
  /** The place of its section */
  at: number;
  heading: string;
  /** The heading of the section that its text belongs to now, '' for the opening; null if no text is left */
  into: string | null;
  /** Words that stand where the heading stood, which may be meant as the new one; null if there are none */
  typed: string | null;
}

const isHeaded = (text: string) => /^\s*##(?:\s|$)/.test(text);

/** The sections whose text no longer begins with their heading. */
export function goneHeadings(sections: readonly PageSection[], texts: readonly string[]): GoneHeading[] {
  const gone = sections.flatMap(({ heading, text }, at): GoneHeading[] => {
    const now = texts[at] ?? text;
    const [line = '', ...below] = text.split('\n');
    if (!isHeaded(line) || isHeaded(now) || now.split('\n').includes(line)) return [];
    const first = now.trim().split('\n')[0] ?? '';
    const typed = first === '' || below.includes(first) || /^[<|\-*>`]/.test(first) ? null : first;
    return [{ at, heading, into: now.trim() === '' ? null : '', typed }];
  });
  const without = new Set(gone.map(({ at }) => at));
  return gone.map((one) => {
    const home = sections.findLast((_, at) => at < one.at && !without.has(at));
    return one.into === null ? one : { ...one, into: home?.heading ?? '' };
  });
}

/** True if a section begins with another heading than before, so that links to it would lead nowhere. */
export function hasOtherHeading(before: string, now: string): boolean {
  const [line, other] = [before, now.trimStart()].map((text) => text.split('\n')[0]?.trimEnd() ?? '');
  return isHeaded(before) && isHeaded(now) && line !== other && !now.split('\n').includes(line ?? '');
}

/** A text with the first line of another one as its own. */
export const withFirstLine = (before: string, now: string): string =>
  [before.split('\n')[0], ...now.trimStart().split('\n').slice(1)].join('\n');

/** What is left of a section, with its heading above it again; all of it if nothing is left. */
export const withHeading = (before: string, now: string): string =>
  now.trim() === '' ? before : `${before.split('\n')[0]}\n\n${now.trimStart()}`;

/** The text of a section with its first line as its heading. */
export const headedByFirstLine = (text: string): string => `## ${text.trimStart().replace(/^#+\s*/, '')}`;
