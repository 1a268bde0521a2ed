/** Changes of several files as a whole: all are made, or none, and all can be taken back together. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
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
  const kept = keptChanges();
  const name = randomUUID();
  kept.set(
    name,
    // A file that is not there must not have come when the change is taken back.
    written.filter((file) => file.before === null || markOf(file.before) !== file.after),
  );
  for (const old of [...kept.keys()].slice(0, -MOST)) kept.delete(old);
  globalThis.deskState?.forget?.();
  return name;
}

/** Takes a change back. Throws if one of its files has changed since. Returns the files. */
export function undo(name: string, dir = CONTENT_DIR): string[] {
  const files = keptChanges().get(name);
  if (!files) throw new Refused('This change cannot be taken back any more', 'change the texts by hand');
  const other = files.find(({ path, after }) => markOf(read(path)) !== after);
  if (other)
    throw new Refused(`'${relative(dir, other.path)}' has changed since`, 'take that change back first, or edit it');
  for (const file of files) restore(file);
  keptChanges().delete(name);
  globalThis.deskState?.forget?.();
  return files.map(({ path }) => relative(dir, path));
}

function restore({ path, before }: Pick<KeptFile, 'path' | 'before'>): void {
  if (before === null) rmSync(path, { force: true });
  else if (!read(path)?.equals(before)) writeWhole(path, before);
}
