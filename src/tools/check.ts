/** npm run check: lint and format, spelling, types, content. Prints one line if all pass; exit code 1 otherwise. */
import { execFile } from 'node:child_process';

type Checks = Record<string, string[]>;

/** Astro's program, and TypeScript 7, which takes half the time of 6; Astro's checker needs the interface of 6. */
const ASTRO = 'node_modules/astro/bin/astro.mjs';
const TYPESCRIPT = 'node_modules/typescript-native/bin/tsc';

/** What types and spelling found in files that have not changed since. */
const KEPT = '.data/checks';

/** Every check of `npm test` by its name. The two rows run in parallel, each in order: tsc reads types that sync writes. */
const CHECKS: Checks[] = [
  {
    sync: [ASTRO, 'sync'],
    types: [TYPESCRIPT, '--noEmit', '--incremental', '--tsBuildInfoFile', `${KEPT}/types.json`],
  },
  {
    'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    spelling: [
      'node_modules/cspell/bin.mjs',
      '--no-progress',
      '--no-summary',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${KEPT}/spelling.json`,
    ],
    content: ['src/tools/content.ts'],
  },
];
/** The types of .astro files, which take as long as all others together: for `npm run check` and `npm run test:full`. */
export const TEMPLATES: Checks = {
  'astro check': [ASTRO, 'check', '--tsconfig=tsconfig.astro.json', '--minimumFailingSeverity=warning'],
};

/** The complaint of each check, null if it passed; `npm test` counts them among its own results. */
export async function runChecks(rows = CHECKS): Promise<(string | null)[]> {
  const complaints = await Promise.all(
    rows.map(async (row) => {
      const found: (string | null)[] = [];
      for (const [name, args] of Object.entries(row)) found.push(await runCheck(name, args));
      return found;
    }),
  );
  return complaints.flat();
}

function runCheck(name: string, args: string[]): Promise<string | null> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) =>
      resolve(error && `${name} failed:\n${stdout}${stderr}`),
    );
  });
}

if (import.meta.main) {
  const complaints = [...(await runChecks()), ...(await runChecks([TEMPLATES]))];
  for (const complaint of complaints) if (complaint !== null) console.error(complaint);
  if (complaints.some((complaint) => complaint !== null)) process.exitCode = 1;
  else console.log(`${complaints.length} checks passed`);
}
