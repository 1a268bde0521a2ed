/** Posts on Postgres: processes share the stream; the front of a reader and the replies to a post read few of many. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { MOST_FOLLOWED } from '../../src/contract/follows.ts';
import { POST_STREAM_PATH } from '../../src/contract/postStream.ts';
import type { ReplyList } from '../../src/contract/replies.ts';
import type { Orm } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { rowsOf } from '../../src/server/db/rows.ts';
import { users } from '../../src/server/db/schema.ts';
import { MOST_BEHIND } from '../../src/server/hub.ts';
import { followedPosts } from '../../src/server/posts/followedPosts.ts';
import { countsOf } from '../../src/server/posts/followStore.ts';
import { FOLLOWED } from '../../src/server/posts/stream.ts';
import { withdrawPost } from '../../src/server/posts/writing.ts';
import { listBelow, listReplies } from '../../src/server/replies/reading.ts';
import { filledPlace } from '../helpers/database/database.ts';
import { take } from '../helpers/database/databaseTest.ts';
import { rowsReadBy } from '../helpers/database/rowsRead.ts';
import { openEvents } from '../helpers/feeds/events.ts';
import { serveApi } from '../helpers/server/api.ts';
import { POST, storePost } from '../helpers/server/authors.ts';

const NOW = new Date('2026-11-27T09:00:00Z');
const LISTED = 20;

/** Fills a table without looking references up, and makes its indexes when it is full. */
const quickly = (orm: Orm, table: string, fill: (tx: Orm) => Promise<unknown>) =>
  orm.transaction(async (tx) => {
    const indexes = await rowsOf<{ name: string; made: string }>(
      tx,
      sql`select indexname as name, indexdef as made from pg_indexes
        where tablename = ${table} and indexname not like '%pkey'`,
    );
    for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await fill(tx as Orm);
    for (const { made } of indexes) await tx.execute(sql.raw(made));
  });

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

it('who follows as many authors as one may: of 100,000 posts no more are read than a page of each', async () => {
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
  await orm.execute(sql`insert into posts (id, changed, author, state, language, title, summary, symbols, form, saved_at, published_at)
    select n, n, 'a' || (1 + n % ${MOST_FOLLOWED}::int), 'published', 'en', 'Title ' || n, 'Text', '{}', ${JSON.stringify(POST)}::jsonb,
      ${NOW.toISOString()}::timestamptz + n * interval '1 second', ${NOW.toISOString()}::timestamptz + n * interval '1 second'
    from generate_series(1, 100000) n`);
  await orm.execute(sql`vacuum analyze posts, users, user_profiles, user_follows`);
  const deep = { at: NOW.getTime() + 50_000_000, id: 50_000 };
  const most = MOST_FOLLOWED * (LISTED + 1) + 2 * LISTED;
  for (const before of [undefined, deep]) {
    const found: number[] = [];
    const rows = await rowsReadBy(orm, ['posts'], async (tx) => {
      const wanted = { user: 'a0', before, limit: LISTED, country: 'JP' };
      const { list } = await followedPosts(tx, wanted, 'en-US');
      found.push(...list.map(({ id }) => Number(id)));
    });
    const first = before ? before.id - 1 : 100_000;
    expect(found).toEqual(Array.from({ length: LISTED }, (_, index) => first - index));
    expect(rows).toBeLessThanOrEqual(most);
  }
  expect(await countsOf(orm, 'a0')).toEqual({ followers: MOST_FOLLOWED, following: MOST_FOLLOWED });
});

it('of 1,000,000 replies to 100,000 posts, a list reads its own', async () => {
  const where = await take(filledPlace());
  const { orm, close } = await connect(where);
  onTestFinished(close);
  await orm.execute(sql`insert into users (id, name, email, email_verified)
    select 'u' || n, 'User ' || n, 'u' || n || '@example.com', true from generate_series(1, 200) n`);
  await orm.execute(sql`insert into user_profiles (user_id, handle, locale)
    select 'u' || n, 'user ' || n, 'en-US' from generate_series(1, 200) n`);
  const days = sql`${NOW.toISOString()}::timestamptz + n * interval '1 second'`;
  await orm.execute(sql`insert into posts (id, changed, author, state, language, title, summary, symbols, form, saved_at, published_at)
    select n, n, 'u' || (1 + n % 200), 'published', 'en', 'x', 'x', '{}', ${JSON.stringify(POST)}::jsonb, ${days}, ${days}
    from generate_series(1, 100000) n`);
  // The first post has a tenth of them; below its first reply there are as many.
  const first = 100_001;
  await quickly(orm, 'replies', (tx) =>
    tx.execute(sql`insert into replies (id, changed, post, parent, author, state, text, sent_at, published_at, below)
      select ${first}::int + n, ${first}::int + n, case when n <= 200000 then 1 else 1 + n % 100000 end,
        case when n between 100000 and 200000 then ${first}::int + 1 end, 'u' || (1 + n % 200), 'published', 'x', ${days}, ${days},
        case when n = 1 then 100001 else 0 end
      from generate_series(1, 1000000) n`),
  );
  await orm.execute(sql`vacuum analyze posts, replies, users, user_profiles`);
  const tables = ['posts', 'replies', 'post_counts', 'reply_revisions'];
  const at = (id: number) => ({ at: NOW.getTime() + (id - first) * 1_000, id });
  const query = (after: number | undefined) => ({ after: after === undefined ? undefined : at(after), limit: LISTED });
  const reads: Record<string, (tx: Orm) => Promise<unknown>> = {
    first: (tx) => listReplies(tx, 1, query(undefined), 'en-US'),
    deep: (tx) => listReplies(tx, 1, query(first + 90_000), 'en-US'),
    other: (tx) => listReplies(tx, 77_777, query(undefined), 'en-US'),
    below: (tx) => listBelow(tx, first + 1, query(undefined), 'en-US'),
    'deep below': (tx) => listBelow(tx, first + 1, query(first + 190_000), 'en-US'),
    stream: (tx) => FOLLOWED.last(tx, MOST_BEHIND),
    'stream goes on': (tx) => FOLLOWED.after(tx, 1_000_000, MOST_BEHIND),
  };
  for (const [name, read] of Object.entries(reads)) {
    let found: unknown;
    const rows = await rowsReadBy(orm, tables, async (tx) => {
      found = await read(tx);
    });
    const isStream = Array.isArray(found);
    const listed = isStream ? (found as unknown[]) : (found as ReplyList).list;
    expect(listed, name).toHaveLength(isStream ? MOST_BEHIND : name === 'other' ? 8 : LISTED);
    expect(rows, name).toBeLessThanOrEqual(isStream ? 3 * MOST_BEHIND : 400);
  }
});
