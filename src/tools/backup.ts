/** npm run admin -- backup FILE   writes the contents of the database, of DATABASE_URL or DATA_DIR, into one file. */
import { readConfig } from '../server/config.ts';
import { inWords, writeBackup } from '../server/db/backup.ts';
import { needFolder } from '../server/db/opening/folder.ts';
import { connect } from '../server/db/opening/open.ts';
import type { Work } from './command.ts';

export const backup: Work = async ([file], env) => {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(env);
  if (!file) throw new Error('Name the file: npm run admin -- backup finger.backup');
  needFolder({ url, dataDir });
  const database = await connect({ url, dataDir });
  try {
    return [`${file}: ${inWords(await writeBackup(database, file))}`];
  } finally {
    await database.close();
  }
};
