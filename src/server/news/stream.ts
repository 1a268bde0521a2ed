/**
 * The flash stream: one follower of the store for all clients of a process. It keeps the last changes as the text that
 * is sent. Reconnecting clients are served from there; clients that have missed more are told of the gap. NOTIFY wakes
 * it, and so does every beat, in case a notification was lost.
 */
import type { ServerResponse } from 'node:http';
import type { NewsItem, NewsLanguage } from '../../contract/all.ts';
import type { Database } from '../db/database.ts';
import { listen } from '../db/listen.ts';
import { describeError, type Log } from '../log.ts';
import { type Change, changesAfter, lastChanges, type StoredItem } from './lists.ts';
import { CHANNEL } from './store.ts';

/** Changes kept for reconnecting clients. */
export const MOST_BEHIND = 500;
const BATCH = 200;
const BEAT_MS = 15_000;
/** Unread bytes after which a client is disconnected; it reconnects and resumes where it was. */
const MOST_UNREAD_BYTES = 1024 * 1024;
export const MOST_CLIENTS = 10_000;
const RETRY_MS = 3_000;

export interface Filter {
  language?: NewsLanguage | undefined;
  important?: boolean | undefined;
}

interface Event {
  number: number;
  id: string;
  language: NewsLanguage;
  important: boolean;
  withdrawn: boolean;
  item: NewsItem;
  text: string;
}

/** Why a client is not accepted: too many of its network, too many in all, or the server is stopping. */
export type Joining = 'joined' | 'networkFull' | 'full' | 'closed';

interface Client extends Filter {
  /** The client's network, see callerNetwork() */
  network: string;
}

export interface Hub {
  /** Follows the store from now on. */
  start(database: Database): void;
  /** Writes headers and events to a response until it ends. Writes nothing unless it returns 'joined'. */
  join(
    response: ServerResponse,
    headers: Record<string, string>,
    filter: Filter,
    after: number | null,
    network: string,
  ): Joining;
  /** What the stream would have sent to a client since a number. */
  since(
    after: number,
    filter: Filter,
    most: number,
  ): { items: NewsItem[]; withdrawn: string[]; last: number; gap: boolean };
  /** The number of the last change known to this process. */
  last(): number;
  clients(): number;
  /** Reads the store; resolves when all its changes have been sent. */
  catchUp(): Promise<void>;
  /** Sends a beat and reads the store. Called by a timer. */
  beat(): void;
  close(): Promise<void>;
}

export function createHub({
  log,
  wire,
  mostPerNetwork = 0,
  now = () => new Date(),
}: {
  log: Log;
  /** The item as clients receive it */
  wire: (item: StoredItem) => NewsItem;
  /** Most clients per network; 0 sets no limit */
  mostPerNetwork?: number;
  now?: () => Date;
}): Hub {
  const clients = new Map<ServerResponse, Client>();
  const events: Event[] = [];
  /** The newest change that is no longer kept: a client that resumes before it has a gap. */
  let floor = 0;
  let last = 0;
  let database: Database | undefined;
  let unlisten = async () => {};
  let catching: Promise<void> | undefined;
  let isAsked = false;
  let isClosed = false;
  const timer = setInterval(() => beat(), BEAT_MS).unref();

  function eventOf({ number, withdrawn, item }: Change): Event {
    const { id, language, important } = item;
    const wired = wire(item);
    const text = withdrawn ? message(number, 'withdraw', { id }) : message(number, 'flash', wired);
    return { number, id, language, important, withdrawn, item: wired, text };
  }

  function keep(change: Change): Event {
    // An earlier version of an item must not be sent again.
    const old = events.findIndex(({ id }) => id === change.item.id);
    if (old >= 0) events.splice(old, 1);
    const event = eventOf(change);
    events.push(event);
    last = event.number;
    if (events.length > MOST_BEHIND) floor = events.shift()?.number ?? floor;
    return event;
  }

  async function read(): Promise<void> {
    if (!database) return;
    if (last === 0) {
      const changes = await lastChanges(database.orm, MOST_BEHIND + 1);
      for (const change of changes) for (const response of tell(keep(change))) cutOff(response);
      return;
    }
    for (;;) {
      const changes = await changesAfter(database.orm, last, BATCH);
      for (const change of changes) for (const response of tell(keep(change))) cutOff(response);
      if (changes.length < BATCH) return;
    }
  }

  /** Sends an event; returns the clients that do not read. */
  function tell(event: Event): ServerResponse[] {
    return [...clients].flatMap(([response, filter]) =>
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
    const text = message(last, 'beat', { at: now().toISOString() });
    for (const [response] of clients) if (!put(response, text)) cutOff(response);
    void catchUp();
  }

  function isFull(network: string): boolean {
    if (mostPerNetwork === 0) return false;
    let count = 0;
    for (const client of clients.values()) if (client.network === network) count += 1;
    return count >= mostPerNetwork;
  }

  function missed(after: number, filter: Filter): { events: Event[]; gap: boolean } {
    // A number that was never issued is from another database, such as one from before a backup was restored.
    const gap = after < floor || after > last;
    return { gap, events: gap ? [] : events.filter((event) => event.number > after && fits(event, filter)) };
  }

  return {
    start(opened) {
      if (isClosed) return;
      database = opened;
      unlisten = listen(opened, CHANNEL, () => void catchUp());
    },
    join(response, headers, filter, after, network) {
      if (isClosed) return 'closed';
      if (clients.size >= MOST_CLIENTS) return 'full';
      if (isFull(network)) return 'networkFull';
      response.writeHead(200, headers);
      const { gap, events: waiting } = after === null ? { gap: false, events: [] } : missed(after, filter);
      const first = gap ? message(last, 'gap', {}) : waiting.map(({ text }) => text).join('');
      response.write(`retry: ${RETRY_MS}\n\n${first}${message(last, 'beat', { at: now().toISOString() })}`);
      response.on('close', () => clients.delete(response));
      response.on('error', () => clients.delete(response));
      // A client that left while the store was being read emits no further 'close' and would be counted forever.
      if (!response.destroyed) clients.set(response, { ...filter, network });
      return 'joined';
    },
    since(after, filter, most) {
      const { gap, events: found } = missed(after, filter);
      const told = found.slice(0, most);
      return {
        gap,
        items: told.filter(({ withdrawn }) => !withdrawn).map(({ item }) => item),
        withdrawn: told.filter(({ withdrawn }) => withdrawn).map(({ id }) => id),
        last: found.length > most ? (told.at(-1)?.number ?? last) : last,
      };
    },
    last: () => last,
    clients: () => clients.size,
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

function message(id: number, event: string, data: unknown): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A withdrawal goes to all clients that may have received the item. */
function fits({ language, important, withdrawn }: Event, filter: Filter): boolean {
  if (filter.language && filter.language !== language) return false;
  return withdrawn || !filter.important || important;
}

/** Returns false if the client does not read. */
function put(response: ServerResponse, text: string): boolean {
  if (response.writableLength > MOST_UNREAD_BYTES) return false;
  response.write(text);
  return true;
}
