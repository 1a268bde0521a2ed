/** Rules for the tables that all locales share: facts.yml, glossary.yml, jurisdictions.yml, wording.yml. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'astro/zod';
import { load, type YAMLException } from 'js-yaml';
import { escaped, type Problem, reporter, suggestion } from '../../catalogue/problem.ts';
import {
  factSchema,
  jurisdictionRow,
  jurisdictionsSchema,
  ruleSource,
  termSchema,
  wordingSchema,
} from '../../catalogue/schemas.ts';
import { lookUp } from '../../lookUp.ts';
import { isLocaleKey, type Known } from './known.ts';
import { checkPassage } from './text.ts';

const TABLES = {
  'facts.yml': z.record(z.string(), factSchema),
  'glossary.yml': z.record(z.string(), termSchema),
  'jurisdictions.yml': jurisdictionsSchema,
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
          const siblings = Object.keys(shapeAt(name, at[0]));
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

function shapeAt(name: string, part = ''): Record<string, unknown> {
  if (name === 'jurisdictions.yml') {
    return lookUp({ sources: ruleSource.shape, rows: jurisdictionRow.shape }, part) ?? jurisdictionsSchema.shape;
  }
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
  const lines = raw.split('\n');
  let found = 0;
  let inside = { from: 0, to: lines.length };
  for (const [depth, key] of path.entries()) {
    const { from, to } = inside;
    const oneLine = depth > 0 && to - from <= 1;
    const name = new RegExp(`${oneLine ? '[\\s{,]' : '^\\s*(?:- \\{?\\s*)?'}['"]?${escaped(key)}['"]?\\s*:`);
    const below = Math.min(
      ...lines
        .slice(from + (depth > 0 ? 1 : 0), to)
        .filter(isFilled)
        .map(indent),
    );
    const isNext = (line: string, at: number) => oneLine || (isFilled(line) && (indent(line) === below || at === 0));
    const places = [...lines.slice(from, to).entries()].filter(([at, line]) => isNext(line, at));
    const entries = places.filter(([, line]) => /^\s*- /.test(line));
    const place = /^\d+$/.test(key) ? entries[Number(key)] : places.find(([, line]) => name.test(line));
    if (!place) break;
    found = from + place[0];
    const level = indent(lines[found] ?? '');
    const end = lines.slice(found + 1, to).findIndex((line) => isFilled(line) && indent(line) <= level);
    inside = { from: found, to: end < 0 ? to : found + 1 + end };
  }
  return found + 1;
}

const isFilled = (line: string) => /^\s*[^\s#]/.test(line);
const indent = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;
