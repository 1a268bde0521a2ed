/** Changes of several files as a whole: all are made, or none, and all can be taken back together. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { diffArrays, diffLines } from 'diff';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { Refused, writeWhole } from './files.ts';

/** A file as it was before, and what it was after the change. */
export interface KeptFile {
  path: string;
  before: Buffer | null;
  after: string;
}

/** How many changes can be taken back. */
const MOST = 20;

const read = (path: string) => (existsSync(path) ? readFileSync(path) : null);
const markOf = (bytes: Buffer | null) => (bytes ? createHash('sha256').update(bytes).digest('hex') : '');

/** In the process and not in this module, which loads anew with each change of a table. */
function keptChanges(): Map<string, KeptFile[]> {
  globalThis.deskState ??= {};
  globalThis.deskState.changes ??= new Map();
  return globalThis.deskState.changes;
}

/**
 * Does something that writes these files, and no others. Returns the name by which it can be undone. If it throws, the
 * files are as before.
 */
export function undoable(paths: readonly string[], work: () => void): string {
  const before = [...new Set(paths)].map((path) => ({ path, before: read(path) }));
  try {
    work();
  } catch (error) {
    for (const file of before) restore(file);
    throw error;
  }
  const written = before.map((file) => ({ ...file, after: markOf(read(file.path)) }));
  const changes = keptChanges();
  const name = randomUUID();
  changes.set(
    name,
    // A file that is not there must not have come when the change is taken back.
    written.filter((file) => file.before === null || markOf(file.before) !== file.after),
  );
  for (const old of [...changes.keys()].slice(0, -MOST)) changes.delete(old);
  globalThis.deskState?.forget?.();
  return name;
}

export interface Undoing {
  /** Relative to the content folder */
  file: string;
  /** How editors call it */
  title?: string | undefined;
  /** How many words of it are lost */
  words: number;
}

/** What is lost if a change is taken back, file by file. Throws if it cannot be. */
export function undoing(name: string, dir = CONTENT_DIR): Undoing[] {
  const text = (bytes: Buffer | null) => bytes?.toString() ?? '';
  return filesToUndo(name, dir)
    .filter(({ before, after }) => markOf(before) !== after)
    .map(({ path, before }) => ({
      file: relative(dir, path).replaceAll('\\', '/'),
      words: wordsOnlyIn(text(read(path)), text(before)),
    }));
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const wordsOf = (text: string) =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));

/** How many words of a text are not in the one before, at least not there. */
function wordsOnlyIn(text: string, before: string): number {
  const lines = diffLines(before, text);
  const wordsIn = (which: 'added' | 'removed') =>
    wordsOf(lines.flatMap((line) => (line[which] ? line.value : [])).join(''));
  const pieces = diffArrays(wordsIn('removed'), wordsIn('added'));
  return pieces.reduce((sum, { added, count }) => sum + (added ? count : 0), 0);
}

/** Takes a change back. Throws if one of its files has changed since. Returns the files. */
export function undo(name: string, dir = CONTENT_DIR): string[] {
  const files = filesToUndo(name, dir);
  for (const file of files) restore(file);
  keptChanges().delete(name);
  globalThis.deskState?.forget?.();
  return files.map(({ path }) => relative(dir, path));
}

/** The files of a change. Throws if one of them has changed since. */
function filesToUndo(name: string, dir: string): KeptFile[] {
  const files = keptChanges().get(name);
  if (!files) throw new Refused('This change cannot be taken back any more', 'change the texts by hand');
  const other = files.find(({ path, after }) => markOf(read(path)) !== after);
  if (other)
    throw new Refused(`'${relative(dir, other.path)}' has changed since`, 'take that change back first, or edit it');
  return files;
}

function restore({ path, before }: Pick<KeptFile, 'path' | 'before'>): void {
  if (before === null) rmSync(path, { force: true });
  else if (!read(path)?.equals(before)) writeWhole(path, before);
}
