/**
 * npm run applications -- list [--state received]                          references, newest first; no names
 * npm run applications -- show REFERENCE                                   all answers, files, audit
 * npm run applications -- export [--format json] [--state …] [--to FILE]   all answers as CSV or JSON
 * npm run applications -- status REFERENCE STATE                           received, inReview, needsInformation, …
 * npm run applications -- status REFERENCE needsInformation --ask TEXT     tells the applicant what is missing
 * npm run applications -- assign REFERENCE COMPANY                         its members read it and decide
 * npm run applications -- unassign REFERENCE                               the company sees it no more
 * npm run applications -- erase REFERENCE                                  the record, its files and mails, for good
 *
 * Each command is recorded in the audit with the name of --by, by default the logged-in user. On Postgres it works
 * on the database; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import * as v from 'valibot';
import { STATES } from '../accounts/lists.ts';
import { lookUp } from '../lookUp.ts';
import { type ApplicationsRequest, applicationsRequest } from '../server/accounts/operator.ts';
import { type Administer, exportTo, oneOf, parsed, runTool } from './records.ts';

const USAGE = `Say what to do: npm run applications -- list, show REFERENCE, export, status REFERENCE STATE, assign REFERENCE COMPANY, unassign REFERENCE or erase REFERENCE.
A REFERENCE looks like FA-0000-0000-0000; a STATE is ${STATES.join(', ')}; a COMPANY is an id as 'npm run companies -- list' prints it.
Options: --by NAME, --ask TEXT of status needsInformation, --state STATE of list and export, --format csv or json and --to FILE of export.`;

if (import.meta.main) await runTool(operate);

/** Runs a command; returns the lines to print. `administer` does the work. Throws errors that may be shown. */
export async function operate(args: readonly string[], administer: Administer<ApplicationsRequest>): Promise<string[]> {
  const { positionals, values } = parsed(args, USAGE, { ask: { type: 'string' } });
  const { to, by, format, ask } = values;
  const [action, reference, more] = positionals;
  return exportTo(to, async () => {
    const request = v.safeParse(applicationsRequest, {
      tool: 'applications',
      action,
      by,
      ask,
      state: oneOf('state', action === 'status' ? more : values.state, STATES),
      format: oneOf('format', format, ['csv', 'json']),
      reference: reference?.toUpperCase(),
      ...(action === 'assign' && { company: more }),
    });
    const words = lookUp({ list: 1, show: 2, export: 1, status: 3, assign: 3, unassign: 2, erase: 2 }, String(action));
    if (!request.success || words !== positionals.length) throw new Error(USAGE);
    return administer(request.output);
  });
}
