import { z } from 'zod';
import { API_CHANGES_FILE, apiChangesSchema } from '../../../catalogue/apiChanges.ts';
import { BLOCKED_WORDS_FILE, blockedWordsSchema } from '../../../catalogue/blockedWords.ts';
import { CONFORMANCE_FILE, conformanceSchema } from '../../../catalogue/conformance.ts';
import { INCIDENTS_FILE, incidentsSchema } from '../../../catalogue/incidents.ts';
import { OFFERS_FILE, offersSchema } from '../../../catalogue/offers.ts';
import { OPERATOR_FILE, operatorSchema } from '../../../catalogue/operator.ts';
import { type Report, suggestion } from '../../../catalogue/problem.ts';
import { bare, factsSchema, glossarySchema, jurisdictionsSchema, wordingSchema } from '../../../catalogue/schemas.ts';
import { PLAIN_WORDS } from '../../../catalogue/schemaWords.ts';
import type { Yaml } from '../../../catalogue/yaml.ts';
import { lookUp } from '../../../lookUp.ts';
import type { Rule } from '../rule.ts';
import { checkTable, expectedAt, onlyFile } from '../tables.ts';

const TABLES = {
  'facts.yml': factsSchema,
  'glossary.yml': glossarySchema,
  'jurisdictions.yml': jurisdictionsSchema,
  'wording.yml': wordingSchema,
  [API_CHANGES_FILE]: apiChangesSchema,
  [BLOCKED_WORDS_FILE]: blockedWordsSchema,
  [INCIDENTS_FILE]: incidentsSchema,
  [CONFORMANCE_FILE]: conformanceSchema,
  [OFFERS_FILE]: offersSchema,
  [OPERATOR_FILE]: operatorSchema,
};

/** The tables that all locales share have the format that the top of each file explains. */
export const table: Rule = {
  name: 'table',
  files: onlyFile(...Object.keys(TABLES)),
  checks: (known) => ({
    folder(reportIn) {
      for (const [name, schema] of Object.entries(TABLES)) {
        checkTable(known, name, reportIn(name), (written, report) => checkFields(schema, written, report));
      }
    },
  }),
};

function checkFields(schema: z.ZodType, written: Yaml, report: Report): void {
  const { value, lineOf } = written;
  const issues = schema.safeParse(value ?? {}, PLAIN_WORDS).error?.issues ?? [];
  for (const [index, issue] of issues.entries()) {
    const at = issue.path.map(String);
    const place = at.join('.');
    // A text that is empty also breaks the rules for its format: only that it is empty is reported.
    if (issues.slice(0, index).some(({ code, path }) => code === 'too_small' && path.join('.') === place)) continue;
    if (issue.code === 'unrecognized_keys') {
      const fields = fieldsAt(schema, issue.path);
      for (const key of issue.keys) {
        const what = `unknown field '${key}'${place && ` in ${place}`}`;
        report(lineOf([...at, key]), what, fields.join(', '), suggestion(key, fields));
      }
    } else {
      const { message } = issue;
      const field = issue.path.findLast((step) => typeof step === 'string');
      const remedy = message.startsWith('is missing') ? 'write it' : `change ${String(field ?? 'the file')}`;
      report(lineOf(at), `${place || 'the file'}: ${message}`, expectedAt(written, issue.path), remedy);
    }
  }
}

/** The fields that the entry at a path may have. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = bare(schema);
  for (const step of path) {
    if (at instanceof z.ZodObject) at = lookUp(at.shape, String(step));
    else if (at instanceof z.ZodArray) at = at.element;
    else if (at instanceof z.ZodRecord) at = at.valueType;
    at = bare(at);
  }
  if (at instanceof z.ZodObject) return Object.keys(at.shape);
  return at instanceof z.ZodRecord && at.keyType instanceof z.ZodEnum ? at.keyType.options.map(String) : [];
}
