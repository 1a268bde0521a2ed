/**
 * npm test: checks, builds, unit and build tests, real browser. Prints what failed, and as its last line
 * `N passed, N failed`, summed over the runners from their reports.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildAll } from '../../tests/helpers/builds.ts';
import { runChecks } from './check.ts';

interface Counts {
  passed: number;
  failed: number;
}

/** How each runner's JSON report counts. A skipped or flaky test has not passed. */
const READ = {
  vitest: (report: { numPassedTests: number; numTotalTests: number }): Counts => ({
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests,
  }),
  playwright: (report: {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
    errors: unknown[];
  }): Counts => ({
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky + report.stats.skipped + report.errors.length,
  }),
};

const REPORTS = '.data/reports';
const sum: Counts = { passed: 0, failed: 0 };

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

for (const complaint of await runChecks()) count(complaint === null, complaint ?? '');
try {
  await buildAll();
  count(true);
} catch (error) {
  count(false, String(error));
}
process.env.TEST_SITES_BUILT = '1';

const vitestReport = `${REPORTS}/vitest.json`;
await runner('vitest', vitestReport, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=tests/vitest.config.ts',
  '--reporter=minimal',
  '--reporter=json',
  `--outputFile=${vitestReport}`,
]);
const playwrightReport = `${REPORTS}/playwright.json`;
process.env.TEST_REPORT = `../${playwrightReport}`;
await runner('playwright', playwrightReport, [
  'node_modules/playwright/cli.js',
  'test',
  '--config=tests/playwright.config.ts',
]);

console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;

function count(passed: boolean, complaint = ''): void {
  sum[passed ? 'passed' : 'failed'] += 1;
  if (!passed) console.error(complaint);
}

/** Runs a test runner and adds what its report says. A runner without a report, or ending badly, is a failure. */
async function runner(name: keyof typeof READ, report: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  let found: Counts = { passed: 0, failed: 0 };
  try {
    found = READ[name](JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    // No report: the exit code below speaks.
  }
  if (code !== 0 || found.passed === 0) {
    console.error(`${name} ended with ${code}:\n${output}`);
    found.failed = Math.max(found.failed, 1);
  }
  sum.passed += found.passed;
  sum.failed += found.failed;
}
