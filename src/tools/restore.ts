/** npm run admin -- restore FILE [--force]   restores a backup into the empty database of DATABASE_URL or DATA_DIR. */
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { inWords, restoreBackup } from '../server/db/backup.ts';
import { connect } from '../server/db/opening/open.ts';
import type { Work } from './command.ts';

export const restore: Work = async (args, env) => {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { force: { type: 'boolean' } } });
  const [file] = positionals;
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(env);
  if (!file) throw new Error('Name the file: npm run admin -- restore finger.backup');
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`There is no file '${file}': give the path of a backup.`);
  }
  const database = await connect({ url, dataDir });
  try {
    const counts = await restoreBackup(database, file, { force: values.force ?? false });
    return [`Restored ${inWords(counts)}`];
  } finally {
    await database.close();
  }
};
