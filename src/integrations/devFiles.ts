/** Which files of the project the development server sends to nobody, and which it does not watch. */
import { resolve, sep } from 'node:path';
import { CONTENT_DIR } from '../contentDir.ts';

/**
 * Vite's own list, and whatever begins with a dot in the project's folder, such as .data, whose database holds hashes and
 * keys. Deeper folders may: some package managers keep packages in one.
 */
export function devDenied(root = process.cwd()): string[] {
  const folder = root.replaceAll('\\', '/').replace(/[*?[\]{}()!+@|]/g, '\\$&');
  return ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', `${folder}/.*`, `${folder}/.*/**`];
}

/** What no page is made from: a watcher would look at each file of the database and of built sites before the first page. */
const UNWATCHED = ['.data', 'dist', 'docs', 'tests'].map((folder) => resolve(folder));
const isIn = (folder: string, path: string) => path === folder || path.startsWith(folder + sep);

/** `path`: absolute. The content of tests lies in .data. */
export const isUnwatched = (path: string): boolean =>
  UNWATCHED.some((folder) => isIn(folder, path)) && !isIn(CONTENT_DIR, path);
