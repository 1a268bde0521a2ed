/** A process on a database, and its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

export interface DatabaseProcess {
  child: ChildProcess;
  /** Waits for its n-th line. Rejects if the process ends before. */
  line(n: number): Promise<string>;
  /** All its lines; resolves when it has ended */
  ended: Promise<string[]>;
}

/** Starts databaseChild.ts, and ends it after the test. */
export function startDatabaseProcess(what: string, options: object): DatabaseProcess {
  const child = spawn(process.execPath, ['tests/helpers/database/databaseChild.ts', what, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let hasEnded = false;
  const lines = () => said.split('\n').slice(0, -1);
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'close').then(() => {
    hasEnded = true;
    return lines();
  });
  const line = async (n: number): Promise<string> => {
    while (lines().length <= n) {
      if (hasEnded) throw new Error(`The process has ended after: ${lines().join(', ')}`);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
    return lines()[n] ?? '';
  };
  return { child, line, ended };
}
