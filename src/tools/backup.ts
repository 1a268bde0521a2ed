/** npm run backup -- <file>   writes what the database holds, of DATABASE_URL or DATA_DIR, into one file. */
import { existsSync } from 'node:fs';
import { readConfig } from '../server/config.ts';
import { inWords, writeBackup } from '../server/db/backup.ts';
import { needFolder } from '../server/db/folder.ts';
import { connect } from '../server/db/open.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const [file] = process.argv.slice(2);
try {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(process.env);
  if (!file) throw new Error('Name the file: npm run backup -- finger.backup');
  needFolder({ url, dataDir });
  const database = await connect({ url, dataDir });
  try {
    const counts = await writeBackup(database, file);
    console.log(`${file}: ${inWords(counts)}`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
