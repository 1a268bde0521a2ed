/** Changes of words in several files: shown line by line, then saved as chosen. */
import { type ChangedLine, changedLines, mend } from '../../authoring/mend.ts';
import { CONTENT_DIR, parseSource } from '../../catalogue/content.ts';
import type { Mending } from '../../catalogue/problem.ts';
import { readYaml } from '../../catalogue/yaml.ts';
import { pathOf, Refused, readContent, saveContent } from './files.ts';
import { undoable } from './undo.ts';

/** The lines of a file that change, and the digest of the text that they were found in. */
export interface FileChanges<Line extends ChangedLine = ChangedLine> {
  /** Relative to the content folder */
  file: string;
  /** How editors call it */
  title?: string | undefined;
  digest: string;
  lines: Line[];
}

export interface ChosenChanges {
  file: string;
  digest: string;
  changes: Mending[];
}

/** Saved: the name by which all is taken back. Changed meanwhile: nothing is written. */
export type SaveChangesAnswer = { undo: string; files: string[] } | { changed: string[] };

/** What changes of a file look like; null if nothing changes. */
export function shownChanges(file: string, changes: readonly Mending[], dir = CONTENT_DIR): FileChanges | null {
  const { text, digest } = readContent(file, dir);
  const real = changes.filter(({ start, end, text: own }) => text.slice(start, end) !== own);
  return real.length > 0 ? { file, digest, lines: changedLines(text, real) } : null;
}

/** Makes the chosen changes, all of them or none. */
export function saveChanges(chosen: readonly ChosenChanges[], dir = CONTENT_DIR): SaveChangesAnswer {
  const now = chosen.map(({ file, ...rest }) => ({ ...rest, now: readContent(file, dir) }));
  const changed = now.filter((file) => file.now.digest !== file.digest).map((file) => file.now.file);
  if (changed.length > 0) return { changed };
  const files = chosen.map(({ file }) => file);
  const undo = undoable(
    files.map((file) => pathOf(file, dir)),
    () => {
      for (const { changes, now: before } of now) {
        const text = mend(before.text, changes);
        checkReadable(before.file, before.text, text);
        saveContent({ ...before, text }, dir);
      }
    },
  );
  return { undo, files };
}

/** Words with a colon or a quotation mark may end a value where it should not. */
function checkReadable(file: string, before: string, after: string): void {
  const faultOf = (text: string) =>
    file.endsWith('.yml')
      ? readYaml(text).fault
      : file.endsWith('.mdx')
        ? parseSource(text).fault
        : jsonFault(file, text);
  const fault = faultOf(after);
  if (fault && !faultOf(before))
    throw new Refused(`'${file}' could not be read after this change (line ${fault.line})`, 'leave that change out');
}

function jsonFault(file: string, text: string): { line: number } | null {
  if (!file.endsWith('.json')) return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return { line: 1 };
  }
}
