/**
 * A stream of changes as server-sent events: one follower of the database for all clients of a process. It keeps the
 * last changes as the text that is sent. Reconnecting clients are served from there; clients that have missed more are
 * told of the gap. NOTIFY wakes it, and so does every beat, in case a notification was lost. What is followed:
 * news/stream.ts, series/stream.ts.
 */
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ITEM_ID } from '../contract/all.ts';
import { type ApiContext, fail, notReady } from './answers.ts';
import type { Database, Orm } from './db/database.ts';
import { listen } from './db/listen.ts';
import { countedFor } from './geo/addresses.ts';
import { describeError, type Log } from './log.ts';
import { withTimeout } from './timeout.ts';

/** Changes kept for reconnecting clients. */
export const MOST_BEHIND = 500;
const BATCH = 200;
const BEAT_MS = 15_000;
/** Unread bytes after which a client is disconnected; it reconnects and resumes where it was. */
const MOST_UNREAD_BYTES = 1024 * 1024;
export const MOST_CLIENTS = 10_000;
const RETRY_MS = 3_000;
/** How long to wait for the answer whether a change waits. */
const LAG_PATIENCE_MS = 4_000;
/** Retry-After for a client that finds the stream full. */
const FULL_RETRY_S = 60;

/** A change as it is sent. */
export interface StreamChange {
  number: number;
  /** What has changed: an earlier change of the same is no longer sent */
  id: string;
  text: string;
}

/** What a stream follows. */
export interface Followed<E extends StreamChange, Filter> {
  /** The channel of LISTEN and NOTIFY */
  channel: string;
  /** The last changes, oldest first */
  last: (orm: Orm, most: number) => Promise<E[]>;
  /** The changes after a number, oldest first */
  after: (orm: Orm, number: number, most: number) => Promise<E[]>;
  /** Whether a client with a filter is told of a change */
  fits: (event: E, filter: Filter) => boolean;
}

/** Why a client is not accepted: too many of its network, too many in all, or the server is stopping. */
export type Joining = 'joined' | 'networkFull' | 'full' | 'closed';

interface Client<Filter> {
  filter: Filter;
  /** The client's network, and those around it, see countedFor() */
  networks: ReturnType<typeof countedFor>;
}

export interface Hub<E extends StreamChange, Filter> {
  /** Writes headers and events to a response until it ends. Writes nothing unless it returns 'joined'. */
  join(
    response: ServerResponse,
    headers: Record<string, string>,
    filter: Filter,
    after: number | null,
    network: string,
  ): Joining;
  /** What the stream would have sent to a client since a number. */
  since(after: number, filter: Filter, most: number): { events: E[]; last: number; gap: boolean };
  /** The number of the last change known to this process. */
  last(): number;
  clients(): number;
  /**
   * Milliseconds for which a change may have waited to be sent: since the store was last read, unless nothing waits. Never
   * rejects.
   */
  lag(): Promise<number>;
  /** Reads the store; resolves when all its changes have been sent. */
  catchUp(): Promise<void>;
  /** Sends a beat and reads the store. Called by a timer. */
  beat(): void;
  close(): Promise<void>;
}

/** Follows the store from now on. */
export function createHub<E extends StreamChange, Filter>({
  database,
  log,
  followed,
  mostPerNetwork = 0,
  now = () => new Date(),
}: {
  database: Database;
  log: Log;
  followed: Followed<E, Filter>;
  /** Most clients per network; 0 sets no limit */
  mostPerNetwork?: number;
  now?: () => Date;
}): Hub<E, Filter> {
  const { fits } = followed;
  const clients = new Map<ServerResponse, Client<Filter>>();
  const events: E[] = [];
  /** The newest change that is no longer kept: a client that resumes before it has a gap. */
  let floor = 0;
  let last = 0;
  let catching: Promise<void> | undefined;
  /** All changes before this are sent; by performance.now(). */
  let caughtUpAt = performance.now();
  let isAsked = false;
  let isClosed = false;
  const timer = setInterval(() => beat(), BEAT_MS).unref();
  const unlisten = listen(database, followed.channel, () => void catchUp());

  function keep(event: E): void {
    const old = events.findIndex(({ id }) => id === event.id);
    if (old >= 0) events.splice(old, 1);
    events.push(event);
    last = event.number;
    if (events.length > MOST_BEHIND) floor = events.shift()?.number ?? floor;
    for (const response of tell(event)) cutOff(response);
  }

  async function read(): Promise<void> {
    for (;;) {
      const at = performance.now();
      const isFirst = last === 0;
      const changes = isFirst
        ? await followed.last(database.orm, MOST_BEHIND + 1)
        : await followed.after(database.orm, last, BATCH);
      for (const event of changes) keep(event);
      if (!isFirst && changes.length === BATCH) continue;
      caughtUpAt = at;
      return;
    }
  }

  async function lag(): Promise<number> {
    const at = performance.now();
    try {
      const [waiting] = await withTimeout(followed.after(database.orm, last, 1), LAG_PATIENCE_MS);
      if (!waiting) caughtUpAt = Math.max(caughtUpAt, at);
      if (!waiting) return 0;
    } catch {
      // Nobody knows what waits.
    }
    return performance.now() - caughtUpAt;
  }

  /** Sends an event; returns the clients that do not read. */
  function tell(event: E): ServerResponse[] {
    return [...clients].flatMap(([response, { filter }]) =>
      fits(event, filter) && !put(response, event.text) ? [response] : [],
    );
  }

  function catchUp(): Promise<void> {
    isAsked = true;
    catching ??= (async () => {
      try {
        while (isAsked && !isClosed) {
          isAsked = false;
          await read();
        }
      } catch (error) {
        // The next beat retries.
        if (!isClosed) log({ level: 'error', event: 'stream', ...describeError(error) });
      } finally {
        catching = undefined;
      }
    })();
    return catching;
  }

  function cutOff(response: ServerResponse): void {
    clients.delete(response);
    response.destroy();
  }

  function beat(): void {
    const text = eventText(last, 'beat', { at: now().toISOString() });
    for (const [response] of clients) if (!put(response, text)) cutOff(response);
    void catchUp();
  }

  function isFull(networks: Client<Filter>['networks']): boolean {
    if (mostPerNetwork === 0) return false;
    return networks.some(({ counted, times }) => {
      let count = 0;
      for (const client of clients.values())
        if (client.networks.some((network) => network.counted === counted)) count += 1;
      return count >= times * mostPerNetwork;
    });
  }

  function missed(after: number, filter: Filter): { events: E[]; gap: boolean } {
    // A number that was never issued is from another database, such as one from before a backup was restored.
    const gap = after < floor || after > last;
    return { gap, events: gap ? [] : events.filter((event) => event.number > after && fits(event, filter)) };
  }

  return {
    join(response, headers, filter, after, network) {
      if (isClosed) return 'closed';
      if (clients.size >= MOST_CLIENTS) return 'full';
      const networks = countedFor(network);
      if (isFull(networks)) return 'networkFull';
      response.writeHead(200, headers);
      const { gap, events: waiting } = after === null ? { gap: false, events: [] } : missed(after, filter);
      const first = gap ? eventText(last, 'gap', {}) : waiting.map(({ text }) => text).join('');
      response.write(`retry: ${RETRY_MS}\n\n${first}${eventText(last, 'beat', { at: now().toISOString() })}`);
      response.on('close', () => clients.delete(response));
      response.on('error', () => clients.delete(response));
      // A client that left while the store was being read emits no further 'close' and would be counted forever.
      if (!response.destroyed) clients.set(response, { filter, networks });
      return 'joined';
    },
    since(after, filter, most) {
      const { gap, events: found } = missed(after, filter);
      const sent = found.slice(0, most);
      return {
        gap,
        events: sent,
        last: found.length > most ? (sent.at(-1)?.number ?? last) : last,
      };
    },
    last: () => last,
    clients: () => clients.size,
    lag,
    catchUp,
    beat,
    async close() {
      isClosed = true;
      clearInterval(timer);
      for (const [response] of clients) response.end();
      clients.clear();
      await unlisten();
      await catching;
    },
  };
}

/** An event as it is sent. */
export function eventText(id: number, event: string, data: unknown): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns false if the client does not read. */
function put(response: ServerResponse, text: string): boolean {
  if (response.writableLength > MOST_UNREAD_BYTES) return false;
  response.write(text);
  return true;
}

/**
 * Sends changes to a caller as they come, after a change number or after the one that the caller's browser names.
 * `caller`: as many streams at a time as a network may have.
 */
export async function sendStream<E extends StreamChange, Filter>(
  c: ApiContext,
  hub: Hub<E, Filter>,
  filter: Filter,
  after: string | undefined,
  caller: string,
): Promise<Response> {
  // EventSource sends the same URL when it reconnects, so its Last-Event-ID is newer.
  const from = c.env.incoming.headers['last-event-id'] ?? after;
  if (from !== undefined && !ITEM_ID.test(String(from))) {
    return fail(c, 'invalid', 'server.cursor', { field: 'Last-Event-ID' });
  }
  const head = c.body(null, 200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // nginx would buffer events.
    'X-Accel-Buffering': 'no',
  });
  if (c.req.method === 'HEAD') return head;
  // Another process may have sent this number before this process heard of it.
  if (from !== undefined && Number(from) > hub.last()) await hub.catchUp();
  const headers = Object.fromEntries(head.headers);
  // Writes directly to Node's response, where the hub detects clients that do not read.
  const joined = hub.join(c.env.outgoing, headers, filter, from === undefined ? null : Number(from), caller);
  if (joined === 'joined') return RESPONSE_ALREADY_SENT;
  if (joined === 'closed') return notReady(c);
  const kind = joined === 'networkFull' ? 'tooMany' : 'notReady';
  return fail(c, kind, 'server.streamsFull', { retryS: FULL_RETRY_S });
}
