/**
 * The differences from the English text that an editor has marked as intended, such as a worked example in the money of
 * the country: content/.translations/<locale>/<page>.meant, one on each line, as Difference has them in `key`. Git joins
 * the lines of two branches, as those of the records beside it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import type { Locale } from '../../i18n/locales.ts';
import { recordFile, TRANSLATED } from './recordFiles.ts';

export const intendedFile = (locale: Locale, page: string, dir = CONTENT_DIR) =>
  recordFile(locale, page, dir).replace(/\.jsonl$/, '.meant');

export function readIntended(locale: Locale, page: string, dir = CONTENT_DIR): Set<string> {
  const file = intendedFile(locale, page, dir);
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean) : []);
}

/** Writes all intended differences of a page. */
export function writeIntended(locale: Locale, page: string, keys: Iterable<string>, dir = CONTENT_DIR): void {
  const file = intendedFile(locale, page, dir);
  const lines = [...new Set(keys)];
  if (lines.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** The texts with intended differences. */
export function intendedNames(dir = CONTENT_DIR): { locale: Locale; name: string }[] {
  return TRANSLATED.flatMap((locale) => {
    const folder = dirname(intendedFile(locale, 'x', dir));
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    const names = files.filter((file) => file.endsWith('.meant')).sort();
    return names.map((file) => ({ locale, name: file.slice(0, -'.meant'.length).replaceAll('\\', '/') }));
  });
}

/** The lines of such a file with their places, each with its line end. */
export function intendedLines(locale: Locale, page: string, dir = CONTENT_DIR) {
  const raw = readFileSync(intendedFile(locale, page, dir), 'utf8');
  return [...raw.matchAll(/([^\r\n]*)(?:\r?\n|$)/g)].flatMap(({ 0: whole, 1: key = '', index }, at) =>
    key ? [{ line: at + 1, key, start: index, end: index + whole.length }] : [],
  );
}
