/** Rules for the tables that all locales share: facts.yml, glossary.yml, wording.yml. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'astro/zod';
import { load, type YAMLException } from 'js-yaml';
import { factSchema, termSchema, wordingSchema } from '../schemas.ts';
import { isLocaleKey, type Known } from './known.ts';
import { escaped, lineAt, type Problem, reporter, suggestion } from './problem.ts';
import { checkPassage } from './text.ts';

const TABLES = {
  'facts.yml': z.record(z.string(), factSchema),
  'glossary.yml': z.record(z.string(), termSchema),
  'wording.yml': wordingSchema,
};

export function checkTables(dir: string, known: Known): Problem[] {
  const problems: Problem[] = [];
  for (const [name, schema] of Object.entries(TABLES)) {
    const path = join(dir, name);
    const file = relative(process.cwd(), path);
    const report = reporter(file, problems);
    if (!existsSync(path)) {
      report(1, 'table', 'the file is missing', `content/${name}`, 'bring it back');
      continue;
    }
    const raw = readFileSync(path, 'utf8');
    let table: unknown;
    try {
      table = load(raw) ?? {};
    } catch (error) {
      const { mark, reason } = error as YAMLException;
      const remedy = 'compare the entry above it: the same distance from the left, quotation marks in pairs';
      report((mark?.line ?? 0) + 1, 'table', `the file cannot be read: ${reason}`, 'name: value', remedy);
      continue;
    }
    const parsed = schema.safeParse(table);
    for (const issue of parsed.success ? [] : parsed.error.issues) {
      const at = issue.path.map(String);
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          const siblings = Object.keys(shapeAt(name));
          report(
            lineOfPath(raw, [...at, key]),
            'table',
            `unknown field '${key}' in ${at.join('.')}`,
            siblings.join(', '),
            suggestion(key, siblings),
          );
        }
      } else {
        const what = `${at.join('.')}: ${issue.message}`;
        report(
          lineOfPath(raw, at),
          'table',
          what,
          'what the top of the file explains',
          `change ${at.at(-1) ?? 'the file'}`,
        );
      }
    }
    if (name === 'glossary.yml') checkDefinitions(raw, known, report);
  }
  return problems;
}

function shapeAt(name: string): Record<string, unknown> {
  if (name === 'facts.yml') return factSchema.shape;
  return name === 'glossary.yml' ? termSchema.shape : { word: '', write: '', except: '' };
}

/** Terms and definitions are read on pages: the rules for words hold for them too. */
function checkDefinitions(raw: string, known: Known, report: ReturnType<typeof reporter>): void {
  for (const [id, entry] of Object.entries(known.glossary)) {
    for (const [locale, words] of Object.entries(entry)) {
      if (!isLocaleKey(locale) || typeof words !== 'object') continue;
      const line = lineOfPath(raw, [id, locale]);
      for (const text of [words.term, words.definition]) {
        checkPassage({ text, running: false, lineAt: () => line }, locale, known, report);
      }
    }
  }
}

/** Line of a value in YAML by the names that lead to it; the line of the last name that is found. */
export function lineOfPath(raw: string, path: readonly string[]): number {
  let at = 0;
  for (const [depth, key] of path.entries()) {
    if (/^\d+$/.test(key)) {
      // An entry of a list: each begins with '- '.
      const starts = [...raw.slice(at).matchAll(/^\s*- /gm)].map(({ index }) => index);
      at += starts[Number(key)] ?? 0;
      continue;
    }
    const found = raw
      .slice(at)
      .search(new RegExp(depth === 0 ? `^${escaped(key)}\\s*:` : `(?<=[\\s{,]|^)['"]?${escaped(key)}['"]?\\s*:`, 'm'));
    if (found < 0) break;
    at += found;
    if (raw[at] === '\n') at += 1;
  }
  return lineAt(raw, at + (/^\s*/.exec(raw.slice(at))?.[0].length ?? 0));
}
