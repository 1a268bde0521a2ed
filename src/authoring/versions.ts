/**
 * The English texts that translations were made from, kept in content/.versions so that a change can be shown without
 * git history. Each version is one file, shared by all locales, named <page>.<date>.<hash of the body>.mdx and found
 * by its hash; a version that no translation was made from is removed. Legal texts are kept for ever, in every locale,
 * in content/.versions/legal: they show what somebody accepted.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTENT_DIR } from '../catalogue/content.ts';
import { type LegalFile, legalFiles, operatorFile } from '../catalogue/legal.ts';
import { fingerprint } from './sections.ts';

export interface Version {
  raw: string;
  /** The day on which it was first kept: 2026-11-21 */
  date: string;
}

const folderOf = (dir: string) => join(dir, '.versions');

/** Files by the hash in their names. */
export function keptVersions(dir = CONTENT_DIR): Map<string, { file: string; date: string }> {
  const folder = folderOf(dir);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names.flatMap((name) => {
      const [, date = '', body = ''] = /\.(\d{4}-\d\d-\d\d)\.([0-9a-f]{10})\.mdx$/.exec(name) ?? [];
      return body ? [[body, { file: join(folder, name), date }]] : [];
    }),
  );
}

/** The English text with a hash, or null if it was not kept. */
export function versionOf(body: string, kept = keptVersions()): Version | null {
  const found = kept.get(body);
  return found ? { raw: readFileSync(found.file, 'utf8'), date: found.date } : null;
}

/** Keeps an English text. Returns the path of its file, or null if it was kept already. */
export function keepVersion(page: string, raw: string, date: string, dir = CONTENT_DIR): string | null {
  const { body } = fingerprint(raw);
  if (keptVersions(dir).has(body)) return null;
  const name = `${page.replace(/^pages\//, '').replaceAll('/', '-')}.${date}.${body}.mdx`;
  const file = join(folderOf(dir), name);
  mkdirSync(folderOf(dir), { recursive: true });
  writeFileSync(file, raw);
  return file;
}

/** Removes the versions that are not among these hashes. */
export function dropVersions(needed: ReadonlySet<string>, dir = CONTENT_DIR): void {
  for (const [body, { file }] of keptVersions(dir)) if (!needed.has(body)) rmSync(file);
}

/** The path of the kept copy of a legal text; null if the text has no version. */
export function legalCopy({ locale, text, version }: LegalFile, dir: string): string | null {
  return version ? join(folderOf(dir), 'legal', `${text}.${locale}.${version}.mdx`) : null;
}

/** The path of the kept copy of content/operator.yml, whose facts the legal texts show. */
export function operatorCopy(asOf: string, dir: string): string {
  return join(folderOf(dir), 'legal', `operator.${asOf}.yml`);
}

/** Keeps every legal text, and content/operator.yml, unless its version is kept already. Returns the new files. */
export function keepLegalTexts(dir = CONTENT_DIR): string[] {
  const operator = operatorFile(dir);
  const wanted = [
    ...legalFiles(dir).map((legal) => ({ raw: legal.raw, copy: legalCopy(legal, dir) })),
    ...(operator ? [{ raw: operator.raw, copy: operatorCopy(operator.asOf, dir) }] : []),
  ];
  return wanted.flatMap(({ raw, copy }) => {
    if (!copy || existsSync(copy)) return [];
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, raw);
    return [copy];
  });
}
