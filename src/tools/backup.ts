/** npm run backup -- <file>   writes the contents of the database, of DATABASE_URL or DATA_DIR, into one file. */
import { readConfig } from '../server/config.ts';
import { inWords, writeBackup } from '../server/db/backup.ts';
import { needFolder } from '../server/db/folder.ts';
import { connect } from '../server/db/open.ts';
import { runCommand, type Work } from './command.ts';

export const backup: Work = async ([file], env) => {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(env);
  if (!file) throw new Error('Name the file: npm run backup -- finger.backup');
  needFolder({ url, dataDir });
  const database = await connect({ url, dataDir });
  try {
    return [`${file}: ${inWords(await writeBackup(database, file))}`];
  } finally {
    await database.close();
  }
};

if (import.meta.main) await runCommand(backup);
