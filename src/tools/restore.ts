/** npm run restore -- <file> [--force]   puts a backup into the empty database of DATABASE_URL or DATA_DIR. */
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { inWords, restoreBackup } from '../server/db/backup.ts';
import { connect } from '../server/db/open.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } });
  const [file] = positionals;
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(process.env);
  if (!file) throw new Error('Name the file: npm run restore -- finger.backup');
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`There is no file '${file}': give the path of a backup.`);
  }
  const database = await connect({ url, dataDir });
  try {
    const counts = await restoreBackup(database, file, { force: values.force ?? false });
    console.log(`Restored ${inWords(counts)}`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
