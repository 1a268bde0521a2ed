import { existsSync } from 'node:fs';

/** A command's work: takes arguments and environment, returns lines to print. Throws errors that say what to fix. */
export type Work = (args: string[], env: NodeJS.ProcessEnv) => Promise<string[]>;

/** An error for exit code 2: what was asked for could not be tried. */
export const faulty = (message: string) => Object.assign(new Error(message), { exitCode: 2 });

/** Runs a command as this process: prints its lines. If it fails, prints the reason and sets exit code 1, or the error's. */
export async function runCommand(work: Work): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    for (const line of await work(process.argv.slice(2), process.env)) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = (error as { exitCode?: number }).exitCode ?? 1;
  }
}
