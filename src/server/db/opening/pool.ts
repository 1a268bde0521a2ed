/**
 * Connections to Postgres with time limits. A connection that does not respond in time is closed, so that everything
 * queued on it, such as a rollback, fails at once. A lost connection is released to the pool here: Drizzle does not
 * release one whose `begin` has failed, and does not listen for a loss, which would end the process.
 */
import pg from 'pg';
import { codeOf, DatabaseError } from '../errors.ts';

/** How a time limit is divided: for the connection, for its setting, for the query. */
const [CONNECTING, SETTING, ASKING] = [0.3, 0.1, 0.6];
/** For connections that only the operator waits for. */
const CONNECT_TIMEOUT_MS = 10_000;

type Query = (...given: unknown[]) => unknown;

/** Creates a pool. `limitMs` limits a query together with its connection; without it queries have no limit. */
export function createPool(url: string, limitMs?: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(limitMs && {
      connectionTimeoutMillis: limitMs * CONNECTING,
      query_timeout: limitMs * ASKING,
      // Lets Postgres cancel timed-out queries too. Set here, because a pooler refuses it in the start-up message.
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
  // With a callback the pool calls this itself, for query().
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connectSafely()) as typeof pool.connect;
  const query: Query = pool.query.bind(pool);
  pool.query = ((...given: unknown[]) => {
    const done = query(...given);
    return done instanceof Promise ? done.catch(fail) : done;
  }) as typeof pool.query;
  return pool;
}

/** A connection outside the pool, for work that may take long. If it is lost, its queries fail. */
export async function connectAlone(pool: pg.Pool): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, query_timeout: 0, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  await client.connect().catch(fail);
  return client;
}

/** Rethrows errors of Postgres. Others mean no response: the driver seldom gives a code, so its message decides. */
function fail(error: unknown): never {
  if (error instanceof pg.DatabaseError || error instanceof TypeError) throw error;
  const code = codeOf(error) ?? (/timeout/.test(String(error)) ? 'ETIMEDOUT' : 'ECONNRESET');
  throw new DatabaseError(`The database does not answer (${code}).`, code);
}
