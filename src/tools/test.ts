/**
 * npm test: checks and unit tests beside the builds and the tests of what is built, then those in a real browser. Prints
 * failures and, as its last line, `N passed, N failed`, summed over the reports of the runners. `-- --slow` also prints
 * the twenty slowest tests and the time of each runner. `-- --full`, which is npm run test:full, runs what npm test
 * leaves out; a browser's test that fails there runs once more, and is named as flaky if it passes then.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildAll } from '../../tests/helpers/builds.ts';
import { SHORT } from '../../tests/helpers/short.ts';
import { runChecks, TEMPLATES } from './check.ts';

interface Result {
  name: string;
  /** Milliseconds */
  duration: number;
  passed: boolean;
  /** It passed in its second run only. */
  flaky?: boolean;
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string; duration?: number | null }[] }[];
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { status: string; results: { duration: number }[] }[] }[];
}

/** Parses each runner's JSON report. A skipped test does not count as passed. */
const READ = {
  vitest: ({ testResults }: VitestReport): Result[] =>
    testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, status, duration }) => ({
        name: `${file.replace(`${process.cwd()}/`, '')} ${fullName}`,
        duration: duration ?? 0,
        passed: status === 'passed',
      })),
    ),
  playwright: ({ suites = [], errors }: Suite & { errors: unknown[] }): Result[] => {
    const specs = (suite: Suite): NonNullable<Suite['specs']> => [
      ...(suite.specs ?? []),
      ...(suite.suites ?? []).flatMap(specs),
    ];
    return [
      ...suites.flatMap(specs).flatMap(({ title, file, tests }) =>
        tests.map(({ status, results }) => ({
          name: `tests/browser/${file} ${title}`,
          duration: results.reduce((sum, { duration }) => sum + duration, 0),
          passed: status === 'expected' || status === 'flaky',
          flaky: status === 'flaky',
        })),
      ),
      ...errors.map(() => ({ name: 'playwright', duration: 0, passed: false })),
    ];
  },
};

const REPORTS = '.data/reports';
/** Files whose tests run more rounds in `npm run test:full` (tests/helpers/short.ts). */
const WITH_ROUNDS = ['shapes.test', 'licenseUploads.alone', 'markets.test'];
const MOST_SLOW = 20;
const { full = false, slow = false } = parseArgs({
  options: { full: { type: 'boolean' }, slow: { type: 'boolean' } },
}).values;
const results: Result[] = [];
const times: string[] = [];

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env.TEST_SITES_BUILT = '1';
// The tests start dozens of processes, which need not compile the same modules each.
process.env.NODE_COMPILE_CACHE ??= '.data/test/compiled';

if (full) {
  process.env.TEST_FULL = '1';
  const checked = checks([TEMPLATES]);
  await builds();
  await vitest('full', ['--project=full']);
  await vitest('rounds', ['--project=unit', '--project=alone', ...WITH_ROUNDS]);
  // One page in hundreds that the machine disturbed refuses nothing; it is named, and its test is to be mended.
  await browser(`--grep-invert=${SHORT}`, '--retries=1');
  await checked;
} else {
  // A build renders on one core. Its tests come at once, so that no core stands idle while the last unit tests run.
  await Promise.all([
    checks().then(() => vitest('unit', ['--project=unit', '--project=alone'])),
    builds().then(() => vitest('build', ['--project=build'])),
  ]);
  // Tests that wait for processes would time out beside a browser.
  await browser(`--grep=${SHORT}`);
}

if (slow) {
  for (const line of times) console.log(line);
  const slowest = results.toSorted((a, b) => b.duration - a.duration).slice(0, MOST_SLOW);
  for (const { name, duration } of slowest) console.log(`${(duration / 1000).toFixed(1).padStart(6)} s  ${name}`);
}
for (const { name, flaky } of results) if (flaky) console.log(`flaky: ${name}`);
const failed = results.filter(({ passed }) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;

function add(name: string, complaint: string | null): void {
  results.push({ name, duration: 0, passed: complaint === null });
  if (complaint !== null) console.error(complaint);
}

/** Notes the time of a runner for `--slow`. */
function took(name: string, started: number): void {
  times.push(`${((performance.now() - started) / 1000).toFixed(0).padStart(6)} s  ${name}`);
}

async function checks(rows?: Parameters<typeof runChecks>[0]): Promise<void> {
  const started = performance.now();
  for (const complaint of await runChecks(rows)) add('check', complaint);
  took('checks', started);
}

async function builds(): Promise<void> {
  const started = performance.now();
  await buildAll({ remote: full }).then(
    () => add('builds', null),
    (error) => add('builds', String(error)),
  );
  took('builds', started);
}

async function vitest(name: string, args: string[]): Promise<void> {
  const report = `${REPORTS}/${name}.json`;
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile=${report}`];
  const program = ['node_modules/vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts'];
  await runner('vitest', report, [...program, ...reporters, ...args]);
}

async function browser(...args: string[]): Promise<void> {
  const report = `${REPORTS}/playwright.json`;
  process.env.TEST_REPORT = `../${report}`;
  const program = ['node_modules/playwright/cli.js', 'test', '--config=tests/playwright.config.ts'];
  await runner('playwright', report, [...program, ...args]);
}

/** Runs a test runner and adds the results of its report. A runner without a report, or ending badly, is a failure. */
async function runner(name: keyof typeof READ, report: string, args: string[]): Promise<void> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  took(report.slice(REPORTS.length + 1, -'.json'.length), started);
  let found: Result[] = [];
  try {
    // Each runner's report fits the parser of its name.
    found = READ[name](JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    // There is no report: the exit code below decides.
  }
  results.push(...found);
  const isWell = code === 0 && found.some(({ passed }) => passed);
  if (isWell && !found.some(({ flaky }) => flaky)) return;
  console.error(`${name} ended with ${code}:\n${output}`);
  if (!isWell && found.every(({ passed }) => passed)) results.push({ name, duration: 0, passed: false });
}
