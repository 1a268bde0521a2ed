/** Topics of questions. */

/** What help articles and questions are about, in the order of the lists. `support.topic.<id>` is the name. */
export const ARTICLE_TOPICS = [
  'account',
  'security',
  'brokers',
  'costs',
  'money',
  'risk',
  'licences',
  'data',
  'language',
  'news',
  'api',
  'butler',
  'complaints',
  'fraud',
  'accessibility',
] as const;
export type ArticleTopic = (typeof ARTICLE_TOPICS)[number];

/** A question may also be about something else. */
export const TOPICS = [...ARTICLE_TOPICS, 'other'] as const;
export type Topic = (typeof TOPICS)[number];
