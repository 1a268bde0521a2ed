/** The settings of this build, read once. Not for the browser: islands get what they need as props. */
import { existsSync } from 'node:fs';
import { readSettings } from './site.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

export const settings = orEnd(() => readSettings(process.env));

/** Returns the result of `read`. On error, prints its one line and exits; Astro would add a stack trace. */
export function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
