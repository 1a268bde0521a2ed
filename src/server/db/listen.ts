/** LISTEN on PGlite and on Postgres; reconnects if a connection to Postgres is lost. */
import pg from 'pg';
import type { Database } from './database.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

/**
 * Calls `onMessage` for every NOTIFY on a channel, and whenever it starts to listen: earlier notifications are not
 * repeated, so the caller must query. Returns the function that stops it. Never throws.
 */
export function listen({ pool, pglite }: Database, channel: string, onMessage: () => void): () => Promise<void> {
  return pool ? listenToPostgres(pool, channel, onMessage) : listenToPGlite(pglite, channel, onMessage);
}

function listenToPGlite(pglite: Database['pglite'], channel: string, onMessage: () => void): () => Promise<void> {
  const listening = pglite?.listen(channel, onMessage);
  listening?.then(onMessage, () => {});
  return async () => {
    // If PGlite is closed already, there is nothing to stop.
    await listening?.then((end) => end()).catch(() => {});
  };
}

/** Uses its own connection: a connection of the pool would keep the pool from closing. */
function listenToPostgres(pool: pg.Pool, channel: string, onMessage: () => void): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  let wait = FIRST_WAIT_MS;

  async function connect(): Promise<void> {
    const listener = new pg.Client({ ...pool.options, keepAlive: true });
    client = listener;
    let isLost = false;
    const lost = () => {
      if (isLost || hasEnded) return;
      isLost = true;
      listener.end().catch(() => {});
      timer = setTimeout(connect, wait).unref();
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
    listener.on('error', lost);
    listener.on('end', lost);
    listener.on('notification', onMessage);
    try {
      await listener.connect();
      await listener.query(`listen ${pg.escapeIdentifier(channel)}`);
      wait = FIRST_WAIT_MS;
      if (!hasEnded) onMessage();
    } catch {
      lost();
    }
  }

  const connecting = connect();
  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    await connecting;
    // Not awaited: a Postgres that hangs would never respond.
    client?.end().catch(() => {});
  };
}
