/** Finds the files of content/ that cannot be read: links, their encoding, marks of a merge, YAML, JSON. */
import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REDIRECTS_FILE, ROUTES_FILE } from '../../catalogue/addedRoutes.ts';
import { contentFiles, readText } from '../../catalogue/content.ts';
import { DICTIONARY_FILE } from '../../catalogue/dictionary.ts';
import { PERMISSIONS_FILE } from '../../catalogue/permissions.ts';
import { readJson, type SyntaxFault } from '../../catalogue/syntax.ts';
import type { Yaml } from '../../catalogue/yaml.ts';

/** It could publish a file of another place, and leads nowhere on other machines. */
const LINK: SyntaxFault = { line: 1, reason: 'it is a link to another file', remedy: 'replace the link by the file' };

/** The files that cannot be read, with the reasons. */
export function unreadableFiles(dir: string, table: (file: string) => Yaml | null): Map<string, SyntaxFault[]> {
  const found = new Map<string, SyntaxFault[]>();
  for (const file of contentFiles(dir)) {
    if (lstatSync(join(dir, file)).isSymbolicLink()) {
      found.set(file, [LINK]);
      continue;
    }
    if (!/\.(?:mdx|md|ya?ml|json|opml|csv)$/i.test(file)) continue;
    const bytes = readFileSync(join(dir, file));
    const encoding = encodingFault(bytes);
    const faults = encoding ? [encoding] : faultsOf(file, readText(join(dir, file)), table);
    if (faults.length > 0) found.set(file, faults);
  }
  return found;
}

function faultsOf(file: string, text: string, table: (file: string) => Yaml | null): SyntaxFault[] {
  const conflicts = conflictsIn(text);
  if (conflicts.length > 0) return conflicts;
  const fault = file.endsWith('.yml')
    ? faultOfTable(file, table)
    : file.endsWith('.json')
      ? readJson(text, [REDIRECTS_FILE, ROUTES_FILE].includes(file) ? 'list' : 'object').fault
      : null;
  return fault ? [fault] : [];
}

/** Tables that are lists of entries. */
const LISTS = [DICTIONARY_FILE, PERMISSIONS_FILE];

/** A table without entries would make every page that uses one of them faulty. */
function faultOfTable(file: string, table: (file: string) => Yaml | null): SyntaxFault | null {
  const { value, fault = null } = table(file) ?? {};
  if (fault) return fault;
  const isTable = typeof value === 'object' && value !== null && Array.isArray(value) === LISTS.includes(file);
  return isTable ? null : { line: 1, reason: 'it has no entries', remedy: 'bring its entries back' };
}

const SAVE = 'save the file as UTF-8 in your editor';

function encodingFault(bytes: Buffer): SyntaxFault | null {
  const mark = [...bytes.subarray(0, 2)].join();
  const isWide = mark === '255,254' || mark === '254,255' || bytes.subarray(0, 200).includes(0);
  if (isWide) return { line: 1, reason: 'its encoding is UTF-16', remedy: SAVE };
  if (isUtf8(bytes)) return null;
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1;
  return { line, reason: 'its encoding is not UTF-8, perhaps Windows-1252', remedy: SAVE };
}

/** Where a merge left both versions. */
function conflictsIn(text: string): SyntaxFault[] {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return [];
  return text.split('\n').flatMap((line, index) => {
    if (!/^<{7}(?: |\r?$)/.test(line)) return [];
    const remedy = 'keep one of the two versions, and remove the lines <<<<<<<, ======= and >>>>>>>';
    return [{ line: index + 1, reason: 'the marks of a merge conflict', remedy }];
  });
}
