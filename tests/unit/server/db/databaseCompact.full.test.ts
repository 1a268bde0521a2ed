/** After an erasure and `npm run admin -- compact`, no file of the embedded database holds what was erased. */
import { expect, it } from 'vitest';
import { administer, startAdmin } from '../../../../src/server/admin.ts';
import { connect } from '../../../../src/server/db/opening/open.ts';
import { applications, operatorAudit, userProfiles, users } from '../../../../src/server/db/schema.ts';
import { admin as runAdmin } from '../../../../src/tools/admin.ts';
import { envOf } from '../../../helpers/command.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { take } from '../../../helpers/database/databaseTest.ts';
import { bytesOf } from '../../../helpers/folderBytes.ts';
import { SITE } from '../../../helpers/server/api.ts';
import { storeApplication } from '../../../helpers/server/profiles.ts';

const MARK = 'erased-bytes';
const KEPT = 'kept-bytes';
const withMark = (dataDir: string, mark: string) =>
  [...bytesOf(dataDir)].flatMap(([path, bytes]) => (bytes.includes(mark) ? [path] : []));

it('leaves no copy in table, index, statistics or write-ahead log, and loses nothing else', {
  timeout: 180_000,
}, async () => {
  const place = await take(filledPlace());
  const { dataDir } = place;
  const database = await connect(place);
  const { orm } = database;
  await orm.execute('truncate cities');
  // Long enough for rows of their own beside the table (TOAST), and too random to be stored smaller.
  const long = () => Array.from({ length: 200 }, () => `${MARK}${crypto.randomUUID()}`).join('');
  for (const [n, mark] of [MARK, MARK, KEPT].entries()) {
    const email = `${mark}${n}@example.com`;
    const id = `user ${n}`;
    await orm.insert(users).values({ id, name: mark, email, emailVerified: true });
    await orm.insert(userProfiles).values({ userId: id, locale: 'ja', passwordHint: mark });
    if (mark === MARK) await storeApplication(orm, id, { given: { email, familyName: long() } });
  }
  await orm.execute('analyze');
  await orm.execute('checkpoint');
  for (const n of [0, 1]) {
    const request = { command: 'users erase', by: 'Mika', user: `${MARK}${n}@example.com` };
    await administer({ orm, dataDir, site: SITE }, request);
  }
  expect(await orm.$count(applications)).toBe(0);
  expect(withMark(dataDir, MARK).join(' ')).toMatch(/base\/.* .*pg_wal\//);

  const config = { DATABASE_URL: undefined, DATA_DIR: dataDir };
  const admin = startAdmin({ database, config, site: SITE, log: () => {} });
  const lines = await runAdmin(['compact', '--by', 'Mika'], envOf({ url: undefined, dataDir }));
  expect(lines).toEqual([expect.stringMatching(/^The database is compacted: \d+ MB, before \d+ MB\./)]);
  expect(withMark(dataDir, MARK)).toEqual([]);
  expect(await orm.select().from(operatorAudit)).toMatchObject([{ action: 'compacted', by: 'Mika', reference: '' }]);
  await admin.close();
  await database.close();
  expect(withMark(dataDir, MARK)).toEqual([]);
  expect(withMark(dataDir, KEPT)).not.toEqual([]);

  const again = await connect(place);
  expect(await again.orm.select({ name: users.name }).from(users)).toEqual([{ name: KEPT }]);
  await again.close();
});

it('is refused for Postgres, and with words that it does not know', async () => {
  const config = { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATA_DIR: 'x' };
  const run = (...args: string[]) => runAdmin(['compact', ...args], config);
  await expect(run()).rejects.toThrow('docs/operating.md');
  await expect(run('now')).rejects.toThrow("'compact' does not take 'now'.\nnpm run admin -- compact");
});
