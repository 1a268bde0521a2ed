/** Shared by the programs of tests/with/. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';

/** Runs tests/<name>/vitest.config.ts and prints `N passed, N failed` as the last line. Returns the exit code. */
export async function runTests(name: string, env: Record<string, string> = {}): Promise<number> {
  const report = `.data/reports/${name}.json`;
  rmSync(report, { force: true });
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--config=tests/${name}/vitest.config.ts`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(vitest, 'exit');
  const { numPassedTests: passed, numTotalTests: total } = readReport(report);
  const failed = Math.max(total - passed, code === 0 && passed > 0 ? 0 : 1);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Without a report the runner has died, so no test counts as passed. */
function readReport(path: string): { numPassedTests: number; numTotalTests: number } {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { numPassedTests: 0, numTotalTests: 0 };
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : fail('There is no free port.');
}

/** Exits with one line if the tests cannot start. */
export function fail(line: string): never {
  console.error(line);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
