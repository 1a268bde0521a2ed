// cspell:ignore numstat textconv
/** What has changed below content/ and is not sent yet. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Change, diffWordsWithSpace } from 'diff';
import { isWords, wordFile } from '../../authoring/translation/words.ts';
import { DEFAULT_LOCALE, isLocale } from '../../i18n/locales.ts';
import type { ListedText } from '../list/folder.ts';
import { Refused } from '../server/files.ts';
import type { Repository } from '../server/git.ts';

/** Of the lines of a file as Git compares them. */
export interface LinePiece {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

export interface ChangedFile {
  /** Relative to content/ */
  file: string;
  kind: 'added' | 'removed' | 'edited' | 'renamed';
  /** Of a renamed file, what it was called */
  was?: string;
  /** Lines; null for a picture and the like */
  added: number | null;
  removed: number | null;
  /** What changed with the lines around it; null if it is not shown */
  hunks: { line: number; pieces: LinePiece[] }[] | null;
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
    const realIndex = resolve(root, await git(['rev-parse', '--git-path', 'index']));
    // The copy knows which files have not changed.
    if (existsSync(realIndex)) copyFileSync(realIndex, index);
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
  const what = ['-r', RENAMES, '--no-color', '--no-ext-diff', '--no-textconv', from, to, '--', folder || '.'];
  const numbers = await git(['diff-tree', '--numstat', '-z', ...what]);
  const patches = (await git(['diff-tree', '--patch', '--unified=1', ...what])).split(/^(?=diff --git )/m);
  const inFolder = (path: string) => path.slice(folder ? folder.length + 1 : 0);
  // Added, removed, name; of a renamed file an empty name, and both names behind it.
  return [...numbers.matchAll(/([^\t\0]+)\t([^\t\0]+)\t(?:\0([^\0]+)\0)?([^\0]+)\0/g)].map(
    ([, added, removed, was, name = ''], at) => {
      const file = inFolder(name);
      const patch = patches[at] ?? '';
      const head = patch.split('\n@@', 1)[0] ?? '';
      const isText = added !== '-';
      return {
        file,
        kind: was ? 'renamed' : /^new file/m.test(head) ? 'added' : /^deleted file/m.test(head) ? 'removed' : 'edited',
        ...(was && { was: inFolder(was) }),
        added: isText ? Number(added) : null,
        removed: isText ? Number(removed) : null,
        hunks: isText && at < FILES && !isRecord(file) ? hunksOf(patch) : null,
      };
    },
  );
}

/** A renamed text keeps most of its lines; two texts made from the same template do not count. */
const RENAMES = '--find-renames=80%';

/** 'ja/pages/adv.mdx' → 'pages/adv.mdx': the same for every language. */
const inEachLanguage = (file: string) => (isLocale(file.split('/')[0]) ? file.slice(file.indexOf('/') + 1) : file);

export interface RenamedText<File> {
  /** Without their languages */
  was: string;
  file: string;
  /** The file in each of its languages */
  files: File[];
}

/** What was renamed, in all its languages at once. */
export function renamedTexts<File extends Pick<ChangedFile, 'file' | 'was'>>(
  files: readonly File[],
): RenamedText<File>[] {
  const renamed = files.flatMap((one) =>
    one.was === undefined ? [] : [{ one, was: inEachLanguage(one.was), file: inEachLanguage(one.file) }],
  );
  const groups = Map.groupBy(renamed, ({ was, file }) => `${was}\0${file}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ was, file }) => ({ was, file, files: group.map(({ one }) => one) })),
  );
}

/** The translations of changed English texts that were made from older ones. */
export function leftBehind(files: readonly Pick<ChangedFile, 'file'>[], texts: readonly ListedText[]): ListedText[] {
  const changed = new Set(files.map(({ file }) => file));
  const pages = new Set(
    texts.filter(({ locale, file }) => locale === DEFAULT_LOCALE && changed.has(file)).map(({ page }) => page),
  );
  return texts.filter(({ page, state }) => state === 'outdated' && pages.has(page));
}

/** What is recorded of translations is for programs to read. */
export const isRecord = (file: string) => /^\.(?:translations|remarks)\//.test(file);

/** The text that a record or remarks are of: '.remarks/ja/pages/adv.jsonl' → 'ja/pages/adv.mdx' */
export function textOfRecord(file: string): string {
  const [, locale = '', name = ''] = /^\.\w+\/([^/]+)\/(.+)\.\w+$/.exec(file) ?? [];
  return isLocale(locale) && isWords(name) ? wordFile(name, locale) : `${locale}/${name}.mdx`;
}

function hunksOf(patch: string): ChangedFile['hunks'] {
  const [, ...hunks] = patch.split(/^@@ (?=-)/m);
  if (patch.length > CHARACTERS * 10) return null;
  return hunks.map((hunk) => {
    const [head = '', ...lines] = hunk.replace(/\n$/, '').split('\n');
    return { line: Number(/\+(\d+)/.exec(head)?.[1] ?? 1), pieces: linePieces(lines) };
  });
}

/** Lines of a patch as text, with the words marked that changed. */
function linePieces(lines: readonly string[]): LinePiece[] {
  const pieces: LinePiece[] = [];
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

function words(before: string, after: string): LinePiece[] {
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
