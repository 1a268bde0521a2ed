/** Reads and saves files of content/ for the desk: only below it, only known kinds, never half, never over a newer text. */
import { isUtf8 } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CONTENT_DIR } from '../../catalogue/content.ts';

/** The reason why a call is refused, and what to do. */
export class Refused extends Error {
  remedy: string;
  status: number;
  constructor(message: string, remedy: string, status = 400) {
    super(message);
    this.remedy = remedy;
    this.status = status;
  }
}

export interface FileText {
  /** Relative to the content folder: 'ja/pages/adv.mdx' */
  file: string;
  /** Without a byte order mark */
  text: string;
  /** Of the bytes; '' if there is no such file */
  digest: string;
}

/** Saved: the text before, for Undo. Changed meanwhile: nothing is written, and the text as it is now. */
export type SaveAnswer = { saved: FileText; before: string } | { changed: FileText };

/** The kinds that the desk may write. */
const TEXTS = /\.(?:mdx|yml|json)$|^[\w-]+\/mail\/\w+\.md$/;
const MARK = '\uFEFF';

/** The place of a file of the folder. Throws if the desk may not touch it. */
export function pathOf(file: string, dir = CONTENT_DIR): string {
  const parts = file.split('/');
  const isPlain = (part: string) => /^(?![.\s])[^\\:*?"<>|\p{Cc}]+$/u.test(part) && !/[.\s]$/.test(part);
  if (!parts.every(isPlain)) throw new Refused(`'${file}' is no file of the content folder`, 'choose it in the list');
  if (!TEXTS.test(file)) throw new Refused(`'${file}' is of no kind that the desk writes`, 'open it in your editor');
  const { path, known } = withoutLinks(file, dir);
  if (known === path && !lstatSync(path).isFile()) throw new Refused(`'${file}' is no file`, 'choose it in the list');
  if (known !== path && !lstatSync(known).isDirectory())
    throw new Refused(`'${file}' is below a file`, 'choose another name');
  return path;
}

/** The path of a file as the terminal and editors on this machine take it. */
export const shownPath = (file: string, dir = CONTENT_DIR) => relative(process.cwd(), join(dir, file));

/** The place of a file, and the nearest part of it that exists. Throws if a link leads out of the folder. */
export function withoutLinks(file: string, dir = CONTENT_DIR): { path: string; known: string } {
  const root = realpathSync(dir);
  const path = resolve(root, file);
  let known = path;
  while (!isThere(known)) known = dirname(known);
  const isOutside = relative(root, known).startsWith('..');
  if (isOutside || !existsSync(known) || realpathSync(known) !== known)
    throw new Refused(`'${file}' leads out of the content folder by a link`, 'replace the link by the file');
  return { path, known };
}

/** Links count, also one to nothing. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // It is below a file.
  }
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const readBytes = (path: string) => (existsSync(path) ? readFileSync(path) : null);

function textOf(file: string, bytes: Buffer | null): FileText {
  if (bytes && !isUtf8(bytes))
    throw new Refused(`The encoding of '${file}' is not UTF-8`, 'save the file as UTF-8 in your editor');
  const text = bytes?.toString('utf8') ?? '';
  return { file, text: text.startsWith(MARK) ? text.slice(1) : text, digest: bytes ? digestOf(bytes) : '' };
}

/** The text of a file; an empty digest if there is none. */
export const readContent = (file: string, dir = CONTENT_DIR): FileText => textOf(file, readBytes(pathOf(file, dir)));

/** Saves a text that was made from the one with this digest. A byte order mark stays. */
export function saveContent({ file, text, digest }: FileText, dir = CONTENT_DIR): SaveAnswer {
  const path = pathOf(file, dir);
  if (!text.isWellFormed() || text.includes('\0'))
    throw new Refused('The text has half a character', 'remove the character that shows as a box');
  const bytes = readBytes(path);
  const now = textOf(file, bytes);
  if (now.digest !== digest) return { changed: now };
  const isMarked = bytes?.toString('utf8').startsWith(MARK) ?? false;
  const written = Buffer.from((isMarked ? MARK : '') + text);
  if (!bytes?.equals(written)) writeWhole(path, written);
  return { saved: { file, text, digest: digestOf(written) }, before: now.text };
}

/** Removes a file that is as the digest says; answers its text, so that a save can bring it back. */
export function removeContent({ file, digest }: Omit<FileText, 'text'>, dir = CONTENT_DIR): SaveAnswer {
  const now = readContent(file, dir);
  if (now.digest !== digest) return { changed: now };
  rmSync(pathOf(file, dir));
  return { saved: { file, text: '', digest: '' }, before: now.text };
}

/** Readers see the file before or after, never half of it. */
export function writeWhole(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  const mode = existsSync(path) ? lstatSync(path).mode : undefined;
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}~`);
  try {
    writeFileSync(beside, bytes, { flush: true, flag: 'wx', ...(mode !== undefined && { mode }) });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A list of flat rows, each in a line, so that branches that add rows seldom meet in one. */
export function jsonRows(rows: readonly object[]): string {
  if (rows.length === 0) return '[]\n';
  const lines = rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    return `  { ${fields.join(', ')} }`;
  });
  return `[\n${lines.join(',\n')}\n]\n`;
}
