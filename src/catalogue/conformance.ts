/**
 * The evidence on accessibility: content/conformance.yml, which people write, and content/conformance.json, which
 * `npm run conformance` writes. What each criterion of WCAG 2.2 (level A and AA) is called on the page follows from it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { wordsByLocale } from '../i18n/locales.ts';
import { CONTENT_DIR } from './content.ts';
import { isoDate, filledText as text } from './schemas.ts';

export const CONFORMANCE_FILE = 'conformance.yml';
export const AXE_FILE = 'conformance.json';

const words = wordsByLocale(text, text.optional());
const id = text.regex(/^[a-z\d-]+$/, 'is small letters, digits and hyphens');
const number = text.regex(/^\d\.\d\.\d+$/, 'is a number such as 1.4.10, in quotes');

const criterionRow = z.strictObject({
  number,
  level: z.enum(['A', 'AA'], 'is A or AA'),
  since: z.literal(2.2, 'is 2.2 or left out').optional(),
  ...words,
  tests: z.array(id).optional(),
  trials: z.array(id).optional(),
  absent: id.optional(),
});
const testRow = z.strictObject({ file: text, title: text });
const trialRow = z.strictObject({
  id,
  date: isoDate,
  by: id,
  with: text,
  technology: text.optional(),
  ...words,
});
const faultRow = z.strictObject({ criterion: number, since: isoDate, ...words });

export const conformanceSchema = z
  .strictObject({
    people: z.record(id, z.strictObject(words)),
    tests: z.record(id, testRow),
    trials: z.array(trialRow),
    faults: z.array(faultRow),
    criteria: z.array(criterionRow).min(1, 'names no criterion'),
  })
  .superRefine(({ people, tests, trials, faults, criteria }, context) => {
    const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', message, path });
    const numbers = criteria.map((row) => row.number);
    const made = trials.map((trial) => trial.id);
    for (const [index, { by, id }] of trials.entries()) {
      if (!Object.hasOwn(people, by)) fault(['trials', index, 'by'], `'${by}' is not among people`);
      if (made.indexOf(id) !== index) fault(['trials', index, 'id'], `'${id}' is twice in the table`);
    }
    for (const [index, { criterion }] of faults.entries()) {
      if (!numbers.includes(criterion)) fault(['faults', index, 'criterion'], `'${criterion}' is not among criteria`);
    }
    for (const [index, row] of criteria.entries()) {
      const at = ['criteria', index];
      if (numbers.indexOf(row.number) !== index) fault([...at, 'number'], `'${row.number}' is twice in the table`);
      for (const test of [...(row.tests ?? []), ...(row.absent ? [row.absent] : [])]) {
        if (!Object.hasOwn(tests, test)) fault(at, `the test '${test}' is not among tests`);
      }
      for (const trial of row.trials ?? [])
        if (!made.includes(trial)) fault(at, `the trial '${trial}' is not among trials`);
      if (row.absent && (row.tests || row.trials)) fault([...at, 'absent'], 'stands alone: nothing else can be tried');
    }
  });
export type Conformance = z.infer<typeof conformanceSchema>;
export type Criterion = Conformance['criteria'][number];

const rules = z.array(text);
/** The rules of axe at a criterion, by their worst result: nothing wrong, something wrong, elements it could not decide on. */
const axeRow = z.strictObject({ passed: rules, failed: rules, undecided: rules });
const axeSchema = z.strictObject({
  date: isoDate,
  /** Of axe-core */
  version: text,
  pages: z.int().positive(),
  criteria: z.record(number, axeRow),
});
export type AxeResults = z.infer<typeof axeSchema>;

/** Throws if `npm run content` finds a problem in the table. */
export const readConformance = (dir = CONTENT_DIR): Conformance =>
  conformanceSchema.parse(parse(readFileSync(join(dir, CONFORMANCE_FILE), 'utf8')));

/** Throws if the file is not as `npm run conformance` writes it. */
export const readAxeResults = (dir = CONTENT_DIR): AxeResults =>
  axeSchema.parse(JSON.parse(readFileSync(join(dir, AXE_FILE), 'utf8')));

/** Three empty lists if no rule of axe belongs to the criterion. */
export const rulesAt = (axe: AxeResults['criteria'], number: string): z.infer<typeof axeRow> =>
  new Map(Object.entries(axe)).get(number) ?? { passed: [], failed: [], undecided: [] };

/** In the order in which the page counts them. */
export const STATES = ['met', 'notMet', 'machineOnly', 'notApplicable', 'notEvaluated'] as const;
export type State = (typeof STATES)[number];

/**
 * What may be said of a criterion. A fault outweighs everything. That axe finds nothing wrong does not meet a criterion:
 * its rules see a part of it only.
 */
export function stateOf(
  { number, tests, trials, absent }: Pick<Criterion, 'number' | 'tests' | 'trials' | 'absent'>,
  faults: readonly { criterion: string }[],
  axe: AxeResults['criteria'],
): State {
  const { passed, failed, undecided } = rulesAt(axe, number);
  if (failed.length > 0 || faults.some(({ criterion }) => criterion === number)) return 'notMet';
  if (absent) return 'notApplicable';
  if (tests?.length || trials?.length) return 'met';
  return passed.length + undecided.length > 0 ? 'machineOnly' : 'notEvaluated';
}

/** The clause of EN 301 549 V3.2.1, which repeats WCAG 2.1; null for a criterion that came with 2.2. */
export const clauseOf = ({ number, since }: Pick<Criterion, 'number' | 'since'>): string | null =>
  since ? null : `9.${number}`;

/** A tag of axe that names a criterion: 'wcag1410' is 1.4.10. */
export const CRITERION_TAG = /^wcag(\d)(\d)(\d+)$/;
export const criterionOf = (tag: string) => tag.replace(CRITERION_TAG, '$1.$2.$3');
