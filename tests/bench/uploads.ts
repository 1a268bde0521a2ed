/**
 * npm run bench -- uploads: the memory that uploads without an end cost the server: 150 uploads, each of 10 MB of which 9
 * are sent, once from 150 networks and once from one address. Exit code 1 if the memory grows by more than 100 MB, or
 * if files of them stay on the disk. No rate limit is set, so that it cannot help.
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LICENSE_PATH } from '../../src/contract/applications.ts';
import { rss, type Started, start, untilReady } from './serverProcess.ts';

const UPLOADS = 150;
const SENT_BYTES = 9 * 1024 * 1024;
const SAID_BYTES = 10 * 1024 * 1024;
const MOST_MB = 100;
/** How long all uploads are held open after their last byte, in milliseconds. */
const HELD_MS = 3_000;
const BOUNDARY = 'boundary-of-the-bench';
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="licence.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;

const folder = await mkdtemp(join(tmpdir(), 'finger-bench-'));
const dist = join(folder, 'dist');
await mkdir(dist);
for (const name of ['_headers', '_redirects']) await writeFile(join(dist, name), '');
const settings = {
  DIST: dist,
  DATA_DIR: join(folder, 'db'),
  TRUSTED_PROXY_HOPS: '1',
  RATE_LIMIT_PER_MINUTE: '0',
  APPLY_RATE_LIMIT_PER_MINUTE: '0',
  FEEDS: 'off',
};
const server = await start(['src/server/main.ts'], settings, join(folder, 'server.log'));
const faults: string[] = [];
try {
  await untilReady(server);
  const bytes = Buffer.alloc(SENT_BYTES - HEAD.length, 'x');
  await hold(server, bytes, ['192.0.2.1']); // The first one loads the code that all need.
  for (const [name, networkOf] of [
    [`${UPLOADS} uploads of ${UPLOADS} networks`, (n: number) => `198.51.100.${n}`],
    [`${UPLOADS} uploads of one address`, () => '203.0.113.1'],
  ] as const) {
    const before = rss(server.child);
    const { most, answers } = await hold(
      server,
      bytes,
      Array.from({ length: UPLOADS }, (_, n) => networkOf(n)),
    );
    const line = `${name}: ${before} MB before, ${most} MB at most (${most - before} more)`;
    console.log(`${line}; ${UPLOADS - answers.length} held, answered: ${counted(answers)}`);
    if (most - before > MOST_MB) faults.push(line);
    const left = await filesLeft();
    if (left > 0) faults.push(`${name}: ${left} files are left`);
  }
} finally {
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`missed: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Starts an upload from each network, holds all, then ends them. Returns the peak memory in MB and the statuses. */
async function hold({ child, url }: Started, bytes: Buffer, networks: string[]) {
  const answers: string[] = [];
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, rss(child));
  }, 50);
  const gone: Promise<unknown>[] = [];
  const sockets = networks.map((network): Socket => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.once('data', (chunk) => answers.push(chunk.toString('latin1', 9, 12)));
    socket.write(
      `POST ${LICENSE_PATH} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${SAID_BYTES}\r\n\r\n${HEAD}`,
    );
    gone.push(new Promise((resolve) => socket.write(bytes, resolve)));
    return socket;
  });
  await Promise.all(gone);
  await setTimeout(HELD_MS);
  for (const socket of sockets) socket.destroy();
  clearInterval(watching);
  return { most, answers };
}

/** Number of license files on the disk, after the server had time to delete them. */
async function filesLeft(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { length } = await readdir(join(settings.DATA_DIR, 'licences')).catch(() => []);
    if (length === 0 || tries === 100) return length;
    await setTimeout(50);
  }
}

/** ['429', '429'] as '2 × 429'. */
function counted(answers: string[]): string {
  const groups = Object.entries(Object.groupBy(answers, (status) => status));
  return groups.map(([status, same]) => `${same?.length} × ${status}`).join(', ') || 'none';
}
