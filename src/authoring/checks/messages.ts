/** Rules for the messages: ui.json and server.json of every locale against those of en-US. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import compile from 'icu-minify/compile';
import { escaped, lineAt, lineOf, type Problem, reporter, suggestion } from '../../catalogue/problem.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import type { Known } from './known.ts';
import { checkPassage } from './text.ts';
import { OBJECT } from './tree.ts';

const FILES = ['ui.json', 'server.json'];

/** Kinds of the compiled messages of icu-minify. */
const [SELECT, PLURAL, ORDINAL] = [1, 2, 3];
const KINDS = ['', 'select', 'plural', 'selectordinal', 'number', 'date', 'time'];

/** @param sources all source files as one text, to find keys that nothing uses; null where that is not asked */
export function checkMessages(dir: string, known: Known, sources: string | null): Problem[] {
  return FILES.flatMap((name) => {
    const problems: Problem[] = [];
    const original = read(dir, DEFAULT_LOCALE, name, problems);
    for (const locale of LOCALE_IDS) {
      const { file, raw, words } = locale === DEFAULT_LOCALE ? original : read(dir, locale, name, problems);
      const report = reporter(file, problems);
      for (const [key, text] of Object.entries(words)) {
        const line = lineOfKey(raw, key);
        if (typeof text !== 'string') {
          report(line, 'message', `the message '${key}' is no text`, '"…"', 'write it between quotation marks');
          continue;
        }
        if (!Object.hasOwn(original.words, key)) {
          const near = suggestion(key, Object.keys(original.words));
          report(
            line,
            'message',
            `the message '${key}' does not exist in en-US`,
            'a key of en-US',
            `remove it; ${near}`,
          );
          continue;
        }
        const compiled = compiledOrFault(text);
        if (typeof compiled === 'string') {
          report(
            line,
            'message',
            `the message '${key}' cannot be read: ${compiled}`,
            'every { closed',
            `compare ${JSON.stringify(lookUp(original.words, key))}`,
          );
          continue;
        }
        const found = argumentsOf(compiled.message);
        const source = compiledOrFault(lookUp(original.words, key) ?? '');
        checkArguments(
          key,
          found,
          typeof source === 'string' ? found : argumentsOf(source.message),
          locale,
          (...rest) => report(line, ...rest),
        );
        for (const variant of variantsOf(compiled.message)) {
          checkPassage({ text: variant, running: false, lineAt: () => line }, locale, known, report);
        }
      }
      if (locale === DEFAULT_LOCALE) {
        for (const key of Object.keys(words).filter((one) => sources !== null && !sources.includes(`'${one}'`))) {
          report(
            lineOfKey(raw, key),
            'message',
            `no page uses the message '${key}'`,
            'only messages that are used',
            'remove it from every locale',
          );
        }
      } else if (!LOCALES[locale].overlay) {
        for (const key of Object.keys(original.words).filter((one) => !Object.hasOwn(words, one))) {
          report(
            1,
            'message',
            `the message '${key}' is missing`,
            'every key of en-US',
            `translate ${JSON.stringify(lookUp(original.words, key))}`,
          );
        }
      }
    }
    return problems;
  });
}

interface Messages {
  file: string;
  raw: string;
  words: Record<string, string>;
}

function read(dir: string, locale: Locale, name: string, problems: Problem[]): Messages {
  const path = join(dir, locale, name);
  const file = relative(process.cwd(), path);
  const report = reporter(file, problems);
  if (!existsSync(path)) {
    report(1, 'message', 'the file is missing', `a file ${name} in every locale`, 'write { } into it');
    return { file, raw: '', words: {} };
  }
  const raw = readFileSync(path, 'utf8');
  try {
    return { file, raw, words: JSON.parse(raw) };
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /position (\d+)/.exec(message) ?? [];
    const line = position === undefined ? raw.trimEnd().split('\n').length : lineAt(raw, Number(position));
    report(
      line,
      'message',
      `the file cannot be read: ${message}`,
      '"key": "words", one a line',
      'look for a missing comma or quotation mark here or one line above',
    );
    return { file, raw, words: {} };
  }
}

function lineOfKey(raw: string, key: string): number {
  return lineOf(raw, new RegExp(`^\\s*"${escaped(key)}"\\s*:`, 'm'));
}

/** A message as icu-minify gives it: text, or [name], [name, kind, branches …]; several of them in a list. */
type Message = unknown;

function compiledOrFault(text: string): { message: Message } | string {
  try {
    return { message: compile(text) };
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

interface Argument {
  name: string;
  kind: number;
  /** Of plural and select: the categories written out */
  branches: string[];
}

function nodesOf(message: Message): unknown[] {
  return Array.isArray(message) ? message : [message];
}

function branchesOf(node: unknown[]): Record<string, unknown> {
  return [SELECT, PLURAL, ORDINAL].includes(node[1] as number) ? (node[2] as Record<string, unknown>) : {};
}

function argumentsOf(message: Message): Argument[] {
  return nodesOf(message).flatMap((node): Argument[] => {
    if (!Array.isArray(node) || typeof node[0] !== 'string') return [];
    const branches = branchesOf(node);
    return [
      { name: node[0], kind: Number(node[1] ?? 0), branches: Object.keys(branches) },
      ...Object.values(branches).flatMap(argumentsOf),
    ];
  });
}

type Tell = (rule: 'message', what: string, expected: string, remedy: string) => void;

function checkArguments(key: string, found: Argument[], original: Argument[], locale: Locale, report: Tell): void {
  const names = (list: Argument[]) => [...new Set(list.map(({ name }) => name))];
  const expected =
    names(original)
      .map((name) => `{${name}}`)
      .join(' ') || 'no placeholder';
  for (const name of names(original).filter((one) => !names(found).includes(one))) {
    report('message', `the message '${key}' lacks {${name}}`, expected, `put {${name}} where the value belongs`);
  }
  for (const name of names(found).filter((one) => !names(original).includes(one))) {
    const near = suggestion(name, names(original), (one) => `{${one}}`);
    report(
      'message',
      `the message '${key}' has an unknown {${name}}`,
      expected,
      original.length > 0 ? near : 'remove it',
    );
  }
  for (const { name, kind, branches } of found) {
    const source = original.find((one) => one.name === name);
    if (source && source.kind !== kind) {
      const how = KINDS[source.kind] || 'plain';
      report('message', `{${name}} of '${key}' is of another kind than in en-US`, how, `write it as ${how}`);
    }
    if (kind === PLURAL || kind === ORDINAL) {
      const type = kind === ORDINAL ? 'ordinal' : 'cardinal';
      const { pluralCategories } = new Intl.PluralRules(LOCALES[locale].lang, { type }).resolvedOptions();
      const wanted = [...pluralCategories];
      const given = branches.filter((branch) => !/^=?\d+$/.test(branch));
      const missing = wanted.filter((one) => !given.includes(one));
      const extra = given.filter((one) => !(wanted as string[]).includes(one));
      for (const one of missing) {
        report(
          'message',
          `{${name}} of '${key}' lacks the plural category ${one}`,
          wanted.join(', '),
          `add ${one} {…}`,
        );
      }
      for (const one of extra) {
        report(
          'message',
          `{${name}} of '${key}' has the plural category ${one}, which ${locale} does not know`,
          wanted.join(', '),
          `remove ${one} {…}`,
        );
      }
    }
    if (kind === SELECT && source && source.branches.sort().join() !== branches.sort().join()) {
      report(
        'message',
        `{${name}} of '${key}' chooses from ${branches.join(', ')}`,
        source.branches.join(', '),
        'write the same choices as en-US',
      );
    }
  }
}

/** The texts a message can come out as, values left open. */
function variantsOf(message: Message): string[] {
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
