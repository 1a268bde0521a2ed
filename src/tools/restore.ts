/** npm run restore -- <file> [--force]   puts a backup into the empty database of DATABASE_URL or DATA_DIR. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { restoreBackup } from '../server/db/backup.ts';
import { connect } from '../server/db/open.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } });
  const [file] = positionals;
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(process.env);
  if (!file) throw new Error('Name the file: npm run restore -- finger.backup');
  const database = await connect({ url, dataDir });
  try {
    const counts = await restoreBackup(database, file, { force: values.force ?? false });
    console.log(
      `Restored ${Object.entries(counts)
        .map(([table, rows]) => `${table} ${rows}`)
        .join(', ')}`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
