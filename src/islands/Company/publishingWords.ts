import { flashPublicationCall, newsPublicationCall } from '../../contract/companyPublishing.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { CompanyProps, Inside } from './CompanyPage.tsx';
import { MORE_WORDS } from './more.tsx';

/** What is published, by kind. */
export const KINDS = {
  news: { name: 'company.publishing.news', permission: 'publishing.publishNews', call: newsPublicationCall },
  flash: { name: 'company.publishing.flash', permission: 'publishing.publishFlash', call: flashPublicationCall },
} as const;

export const PUBLISHING_WORDS = [
  ...MORE_WORDS,
  'account.change',
  'company.audit.erased',
  'company.audit.kind',
  'company.audit.live',
  'company.audit.sandbox',
  'company.publishing.all',
  'company.publishing.by',
  'company.publishing.category',
  'company.publishing.correct.about',
  'company.publishing.correct.action',
  'company.publishing.corrected',
  'company.publishing.done',
  'company.publishing.flash',
  'company.publishing.language',
  'company.publishing.link',
  'company.publishing.list',
  'company.publishing.news',
  'company.publishing.none',
  'company.publishing.notPermitted',
  'company.publishing.publish',
  'company.publishing.publish.about',
  'company.publishing.publish.action',
  'company.publishing.revision',
  'company.publishing.summary',
  'company.publishing.symbols',
  'company.publishing.symbols.hint',
  'company.publishing.title',
  'company.publishing.unconfirmed',
  'company.publishing.unlicensed',
  'company.publishing.where',
  'company.publishing.withdraw',
  'company.publishing.withdraw.about',
  'company.publishing.withdraw.reason',
  'company.publishing.withdrawn',
  'company.publishing.withdrawn.now',
  'news.category.analysis',
  'news.category.company',
  'news.category.economy',
] as const satisfies readonly MessageKey[];

export type PublishingProps = CompanyProps<(typeof PUBLISHING_WORDS)[number]>;
export type PublishingPart = PublishingProps & { inside: Inside };
