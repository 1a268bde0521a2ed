/** Shared by the benches of the server: the server as a separate process, and its memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export interface Started {
  child: ChildProcess;
  url: string;
}

/**
 * Runs a server that prints its address. Its output goes to a file: with a pipe, this process would have to read the
 * server's log between the responses, and the server would wait for it.
 */
export async function start(args: string[], env: Record<string, string>, output: string): Promise<Started> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', openSync(output, 'w'), 'inherit'],
  });
  for (;;) {
    const [url] = /http:\/\/[^\s"]+(?=["\n])/.exec(readFileSync(output, 'utf8')) ?? [];
    if (url) return { child, url: url.replace('localhost', '127.0.0.1') };
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`);
    await setTimeout(50);
  }
}

/** Waits for the database. A connection may break, because the server may block for seconds while it imports cities. */
export async function untilReady({ url }: Started): Promise<void> {
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await setTimeout(100);
}

/** Resident memory in MB (proc_pid_status(5)). */
export function rss({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
