/** Reads the messages of ui.json and server.json for the content rules. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { readYaml, type Yaml } from '../catalogue/yaml.ts';
import type { Locale } from '../i18n/locales.ts';
import { OBJECT } from './passages.ts';

export const MESSAGE_FILES = ['ui.json', 'server.json'] as const;

export interface MessageFile {
  /** Relative to the content folder: 'ja/ui.json' */
  file: string;
  /** Empty if the file cannot be read */
  words: Record<string, unknown>;
  /** Why the file cannot be read; null if it can */
  fault: { line: number; reason: string } | 'missing' | null;
  lineOf: (key: string) => number;
}

export function readMessages(dir: string, locale: Locale, name: (typeof MESSAGE_FILES)[number]): MessageFile {
  const file = `${locale}/${name}`;
  const path = join(dir, file);
  if (!existsSync(path)) return { file, words: {}, fault: 'missing', lineOf: () => 1 };
  const raw = readFileSync(path, 'utf8');
  // JSON is also YAML, and the YAML parser knows lines. It is slow, so it runs once, and only if a fault needs a line.
  let yaml: Yaml | undefined;
  const lineOf = (key: string) => {
    yaml ??= readYaml(raw);
    return yaml.lineOf([key]);
  };
  try {
    return { file, words: JSON.parse(raw), fault: null, lineOf };
  } catch (error) {
    const { message: reason } = error as Error;
    const [, position] = /position (\d+)/.exec(reason) ?? [];
    const line = raw.slice(0, position === undefined ? raw.trimEnd().length : Number(position)).split('\n').length;
    return { file, words: {}, fault: { line, reason }, lineOf };
  }
}

/** A message as icu-minify compiles it: text, [name], [name, kind, branches …], or a list of these. */
type Message = unknown;

/** Kinds of the compiled messages of icu-minify. */
export const [SELECT, PLURAL, ORDINAL] = [1, 2, 3];

/** A compiled message, or why it cannot be compiled. */
export function compiledOrFault(text: string): { message: Message } | string {
  try {
    return { message: compile(text) };
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

export interface Argument {
  name: string;
  kind: number;
  /** The categories that a plural or select writes out */
  branches: string[];
}

export function argumentsOf(message: Message): Argument[] {
  return nodesOf(message).flatMap((node): Argument[] => {
    if (!Array.isArray(node) || typeof node[0] !== 'string') return [];
    const branches = branchesOf(node);
    return [
      { name: node[0], kind: Number(node[1] ?? 0), branches: Object.keys(branches) },
      ...Object.values(branches).flatMap(argumentsOf),
    ];
  });
}

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
