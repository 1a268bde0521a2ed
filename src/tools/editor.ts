/**
 * npm run editor -- add NAME | revoke NAME | list   gives an editor a token, takes it away, lists editors. On Postgres
 * it works on the database itself; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import { existsSync } from 'node:fs';
import { readConfig } from '../server/config.ts';
import { connect, exclusively, migrate } from '../server/db/open.ts';
import { type AdminRequest, administer, askAdmin } from '../server/news/admin.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(process.env);
  const wish = wishOf(process.argv.slice(2));
  const lines = (url ? null : await askAdmin(dataDir, wish)) ?? (await work(url, dataDir, wish));
  for (const line of lines) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function work(url: string | undefined, dataDir: string, wish: AdminRequest): Promise<string[]> {
  const database = await connect({ url, dataDir });
  try {
    await exclusively(database, migrate);
    return await administer(database.orm, wish);
  } finally {
    await database.close();
  }
}

function wishOf([action, ...words]: string[]): AdminRequest {
  const name = words.join(' ');
  if (action === 'list' && !name) return { action };
  if ((action === 'add' || action === 'revoke') && name) return { action, name };
  throw new Error('Say what to do: npm run editor -- add NAME, revoke NAME or list');
}
