/** Posts on Postgres: processes read what another has published, and lists of 100,000 posts read few rows. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { postListCall } from '../../src/contract/posts.ts';
import type { Orm } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { decideAs } from '../../src/server/moderation/deciding.ts';
import { listOwn, listPosts, type PostQuery } from '../../src/server/posts/reading.ts';
import { emptyFolder, filledPlace } from '../helpers/database/database.ts';
import { take } from '../helpers/database/databaseTest.ts';
import { rowsReadBy } from '../helpers/database/rowsRead.ts';
import { EMPTY_SITE, serve, untilReady } from '../helpers/serve.ts';

const POSTS = 100_000;
const AUTHORS = 200;

/** Stores posts of authors, in two languages: of each symbol some, of one every third. */
const fill = (orm: Orm, count: number) =>
  orm.transaction(async (tx) => {
    await tx.execute(sql`insert into users (id, name, email, email_verified)
      select 'u' || n, 'User ' || n, 'u' || n || '@example.com', true from generate_series(1, ${AUTHORS}::int) n`);
    await tx.execute(sql`insert into user_profiles (user_id, handle, locale)
      select 'u' || n, 'user ' || n, 'en-US' from generate_series(1, ${AUTHORS}::int) n`);
    await tx.execute(sql`insert into posts (id, changed, author, state, language, title, summary, symbols, form, saved_at, published_at)
      select n, n, 'u' || (1 + n % ${AUTHORS}::int), 'published', case when n % 10 = 0 then 'ja' else 'en' end, 'Title ' || n, 'x',
        array['S' || n % 5000] || case when n % 3 = 0 then array['OFTEN'] else '{}' end,
        '{"text":"x","holding":"none","recommendation":null}', now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, ${count}::int) n`);
    await tx.execute(sql`insert into counters (name, value) values ('posts', ${count}::bigint)`);
  });

it('what one process publishes, another one reads', async () => {
  const where = await take(filledPlace());
  const start = async () => {
    const { path } = await take(emptyFolder());
    const served = await serve(EMPTY_SITE, { DATABASE_URL: String(where.url), DATA_DIR: path, MARKET_CLOCK: 'none' });
    onTestFinished(() => served.stop());
    await untilReady(served.url);
    return async () => {
      const answer = await fetch(served.url + postListCall.path);
      return ((await answer.json()) as { data: { list: { id: string; title: string }[] } }).data.list;
    };
  };
  const readers = await Promise.all([start(), start()]);
  const database = await connect(where);
  onTestFinished(() => database.close());
  await fill(database.orm, 2);
  await database.orm.execute(sql`update posts set state = 'waiting', published_at = null where id = 2`);
  for (const read of readers) expect((await read()).map(({ id }) => id)).toEqual(['1']);
  expect(await decideAs('post')(database.orm, { id: 2, to: 'published', reason: null, by: 'test' }, new Date())).toBe(
    'waiting',
  );
  for (const read of readers) expect((await read()).map(({ id }) => id)).toEqual(['2', '1']);
  await decideAs('post')(database.orm, { id: 1, to: 'withdrawn', reason: 'x', by: 'test' }, new Date());
  for (const read of readers) expect((await read()).map(({ id }) => id)).toEqual(['2']);
});

it('a list of 100,000 posts reads few of them, wherever it begins', async () => {
  const database = await connect(await take(filledPlace()));
  onTestFinished(() => database.close());
  const { orm } = database;
  await fill(orm, POSTS);
  await orm.execute(sql`analyze posts, users, user_profiles`);
  const read = (work: (tx: Orm) => Promise<unknown>) => rowsReadBy(orm, ['posts'], work);
  const deep = { at: Date.now() - (POSTS / 2) * 60_000, id: 1 };
  const queries: [Omit<PostQuery, 'limit'>, most: number][] = [
    [{}, 100],
    [{ language: 'en' }, 100],
    [{ language: 'ja' }, 100],
    [{ author: 'User 7' }, 100],
    [{ symbol: 'OFTEN' }, 500],
    [{ symbol: 'S7' }, 500],
    [{ language: 'ja', symbol: 'OFTEN' }, 1_000],
  ];
  const found: unknown[] = [];
  for (const [query, most] of queries) {
    for (const before of [undefined, deep]) {
      const rows = await read((tx) => listPosts(tx, { ...query, before, limit: 30 }, 'en-US'));
      if (rows > most) found.push([query, before !== undefined, rows]);
    }
  }
  expect(found).toEqual([]);
  expect(await read((tx) => listOwn(tx, 'u7', undefined))).toBeLessThanOrEqual(100);
});
