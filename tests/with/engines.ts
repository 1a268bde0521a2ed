/**
 * npm run test:with -- engines: walks through the built site in Firefox and WebKit, compares heights with Chromium's, and
 * tests that Chromium prepares the next page. Last line: `N passed, N failed`.
 */
import { existsSync } from 'node:fs';
import { ENGINE_PROGRAMS } from '../engines/engines.ts';
import { fail, runTests } from '../helpers/runTests.ts';

const PACKAGES = 'chromium firefox-esr webkit2gtk-driver xvfb';

for (const program of Object.values(ENGINE_PROGRAMS)) {
  if (!existsSync(program)) fail(`There is no ${program} here. Install it (Debian: apt-get install -y ${PACKAGES}).`);
}
process.exitCode = await runTests('engines');
