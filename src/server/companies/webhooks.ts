/** Webhooks of a company: listed, added, changed, tested, removed; the log of what was sent, and sending it again. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import {
  DELIVERY_STATES,
  type Delivery,
  deliveriesCall,
  deliveryCall,
  deliveryRetryCall,
  MOST_WEBHOOKS,
  WEBHOOK_EVENTS,
  type Webhook,
  webhookCall,
  webhookMadeCall,
  webhooksCall,
  webhookTestCall,
} from '../../contract/webhooks.ts';
import { webhookChangeShape, webhookShape } from '../../forms/companyForms.ts';
import { fault, type Outcome } from '../apiCalls.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { deliveries, webhooks } from '../db/schema.ts';
import type { FaultKind } from '../feeds/errors.ts';
import { createAsker } from '../feeds/fetch.ts';
import { webhookSecrets } from '../webhooks/keys.ts';
import { type DeliveryRow, emitPing, giveUpWaiting, ON, retryDelivery } from '../webhooks/queue.ts';
import { bodyOf } from '../webhooks/sending.ts';
import { type CompanyContext, type CompanyPart, NOT_FOUND, notPermitted } from './companyCalls.ts';
import { isConfirmed, UNCONFIRMED } from './confirmed.ts';
import { PAGE, paged } from './pages.ts';
import { newId } from './rows.ts';

const MANAGE = 'api.manageWebhooks';
const VIEW = 'api.viewDeliveries';
const OFF: Outcome<never> = { error: 'conflict', message: 'server.webhook.off' };
const TOO_MANY: Outcome<never> = { error: 'conflict', message: 'server.webhook.tooMany' };

type WebhookRow = typeof webhooks.$inferSelect;

export function addWebhooks({ company, createLimit, perMinute, privateWebhooks }: CompanyPart): void {
  const { judgedUrl } = createAsker({ allowPrivate: privateWebhooks });
  const isAllowed = (url: string) => {
    try {
      return judgedUrl(url).href === url;
    } catch {
      return false;
    }
  };

  company.read({
    call: webhooksCall,
    operationId: 'webhooks',
    summary: 'The webhooks of a company',
    handle: async ({ orm, company: { id }, may }) => {
      const mayManage = await may(MANAGE);
      if (!mayManage && !(await may(VIEW))) return notPermitted(VIEW);
      const rows = await guarded('reading webhooks', () =>
        orm.select().from(webhooks).where(eq(webhooks.company, id)).orderBy(desc(webhooks.createdAt), webhooks.id),
      );
      const secretOf = await webhookSecrets(orm);
      return { data: { webhooks: rows.map((row) => webhookInWire(row, mayManage ? secretOf(row.id) : null)) } };
    },
  });

  company.change({
    call: webhookMadeCall,
    method: 'post',
    operationId: 'webhookAdd',
    refuses: ['conflict'],
    summary: 'Adds a webhook; a live one only for a company that is confirmed',
    permission: MANAGE,
    body: webhookShape({ events: WEBHOOK_EVENTS, insecure: privateWebhooks }),
    handle: async ({ orm, now, company: row, member, note, body }) => {
      if (!isAllowed(body.url)) return fault('url', 'webhookFormat');
      if (body.kind === 'live' && !isConfirmed(row)) return UNCONFIRMED;
      const [known] = await orm.select({ known: count() }).from(webhooks).where(eq(webhooks.company, row.id));
      if ((known?.known ?? 0) >= MOST_WEBHOOKS) return TOO_MANY;
      const id = newId();
      await orm.insert(webhooks).values({ ...body, id, company: row.id, active: true, by: member.id, createdAt: now });
      await note('webhookAdded', { ...hostOf(body), kind: body.kind, events: body.events.join(', ') });
      return { data: { id } };
    },
  });

  company.change({
    call: webhookCall,
    method: 'put',
    operationId: 'webhookChange',
    summary: 'Changes the events of a webhook, or switches it on or off',
    permission: MANAGE,
    body: webhookChangeShape({ events: WEBHOOK_EVENTS }),
    handle: async ({ body: { events, active }, note, ...context }) => {
      const { orm } = context;
      const webhook = await webhookOf(context);
      if (!webhook) return NOT_FOUND;
      const switched = active === undefined || active === webhook.active ? {} : active ? ON : { active };
      const changed = { ...(events && { events }), ...switched };
      if (Object.keys(changed).length === 0) return { data: null };
      await orm.update(webhooks).set(changed).where(eq(webhooks.id, webhook.id));
      if (active === false) await giveUpWaiting(orm, webhook.id);
      await note('webhookChanged', {
        ...hostOf(webhook),
        ...(events && { events: events.join(', ') }),
        ...('active' in switched && { active: String(active) }),
      });
      return { data: null };
    },
  });

  company.change({
    call: webhookCall,
    method: 'delete',
    operationId: 'webhookRemove',
    summary: 'Removes a webhook with the log of its deliveries',
    permission: MANAGE,
    handle: async ({ note, ...context }) => {
      const webhook = await webhookOf(context);
      if (!webhook) return NOT_FOUND;
      await context.orm.delete(webhooks).where(eq(webhooks.id, webhook.id));
      await note('webhookRemoved', hostOf(webhook));
      return { data: null };
    },
  });

  company.change({
    call: webhookTestCall,
    method: 'post',
    operationId: 'webhookTest',
    refuses: ['conflict'],
    summary: 'Sends a test event',
    permission: MANAGE,
    limit: createLimit(perMinute, 'webhook'),
    handle: async (context) => {
      const webhook = await webhookOf(context);
      if (!webhook) return NOT_FOUND;
      return webhook.active ? { data: { id: await emitPing(context.orm, webhook.id, context.now) } } : OFF;
    },
  });

  company.read({
    call: deliveriesCall,
    operationId: 'deliveries',
    summary: 'What was sent to a webhook in the last 30 days',
    permission: VIEW,
    handle: async (context) => {
      const webhook = await webhookOf(context);
      if (!webhook) return NOT_FOUND;
      const { c, orm } = context;
      const state = DELIVERY_STATES.find((candidate) => candidate === c.req.query('state'));
      const rows = await pageOf(orm, webhook.id, c.req.query('after'), state);
      const { page, next } = paged(rows, ({ id }) => id);
      return { data: { deliveries: page.map((row) => deliveryInWire(row, webhook)), next } };
    },
  });

  company.read({
    call: deliveryCall,
    operationId: 'delivery',
    summary: 'One delivery, with its body',
    permission: VIEW,
    handle: async (context) => {
      const found = await deliveryOf(context);
      if (!found) return NOT_FOUND;
      const { row, webhook } = found;
      return { data: { ...deliveryInWire(row, webhook), body: bodyOf({ ...row, company: webhook.company }) } };
    },
  });

  company.change({
    call: deliveryRetryCall,
    method: 'post',
    operationId: 'deliveryRetry',
    refuses: ['conflict'],
    summary: 'Sends a delivery again at once',
    permission: MANAGE,
    limit: createLimit(perMinute, 'webhook'),
    handle: async (context) => {
      const found = await deliveryOf(context);
      if (!found) return NOT_FOUND;
      if (!found.webhook.active) return OFF;
      // What is being sent now has an end soon.
      if (found.row.state !== 'sending') await retryDelivery(context.orm, found.row, context.now);
      return { data: null };
    },
  });
}

/** In the audit, instead of the address: its path may hold a secret of the receiver. */
const hostOf = ({ url }: Pick<WebhookRow, 'url'>) => ({ host: new URL(url).host });

/** The webhook of the path, if it is the company's. */
async function webhookOf({ orm, company, param }: CompanyContext): Promise<WebhookRow | null> {
  const [row] = await guarded('reading a webhook', () =>
    orm
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.company, company.id), eq(webhooks.id, param('id')))),
  );
  return row ?? null;
}

async function deliveryOf(context: CompanyContext): Promise<{ row: DeliveryRow; webhook: WebhookRow } | null> {
  const webhook = await webhookOf(context);
  if (!webhook) return null;
  // As text: what is no UUID is no delivery.
  const isIt = sql`${deliveries.id}::text = ${context.param('delivery')}`;
  const [row] = await guarded('reading a delivery', () =>
    context.orm
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.webhook, webhook.id), isIt)),
  );
  return row ? { row, webhook } : null;
}

/** One more than a page, newest first. */
function pageOf(
  orm: Orm,
  webhook: string,
  after: string | undefined,
  state: (typeof DELIVERY_STATES)[number] | undefined,
): Promise<DeliveryRow[]> {
  const older = sql`(${deliveries.at}, ${deliveries.id}) < (select d.at, d.id from ${deliveries} d
    where d.webhook = ${webhook} and d.id::text = ${after})`;
  return guarded('reading deliveries', () =>
    orm
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.webhook, webhook),
          state && eq(deliveries.state, state),
          after === undefined ? undefined : older,
        ),
      )
      .orderBy(desc(deliveries.at), desc(deliveries.id))
      .limit(PAGE + 1),
  );
}

function webhookInWire(
  { id, url, kind, events, active, offBecause, failingSince, createdAt }: WebhookRow,
  secret: string | null,
): Webhook {
  return {
    secret,
    id,
    url,
    kind,
    active,
    offBecause,
    events: events as Webhook['events'],
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** A company must not learn which names our own network knows. The operator does, from the log. */
const NO_PUBLIC_ADDRESS = new Set<string | null>(['private address', 'name not found'] satisfies FaultKind[]);

function deliveryInWire(row: DeliveryRow, webhook: WebhookRow): Delivery {
  const { id, event, type, state, at, attempts, answer, triedAt, nextAt, deliveredAt } = row;
  const inWire = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id,
    event,
    type,
    state,
    attempts,
    at: at.toISOString(),
    answer: NO_PUBLIC_ADDRESS.has(answer) ? 'no public address' : answer,
    triedAt: inWire(triedAt),
    nextAt: state === 'waiting' && webhook.active ? inWire(nextAt) : null,
    deliveredAt: inWire(deliveredAt),
  };
}
