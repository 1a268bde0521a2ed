import { existsSync } from 'node:fs';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { notInArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { BACKED_UP, restoreBackup, writeBackup } from '../../../../src/server/db/backup.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { migrations, openDatabase } from '../../../../src/server/db/opening/open.ts';
import { rowsOf } from '../../../../src/server/db/rows.ts';
import { cities, imports } from '../../../../src/server/db/schema.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { backup } from '../../../../src/tools/backup.ts';
import type { Work } from '../../../../src/tools/command.ts';
import { restore } from '../../../../src/tools/restore.ts';
import { call, envOf, run } from '../../../helpers/command.ts';
import {
  emptyFolder,
  emptyPlace,
  filledPlace,
  POSTGRES_URL,
  testDatabase,
} from '../../../helpers/database/database.ts';
import { inspect, messageOf, take } from '../../../helpers/database/databaseTest.ts';
import { rowOf } from '../../../helpers/durability.ts';

describe('backup and restore', { timeout: 180_000 }, () => {
  const contents = ({ orm }: Database) =>
    Promise.all(
      BACKED_UP.map((table) =>
        rowsOf(orm, sql`select md5(string_agg(t::text, '|' order by t::text)) as rows, count(*)::int from ${table} t`),
      ),
    );

  /** Deletes all cities but a few, which are enough. */
  const leaveFew = ({ orm }: Database) => orm.delete(cities).where(notInArray(cities.countryCode, ['IS', 'JP']));

  /** Stores two items, one of them revised, and a source. */
  async function fillNews(database: Database): Promise<void> {
    const store = createStore(database);
    const item = {
      sourceId: 'a',
      kind: 'flash',
      link: null,
      language: 'ja',
      category: 'x',
      publishedAt: null,
    } as const;
    await store.save([
      { ...item, guid: '1', title: '引号 " \\ \' {}', summary: null, symbols: ['A"B', 'C,D'] },
      { ...item, guid: '2', title: 'before', summary: 's' },
    ]);
    await store.save([{ ...item, guid: '2', title: 'after', summary: 's' }]);
    const never = { etag: null, lastModified: null, checkedAt: null, okAt: null, nextAt: null, lastError: null };
    await store.saveSource({ ...never, id: 'a', failures: 1, itemsSeen: 2 });
  }

  it('brings back every row, into a new place and over an old one', async () => {
    const source = await take(filledPlace());
    const folder = await take(emptyFolder());
    const file = join(folder.path, 'a.backup');
    const before = await inspect(source, async (database) => {
      await leaveFew(database);
      const row = { ...rowOf(7), name: '引号 " \\ \n\t’ {}', importedAt: new Date('2001-02-03T04:05:06.789Z') };
      await database.orm.insert(imports).values(row);
      await fillNews(database);
      return contents(database);
    });
    expect(await run('backup', envOf(source), file)).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^.+a\.backup: cities \d+, imports 2, counters 1, companies 0, news_items 2, news_revisions 1, feed_sources 1(, \w+ 0)+$/,
      ),
      err: '',
    });
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await call(backup, envOf(source), file)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/exists already/),
    });

    const target = await take(emptyPlace());
    expect(await run('restore', envOf(target), file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Restored cities \d+, imports 2, counters 1, companies 0, news_items 2, .+$/),
    });
    const changed = await inspect(target, async (database) => {
      expect(await contents(database)).toEqual(before);
      await database.orm.update(imports).set({ rows: 1 });
      return contents(database);
    });

    expect(await call(restore, envOf(target), file)).toEqual({
      code: 1,
      out: '',
      err: 'This database holds data: add --force to put the backup in its place.',
    });
    expect(await inspect(target, contents)).toEqual(changed);
    expect(await call(restore, envOf(target), file, '--force')).toMatchObject({ code: 0 });
    expect(await inspect(target, contents)).toEqual(before);
  });

  it('refuses a file that is damaged or of another version, and changes nothing', async () => {
    const folder = await take(emptyFolder());
    const file = join(folder.path, 'a.backup');
    const database = await testDatabase();
    await leaveFew(database);
    await writeBackup(database, file);
    const small = (await stat(file)).size;
    expect(small).toBeGreaterThan(10_000);
    const before = await contents(database);
    const text = gunzipSync(await readFile(file)).toString();
    const lines = text.split('\n');
    const versions = { old: migrations[0]?.folderMillis ?? 0, newer: 9e15 };
    const edited = (edit: (text: string) => string) => gzipSync(edit(text), { level: 1 });
    const withVersion = (version: number) => edited((all) => all.replace(/"schema":\d+/, `"schema":${version}`));
    const other = join(folder.path, 'b.backup');
    const damaged = /^'.+b\.backup' is no backup of this program, or damaged: take another one\.$/;
    const cases: [Buffer | string, RegExp][] = [
      ['', damaged],
      ['no gzip', damaged],
      [gzipSync('{}'), damaged],
      [gzipSync(''), damaged],
      [(await readFile(file)).subarray(0, small / 2), damaged],
      [edited(() => lines.slice(0, -2).join('\n')), damaged],
      [edited(() => lines.toSpliced(1, 1).join('\n')), damaged],
      [edited((all) => all.replace('"table":"cities"', '"table":"pg_user"')), damaged],
      [
        edited((all) => all.replace(/"population":\d+/, '"population":null')),
        /^The database failed at restoring \(23502\)\.$/,
      ],
      [withVersion(versions.newer), /newer version of this program: update the program first\.$/],
    ];
    for (const [content, message] of cases) {
      await writeFile(other, content);
      expect(await messageOf(restoreBackup(database, other, { force: true }))).toMatch(message);
    }
    await truncate(other);
    expect(await contents(database)).toEqual(before);
    await restoreBackup(database, file, { force: true });
    expect(await contents(database)).toEqual(before);
    await database.close();
    expect(await readdir(folder.path)).toEqual(['a.backup', 'b.backup']);
  });

  it('says in one line what is missing', async () => {
    const place = await take(filledPlace());
    const nowhere = '/nonexistent/a.backup';
    const cases: [Work, string[], string][] = [
      [backup, [], 'Name the file: npm run admin -- backup finger.backup'],
      [restore, [], 'Name the file: npm run admin -- restore finger.backup'],
      [backup, [nowhere], `Cannot write '${nowhere}.part' (ENOENT): choose another place for the backup.`],
      [restore, [nowhere], `There is no file '${nowhere}': give the path of a backup.`],
    ];
    for (const [tool, args, line] of cases) {
      expect(await call(tool, envOf(place), ...args)).toEqual({ code: 1, out: '', err: line });
    }
  });

  if (POSTGRES_URL) {
    it('finds nothing to back up where there is nothing', async () => {
      const place = await take(emptyPlace());
      expect(await call(backup, envOf(place), join(place.dataDir, 'never.backup'))).toMatchObject({
        code: 1,
        err: 'There is nothing to back up: this database was never used.',
      });
    });
  } else {
    it('makes no folder for a backup, and waits for no server', async () => {
      const place = await take(emptyPlace());
      const line = `There is no data folder '${place.dataDir}': set DATA_DIR to yours.`;
      expect(await call(backup, envOf(place), join(place.dataDir, 'never.backup'))).toEqual({
        code: 1,
        out: '',
        err: line,
      });
      expect(existsSync(place.dataDir)).toBe(false);

      const held = await take(filledPlace());
      const database = await openDatabase(held);
      const { err } = await call(backup, envOf(held), join(held.dataDir, 'never.backup'));
      expect(err).toMatch(/is in use by process \d+ on /);
      await database.close();
    });
  }
});
