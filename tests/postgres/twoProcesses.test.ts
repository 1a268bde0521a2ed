import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { count, sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { restoreBackup, writeBackup } from '../../src/server/db/backup.ts';
import { CITIES_VERSION, citiesOf } from '../../src/server/db/cities.ts';
import { connect, migrations, onPGlite, openDatabase } from '../../src/server/db/opening/open.ts';
import { rowsOf } from '../../src/server/db/rows.ts';
import { cities, imports, rateLimits } from '../../src/server/db/schema.ts';
import { emptyFolder, emptyPlace, filledPlace, testDatabase } from '../helpers/database/database.ts';
import { startDatabaseProcess } from '../helpers/database/databaseProcess.ts';
import { take } from '../helpers/database/databaseTest.ts';
import { EMPTY_SITE, serve, untilReady } from '../helpers/serve.ts';

const PER_MINUTE = 20;
const IP = '/api/web/common/ip';

/** Starts the real server on the smallest possible built site, and waits until it is ready. */
async function startServer(url: string | undefined): Promise<string> {
  const served = await serve(EMPTY_SITE, { DATABASE_URL: String(url), RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) });
  onTestFinished(() => served.stop());
  await untilReady(served.url);
  return served.url;
}

it('migrate and import once where both start on an empty database', async () => {
  const place = await take(emptyPlace());
  const racers = [
    startDatabaseProcess('open', place),
    startDatabaseProcess('open', place),
    startDatabaseProcess('open', place),
  ];
  expect(await Promise.all(racers.map(({ ended }) => ended))).toEqual(racers.map(() => ['open', 'closed']));

  const database = await connect(place);
  onTestFinished(() => database.close());
  const migrated = await rowsOf(database.orm, sql`select hash from drizzle.__drizzle_migrations order by id`);
  expect(migrated).toEqual(migrations.map(({ hash }) => ({ hash })));
  const [imported, ...others] = await database.orm.select().from(imports);
  expect(others).toEqual([]);
  expect(imported).toMatchObject({ name: 'cities', version: CITIES_VERSION });
  expect(await database.orm.select({ rows: count() }).from(cities)).toEqual([{ rows: imported?.rows }]);
});

it('go on where the one that migrated was killed', async () => {
  const place = await take(emptyPlace());
  expect(await startDatabaseProcess('import', { ...place, statements: 3 }).ended).toEqual([]);
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  expect((await citiesOf(database, 'JP'))[0]?.name).toBe('Tokyo');
});

it('count the calls of an address together', async () => {
  const { url } = await take(filledPlace());
  const servers = await Promise.all([startServer(url), startServer(url)]);
  const other = await connect({ url, dataDir: '' });
  onTestFinished(() => other.close());
  // Resets the counter, since the readiness checks were counted too.
  await other.orm.delete(rateLimits);

  const statuses: number[] = [];
  for (let call = 0; call < PER_MINUTE + 4; call += 1) {
    statuses.push((await fetch(`${servers[call % 2]}${IP}`)).status);
  }
  expect(statuses).toEqual([...Array(PER_MINUTE).fill(200), 429, 429, 429, 429]);
  const rows = await other.orm.select().from(rateLimits);
  expect(rows).toHaveLength(1);

  // The counter is in Postgres, so a newly started server uses it too.
  const third = await startServer(url);
  expect((await fetch(`${third}${IP}`)).status).toBe(429);
});

it('answer the same cities, also after a restart of one', async () => {
  const { url } = await take(filledPlace());
  const [one, two] = await Promise.all([startServer(url), startServer(url)]);
  const path = '/api/web/common/city/cityList/JP';
  const answers = await Promise.all([one, two].map(async (server) => fetch(`${server}${path}`)));
  const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
  expect(first).toContain('"Tokyo"');
  expect(second).toBe(first);
  expect(answers[1]?.headers.get('etag')).toBe(answers[0]?.headers.get('etag'));
});

it('take a backup of PGlite, and PGlite one of theirs', async () => {
  const { path } = await take(emptyFolder());
  const contents = sql`select (select md5(string_agg(c::text, '|' order by id)) from cities c) as cities,
    (select string_agg(concat_ws(' ', name, version, rows, extract(epoch from imported_at)), '|') from imports) as imports`;
  const postgres = await testDatabase();
  onTestFinished(() => postgres.close());
  const before = await rowsOf(postgres.orm, contents);
  await writeBackup(postgres, join(path, 'postgres.backup'));

  const pglite = onPGlite(await PGlite.create());
  onTestFinished(() => pglite.close());
  await restoreBackup(pglite, join(path, 'postgres.backup'), { force: false });
  expect(await rowsOf(pglite.orm, contents)).toEqual(before);
  await writeBackup(pglite, join(path, 'pglite.backup'));

  const target = await connect(await take(emptyPlace()));
  onTestFinished(() => target.close());
  await restoreBackup(target, join(path, 'pglite.backup'), { force: false });
  expect(await rowsOf(target.orm, contents)).toEqual(before);
});
