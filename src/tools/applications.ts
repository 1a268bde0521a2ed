/**
 * npm run applications -- list [--state received]                          references, newest first; no names
 * npm run applications -- show REFERENCE                                   all answers, files, audit
 * npm run applications -- export [--format json] [--state …] [--to FILE]   all answers as CSV or JSON
 * npm run applications -- status REFERENCE STATE                           received, inReview, needsInformation, …
 * npm run applications -- status REFERENCE needsInformation --ask TEXT     tells the applicant what is missing
 * npm run applications -- erase REFERENCE                                  the record, its files and mails, for good
 *
 * Each command is recorded in the audit with the name of --by, by default the logged-in user. On Postgres it works
 * on the database; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { STATES } from '../accounts/lists.ts';
import { lookUp } from '../lookUp.ts';
import { type ApplicationsRequest, applicationsRequest } from '../server/accounts/operator.ts';
import { administerAnywhere } from '../server/admin.ts';
import { readConfig } from '../server/config.ts';

const USAGE = `Say what to do: npm run applications -- list, show REFERENCE, export, status REFERENCE STATE or erase REFERENCE.
A REFERENCE looks like FA-0000-0000-0000; a STATE is ${STATES.join(', ')}.
Options: --by NAME, --ask TEXT of status needsInformation, --state STATE of list and export, --format csv or json and --to FILE of export.`;

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const config = readConfig(process.env);
    const lines = await operate(process.argv.slice(2), (request) => administerAnywhere(config, request));
    for (const line of lines) console.log(line);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** Runs a command; returns the lines to print. `administer` does the work. Throws errors that may be shown. */
export async function operate(
  args: readonly string[],
  administer: (request: ApplicationsRequest) => Promise<string[]>,
): Promise<string[]> {
  const { positionals, values } = parsed([...args]);
  const { to } = values;
  if (to !== undefined && existsSync(to)) throw new Error(`'${to}' exists already: give the export another name.`);
  const lines = await administer(requestOf(positionals, values));
  if (to === undefined) return lines;
  // The file holds personal data, so nobody else on this machine may read it.
  writeFileSync(to, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return [`The export is in '${to}'. It holds personal data: remove it when it has served.`];
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        by: { type: 'string' },
        ask: { type: 'string' },
        state: { type: 'string' },
        format: { type: 'string', default: 'csv' },
        to: { type: 'string' },
      },
    });
  } catch (error) {
    // After its message about an option, parseArgs() gives advice that does not help here.
    throw new Error(`${(error as Error).message.split('. ')[0]}.\n${USAGE}`);
  }
}

function requestOf(
  [action, reference, newState, ...rest]: string[],
  {
    by = userInfo().username,
    ask,
    state,
    format,
  }: { by?: string | undefined; ask?: string | undefined; state?: string | undefined; format: string },
): ApplicationsRequest {
  const wanted = action === 'status' ? newState : state;
  const isState = wanted === undefined || (STATES as readonly string[]).includes(wanted);
  if (!isState) throw new Error(`'${wanted}' is no state: there are ${STATES.join(', ')}.`);
  if (format !== 'csv' && format !== 'json') throw new Error(`'${format}' is no format: there are csv and json.`);
  const request = v.safeParse(applicationsRequest, {
    tool: 'applications',
    action,
    by,
    ask,
    state: wanted,
    format,
    reference: reference?.toUpperCase(),
  });
  const words = lookUp({ list: 1, show: 2, export: 1, status: 3, erase: 2 }, String(action));
  const given = [action, reference, newState, ...rest].filter((word) => word !== undefined).length;
  if (!request.success || words !== given) throw new Error(USAGE);
  return request.output;
}
