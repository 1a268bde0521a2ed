/**
 * Connections to Postgres that nobody waits for without an end. One that has not answered in time is cut: what waits
 * behind it, such as a rollback, fails at once. One that is lost goes back to the pool by itself: Drizzle gives none
 * back whose `begin` has failed, and hears of no loss, which would end the process.
 */
import pg from 'pg';
import { codeOf, DatabaseError } from './errors.ts';

/** How a limit is divided: for the connection, for its setting, for the query. */
const [CONNECTING, SETTING, ASKING] = [0.3, 0.1, 0.6];
/** Where nobody waits but the operator. */
const CONNECT_TIMEOUT_MS = 10_000;

type Query = (...given: unknown[]) => unknown;

/** A pool; with `limitMs` a query and the connection for it may together take so long, without it queries have no limit. */
export function createPool(url: string, limitMs?: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(limitMs && {
      connectionTimeoutMillis: limitMs * CONNECTING,
      query_timeout: limitMs * ASKING,
      // Postgres too lets go of what nobody waits for any more. Asked for here, since a pooler refuses it at the start-up.
      onConnect: (client) =>
        client.query({
          text: `set statement_timeout = ${Math.ceil(limitMs * ASKING)}`,
          query_timeout: limitMs * SETTING,
        } as pg.QueryConfig),
    }),
  });
  // A connection lost while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});

  pool.on('connect', (client) => {
    const query: Query = client.query.bind(client);
    const cut = (error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) (client as pg.Client).connection.stream.destroy();
      return fail(error);
    };
    client.query = ((...given: unknown[]) => {
      const done = query(...given);
      return done instanceof Promise ? done.catch(cut) : done;
    }) as typeof client.query;
  });

  const connect = pool.connect.bind(pool);
  const connectSafely = async () => {
    const client = await connect().catch(fail);
    const { release } = client;
    let isHeld = true;
    const giveBack = (why?: Error | boolean) => {
      if (!isHeld) return;
      isHeld = false;
      client.off('error', giveBack);
      release(why);
    };
    client.release = giveBack;
    client.on('error', giveBack);
    return client;
  };
  // By a callback the pool asks itself, for query().
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connectSafely()) as typeof pool.connect;
  const query: Query = pool.query.bind(pool);
  pool.query = ((...given: unknown[]) => {
    const done = query(...given);
    return done instanceof Promise ? done.catch(fail) : done;
  }) as typeof pool.query;
  return pool;
}

/** A connection beside the pool, for what may take its time. Its loss shows in its queries. */
export async function connectAlone(pool: pg.Pool): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, query_timeout: 0, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  await client.connect().catch(fail);
  return client;
}

/** What Postgres says goes on; of anything else the driver says in words, and seldom by a code, that no answer came. */
function fail(error: unknown): never {
  if (error instanceof pg.DatabaseError || error instanceof TypeError) throw error;
  const code = codeOf(error) ?? (/timeout/.test(String(error)) ? 'ETIMEDOUT' : 'ECONNRESET');
  throw new DatabaseError(`The database does not answer (${code}).`, code);
}
