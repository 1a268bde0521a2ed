/**
 * npm run companies -- list                           ids and names, newest first
 * npm run companies -- show COMPANY                   registration, application, members, history
 * npm run companies -- confirm COMPANY VERSION        name, country and licence as 'show' printed them with VERSION
 * npm run companies -- unconfirm COMPANY              nothing of it is public any more
 * npm run companies -- administrator COMPANY EMAIL    names an administrator where none is left
 * npm run companies -- revoke COMPANY KEY             a key of it, at once
 * npm run companies -- erase COMPANY                  with members, permissions, keys and history, for good
 *
 * Each command is recorded in the audit with the name of --by, by default the logged-in user. On Postgres it works
 * on the database; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import * as v from 'valibot';
import { lookUp } from '../lookUp.ts';
import { type CompaniesRequest, companiesRequest } from '../server/companies/operator.ts';
import { type Administer, parsed, runTool } from './records.ts';

const USAGE = `Say what to do: npm run companies -- list, show COMPANY, confirm COMPANY VERSION, unconfirm COMPANY, administrator COMPANY EMAIL, revoke COMPANY KEY or erase COMPANY.
A COMPANY is an id as 'list' prints it; a VERSION and a KEY are what 'show' prints.
Options: --by NAME.`;

if (import.meta.main) await runTool(operate);

/** Runs a command; returns the lines to print. Throws errors that may be shown. */
export async function operate(args: readonly string[], administer: Administer<CompaniesRequest>): Promise<string[]> {
  const { positionals, values } = parsed(args, USAGE, {});
  const [action, company, more] = positionals;
  const request = v.safeParse(companiesRequest, {
    tool: 'companies',
    action,
    by: values.by,
    reference: company,
    version: more,
    email: more,
    key: more,
  });
  const words = lookUp(
    { list: [1], show: [2], confirm: [2, 3], unconfirm: [2], administrator: [3], revoke: [3], erase: [2] },
    String(action),
  );
  if (!request.success || !words?.includes(positionals.length)) throw new Error(USAGE);
  return administer(request.output);
}
