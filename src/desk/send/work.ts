// cspell:ignore numstat textconv
/** What has changed below content/ and is not sent yet. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Change, diffWordsWithSpace } from 'diff';
import { Refused } from '../server/files.ts';
import type { Repository } from '../server/git.ts';

export interface Piece {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

export interface ChangedFile {
  /** Relative to content/ */
  file: string;
  kind: 'added' | 'removed' | 'edited';
  /** Lines; null for a picture and the like */
  added: number | null;
  removed: number | null;
  /** What changed with the lines around it; null if it is not shown */
  hunks: { line: number; pieces: Piece[] }[] | null;
}

/** Throws a Refused while a merge or the like is not finished. */
export async function checkCalm({ git, root }: Repository): Promise<void> {
  const marks = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];
  const paths = await Promise.all(marks.map((mark) => git(['rev-parse', '--git-path', mark])));
  const isBusy = paths.some((path) => existsSync(resolve(root, path)));
  if (!isBusy && !(await git(['ls-files', '--unmerged']))) return;
  throw new Refused(
    'A merge, or something like it, is not finished in this folder',
    'finish it or give it up in git, or ask whoever began it; then reload the page',
    409,
  );
}

/** The last commit. Throws a Refused if there is none. */
export const headOf = ({ git }: Repository): Promise<string> =>
  git(['rev-parse', '--verify', 'HEAD^{commit}']).catch(() => {
    throw new Refused('The repository has no commit yet', 'ask whoever looks after it');
  });

/**
 * The tree of the last commit with content/ as it is now, as `git add` and `git commit` would make it. What is staged,
 * and all else in the folder, stays as it is: this works on a copy of the index.
 */
export async function treeOfWork({ git, root, folder }: Repository): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'desk-'));
  try {
    const index = join(place, 'index');
    const own = resolve(root, await git(['rev-parse', '--git-path', 'index']));
    // The copy knows which files have not changed.
    if (existsSync(own)) copyFileSync(own, index);
    const env = { GIT_INDEX_FILE: index };
    await git(['read-tree', '--reset', 'HEAD'], { env });
    await git(['add', '--all', '--', folder || '.'], { env });
    return await git(['write-tree'], { env });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What is shown at most. */
const FILES = 150;
const CHARACTERS = 20_000;

/** The files below content/ that differ between two commits or trees. */
export async function changedFiles({ git, folder }: Repository, from: string, to: string): Promise<ChangedFile[]> {
  const what = ['-r', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', from, to, '--', folder || '.'];
  const numbers = await git(['diff-tree', '--numstat', '-z', ...what]);
  const patches = (await git(['diff-tree', '--patch', '--unified=1', ...what])).split(/^(?=diff --git )/m);
  return numbers
    .split('\0')
    .filter(Boolean)
    .map((row, at) => {
      const [added = '', removed = '', ...name] = row.split('\t');
      const file = name.join('\t').slice(folder ? folder.length + 1 : 0);
      const patch = patches[at] ?? '';
      const head = patch.split('\n@@', 1)[0] ?? '';
      const isText = added !== '-';
      return {
        file,
        kind: /^new file/m.test(head) ? 'added' : /^deleted file/m.test(head) ? 'removed' : 'edited',
        added: isText ? Number(added) : null,
        removed: isText ? Number(removed) : null,
        hunks: isText && at < FILES && !isRecord(file) ? hunksOf(patch) : null,
      };
    });
}

/** What is recorded of translations is for programs to read. */
export const isRecord = (file: string) => /^\.(?:translations|remarks)\//.test(file);

function hunksOf(patch: string): ChangedFile['hunks'] {
  const [, ...hunks] = patch.split(/^@@ (?=-)/m);
  if (patch.length > CHARACTERS * 10) return null;
  return hunks.map((hunk) => {
    const [head = '', ...lines] = hunk.replace(/\n$/, '').split('\n');
    return { line: Number(/\+(\d+)/.exec(head)?.[1] ?? 1), pieces: piecesOf(lines) };
  });
}

/** Lines of a patch as text, with the words marked that changed. */
function piecesOf(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let [before, after] = ['', ''];
  const tell = () => {
    if (before || after) pieces.push(...words(before, after));
    [before, after] = ['', ''];
  };
  for (const line of lines) {
    const text = `${line.slice(1)}\n`;
    if (line.startsWith('-')) before += text;
    else if (line.startsWith('+')) after += text;
    else if (line.startsWith(' ')) {
      tell();
      pieces.push({ text, kind: 'same' });
    }
  }
  tell();
  return pieces;
}

function words(before: string, after: string): Piece[] {
  const isShort = before.length + after.length < CHARACTERS;
  const found: Change[] | undefined = isShort ? diffWordsWithSpace(before, after, { timeout: 200 }) : undefined;
  const whole = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ].filter(({ value }) => value);
  return (found ?? whole).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}
