/**
 * Webhooks of a company: the calls of its members, and what is sent. Bodies are in forms/companyForms.ts; who may call
 * and what a stranger gets is as in contract/companies.ts.
 */
import * as v from 'valibot';
import { KEY_KINDS } from '../forms/lists.ts';
import { callsBelow, instant } from './common.ts';

const ofCompany = /* @__PURE__ */ callsBelow('/api/web/company/{company}/webhooks');

/** What a webhook can be told. */
export const WEBHOOK_EVENTS = [
  'news.published',
  'flash.published',
  'application.assigned',
  'application.changed',
  'applicant.changed',
  'question.assigned',
  'question.answered',
  'key.expiring',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** The fields of `data`, by event. */
export const WEBHOOK_DATA = {
  'news.published': ['id', 'language', 'title', 'importance'],
  'flash.published': ['id', 'language', 'title', 'importance'],
  'application.assigned': ['reference'],
  'application.changed': ['reference', 'state'],
  'applicant.changed': ['reference'],
  'question.assigned': ['reference'],
  'question.answered': ['reference'],
  'key.expiring': ['id', 'name', 'expiresAt'],
} as const satisfies Record<WebhookEvent, readonly string[]>;
/** A test, sent by a member's call whatever events the webhook has. */
export const PING = 'ping';

/** Webhooks that a company may have. */
export const MOST_WEBHOOKS = 20;
/**
 * Days: for how long an event that does not arrive is sent again; after how long a webhook that every attempt fails at is
 * switched off; for how long what was sent is kept.
 */
export const DELIVERY_DAYS = { retried: 3, untilOff: 7, kept: 30 } as const;

/** Minutes from an attempt that failed to the next: twice as long each time, up to the longest wait. */
const FIRST_WAIT = 1;
const LONGEST_WAIT = 8 * 60;
export const minutesUntilNext = (attempts: number): number =>
  Math.min(FIRST_WAIT * 2 ** Math.min(attempts - 1, 20), LONGEST_WAIT);

/** Minutes from an event to each of its attempts, if all fail. */
export function attemptMinutes(): number[] {
  const minutes = [0];
  for (let next = minutesUntilNext(1); next <= DELIVERY_DAYS.retried * 24 * 60; ) {
    minutes.push(next);
    next += minutesUntilNext(minutes.length);
  }
  return minutes;
}

const id = v.string();
const nothing = v.nullable(v.object({}));
const made = v.object({ id });

/** The body of what is sent. Receivers know a repetition by `id`. */
export const webhookBody = v.object({
  id,
  type: v.picklist([...WEBHOOK_EVENTS, PING]),
  at: instant,
  /** Id of the company */
  company: id,
  /** Which of the type; details are asked for by a call */
  data: v.record(v.string(), v.unknown()),
});
export type WebhookBody = v.InferOutput<typeof webhookBody>;

const webhook = v.object({
  id,
  url: v.string(),
  /** Whose events it gets: those of the sandbox, or those of the live site. What is public goes to both */
  kind: v.picklist(KEY_KINDS),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  active: v.boolean(),
  /** Why it was switched off, if no member did it: it has answered 410, or every attempt of a week has failed */
  offBecause: v.nullable(v.picklist(['gone', 'failing'])),
  /** Since when every attempt has failed */
  failingSince: v.nullable(instant),
  createdAt: instant,
  /** Its secret in the form of Standard Webhooks; null for who may not manage webhooks */
  secret: v.nullable(v.string()),
});
export type Webhook = v.InferOutput<typeof webhook>;
export const webhooksData = v.object({ webhooks: v.array(webhook) });
/** GET: all, newest first. POST adds one. */
export const webhooksCall = /* @__PURE__ */ ofCompany('', webhooksData);
export const webhookMadeCall = /* @__PURE__ */ ofCompany('', made);
/** PUT changes events or active; DELETE removes it with its log. */
export const webhookCall = /* @__PURE__ */ ofCompany('/{id}', nothing);
/** POST sends a test event; the id is that of its delivery. */
export const webhookTestCall = /* @__PURE__ */ ofCompany('/{id}/test', made);

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed'] as const;
const delivery = v.object({
  id,
  /** `id` of the body */
  event: v.string(),
  type: v.string(),
  state: v.picklist(DELIVERY_STATES),
  at: instant,
  attempts: v.number(),
  /** Of the last attempt: the HTTP status, or a word such as 'timeout'; null before the first */
  answer: v.nullable(v.string()),
  triedAt: v.nullable(instant),
  /** Of the next attempt; null if there will be none */
  nextAt: v.nullable(instant),
  deliveredAt: v.nullable(instant),
});
export type Delivery = v.InferOutput<typeof delivery>;
export const deliveriesData = v.object({ deliveries: v.array(delivery), next: v.nullable(v.string()) });
/** GET, newest first: `?after=` the last `next`, `?state=` only those. They are kept for 30 days. */
export const deliveriesCall = /* @__PURE__ */ ofCompany('/{id}/deliveries', deliveriesData);
/** `body`: what is sent, as JSON. */
export const deliveryData = v.object({ ...delivery.entries, body: v.string() });
export type DeliveryDetail = v.InferOutput<typeof deliveryData>;
/** GET */
export const deliveryCall = /* @__PURE__ */ ofCompany('/{id}/deliveries/{delivery}', deliveryData);
/** POST sends it again at once. */
export const deliveryRetryCall = /* @__PURE__ */ ofCompany('/{id}/deliveries/{delivery}', nothing);

/**
 * The public keys of the site, a JWK Set (RFC 7517), at the place and in the form of
 * draft-meunier-webbotauth-httpsig-directory-00. `kid` is the keyid of signatures.
 */
export const KEYS_PATH = '/.well-known/http-message-signatures-directory';
export const KEYS_TYPE = 'application/http-message-signatures-directory+json';
