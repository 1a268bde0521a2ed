/**
 * One process per data folder: two would damage PGlite's files. The lock is proper-lockfile's. Its heartbeat also works
 * if the holder is a process of another machine or container, which cannot be checked. `holder.json` names the holder.
 */

import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { codeOf, DatabaseError } from '../errors.ts';

/** Milliseconds without a heartbeat after which a holder elsewhere counts as gone. */
const STALE_MS = 10_000;

interface Holder {
  pid: number;
  host: string;
  /** ISO 8601 */
  since: string;
  /** Pids are unique within one value of this */
  machine: string;
  /** Start time: distinguishes processes that had the same pid; '' if the system does not say */
  start: string;
}

/** For tools that read existing data: throws a DatabaseError if there is no folder, instead of creating one. */
export function needFolder({ url, dataDir }: { url: string | undefined; dataDir: string }): void {
  if (!url && !existsSync(dataDir))
    throw new DatabaseError(`There is no data folder '${dataDir}': set DATA_DIR to yours.`);
}

/**
 * Locks a folder for this process, and creates it if needed. Returns the function that releases it. Throws a
 * DatabaseError of one line if another process holds it. Takes over from a killed holder at once.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const holderFile = join(folder, 'holder.json');
  const held = { file: join(folder, 'holder'), options: { realpath: false, stale: STALE_MS } };
  const opening = join(folder, 'opening');

  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Two processes that find the same dead holder must not both take over.
    const leave = await lockfile.lock(opening, {
      realpath: false,
      stale: 2_000,
      retries: { retries: 100, factor: 1, minTimeout: 50 },
    });
    try {
      const holder = await readHolder(holderFile);
      if (holder ? await isAlive(holder) : await lockfile.check(held.file, held.options)) throw inUse(folder, holder);
      await rm(`${held.file}.lock`, { recursive: true, force: true });
      await writeFile(holderFile, `${JSON.stringify(thisProcess(), null, 2)}\n`);
      const release = await lockfile.lock(held.file, {
        ...held.options,
        // Another process writes to these files now: not even an orderly close may touch them.
        onCompromised: () => {
          throw new DatabaseError(`The data folder '${folder}' was taken over by another process: this one stops.`);
        },
      });
      return async () => {
        await rm(holderFile, { force: true });
        await release();
      };
    } finally {
      await leave();
    }
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof DatabaseError) throw error;
    if (code === 'ELOCKED') throw inUse(folder, null);
    throw new DatabaseError(
      `Cannot write to the data folder '${folder}' (${code}): set DATA_DIR to another one.`,
      code,
    );
  }

  async function isAlive(holder: Holder): Promise<boolean> {
    if (holder.machine !== machine()) return lockfile.check(held.file, held.options);
    const start = startOf(holder.pid);
    return start !== null && (start === holder.start || start === '' || holder.start === '');
  }
}

function inUse(folder: string, holder: Holder | null): DatabaseError {
  const who = holder ? `process ${holder.pid} on ${holder.host} since ${holder.since}` : 'another process';
  const elsewhere = holder?.machine === machine() ? '' : ` (if it is gone, wait ${STALE_MS / 1000} seconds)`;
  return new DatabaseError(
    `The data folder '${folder}' is in use by ${who}: stop it${elsewhere}, or set DATA_DIR to another folder.`,
    'ELOCKED',
  );
}

/** Null if there is no file, or a truncated one: its process was killed before it held the lock. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function thisProcess(): Holder {
  const { pid } = process;
  const since = new Date().toISOString();
  return { pid, host: hostname(), since, machine: machine(), start: startOf(pid) ?? '' };
}

/** Identifies a machine. A host name is not enough: containers may share it, and pids restart with each boot. */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return [hostname(), boot, readlinkSync('/proc/self/ns/pid')].join(' ');
  } catch {
    return hostname();
  }
}

/** When a process of this machine was started (proc_pid_stat(5), field 22); '' if unknown; null if it does not run. */
function startOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(state) ? null : (rest[18] ?? '');
  } catch {
    return '';
  }
}
