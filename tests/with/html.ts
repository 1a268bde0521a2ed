/**
 * npm run test:with -- html: checks every page of dist/ (built unless it is up to date) with the Nu HTML checker, which
 * needs Java and is downloaded once. Prints errors by kind, with count and first place. Last line: `N passed, N
 * failed`, in pages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILDS, buildSite } from '../helpers/builds.ts';

/** One complaint of the checker. `url` is missing if it concerns no page, such as a file that cannot be read. */
interface Complaint {
  message: string;
  url?: string;
  lastLine?: number;
  firstColumn?: number;
}

// Not a dependency of ours: its own install script would download Java from elsewhere.
const VERSION = '26.9.27';
const FOLDER = `.data/vnu/${VERSION}`;
const JAR = `${FOLDER}/node_modules/vnu-jar/build/dist/vnu.jar`;
const DIST = BUILDS.site;

if (spawnSync('java', ['-version']).status !== 0) {
  fail('There is no Java here. Install 17 or newer (Debian: apt-get install -y default-jre-headless).');
}
if (!existsSync(JAR)) fetchChecker();
await buildSite();

const pages = globSync(`${DIST}/**/*.html`).length;
const complaints = findComplaints();
const kinds = Map.groupBy(complaints, ({ message }) => message);
for (const [message, found] of [...kinds].sort(([, a], [, b]) => b.length - a.length)) {
  console.error(`${found.length} × ${message}\n    first at ${placeOf(found[0])}`);
}
const faulty = new Set(complaints.map(({ url }) => url)).size;
console.log(`${pages - faulty} passed, ${faulty} failed`);
process.exitCode = faulty === 0 ? 0 : 1;

function fetchChecker(): void {
  const options = ['--prefix', FOLDER, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr, error } = spawnSync('npm', ['install', ...options, `vnu-jar@${VERSION}`], {
    encoding: 'utf8',
  });
  if (status !== 0) fail(`vnu-jar ${VERSION} cannot be fetched: ${error?.message ?? stderr.trim()}`);
}

function findComplaints(): Complaint[] {
  const options = ['--errors-only', '--skip-non-html', '--stdout', '--exit-zero-always', '--format', 'json'];
  const { stdout, stderr } = spawnSync('java', ['-jar', JAR, ...options, DIST], {
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  try {
    const { messages } = JSON.parse(stdout) as { messages: Complaint[] };
    // It does not know the CSS of today, such as page transitions. Lightning CSS has parsed the styles in the build.
    return messages.filter(({ message }) => !message.startsWith('CSS: '));
  } catch {
    return fail(`The checker has failed: ${stderr.trim() || stdout.trim()}`);
  }
}

function placeOf({ url, lastLine, firstColumn }: Partial<Complaint> = {}): string {
  const file = url ? relative('', fileURLToPath(url)) : DIST;
  return [file, lastLine, firstColumn].filter((part) => part !== undefined).join(':');
}

function fail(line: string): never {
  console.error(line);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
