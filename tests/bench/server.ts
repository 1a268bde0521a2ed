/**
 * npm run bench -- server: how much memory an idle server holds, and how long it takes to start until it is ready: with
 * the embedded database, filled until its folder has 113 MB, and with an empty Postgres of its own. The server is started as
 * `npm run preview` does, without feeds; the figures are medians. Exit code 1 if a goal is missed. Nothing else should run
 * meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect, openDatabase } from '../../src/server/db/opening/open.ts';
import { startCluster } from '../helpers/database/postgresCluster.ts';
import { fill } from './feedLists.ts';
import { rss, start, untilReady } from './serverProcess.ts';

const STARTS = 5;
const IDLE_MS = 10_000;
/** Makes a folder of 113 MB. */
const ITEMS = 15_000;
const MOST_START_MS = 5_000;
const MOST_MB = { embedded: 450, postgres: 160 };

if (!existsSync('dist/_headers')) throw new Error("There is no built site: run 'npm run build' first.");
const folder = await mkdtemp(join(tmpdir(), 'finger-bench-'));
const dataDir = join(folder, 'db');
const cluster = await startCluster();
const faults: string[] = [];
try {
  await fillFolder();
  const [size] = execFileSync('du', ['-sm', dataDir], { encoding: 'utf8' }).split('\t');
  await measure(`embedded database of ${size} MB`, { DATA_DIR: dataDir }, MOST_MB.embedded);
  await (await openDatabase({ url: cluster.url, dataDir: '' })).close();
  await measure('Postgres', { DATABASE_URL: cluster.url, DATA_DIR: join(folder, 'files') }, MOST_MB.postgres);
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`missed: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Makes the embedded database as a first start does, with items in it. */
async function fillFolder(): Promise<void> {
  await (await openDatabase({ url: undefined, dataDir })).close();
  // Without the time limit of a server.
  const database = await connect({ url: undefined, dataDir });
  await fill(database, 0, ITEMS);
  await database.close();
}

async function measure(name: string, database: Record<string, string>, mostMb: number): Promise<void> {
  const times: number[] = [];
  const memory: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const began = performance.now();
    const server = await start(
      ['src/server/main.ts'],
      { ...database, FEEDS: 'off', DRAIN_SECONDS: '0' },
      join(folder, 'server.log'),
    );
    await untilReady(server);
    times.push(performance.now() - began);
    await setTimeout(IDLE_MS);
    memory.push(rss(server.child));
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  }
  const ms = median(times);
  const mb = median(memory);
  const line = `${name}: ready after ${(ms / 1000).toFixed(1)} s, ${mb} MB when idle`;
  console.log(`${line} (goals: ${MOST_START_MS / 1000} s, ${mostMb} MB)`);
  if (ms > MOST_START_MS || mb > mostMb) faults.push(line);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
