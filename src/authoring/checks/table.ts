import { z } from 'zod';
import { suggestion } from '../../catalogue/problem.ts';
import {
  factSchema,
  jurisdictionRow,
  jurisdictionsSchema,
  ruleSource,
  termSchema,
  wordingSchema,
} from '../../catalogue/schemas.ts';
import { lookUp } from '../../lookUp.ts';
import type { Rule } from './rule.ts';

const TABLES = {
  'facts.yml': z.record(z.string(), factSchema),
  'glossary.yml': z.record(z.string(), termSchema),
  'jurisdictions.yml': jurisdictionsSchema,
  'wording.yml': wordingSchema,
};

/** The tables that all locales share have the format that the top of each file explains. */
export const table: Rule = {
  name: 'table',
  checks: (known) => ({
    folder(reportIn) {
      for (const [name, schema] of Object.entries(TABLES)) {
        const report = reportIn(name);
        const written = known.table(name);
        if (!written) {
          report(1, 'the file is missing', `content/${name}`, 'bring it back');
          continue;
        }
        const { value, fault, lineOf } = written;
        if (fault) {
          const remedy = 'compare the entry above it: the same distance from the left, quotation marks in pairs';
          report(fault.line, `the file cannot be read: ${fault.reason}`, 'name: value', remedy);
          continue;
        }
        for (const issue of schema.safeParse(value ?? {}).error?.issues ?? []) {
          const at = issue.path.map(String);
          if (issue.code === 'unrecognized_keys') {
            const fields = Object.keys(fieldsOf(name, at[0]));
            for (const key of issue.keys) {
              const what = `unknown field '${key}' in ${at.join('.')}`;
              report(lineOf([...at, key]), what, fields.join(', '), suggestion(key, fields));
            }
          } else {
            const remedy = `change ${at.at(-1) ?? 'the file'}`;
            report(lineOf(at), `${at.join('.')}: ${issue.message}`, 'what the top of the file explains', remedy);
          }
        }
      }
    },
  }),
};

/** The fields that an entry may have. */
function fieldsOf(name: string, part = ''): Record<string, unknown> {
  if (name === 'jurisdictions.yml') {
    return lookUp({ sources: ruleSource.shape, rows: jurisdictionRow.shape }, part) ?? jurisdictionsSchema.shape;
  }
  if (name === 'facts.yml') return factSchema.shape;
  return name === 'glossary.yml' ? termSchema.shape : { word: '', write: '', except: '' };
}
