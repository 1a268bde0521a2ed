/** Makes the changes that mend problems of content/. `npm run content -- --fix` and the desk show them first. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readText } from '../catalogue/content.ts';
import type { Mending, Problem } from '../catalogue/problem.ts';

/** A line that changes, as it is and as it becomes; it may become several. */
export interface ChangedLine {
  line: number;
  before: string;
  after: string;
  /** Where it begins in the text */
  from: number;
  /** The changes that begin in it */
  changes: Mending[];
}

export interface MendedFile {
  /** As in the problems */
  file: string;
  /** The problems that the change mends */
  problems: Problem[];
  lines: ChangedLine[];
  /** The file as it becomes */
  text: string;
}

/** A text with its mendings made. Of two that overlap, only the first is made: the next run finds the other. */
export function mend(text: string, mendings: readonly Mending[]): string {
  let mended = '';
  let at = 0;
  for (const { start, end, text: own } of apart(mendings)) {
    mended += text.slice(at, start) + own;
    at = end;
  }
  return mended + text.slice(at);
}

/** The mendings in the order of the text, without those that overlap an earlier one. */
function apart<One extends Mending>(mendings: readonly One[]): One[] {
  const separate: One[] = [];
  for (const mending of mendings.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { start = -1, end = 0 } = separate.at(-1) ?? {};
    if (mending.start >= end && mending.start > start) separate.push(mending);
  }
  return separate;
}

/** A legal text stays: each change of it needs a version. */
export const isMendable = ({ file, mending }: Pick<Problem, 'file' | 'mending'>) =>
  mending !== undefined && !/\/pages\/legal\//.test(file);

/** What changes if the problems are mended, file by file. */
export function mendedFiles(problems: readonly Problem[], read: (file: string) => string = readText): MendedFile[] {
  const byFile = Map.groupBy(problems.filter(isMendable), ({ file }) => file);
  return [...byFile].map(([file, own]) => {
    const text = read(file);
    const made = apart(own.flatMap((problem) => (problem.mending ? [{ ...problem.mending, problem }] : [])));
    return {
      file,
      problems: made.map(({ problem }) => problem),
      lines: changedLines(text, made),
      text: mend(text, made),
    };
  });
}

/** The lines of a text that changes change, without those that overlap an earlier one. */
export function changedLines(text: string, changes: readonly Mending[]): ChangedLine[] {
  const byLine = Map.groupBy(apart(changes), ({ start }) => lineAt(text, start));
  return [...byLine].map(([line, inLine]) => {
    const from = text.slice(0, inLine[0]?.start).lastIndexOf('\n') + 1;
    const until = text.indexOf('\n', Math.max(...inLine.map(({ end }) => end)));
    const before = text.slice(from, until < 0 ? undefined : until);
    const moved = inLine.map((mending) => ({ ...mending, start: mending.start - from, end: mending.end - from }));
    const inText = inLine.map(({ start, end, text: words }) => ({ start, end, text: words }));
    return { line, from, before, after: mend(before, moved), changes: inText };
  });
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Writes mended files; one of which nothing is left goes. A byte order mark stays as it was. */
export function writeMended(files: readonly MendedFile[]): void {
  for (const { file, text } of files) {
    if (text === '') {
      rmSync(file);
      continue;
    }
    const mark = readFileSync(file, 'utf8').startsWith('\uFEFF') ? '\uFEFF' : '';
    writeFileSync(file, mark + text);
  }
}
