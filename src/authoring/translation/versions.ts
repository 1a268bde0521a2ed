/**
 * Legal texts are kept for ever, in every locale, in content/.versions/legal: they show what somebody accepted. A list
 * of their sums, to which lines are only added, shows that no copy has changed since; `sha256sum -c` reads it too.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { keptFolder, type LegalFile, legalFiles, operatorFile } from '../../catalogue/legal.ts';

/** The path of the kept copy of a legal text; null if the text has no version. */
export function legalCopy({ locale, text, version }: LegalFile, dir: string): string | null {
  return version ? join(keptFolder(dir), `${text}.${locale}.${version}.mdx`) : null;
}

/** The path of the kept copy of content/operator.yml, whose facts the legal texts show. */
export function operatorCopy(asOf: string, dir: string): string {
  return join(keptFolder(dir), `operator.${asOf}.yml`);
}

/** The list of the sums, beside the copies. */
export const SUMS = 'kept.sha256';
const sumOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The lines of the list, each with the sum and the name of a copy; undefined if it is not a line of such a list. */
function sums(dir: string): { line: number; sum: string | undefined; name: string }[] {
  const file = join(keptFolder(dir), SUMS);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  return lines.flatMap((text, at) => {
    if (!text) return [];
    const [, sum, name = ''] = /^([\da-f]{64}) {2}([\w.-]+)$/.exec(text) ?? [];
    return [{ line: at + 1, sum, name }];
  });
}

/** True if the list has a copy of this path, whether the copy is there or not. */
export const isListed = (copy: string, dir: string): boolean => sums(dir).some(({ name }) => name === basename(copy));

export interface KeptFault {
  kind: 'changed' | 'missing' | 'unlisted' | 'listed twice' | 'unreadable';
  /** In the folder of the copies */
  name: string;
  line: number;
}

/** What has happened to the kept copies and their list since they were kept. */
export function keptFaults(dir: string): KeptFault[] {
  const folder = keptFolder(dir);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== SUMS) : [];
  const listed = new Map<string, string>();
  const faults: KeptFault[] = [];
  for (const { line, sum, name } of sums(dir)) {
    const earlier = listed.get(name);
    if (!sum) faults.push({ kind: 'unreadable', name: SUMS, line });
    else if (earlier === undefined) listed.set(name, sum);
    // Git joins the lines of two branches, which may have kept the same copy.
    else if (earlier !== sum) faults.push({ kind: 'listed twice', name, line });
    if (sum && earlier === undefined && !names.includes(name)) faults.push({ kind: 'missing', name, line });
  }
  for (const name of names) {
    const sum = listed.get(name);
    if (sum === undefined) faults.push({ kind: 'unlisted', name, line: 1 });
    else if (sumOf(readFileSync(join(folder, name))) !== sum) faults.push({ kind: 'changed', name, line: 1 });
  }
  return faults;
}

/**
 * Keeps every legal text, and content/operator.yml, unless its version is kept already, and adds their sums to the list.
 * Returns the new files. A copy that is listed but missing is not written anew: its text may be another one today.
 */
export function keepLegalTexts(dir = CONTENT_DIR): string[] {
  const operator = operatorFile(dir);
  const wanted = [
    ...legalFiles(dir).map((legal) => ({ raw: legal.raw, copy: legalCopy(legal, dir) })),
    ...(operator ? [{ raw: operator.raw, copy: operatorCopy(operator.asOf, dir) }] : []),
  ];
  return wanted.flatMap(({ raw, copy }) => {
    if (!copy || existsSync(copy) || isListed(copy, dir)) return [];
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, raw, { flag: 'wx' });
    appendFileSync(join(keptFolder(dir), SUMS), `${sumOf(raw)}  ${basename(copy)}\n`);
    return [copy];
  });
}
