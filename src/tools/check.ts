/** npm run check: lint and format, spelling, types, content. Quiet where all is well; exit code 1 otherwise. */
import { spawnSync } from 'node:child_process';

/** Every check by its name; `npm test` counts them among its own. */
export const CHECKS: Record<string, string[]> = {
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  spelling: ['node_modules/cspell/bin.mjs', '--no-progress', '--no-summary'],
  'astro check': ['node_modules/astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'warning'],
  types: ['node_modules/typescript/bin/tsc', '--noEmit'],
  content: ['src/tools/content.ts'],
};

/** Runs one check. Returns its output where it failed, else null. */
export function runCheck(args: string[]): string | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
  });
  return status === 0 ? null : `${stdout}${stderr}`;
}

if (import.meta.main) {
  for (const [name, args] of Object.entries(CHECKS)) {
    const output = runCheck(args);
    if (output === null) continue;
    console.error(`${name} failed:\n${output}`);
    process.exitCode = 1;
  }
  if (!process.exitCode) console.log(`${Object.keys(CHECKS).length} checks passed`);
}
