/** What the rules compare a text with, read anew when a file of content/ has changed. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Known, readKnown, readTables } from '../../authoring/checks/rule.ts';
import { CONTENT_DIR, contentFiles } from '../../catalogue/content.ts';

interface Reading {
  /** Of all tables, and of all files */
  tables: string;
  files: string;
  table: Known['table'];
  known: Known;
}

const readings = new Map<string, Reading>();

/** The data of a folder as it is now. The tables, which take long, are read again only if one of them has changed. */
export function knownNow(dir = CONTENT_DIR): Known {
  const states = contentFiles(dir).map((file) => [file, stateOf(join(dir, file))] as const);
  const files = states.flat().join('\n');
  const before = readings.get(dir);
  if (before?.files === files) return before.known;
  const tables = states
    .filter(([file]) => /\.ya?ml$/.test(file))
    .flat()
    .join('\n');
  const table = before?.tables === tables ? before.table : readTables(dir);
  const known = readKnown(dir, table);
  readings.set(dir, { tables, files, table, known });
  return known;
}

/** Differs when the file has changed. */
export function stateOf(path: string): string {
  const { mtimeMs, size, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size} ${ino}`;
}
