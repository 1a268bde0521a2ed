/**
 * Untrusted words never index an object: they could find inherited properties such as 'constructor'. The types show
 * which keys can be any string. Astro templates are left out: they are rendered at build, from words of the project.
 */
import { describe, expect, it } from 'vitest';
import { unsafeLookups } from '../../helpers/lookups.ts';
import { readSources } from '../../helpers/sources.ts';

const STAND_IN = 'src/server/standIn.ts';
const HEAD = `const TABLE: Record<string, string> = { bps: 'bp' };
const FEW = { one: 1, two: 2 };
declare const word: string; declare const few: 'one' | 'two'; declare const json: any; declare const words: string[];
`;
/** Each entry becomes a line of the stand-in file. */
const UNSAFE = [
  // The code that once let a title with 'constructor' stop a feed.
  'return (token: string) => { if (TABLE[token]) return TABLE[token]; return token; };',
  'TABLE[word];',
  "TABLE['' + word];",
  'FEW[word as keyof typeof FEW];',
  'word in FEW;',
  'TABLE[json];',
  "TABLE[word] = '';",
  'json[word];',
  "word.replace(/(x)/, (_, name) => TABLE[name] ?? '');",
  'return <K extends string>(table: Record<K, string>, key: K) => table[key];',
  'Object.hasOwn(TABLE, few); TABLE[word];',
];
const SAFE = [
  "TABLE['bps']; TABLE.bps;",
  'FEW[few];',
  'words[0]; words[words.length]; word[1];',
  'return () => (Object.hasOwn(TABLE, word) ? TABLE[word] : undefined);',
  'delete TABLE[word];',
  'new Map(Object.entries(TABLE)).get(word);',
  'return <K extends keyof typeof FEW>(key: K) => FEW[key];',
  "'one' in FEW;",
];

describe('no look-up by any word', () => {
  const files = readSources('src').flatMap(({ file }) => (file.endsWith('.astro') ? [] : [file]));
  const lines = [...UNSAFE, ...SAFE];
  const standIn = HEAD + lines.map((line, n) => `export function f${n}() { ${line} }`).join('\n');
  const found = unsafeLookups(files, new Map([[STAND_IN, standIn]]));

  it('is overlooked', () => {
    const numbers = found.flatMap((one) => /standIn\.ts:(\d+)/.exec(one)?.[1] ?? []).map(Number);
    const first = HEAD.split('\n').length;
    expect([...new Set(numbers)].map((number) => lines[number - first])).toEqual(UNSAFE);
  });

  it('is in the tree: lookUp() of src/lookUp.ts or a Map finds what is its own', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(found.filter((one) => !one.startsWith(STAND_IN))).toEqual([]);
  });
});
