/**
 * npm run test:with -- install: installs the last commit as operators do, without what only a build needs, and tries the
 * server and the commands. Needs the registry of npm. Last line: `N passed, N failed`.
 */
import { runTests } from '../helpers/runTests.ts';

process.exitCode = await runTests('install');
