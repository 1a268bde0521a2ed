/**
 * npm run editor -- add NAME | revoke NAME | list   gives an editor a token, takes it away, lists editors. On Postgres
 * it works on the database itself; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import { existsSync } from 'node:fs';
import { type AdminRequest, administerAnywhere } from '../server/admin.ts';
import { readConfig } from '../server/config.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const wish = wishOf(process.argv.slice(2));
  const lines = await administerAnywhere(readConfig(process.env), wish);
  for (const line of lines) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function wishOf([action, ...words]: string[]): AdminRequest {
  const name = words.join(' ');
  if (action === 'list' && !name) return { tool: 'editors', action };
  if ((action === 'add' || action === 'revoke') && name) return { tool: 'editors', action, name };
  throw new Error('Say what to do: npm run editor -- add NAME, revoke NAME or list');
}
