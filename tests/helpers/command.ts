/** Commands of the operator: run as a process, as operators do, or called in this process, which is far quicker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { administer } from '../../src/server/admin.ts';
import type { CommandContext } from '../../src/server/command.ts';
import { admin } from '../../src/tools/admin.ts';
import type { Work } from '../../src/tools/command.ts';

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `npm run admin -- <name>` with `env` only. Returns its trimmed output. */
export async function run(name: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, ['src/tools/admin.ts', ...name.split(' '), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join('').trim());
  await once(child, 'close');
  const [out = '', err = ''] = await Promise.all(texts);
  return { code: child.exitCode, out, err };
}

/** Returns what run() would return. */
export async function call(work: Work, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  return work(args, env).then(
    (lines) => ({ code: 0, out: lines.join('\n'), err: '' }),
    (error: Error) => ({ code: 1, out: '', err: error.message }),
  );
}

/** Runs commands on a database of this process; `more` follows what is typed. Throws what a command would print. */
export const adminOn =
  (on: () => CommandContext, ...more: string[]) =>
  (...args: string[]): Promise<string[]> =>
    admin(
      [...args, ...more],
      {},
      { administer: (request) => administer(on(), request), typed: async () => 'Typed.\n' },
    );

/** The environment variables that name a database. */
export const envOf = ({ url, dataDir }: { url: string | undefined; dataDir: string }) => ({
  DATABASE_URL: url ?? '',
  DATA_DIR: dataDir,
});
