/** The pool of connections in the metrics, and what they say when none is left. */
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../src/server/db/opening/open.ts';
import { createReadings } from '../../src/server/metrics/readings.ts';
import { filledPlace } from '../helpers/database/database.ts';
import { take } from '../helpers/database/databaseTest.ts';

it('counts connections that are busy, idle and waited for', async () => {
  const database = await connect({ ...(await take(filledPlace())), limitMs: 5_000 });
  onTestFinished(() => database.close());
  const { pool } = database;
  if (!pool) throw new Error('There is no pool');
  const still = { clients: () => 0, lag: async () => 0 };
  const read = createReadings({ database, hubs: { flash: still, posts: still, market: still }, fetched: null });
  const [first, second] = [await pool.connect(), await pool.connect()];
  second.release();
  const before = await read();
  expect(before.pool).toEqual({ size: 10, busy: 1, idle: 1, waiting: 0 });
  expect(before.stored?.queues).toHaveLength(2);

  const held = await Promise.all(Array.from({ length: 9 }, () => pool.connect()));
  /** Gives up before the reading does, which waits for a connection too. */
  const waits = pool.connect().catch(() => null);
  const full = await read();
  expect(full).toMatchObject({ pool: { size: 10, busy: 10, idle: 0, waiting: 1 }, stored: null });
  for (const client of [first, ...held]) client.release();
  expect(await waits).toBeNull();
  expect((await read()).stored?.queues).toHaveLength(2);
});
