/** Runs a build and measures it, and prints what was measured. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { lookUp } from '../../src/lookUp.ts';

/** /proc counts processor time in hundredths of a second on every Linux. */
const TICKS_A_SECOND = 100;
const ASTRO = resolve('node_modules/astro/bin/astro.mjs');

/** A build and what it took */
export interface Build {
  seconds: number;
  /** Processor time in seconds, less disturbed by other programs; NaN without /proc */
  processor: number;
  /** Peak resident memory of the process tree in MB; NaN without /proc */
  peak: number;
  /** Share of the machine that other programs used meanwhile, 0 to 1; NaN without /proc */
  others: number;
  output: string;
}

/** Runs `astro build`. Throws its output if it fails. */
export async function astroBuild(args: string[], env: Record<string, string>): Promise<Build> {
  const before = machineSeconds();
  const start = performance.now();
  const child = spawn(process.execPath, [ASTRO, 'build', ...args], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let peak = Number.NaN;
  let processor = Number.NaN;
  const watch = setInterval(() => {
    const { megabytes, seconds } = usage(child.pid ?? 0);
    if (megabytes > (peak || 0)) peak = megabytes;
    if (seconds > (processor || 0)) processor = seconds;
  }, 200);
  const code = await new Promise((done) => child.on('close', done));
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`astro build ${args.join(' ')} failed:\n${output}`);
  const after = machineSeconds();
  const others = (after.busy - before.busy - processor) / (after.total - before.total);
  return { seconds, processor, peak, others, output };
}

/** Sum of the peak memory of each process of a tree so far, and its processor time. NaN without /proc. */
function usage(pid: number): { megabytes: number; seconds: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system, ofEnded, systemOfEnded] = fields.split(' ').slice(11, 15).map(Number);
    const sum = {
      megabytes: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
      seconds: ((user ?? 0) + (system ?? 0) + (ofEnded ?? 0) + (systemOfEnded ?? 0)) / TICKS_A_SECOND,
    };
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    for (const child of children) {
      const below = usage(Number(child));
      sum.megabytes += below.megabytes || 0;
      sum.seconds += below.seconds || 0;
    }
    return sum;
  } catch {
    return { megabytes: Number.NaN, seconds: Number.NaN };
  }
}

/** Busy seconds of all processors together since the machine started, and their total seconds. */
function machineSeconds(): { busy: number; total: number } {
  const sum = { busy: 0, total: 0 };
  for (const { times } of cpus()) {
    const total = Object.values(times).reduce((all, time) => all + time, 0);
    sum.busy += (total - times.idle) / 1000;
    sum.total += total / 1000;
  }
  return sum;
}

/** Median over the rounds; NaN if a round has no value. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Prints a table with aligned columns. */
export function print(table: Record<string, string | number>[]): void {
  const names = Object.keys(table[0] ?? {});
  const lines = [names, ...table.map((row) => names.map((name) => String(lookUp(row, name))))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    console.log(line.map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  '));
  }
}
