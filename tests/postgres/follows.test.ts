/** Posts on Postgres: processes share the stream, and the front of a reader stays short however many posts there are. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { MOST_FOLLOWED } from '../../src/contract/follows.ts';
import { POST_STREAM_PATH } from '../../src/contract/postStream.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { users } from '../../src/server/db/schema.ts';
import { followedPosts } from '../../src/server/posts/following.ts';
import { countsOf } from '../../src/server/posts/follows.ts';
import { withdrawPost } from '../../src/server/posts/writing.ts';
import { serveApi } from '../helpers/api.ts';
import { filledPlace } from '../helpers/database.ts';
import { take } from '../helpers/databaseTest.ts';
import { openEvents } from '../helpers/events.ts';
import { POST, storePost } from '../helpers/posts.ts';

const NOW = new Date('2026-11-27T09:00:00Z');

it('what one process publishes, the clients of the other are told, and that it is withdrawn', async () => {
  const where = await take(filledPlace());
  const clients = [];
  const databases = [];
  for (let process = 0; process < 2; process += 1) {
    const database = await connect(where);
    const served = await serveApi({ database });
    const client = await openEvents(`http://127.0.0.1:${served.port}${POST_STREAM_PATH}`);
    onTestFinished(async () => {
      client.close();
      await served.stop();
      await database.close();
    });
    databases.push(database);
    clients.push(client);
  }
  const [one, two] = databases;
  if (!one || !two) throw new Error('There are two');
  const row = { name: 'Mio', email: 'mio@example.com', emailVerified: true, createdAt: NOW, updatedAt: NOW };
  await one.orm.insert(users).values({ id: 'mio', ...row });
  await one.orm.execute(sql`insert into user_profiles (user_id, handle, locale) values ('mio', 'mio', 'en-US')`);
  const id = await storePost(one.orm, 'mio');
  for (const client of clients) expect(await client.next()).toMatchObject({ event: 'post', data: { id } });
  await withdrawPost(two.orm, { id: Number(id), author: 'mio', reason: 'Wrong.' }, new Date());
  for (const client of clients) expect(await client.next()).toMatchObject({ event: 'withdraw', data: { id } });
});

it('who follows as many authors as one may waits no longer with 100,000 posts than with 10,000', async () => {
  const where = await take(filledPlace());
  const { orm, close } = await connect(where);
  onTestFinished(close);
  const authors = sql`generate_series(1, ${MOST_FOLLOWED}::int) n`;
  await orm.execute(sql`insert into users (id, name, email, email_verified, created_at, updated_at)
    select 'a' || n, 'a' || n, 'a' || n || '@example.com', true, now(), now() from generate_series(0, ${MOST_FOLLOWED}::int) n`);
  await orm.execute(sql`insert into user_profiles (user_id, handle, locale)
    select 'a' || n, 'a' || n, 'en-US' from generate_series(0, ${MOST_FOLLOWED}::int) n`);
  await orm.execute(
    sql`insert into user_follows (follower, followed, at) select 'a0', 'a' || n, now() from ${authors}`,
  );
  await orm.execute(
    sql`insert into user_follows (follower, followed, at) select 'a' || n, 'a0', now() from ${authors}`,
  );
  const fill = async (from: number, to: number) => {
    await orm.execute(sql`insert into posts (id, changed, author, state, language, title, summary, symbols, form, saved_at, published_at)
      select n, n, 'a' || (1 + n % ${MOST_FOLLOWED}::int), 'published', 'en', 'Title ' || n, 'Text', '{}', ${JSON.stringify(POST)}::jsonb,
        ${NOW.toISOString()}::timestamptz + n * interval '1 second', ${NOW.toISOString()}::timestamptz + n * interval '1 second'
      from generate_series(${from}::int, ${to}::int) n`);
    await orm.execute(sql`vacuum analyze posts`);
  };
  const time = async () => {
    const times = [];
    for (let round = 0; round < 7; round += 1) {
      const began = performance.now();
      const first = await followedPosts(orm, { user: 'a0', before: undefined, limit: 20 }, 'en-US');
      const second = await followedPosts(orm, { user: 'a0', before: first.next ?? undefined, limit: 20 }, 'en-US');
      times.push(performance.now() - began);
      const ids = [...first.list, ...second.list].map(({ id }) => Number(id));
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      expect(new Set(ids).size).toBe(40);
    }
    return Math.min(...times);
  };
  await fill(1, 10_000);
  const few = await time();
  await fill(10_001, 100_000);
  const many = await time();
  expect(await countsOf(orm, 'a0')).toEqual({ followers: MOST_FOLLOWED, following: MOST_FOLLOWED });
  expect(many).toBeLessThan(Math.max(100, 3 * few));
});
