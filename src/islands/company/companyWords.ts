/** The words that the pages of a company get, by the patterns of their keys, and what their parts share. */

import type { CompanyGrant } from '../../contract/companies.ts';
import type { PermissionList } from '../../contract/permissionList.ts';
import type { KeyPattern } from '../../i18n/messages.ts';
import type { Say } from '../profile/parts.tsx';
import type { CompanyProps, PanelProps } from './CompanyPage.tsx';
import type { KeyPair } from './keyPair.ts';
import type { Staff } from './parts.tsx';

export const COMPANY_WORDS = [
  'account.change',
  'account.choose',
  'account.listLoading',
  'account.notGiven',
  'company.fact.*',
  'company.overview.*',
  'company.since',
] as const;
export type CompanyPageProps = CompanyProps<(typeof COMPANY_WORDS)[number]>;

export const MEMBERS_WORDS = [
  'account.change',
  'account.email',
  'company.administrator',
  'company.memberCount',
  'company.members.*',
  'company.search.*',
  'company.staff.*',
  'news.more',
  'route.companyMembers',
] as const;
export type MembersProps = CompanyProps<(typeof MEMBERS_WORDS)[number]>;

export const DEPARTMENTS_WORDS = ['account.change', 'company.department*', 'company.memberCount'] as const;

export const PERMISSIONS_WORDS = [
  'account.change',
  'company.exception*',
  'company.grant.*',
  'company.lastDay*',
  'company.permissions.*',
  'company.role*',
  'company.search.*',
  'company.staff.*',
  'company.subject*',
  'company.why.*',
] as const;
export type PermissionWord = (typeof PERMISSIONS_WORDS)[number];

export type PermissionsProps = CompanyProps<PermissionWord> & {
  /** Address of the catalogue in the language of the page */
  catalogue: string;
};

/** Whose permissions are shown. */
export type Subject = CompanyGrant['subject'] & { name: string };

/** How permissions, and what is decided on them, are put into words. */
export interface Wording {
  /** The name of a permission */
  nameOf: (permission: string) => string;
  lang: string;
  /** The zone of days, if it is not the visitor's */
  zone?: string;
  say: Say<PermissionWord | 'relogin.cancel'>;
}

/** What every part of the page gets. */
export type PermissionsPanelProps = PanelProps<PermissionsProps & Staff & Wording & { list: PermissionList }>;

export const KEYS_WORDS = [
  'account.change',
  'company.audit.erased',
  'company.audit.part',
  'company.key.*',
  'company.kind.*',
  'company.lastDay*',
  'company.scope.*',
  'company.since',
  'route.companyKeys',
] as const;
export type KeysProps = CompanyProps<(typeof KEYS_WORDS)[number]> & {
  /** Why calls are refused, by code */
  refusals: Readonly<Record<string, string>>;
};

/** A key that has just been made. `pair` if the browser has made it: its private part is shown once. */
export interface MadeKey {
  id: string;
  name: string;
  pair: KeyPair | null;
  /** What has happened */
  announcement: string;
}

export type KeysPanelProps = PanelProps<KeysProps> & {
  /** Whether the browser can make a pair; null until that is known */
  canMake: boolean | null;
  onMade: (made: MadeKey) => void;
};

export const WEBHOOKS_WORDS = [
  'account.change',
  'company.deliver*',
  'company.event.*',
  'company.kind.*',
  'company.since',
  'company.webhook.*',
  'news.more',
  'route.companyWebhooks',
] as const;
export type WebhooksProps = CompanyProps<(typeof WEBHOOKS_WORDS)[number]> & {
  /** Address of the page for developers */
  developersHref: string;
};

/** Of what is assigned to a company */
export const WORK_WORDS = [
  'account.notGiven',
  'account.reference',
  'account.state',
  'company.search.*',
  'company.work.*',
  'news.more',
] as const;
export const QUESTIONS_WORDS = [
  ...WORK_WORDS,
  'company.answer*',
  'company.question*',
  'route.companyQuestions',
  'thread.answer',
] as const;
export type WorkProps<K extends KeyPattern> = CompanyProps<(typeof WORK_WORDS)[number] | K>;
/** What the parts of both pages need. */
export type WorkFrame = WorkProps<never>;
export type QuestionsProps = WorkProps<(typeof QUESTIONS_WORDS)[number]> & {
  /** The names of topics */
  topics: Readonly<Record<string, string>>;
};

export const PUBLISHING_WORDS = [
  'license.*',
  'account.change',
  'company.audit.erased',
  'company.kind.*',
  'company.publishing.*',
  'news.category.analysis',
  'news.category.company',
  'news.category.economy',
  'news.more',
] as const;
export type PublishingProps = CompanyProps<(typeof PUBLISHING_WORDS)[number]> & {
  /** Names of the types of licenses */
  licenses: Readonly<Record<string, string>>;
};

export const AUDIT_WORDS = [
  'account.off',
  'account.on',
  'account.reference',
  'account.state',
  'account.state.*',
  'company.administrator',
  'company.audit.*',
  'company.department.parent',
  'company.exception.reason',
  'company.fact.*',
  'company.key.limit',
  'company.key.networks',
  'company.key.overlap',
  'company.kind.*',
  'company.lastDay',
  'company.staff.*',
  'news.more',
  'route.companyAudit',
  'user.timesIn',
] as const;
