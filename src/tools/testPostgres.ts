/**
 * npm run test:postgres: the database tests, and those of two processes, on a real Postgres of its own. Last line:
 * `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type Cluster, startCluster } from './postgresCluster.ts';

const REPORT = '.data/reports/postgres.json';

let cluster: Cluster | undefined;
try {
  cluster = await startCluster();
  process.exitCode = await run(cluster.url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  await cluster?.stop();
}

async function run(url: string): Promise<number> {
  rmSync(REPORT, { force: true });
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/postgres/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${REPORT}`,
    ],
    { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(vitest, 'exit');
  const { numPassedTests: passed, numTotalTests: total } = readReport();
  const failed = Math.max(total - passed, code === 0 && passed > 0 ? 0 : 1);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** A runner that died leaves no report: nothing has passed. */
function readReport(): { numPassedTests: number; numTotalTests: number } {
  return existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : { numPassedTests: 0, numTotalTests: 0 };
}
