/** What the tools for applications and questions share: arguments, who acts, and where an export goes. */
import { existsSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { AdminRequest } from '../server/admin.ts';
import { administerAnywhere } from '../server/admin.ts';
import { readConfig } from '../server/config.ts';
import { runCommand } from './command.ts';

/** Runs a request; returns the lines to print. */
export type Administer<R> = (request: R) => Promise<string[]>;

/** Runs a tool as this process, on the database of its environment. */
export const runTool = <R extends AdminRequest>(
  operate: (args: readonly string[], administer: Administer<R>) => Promise<string[]>,
): Promise<void> =>
  runCommand((args, env) => {
    const config = readConfig(env);
    return operate(args, (request) => administerAnywhere(config, request));
  });

/** Options of every tool. */
const OPTIONS = {
  by: { type: 'string', default: userInfo().username },
  state: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  to: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** Parses arguments. Throws an error that ends with the usage. */
export function parsed<const O extends ParseArgsOptionsConfig>(args: readonly string[], usage: string, more: O) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...OPTIONS, ...more } });
  } catch (error) {
    // After its message about an option, parseArgs() gives advice that does not help here.
    throw new Error(`${(error as Error).message.split('. ')[0]}.\n${usage}`);
  }
}

/** A value of a list; undefined if none was given. Throws if it is another. */
export function oneOf<const T extends readonly string[]>(what: string, given: string | undefined, list: T) {
  const found = list.find((one) => one === given);
  if (given !== undefined && found === undefined) {
    throw new Error(`'${given}' is no ${what}: there are ${list.join(list.length > 2 ? ', ' : ' and ')}.`);
  }
  return found as T[number] | undefined;
}

/** Runs `work` and puts its lines into the file `to`, if one is given. Returns the lines to print. */
export async function exportTo(to: string | undefined, work: () => Promise<string[]>): Promise<string[]> {
  if (to !== undefined && existsSync(to)) throw new Error(`'${to}' exists already: give the export another name.`);
  const lines = await work();
  if (to === undefined) return lines;
  // The file holds personal data, so nobody else on this machine may read it.
  writeFileSync(to, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return [`The export is in '${to}'. It holds personal data: remove it when it has served.`];
}
