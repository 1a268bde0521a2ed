/** Sends the events of a process to webhooks, several at a time, and looks for new ones every second. */
import type { WebhookBody } from '../../contract/webhooks.ts';
import type { Database, Orm } from '../db/database.ts';
import { describeError, type Log } from '../log.ts';
import { logRepeated } from '../repeated.ts';
import { tidyHourly } from '../shared/tidy.ts';
import { emitExpiring } from './expiring.ts';
import { signingKey } from './keys.ts';
import type { Post } from './post.ts';
import { type Claimed, claimDelivery, type DeliveryRow, noteAnswer, tidyDeliveries } from './queue.ts';

const TICK_MS = 1_000;
/** Webhooks that a process posts to at the same time. */
const PARALLEL = 8;
/** How long a post may take when the process is told to stop. */
const GRACE_MS = 5_000;

export interface WebhooksOptions {
  database: Database;
  log: Log;
  post: Post;
  /** Whether old deliveries are removed, and keys that expire are reported, periodically */
  tidies?: boolean;
  now?: () => Date;
}

export interface Webhooks {
  /** Sends all that are due. */
  tick(): Promise<void>;
  /** Ends the work, so that the database can be closed. */
  close(): Promise<void>;
}

/** What is sent, as JSON. */
export function bodyOf({ event, type, at, data, company }: DeliveryRow & { company: string }): string {
  const body: WebhookBody = { id: event, type: type as WebhookBody['type'], at: at.toISOString(), company, data };
  return JSON.stringify(body);
}

export function createWebhooks({
  database,
  log,
  post,
  tidies = false,
  now = () => new Date(),
}: WebhooksOptions): Webhooks {
  let isClosed = false;
  const working = new Set<Promise<void>>();
  const stopping = new AbortController();
  const repeated = logRepeated(log, now);
  const endTidying = tidyHourly({
    ...{ database, log, tidies },
    event: 'webhooks',
    tidy: async ({ orm }) => {
      await emitExpiring(orm, now());
      return { deliveries: await tidyDeliveries(orm, now()) };
    },
  });

  /** Starts one more line of work, if there may be. */
  function begin(): void {
    if (isClosed || working.size >= PARALLEL) return;
    const line = work().finally(() => working.delete(line));
    working.add(line);
  }

  async function work(): Promise<void> {
    try {
      const { orm } = database;
      while (!isClosed) {
        const claimed = await claimDelivery(orm, now());
        if (!claimed) return;
        // Others may be due while this one is sent.
        begin();
        await send(orm, claimed);
      }
    } catch (error) {
      // What was sent meanwhile is sent again when its claim ends.
      repeated.note({ level: 'error', event: 'webhook', ...describeError(error) });
    } finally {
      repeated.tell();
    }
  }

  async function send(orm: Orm, claimed: Claimed): Promise<void> {
    const key = await signingKey(orm);
    const answer = await post({ url: claimed.url, id: claimed.id, body: bodyOf(claimed), key }, stopping.signal);
    // The process ends: another sends it again when its claim ends.
    if (answer === 'stopped') return;
    const state = await noteAnswer(orm, claimed, answer, now());
    // An address that fails is the company's to repair, and it sees the log of its deliveries.
    log({ level: 'info', event: 'webhook', state, code: answer });
  }

  async function tick(): Promise<void> {
    begin();
    while (working.size > 0) await Promise.all(working);
  }

  begin();
  const timer = setInterval(begin, TICK_MS).unref();

  return {
    tick,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      const grace = setTimeout(() => stopping.abort(), GRACE_MS);
      await Promise.all([...working, endTidying()]);
      clearTimeout(grace);
      repeated.end();
    },
  };
}
