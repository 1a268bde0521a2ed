/**
 * npm run compact      removes what was erased from the files of the embedded database
 *
 * It is recorded in the audit with the name of --by, by default the logged-in user. It asks the server that holds
 * DATA_DIR, or opens the folder if none does.
 */
import type { CompactRequest } from '../server/db/compact.ts';
import { type Administer, parsed, runTool } from './records.ts';

const USAGE = 'Say only: npm run compact. Options: -- --by NAME.';

if (import.meta.main) await runTool(operate);

/** Runs the command; returns the lines to print. Throws errors that may be shown. */
export async function operate(args: readonly string[], administer: Administer<CompactRequest>): Promise<string[]> {
  const { positionals, values } = parsed(args, USAGE, {});
  if (positionals.length > 0) throw new Error(USAGE);
  return administer({ tool: 'compact', by: values.by });
}
