/**
 * npm run applications -- list [--state received]                          references, newest first; no names
 * npm run applications -- show REFERENCE                                   all answers, files, what was done
 * npm run applications -- export [--format json] [--state …] [--to FILE]   all answers as CSV or JSON
 * npm run applications -- status REFERENCE STATE                           received, inReview, needsInformation, …
 * npm run applications -- erase REFERENCE                                  the record and its files, for good
 *
 * Each is written into the audit with the name of --by, else of whoever is logged in. On Postgres it works on the database
 * itself; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
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
Options: --by NAME, --state STATE of list and export, --format csv or json and --to FILE of export.`;

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      state: { type: 'string' },
      format: { type: 'string', default: 'csv' },
      to: { type: 'string' },
    },
  });
  const { to } = values;
  if (to !== undefined && existsSync(to)) throw new Error(`'${to}' exists already: give the export another name.`);
  const lines = await administerAnywhere(readConfig(process.env), wishOf(positionals, values));
  // It holds personal data: nobody else on this machine may read it.
  if (to !== undefined) {
    writeFileSync(to, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flag: 'wx' });
    console.log(`The export is in '${to}'. It holds personal data: remove it when it has served.`);
  } else for (const line of lines) console.log(line);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  // What parseArgs() says of an option is followed by advice that helps nobody here.
  console.error(code?.startsWith('ERR_PARSE_ARGS') ? `${message.split('. ')[0]}.\n${USAGE}` : message);
  process.exitCode = 1;
}

function wishOf(
  [action, reference, newState, ...rest]: string[],
  { by = userInfo().username, state, format }: { by?: string | undefined; state?: string | undefined; format: string },
): ApplicationsRequest {
  const wanted = action === 'status' ? newState : state;
  const isState = wanted === undefined || (STATES as readonly string[]).includes(wanted);
  if (!isState) throw new Error(`'${wanted}' is no state: there are ${STATES.join(', ')}.`);
  if (format !== 'csv' && format !== 'json') throw new Error(`'${format}' is no format: there are csv and json.`);
  const wish = v.safeParse(applicationsRequest, {
    tool: 'applications',
    action,
    by,
    state: wanted,
    format,
    reference: reference?.toUpperCase(),
  });
  const words = lookUp({ list: 1, show: 2, export: 1, status: 3, erase: 2 }, String(action));
  const given = [action, reference, newState, ...rest].filter((word) => word !== undefined).length;
  if (!wish.success || words !== given) throw new Error(USAGE);
  return wish.output;
}
