/**
 * npm run test:postgres: the database tests, and those of two processes, on a real Postgres. Makes a cluster of its own
 * in a temporary folder, on a free port of 127.0.0.1, and removes it. Last line: `N passed, N failed`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fail, freePort, runTests } from './runTests.ts';

const INSTALL = 'Install one (Debian: apt-get install -y postgresql) or put its initdb and postgres on PATH.';

const bin = findBin();
const owner = findOwner();
const folder = mkdtempSync(join(tmpdir(), 'finger-postgres-'));
let cluster: ChildProcess | undefined;
try {
  process.exitCode = await run();
} finally {
  if (cluster?.exitCode === null) {
    // SIGINT: Postgres ends its connections and writes down what there is.
    cluster.kill('SIGINT');
    await once(cluster, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const data = join(folder, 'data');
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const options = ['--auth=trust', '--username=finger', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...options], { ...owner, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) fail(`initdb has failed: ${made.error?.message ?? made.stderr.trim()}`);

  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  let log = '';
  cluster = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cluster.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  while (!log.includes('ready to accept connections')) {
    await Promise.race([once(cluster.stderr ?? cluster, 'data'), once(cluster, 'exit')]);
    if (cluster.exitCode !== null) fail(`Postgres does not start: ${log.trim()}`);
  }

  return runTests('postgres', { DATABASE_URL: `postgres://finger@127.0.0.1:${port}/postgres` });
}

/** The folder of initdb and postgres: on PATH, or where Debian keeps them, the newest first. */
function findBin(): string {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const found = [...(process.env.PATH ?? '').split(delimiter), ...debian].find((one) =>
    ['initdb', 'postgres'].every((program) => one && existsSync(join(one, program))),
  );
  return found ? resolve(found) : fail(`There is no Postgres here. ${INSTALL}`);
}

/** Postgres does not run as root: then as the user that its package has made. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (!uid) fail(`Postgres does not run as root, and there is no user 'postgres'. ${INSTALL}`);
  return { uid: Number(uid), gid: Number(gid) };
}
