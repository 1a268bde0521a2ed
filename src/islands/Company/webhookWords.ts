import type { DELIVERY_STATES, PING, Webhook, WebhookEvent } from '../../contract/webhooks.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { CompanyProps, Inside } from './CompanyPage.tsx';
import { MORE_WORDS } from './more.tsx';

export const EVENT_WORDS = {
  'news.published': 'company.event.news.published',
  'flash.published': 'company.event.flash.published',
  'application.assigned': 'company.event.application.assigned',
  'application.changed': 'company.event.application.changed',
  'question.assigned': 'company.event.question.assigned',
  'question.answered': 'company.event.question.answered',
  'key.expiring': 'company.event.key.expiring',
  ping: 'company.event.ping',
} as const satisfies Record<WebhookEvent | typeof PING, MessageKey>;

export const DELIVERY_WORDS = {
  waiting: 'company.delivery.waiting',
  sending: 'company.delivery.sending',
  delivered: 'company.delivery.delivered',
  failed: 'company.delivery.failed',
} as const satisfies Record<(typeof DELIVERY_STATES)[number], MessageKey>;

/** Why nobody but the site has switched a webhook off. */
export const OFF_WORDS = {
  gone: 'company.webhook.gone',
  failing: 'company.webhook.failing',
} as const satisfies Record<NonNullable<Webhook['offBecause']>, MessageKey>;

export const WEBHOOKS_WORDS = [
  ...MORE_WORDS,
  ...Object.values(EVENT_WORDS),
  ...Object.values(DELIVERY_WORDS),
  ...Object.values(OFF_WORDS),
  'account.change',
  'company.audit.kind',
  'company.audit.live',
  'company.audit.sandbox',
  'company.deliveries',
  'company.deliveries.about',
  'company.deliveries.all',
  'company.deliveries.none',
  'company.deliveries.show',
  'company.deliveries.state',
  'company.delivery.answer',
  'company.delivery.attempts',
  'company.delivery.body',
  'company.delivery.body.hide',
  'company.delivery.body.show',
  'company.delivery.id',
  'company.delivery.next',
  'company.delivery.retried',
  'company.delivery.retry',
  'company.delivery.tried',
  'company.since',
  'company.webhook.active',
  'company.webhook.add',
  'company.webhook.add.about',
  'company.webhook.add.action',
  'company.webhook.added',
  'company.webhook.events',
  'company.webhook.failingSince',
  'company.webhook.keys',
  'company.webhook.kind.live',
  'company.webhook.kind.sandbox',
  'company.webhook.kind.unconfirmed',
  'company.webhook.none',
  'company.webhook.off',
  'company.webhook.remove',
  'company.webhook.remove.question',
  'company.webhook.remove.yes',
  'company.webhook.removed',
  'company.webhook.saved',
  'company.webhook.switchOff',
  'company.webhook.switchOn',
  'company.webhook.switchedOff',
  'company.webhook.switchedOn',
  'company.webhook.test',
  'company.webhook.tested',
  'company.webhook.url',
  'company.webhook.url.hint',
  'company.webhook.verify',
  'company.webhook.verify.about',
  'company.webhook.verify.more',
  'route.companyWebhooks',
] as const satisfies readonly MessageKey[];

export type WebhooksProps = CompanyProps<(typeof WEBHOOKS_WORDS)[number]> & {
  /** Address of the page for developers */
  developersHref: string;
};
export type WebhooksPart = WebhooksProps & { inside: Inside };
