/** Reads the messages of ui.json and server.json for the content rules. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { readText } from '../../catalogue/content.ts';
import { readJson, type SyntaxFault } from '../../catalogue/syntax.ts';
import type { Locale } from '../../i18n/locales.ts';
import { memo, memoText } from '../../memo.ts';
import { OBJECT } from './passages.ts';

export const MESSAGE_FILES = ['ui.json', 'server.json'] as const;

export interface MessageFile {
  /** Relative to the content folder: 'ja/ui.json' */
  file: string;
  /** Empty if the file cannot be read */
  words: Record<string, unknown>;
  /** Why the file cannot be read; null if it can */
  fault: SyntaxFault | 'missing' | null;
  raw: string;
  lineOf: (key: string) => number;
  /** Where the words of a key begin and end in the file */
  rangeOf: (key: string) => [start: number, end: number];
}

const ENTRY = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*")?/g;

/** Where the entries of a flat JSON object are, and the words of each. Only a fault and the desk ask for it. */
export const entriesIn = memo(
  (raw: string) =>
    new Map(
      [...raw.matchAll(ENTRY)].map(({ 0: { length }, 1: key = '', 2: words = '', index }) => [
        JSON.parse(key) as string,
        { line: raw.slice(0, index).split('\n').length, end: index + length, start: index + length - words.length },
      ]),
    ),
);

export function readMessages(dir: string, locale: Locale, name: (typeof MESSAGE_FILES)[number]): MessageFile {
  const file = `${locale}/${name}`;
  const path = join(dir, file);
  const raw = existsSync(path) ? readText(path) : '';
  const read = {
    file,
    raw,
    words: {},
    lineOf: (key: string) => entriesIn(raw).get(key)?.line ?? 1,
    rangeOf: (key: string): [number, number] => {
      const { start = 0, end = 0 } = entriesIn(raw).get(key) ?? {};
      return [start, end];
    },
  };
  if (!raw && !existsSync(path)) return { ...read, fault: 'missing' };
  const { words, fault } = readJson(raw);
  return fault ? { ...read, fault } : { ...read, words, fault };
}

/** A message as icu-minify compiles it: text, [name], [name, kind, branches …], or a list of these. */
type Message = unknown;

/** Kinds of the compiled messages of icu-minify. */
export const [SELECT, PLURAL, ORDINAL] = [1, 2, 3];

/** A compiled message, or why it cannot be compiled. Several rules compare each message with those of all languages. */
export const compiledOrFault = memoText((text): { message: Message } | string => {
  try {
    return { message: compile(text) };
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
});

export interface Argument {
  name: string;
  kind: number;
  /** The categories that a plural or select writes out */
  branches: string[];
  /** Those of them that show the number: as #, or by its name */
  counted: string[];
}

export function argumentsOf(message: Message): Argument[] {
  return nodesOf(message).flatMap((node): Argument[] => {
    if (!Array.isArray(node) || typeof node[0] !== 'string') return [];
    const branches = branchesOf(node);
    return [
      {
        name: node[0],
        kind: Number(node[1] ?? 0),
        branches: Object.keys(branches),
        counted: Object.entries(branches).flatMap(([category, branch]) =>
          showsNumber(branch, String(node[0])) ? category : [],
        ),
      },
      ...Object.values(branches).flatMap(argumentsOf),
    ];
  });
}

/** True if a branch has # (0 where compiled) or the value by its name. */
const showsNumber = (branch: unknown, name: string) =>
  nodesOf(branch).some((node) => node === 0 || (Array.isArray(node) && node[0] === name));

/** Every text that a message can produce, with OBJECT in place of values. */
export function variantsOf(message: Message): string[] {
  return nodesOf(message).reduce<string[]>(
    (texts, node) => {
      if (typeof node === 'string') return texts.map((text) => text + node);
      const branches = Array.isArray(node) ? Object.values(branchesOf(node)) : [];
      const ends = branches.length > 0 ? branches.flatMap(variantsOf) : [OBJECT];
      return texts.flatMap((text) => ends.map((end) => text + end));
    },
    [''],
  );
}

function nodesOf(message: Message): unknown[] {
  return Array.isArray(message) ? message : [message];
}

function branchesOf(node: unknown[]): Record<string, unknown> {
  return [SELECT, PLURAL, ORDINAL].includes(node[1] as number) ? (node[2] as Record<string, unknown>) : {};
}
