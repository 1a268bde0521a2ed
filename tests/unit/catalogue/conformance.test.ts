/** The evidence on accessibility: nothing is called met without some, and what is named as evidence is there. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import {
  type AxeResults,
  CRITERION_TAG,
  clauseOf,
  conformanceSchema,
  criterionOf,
  readAxeResults,
  readConformance,
  stateOf,
} from '../../../src/catalogue/conformance.ts';

const axeCore = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as {
  version: string;
  getRules: () => { ruleId: string; tags: string[] }[];
};
const table = readConformance();

describe('the state of a criterion', () => {
  const number = '2.4.7';
  const found = (verdict: 'passed' | 'failed' | 'undecided'): AxeResults['criteria'] => ({
    [number]: { passed: [], failed: [], undecided: [], [verdict]: ['rule'] },
  });
  const tested = { number, tests: ['walk'] };

  it('is met by a test or a trial, not by axe alone, decided or not', () => {
    expect(stateOf(tested, [], {})).toBe('met');
    expect(stateOf({ number, trials: ['keyboard'] }, [], {})).toBe('met');
    expect(stateOf({ number }, [], found('passed'))).toBe('machineOnly');
    expect(stateOf({ number }, [], found('undecided'))).toBe('machineOnly');
  });

  it('is not evaluated without evidence', () => {
    expect(stateOf({ number, tests: [], trials: [] }, [], {})).toBe('notEvaluated');
    expect(stateOf({ number: 'constructor' }, [], {})).toBe('notEvaluated');
  });

  it('is not met by an open fault or a failure of axe, whatever else is there', () => {
    expect(stateOf(tested, [{ criterion: number }], found('passed'))).toBe('notMet');
    expect(stateOf(tested, [], found('failed'))).toBe('notMet');
    expect(stateOf({ number, absent: 'none' }, [], found('failed'))).toBe('notMet');
    expect(stateOf(tested, [{ criterion: '2.4.1' }], {})).toBe('met');
  });

  it('is that it does not apply, if a test proves that', () => {
    expect(stateOf({ number, absent: 'none' }, [], {})).toBe('notApplicable');
  });
});

describe('content/conformance.yml', () => {
  it('has the 31 criteria of level A and the 24 of level AA, in order, six of them new in WCAG 2.2', () => {
    const numbers = table.criteria.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })));
    expect(table.criteria.filter(({ level }) => level === 'A')).toHaveLength(31);
    expect(table.criteria.filter(({ level }) => level === 'AA')).toHaveLength(24);
    const added = table.criteria.filter((row) => clauseOf(row) === null).map(({ number }) => number);
    expect(added).toEqual(['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8']);
    expect(clauseOf({ number: '1.4.10' })).toBe('9.1.4.10');
  });

  it.each(Object.entries(table.tests))('names a test that there is: %s', (_, { file, title }) => {
    const source = readFileSync(`tests/${file}`, 'utf8');
    const titles = source.matchAll(/\b(?:test|it)(?:\.each\(.*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g);
    expect([...titles].filter(([, , found = '']) => found.startsWith(title))).not.toEqual([]);
  });

  it('names no test or trial that no criterion uses', () => {
    const used = new Set(table.criteria.flatMap((row) => [row.tests, row.trials, row.absent].flat()));
    const named = [...Object.keys(table.tests), ...table.trials.map(({ id }) => id)];
    expect(named.filter((id) => !used.has(id))).toEqual([]);
  });

  it('is refused where evidence is named that is not there', () => {
    const [first, ...others] = table.criteria;
    const faults = (change: object) =>
      conformanceSchema.safeParse({ ...table, ...change }).error?.issues.map(({ message }) => message);
    expect(faults({})).toBeUndefined();
    expect(faults({ criteria: [{ ...first, tests: ['gone'] }, ...others] })).toEqual([
      "the test 'gone' is not among tests",
    ]);
    expect(faults({ criteria: [{ ...first, trials: ['gone'] }, ...others] })).toEqual([
      "the trial 'gone' is not among trials",
    ]);
    expect(faults({ criteria: [{ ...first, absent: 'no-media' }, ...others] })).toEqual([
      'stands alone: nothing else can be tried',
    ]);
    expect(faults({ people: {} })).toHaveLength(table.trials.length);
    expect(faults({ criteria: [...table.criteria, first] })).toHaveLength(1);
  });
});

describe('content/conformance.json', () => {
  const { version, pages, criteria } = readAxeResults();

  it('is of the axe that is installed: after an update, run npm run build, then npm run conformance', () => {
    expect(version).toBe(axeCore.version);
    expect(pages).toBeGreaterThan(50);
  });

  it('has rules of axe at the criteria that these belong to, each once', () => {
    const tagsOf = new Map(axeCore.getRules().map(({ ruleId, tags }) => [ruleId, tags]));
    const numbers = new Set(table.criteria.map(({ number }) => number));
    expect(Object.keys(criteria)).not.toEqual([]);
    for (const [number, { passed, failed, undecided }] of Object.entries(criteria)) {
      expect(numbers).toContain(number);
      const rules = [...passed, ...failed, ...undecided];
      expect(new Set(rules).size).toBe(rules.length);
      for (const rule of rules) {
        const named = tagsOf
          .get(rule)
          ?.filter((tag) => CRITERION_TAG.test(tag))
          .map(criterionOf);
        expect(named, rule).toContain(number);
      }
    }
  });
});
