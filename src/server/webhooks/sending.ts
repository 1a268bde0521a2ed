/** Sends the events of a process to webhooks, several at a time. */
import type { WebhookBody } from '../../contract/webhooks.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { tidyHourly } from '../shared/tidy.ts';
import { createWorker, type Worker } from '../shared/worker.ts';
import { emitExpiring } from './expiring.ts';
import { signingKey, webhookSecrets } from './keys.ts';
import type { Post } from './post.ts';
import { claimDelivery, type DeliveryRow, noteAnswer, tidyDeliveries } from './queue.ts';

/** Webhooks that a process posts to at the same time. */
const PARALLEL = 8;

export interface WebhooksOptions {
  database: Database;
  log: Log;
  post: Post;
  /** Whether old deliveries are removed, and keys that expire are reported, periodically */
  tidies?: boolean;
  now?: () => Date;
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
}: WebhooksOptions): Worker {
  const { orm } = database;
  const endTidying = tidyHourly({
    database,
    log,
    tidies,
    event: 'webhooks',
    tidy: async () => {
      await emitExpiring(orm, now());
      return { deliveries: await tidyDeliveries(orm, now()) };
    },
  });
  const worker = createWorker({
    log,
    event: 'webhook',
    parallel: PARALLEL,
    now,
    claim: () => claimDelivery(orm, now()),
    work: async (claimed, { signal }) => {
      const key = await signingKey(orm);
      const secretOf = await webhookSecrets(orm);
      const { url, id, webhook } = claimed;
      const answer = await post({ url, id, body: bodyOf(claimed), key, secret: secretOf(webhook) }, signal);
      // The process ends: another sends it again when its claim ends.
      if (answer === 'stopped') return;
      const state = await noteAnswer(orm, claimed, answer, now());
      // An address that fails is the company's to repair, and it sees the log of its deliveries.
      log({ level: 'info', event: 'webhook', state, code: answer });
    },
  });
  return {
    tick: worker.tick,
    close: async () => {
      await Promise.all([worker.close(), endTidying()]);
    },
  };
}
