/** The names of topics. */
import type { Topic } from '../../forms/lists.ts';
import type { MessageKey } from '../../i18n/messages.ts';

export const TOPIC_WORDS = {
  account: 'support.topic.account',
  security: 'support.topic.security',
  brokers: 'support.topic.brokers',
  costs: 'support.topic.costs',
  money: 'support.topic.money',
  risk: 'support.topic.risk',
  licences: 'support.topic.licences',
  data: 'support.topic.data',
  language: 'support.topic.language',
  news: 'support.topic.news',
  api: 'support.topic.api',
  butler: 'support.topic.butler',
  complaints: 'support.topic.complaints',
  fraud: 'support.topic.fraud',
  accessibility: 'support.topic.accessibility',
  advertising: 'support.topic.advertising',
  other: 'support.topic.other',
} as const satisfies Record<Topic, MessageKey>;
