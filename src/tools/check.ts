/** npm run check: lint and format, spelling, types, content. Prints one line if all pass; exit code 1 otherwise. */
import { execFile } from 'node:child_process';

/** Every check by its name. The two rows run in parallel, each in order: tsc reads types that astro check writes. */
const CHECKS: Record<string, string[]>[] = [
  {
    // Only for .astro files: it would check .ts files too, but tsc checks .ts and .tsx files in half the time.
    'astro check': [
      'node_modules/astro/bin/astro.mjs',
      'check',
      '--tsconfig=tsconfig.astro.json',
      '--minimumFailingSeverity=warning',
    ],
    types: ['node_modules/typescript/bin/tsc', '--noEmit'],
  },
  {
    'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    spelling: ['node_modules/cspell/bin.mjs', '--no-progress', '--no-summary'],
    content: ['src/tools/content.ts'],
  },
];

/** The complaint of each check, null if it passed; `npm test` counts them among its own results. */
export async function runChecks(): Promise<(string | null)[]> {
  const rows = await Promise.all(
    CHECKS.map(async (row) => {
      const complaints: (string | null)[] = [];
      for (const [name, args] of Object.entries(row)) complaints.push(await runCheck(name, args));
      return complaints;
    }),
  );
  return rows.flat();
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
  const complaints = await runChecks();
  for (const complaint of complaints) if (complaint !== null) console.error(complaint);
  if (complaints.some((complaint) => complaint !== null)) process.exitCode = 1;
  else console.log(`${complaints.length} checks passed`);
}
