/** A Postgres for tests: a cluster in a temporary folder, on a free port of 127.0.0.1. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from '../runTests.ts';

const INSTALL = 'Install one (Debian: apt-get install -y postgresql) or put its initdb and postgres on PATH.';

export interface Cluster {
  /** URL of its only user and database */
  url: string;
  /** Process id of the server; its children serve the connections */
  pid: number;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/** Creates a cluster and starts it, by default on a free port. Throws one line that names the remedy. */
export async function startCluster(givenPort?: number): Promise<Cluster> {
  const bin = findBin();
  const owner = findOwner();
  const folder = mkdtempSync(join(tmpdir(), 'finger-postgres-'));
  try {
    const data = join(folder, 'data');
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const options = ['--auth=trust', '--username=finger', '--encoding=UTF8', '--no-sync', '--no-instructions'];
    const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...options], { ...owner, cwd: folder, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`initdb has failed: ${made.error?.message ?? made.stderr.trim()}`);

    const port = givenPort ?? (await freePort());
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
    let log = '';
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk) => {
      log += chunk;
    });
    while (!log.includes('ready to accept connections')) {
      await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
      if (child.exitCode !== null) throw new Error(`Postgres does not start: ${log.trim()}`);
    }
    return {
      url: `postgres://finger@127.0.0.1:${port}/postgres`,
      pid: Number(child.pid),
      async stop() {
        if (child.exitCode === null) {
          // SIGINT: Postgres closes its connections and writes its data to disk.
          child.kill('SIGINT');
          await once(child, 'exit');
        }
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The folder of initdb and postgres: on PATH, or in Debian's folders, the newest version first. */
function findBin(): string {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const found = [...(process.env.PATH ?? '').split(delimiter), ...debian].find((one) =>
    ['initdb', 'postgres'].every((program) => one && existsSync(join(one, program))),
  );
  if (!found) throw new Error(`There is no Postgres here. ${INSTALL}`);
  return resolve(found);
}

/** The user `postgres` of its package if this process is root, because Postgres does not run as root. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (!uid) throw new Error(`Postgres does not run as root, and there is no user 'postgres'. ${INSTALL}`);
  return { uid: Number(uid), gid: Number(gid) };
}
