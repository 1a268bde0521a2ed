/**
 * npm run test:nginx: the site behind a real nginx with the configuration that `npm run nginx` prints, compared with our
 * own server. Each nginx of the tests has a folder and free ports of 127.0.0.1 of its own. Last line: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { fail, runTests } from '../../tests/helpers/runTests.ts';

const PACKAGES = 'nginx libnginx-mod-http-brotli-static openssl';

// Debian has nginx where only root looks.
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
