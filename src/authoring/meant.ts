/**
 * The differences from the English text that an editor has called meant, such as a worked example in the money of the
 * country: content/.versions/meant/<locale>/<page>.txt, one on each line, as Difference has them in `key`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTENT_DIR } from '../catalogue/content.ts';
import type { Locale } from '../i18n/locales.ts';

const fileOf = (locale: Locale, page: string, dir: string) => join(dir, '.versions', 'meant', locale, `${page}.txt`);

export function readMeant(locale: Locale, page: string, dir = CONTENT_DIR): Set<string> {
  const file = fileOf(locale, page, dir);
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean) : []);
}

/** Writes all that is meant on a page. Returns the path of the file. */
export function writeMeant(locale: Locale, page: string, keys: Iterable<string>, dir = CONTENT_DIR): string {
  const file = fileOf(locale, page, dir);
  const lines = [...new Set(keys)];
  if (lines.length === 0) rmSync(file, { force: true });
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
  }
  return file;
}
