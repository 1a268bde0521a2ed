/** What the rules for tables say alike: of a table that is missing, and of what does not fit its schema. */
import type { z } from 'zod';
import { escaped, type Report } from '../../catalogue/problem.ts';
import { PLAIN_WORDS } from '../../catalogue/schemaWords.ts';
import { headOf } from '../../catalogue/tableHead.ts';
import type { Yaml } from '../../catalogue/yaml.ts';
import { lookUp } from '../../lookUp.ts';
import type { Known, Rule } from './rule.ts';

export const AS_ENTRIES_BESIDE = 'write it as the entries beside it';

export const onlyFile = (...files: readonly string[]) => new RegExp(`^(?:${files.map(escaped).join('|')})$`);

type Check = (written: Yaml, report: Report, known: Known) => void;

/** A rule for one table. */
export const tableRule = (file: string, check: Check): Rule => ({
  name: 'table',
  files: onlyFile(file),
  checks: (known) => ({
    folder: (reportIn) => checkTable(known, file, reportIn(file), check),
  }),
});

/** Checks a table that can be read; of the syntax of the others there is a rule. */
export function checkTable(known: Known, file: string, report: Report, check: Check): void {
  const written = known.table(file);
  if (!written) report(1, 'the file is missing', `content/${file}`, 'bring it back');
  else if (!written.fault) check(written, report, known);
}

/** What the head of a table says of the field at a path, or of the nearest one around it; '' if it says nothing. */
export function expectedAt({ text }: Yaml, path: readonly PropertyKey[]): string {
  const names = path.filter((step) => typeof step === 'string');
  const { fields } = headOf(text, new Set(names));
  const nearest = names.findLast((name) => lookUp(fields, name) !== undefined);
  return nearest === undefined ? '' : (lookUp(fields, nearest) ?? '');
}

/** Reports what a schema says of a table, each with the name of its entry and with the value, if it is to be shown. */
export function reportIssues(
  schema: z.ZodType,
  written: Yaml,
  report: Report,
  words: {
    remedy: string;
    /** `values`: what stands at each step of the path */
    nameOf: (path: readonly PropertyKey[], values: readonly unknown[]) => string;
    isShown: (value: string, message: string) => boolean;
  },
): void {
  const { value, lineOf } = written;
  for (const { path, message } of schema.safeParse(value, PLAIN_WORDS).error?.issues ?? []) {
    const values: unknown[] = [];
    for (const step of path) values.push(lookUp(Object(values.length > 0 ? values.at(-1) : value), step));
    const last = values.at(-1);
    const shown = typeof last === 'string' && words.isShown(last, message) ? `'${last}' ` : '';
    report(lineOf(path), `${words.nameOf(path, values)}: ${shown}${message}`, expectedAt(written, path), words.remedy);
  }
}
