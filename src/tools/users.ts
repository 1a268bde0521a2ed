/**
 * npm run users -- list            ids, newest first; no names
 * npm run users -- show USER       nickname, state, applications, questions, audit
 * npm run users -- lock USER       logs out everywhere and refuses log-ins
 * npm run users -- unlock USER     also after too many failed log-ins
 * npm run users -- erase USER      with applications, questions, files and companies without another member, for good
 * npm run users -- erase ADDRESS VERSION
 *                                  also what was sent with the address and belongs to no user, as 'erase' listed it
 *
 * Each command is recorded in the audit with the name of --by, by default the logged-in user. On Postgres it works
 * on the database; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import * as v from 'valibot';
import { lookUp } from '../lookUp.ts';
import { type UsersRequest, usersRequest } from '../server/users/operator.ts';
import { type Administer, parsed, runTool } from './records.ts';

const USAGE = `Say what to do: npm run users -- list, show USER, lock USER, unlock USER, erase USER or erase ADDRESS VERSION.
A USER is an id as 'list' prints it, or an e-mail address; a VERSION is what 'erase' prints.
Options: --by NAME.`;

if (import.meta.main) await runTool(operate);

/** Runs a command; returns the lines to print. Throws errors that may be shown. */
export async function operate(args: readonly string[], administer: Administer<UsersRequest>): Promise<string[]> {
  const { positionals, values } = parsed(args, USAGE, {});
  const [action, reference, version] = positionals;
  const request = v.safeParse(usersRequest, { tool: 'users', action, by: values.by, reference, version });
  const words = lookUp({ list: [1], show: [2], lock: [2], unlock: [2], erase: [2, 3] }, String(action));
  if (!request.success || !words?.includes(positionals.length)) throw new Error(USAGE);
  return administer(request.output);
}
