/**
 * npm run editor -- add NAME | revoke NAME | list   gives an editor a token, revokes it, lists editors. On Postgres
 * it works on the database; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import { type AdminRequest, administerAnywhere } from '../server/admin.ts';
import { readConfig } from '../server/config.ts';
import { runCommand, type Work } from './command.ts';

export const editor: Work = async (args, env) => administerAnywhere(readConfig(env), requestOf(args));

function requestOf([action, ...words]: string[]): AdminRequest {
  const name = words.join(' ');
  if (action === 'list' && !name) return { tool: 'editors', action };
  if ((action === 'add' || action === 'revoke') && name) return { tool: 'editors', action, name };
  throw new Error('Say what to do: npm run editor -- add NAME, revoke NAME or list');
}

if (import.meta.main) await runCommand(editor);
