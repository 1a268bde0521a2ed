/**
 * What is to be sent to webhooks, in the database. An event is stored in the transaction of what it reports, once for
 * each webhook that wants it. To send it, a process claims it, and with it the webhook, for a while: each webhook gets
 * one event at a time, and if the process dies, another one sends it again, with the same id.
 */
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import {
  DELIVERY_DAYS,
  minutesUntilNext,
  type PING,
  type WEBHOOK_DATA,
  type WebhookEvent,
} from '../../contract/webhooks.ts';
import type { KeyKind } from '../../forms/lists.ts';
import { mailAdministrators } from '../companies/members/administrators.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { companies, deliveries, webhooks } from '../db/schema.ts';
import { tellStaff } from '../staff/staffMails.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a claim lasts: longer than any attempt (post.ts). */
export const CLAIM_MS = 2 * MINUTE_MS;
/** An event that could not be sent for so long is given up. */
export const GIVE_UP_MS = DELIVERY_DAYS.retried * DAY_MS;
/** A webhook whose attempts all failed for so long is switched off. */
export const SWITCH_OFF_MS = DELIVERY_DAYS.untilOff * DAY_MS;
/** The longest time that a failing webhook gets nothing, so that it holds up no other. */
const MOST_PAUSE_MS = 15 * MINUTE_MS;
export const KEEP_MS = DELIVERY_DAYS.kept * DAY_MS;

export type DeliveryRow = typeof deliveries.$inferSelect;

export type Emitted = { [Type in WebhookEvent]: EmittedOf<Type> }[WebhookEvent];

interface EmittedOf<Type extends WebhookEvent> {
  /**
   * The company whose event it is, and of which kind; 'all' for what is public: it goes to all that are confirmed, for
   * anybody can make a company and name an address of others
   */
  to: { company: string; kind: KeyKind } | 'all';
  type: Type;
  /** Names what happened: if it is emitted again, nothing more is sent */
  event: string;
  /** Which it is, such as a reference. No personal data: who may see more asks for it by a call */
  data: Record<(typeof WEBHOOK_DATA)[Type][number], unknown>;
}

/** Stores events for the webhooks that want them. `tx` is the transaction that stores what they report. */
export async function emit(tx: Orm, events: readonly Emitted[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ to, ...event }) => ({ ...event, ...(to !== 'all' && to) }));
  const at = now.toISOString();
  await tx.execute(sql`
    insert into ${deliveries} (webhook, event, type, data, state, at, next_at)
    select w.id, e.event, e.type, e.data, 'waiting', ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as e(event text, type text, data jsonb, company text, kind text)
    join ${webhooks} w on w.active and e.type = any(w.events)
      and (e.company is null or (w.company = e.company and w.kind = e.kind))
    join ${companies} c on c.id = w.company
      and (c.confirmed_at is not null or (w.kind = 'sandbox' and e.company is not null))
    on conflict (webhook, event) do nothing`);
}

/** Stores a test event for one webhook. Returns the id of its delivery. */
export async function emitPing(tx: Orm, webhook: string, now: Date): Promise<string> {
  const type: typeof PING = 'ping';
  const event = `${type} ${crypto.randomUUID()}`;
  const row = { webhook, event, type, data: {}, state: 'waiting' as const, at: now, nextAt: now };
  const [made] = await tx.insert(deliveries).values(row).returning({ id: deliveries.id });
  return made?.id ?? '';
}

export interface Claimed extends DeliveryRow {
  url: string;
  company: string;
  failingSince: Date | null;
}

/** Claims the event that is due longest and whose webhook may get one; null if there is none. */
export async function claimDelivery(orm: Orm, now: Date): Promise<Claimed | null> {
  const until = new Date(now.getTime() + CLAIM_MS);
  return guarded('claiming a delivery', () =>
    orm.transaction(async (tx) => {
      const [due] = await tx
        .select({ id: deliveries.id, webhook: webhooks })
        .from(deliveries)
        .innerJoin(webhooks, eq(webhooks.id, deliveries.webhook))
        .where(
          and(
            inArray(deliveries.state, ['waiting', 'sending']),
            lte(deliveries.nextAt, now),
            webhooks.active,
            or(isNull(webhooks.pausedUntil), lte(webhooks.pausedUntil, now)),
          ),
        )
        .orderBy(asc(deliveries.nextAt), asc(deliveries.at))
        .limit(1)
        // Another process that is claiming takes the event of another webhook.
        .for('no key update', { skipLocked: true });
      if (!due) return null;
      await tx.update(webhooks).set({ pausedUntil: until }).where(eq(webhooks.id, due.webhook.id));
      const [row] = await tx
        .update(deliveries)
        .set({ state: 'sending', attempts: sql`${deliveries.attempts} + 1`, triedAt: now, nextAt: until })
        .where(eq(deliveries.id, due.id))
        .returning();
      const { url, company, failingSince } = due.webhook;
      return row ? { ...row, url, company, failingSince } : null;
    }),
  );
}

export type Ended = 'delivered' | 'waiting' | 'failed';

/**
 * Notes what became of a claimed delivery, and what that says of its webhook. `answer` is an HTTP status or the kind of a
 * failure. Returns the state of the delivery.
 */
export async function noteAnswer(orm: Orm, claimed: Claimed, answer: string, now: Date): Promise<Ended> {
  const ended = endOf(claimed, answer, now);
  const { id, webhook, attempts } = claimed;
  await guarded('noting a delivery', () =>
    orm.transaction(async (tx) => {
      const noted = await tx
        .update(deliveries)
        .set({ answer, ...ended.delivery })
        // If the claim has expired, another process may have sent it by now.
        .where(and(eq(deliveries.id, id), eq(deliveries.state, 'sending'), eq(deliveries.attempts, attempts)))
        .returning({ id: deliveries.id });
      if (noted.length === 0) return;
      await tx.update(webhooks).set(ended.webhook).where(eq(webhooks.id, webhook));
      if (ended.webhook.active !== false) return;
      await giveUpWaiting(tx, webhook);
      await tellAdministrators(tx, claimed, now);
      await tellStaff(tx, 'webhooks', now);
    }),
  );
  return ended.delivery.state;
}

/** The host alone: the path of an address may hold a secret of the receiver. */
async function tellAdministrators(tx: Orm, { webhook, company, url }: Claimed, now: Date): Promise<void> {
  const [row] = await tx.select({ name: companies.name }).from(companies).where(eq(companies.id, company));
  const values = { name: row?.name ?? '', host: new URL(url).host };
  const mail = {
    name: 'companyWebhookOff',
    occasion: `${webhook} ${now.toISOString()}`,
    path: '/company/webhooks',
  } as const;
  await mailAdministrators(tx, company, { ...mail, values: () => values }, now);
}

interface End {
  delivery: Partial<DeliveryRow> & { state: Ended };
  webhook: Partial<typeof webhooks.$inferSelect>;
}

function endOf({ at, attempts, failingSince }: Claimed, answer: string, now: Date): End {
  if (/^2\d\d$/.test(answer)) {
    return {
      delivery: { state: 'delivered', deliveredAt: now },
      webhook: { failingSince: null, pausedUntil: null },
    };
  }
  // RFC 9110, 15.5.11: the receiver wants no more.
  if (answer === '410') {
    return { delivery: { state: 'failed' }, webhook: { ...OFF, offBecause: 'gone' } };
  }
  const nextAt = new Date(now.getTime() + minutesUntilNext(attempts) * MINUTE_MS);
  const isTooOld = nextAt.getTime() - at.getTime() > GIVE_UP_MS;
  const delivery: End['delivery'] = isTooOld ? { state: 'failed' } : { state: 'waiting', nextAt };
  const since = failingSince ?? now;
  const failed = now.getTime() - since.getTime();
  if (failed >= SWITCH_OFF_MS) return { delivery, webhook: { ...OFF, offBecause: 'failing' } };
  const pause = Math.min(Math.max(failed / 4, MINUTE_MS), MOST_PAUSE_MS);
  return { delivery, webhook: { failingSince: since, pausedUntil: new Date(now.getTime() + pause) } };
}

const OFF = { active: false, pausedUntil: null };
/** What a webhook is set to when a member switches it on. */
export const ON = { active: true, offBecause: null, failingSince: null, pausedUntil: null };

/** Gives up what waits for a webhook that is switched off. */
export async function giveUpWaiting(tx: Orm, webhook: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'failed' })
    .where(and(eq(deliveries.webhook, webhook), eq(deliveries.state, 'waiting')));
}

/** Lets a delivery be sent again at once, past the pause of its webhook. */
export async function retryDelivery(tx: Orm, { id, webhook }: DeliveryRow, now: Date): Promise<void> {
  await tx.update(deliveries).set({ state: 'waiting', attempts: 0, nextAt: now }).where(eq(deliveries.id, id));
  await tx.update(webhooks).set({ pausedUntil: null }).where(eq(webhooks.id, webhook));
}

/** Removes deliveries that are old. Returns how many. */
export async function tidyDeliveries(orm: Orm, now: Date): Promise<number> {
  const old = await guarded('tidying deliveries', () =>
    orm
      .delete(deliveries)
      .where(lt(deliveries.at, new Date(now.getTime() - KEEP_MS)))
      .returning({ id: deliveries.id }),
  );
  return old.length;
}
