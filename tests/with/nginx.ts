/**
 * npm run test:with -- nginx: compares the site behind a real nginx, with the configuration of `npm run admin -- nginx`,
 * with our own server. Each nginx has its own folder and free ports of 127.0.0.1. Last line: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { fail, runTests } from '../helpers/runTests.ts';

const PACKAGES = 'nginx libnginx-mod-http-brotli-static openssl';

// Debian installs nginx in a folder that is only in root's PATH.
process.env.PATH += ':/usr/sbin';
for (const [program, ...args] of [
  ['nginx', '-v'],
  ['openssl', 'version'],
] as const) {
  const { error } = spawnSync(program, args);
  if (error)
    fail(`There is no ${program} here. Install it (Debian: apt-get install -y ${PACKAGES}) and have it on PATH.`);
}
process.exitCode = await runTests('nginx');
