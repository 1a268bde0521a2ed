/** The words of the page of members. */
import type { MessageKey } from '../../i18n/messages.ts';
import type { CompanyProps } from './CompanyPage.tsx';
import { MORE_WORDS } from './more.tsx';
import { PLACEMENT_WORDS } from './parts.tsx';

export const MEMBERS_WORDS = [
  ...MORE_WORDS,
  ...PLACEMENT_WORDS,
  'account.change',
  'account.email',
  'company.administrator.is',
  'company.departments.all',
  'company.invite',
  'company.invite.about',
  'company.invite.action',
  'company.invite.language',
  'company.invite.language.hint',
  'company.invite.noMail',
  'company.invited',
  'company.invited.cancel',
  'company.invited.cancelled',
  'company.invited.none',
  'company.invited.until',
  'company.invited.waiting',
  'company.members.count',
  'company.members.none',
  'company.members.permissions',
  'company.members.remove',
  'company.members.remove.question',
  'company.members.remove.yes',
  'company.members.removed',
  'company.members.saved',
  'company.members.search',
  'company.members.search.action',
  'company.members.since',
  'company.members.you',
  'company.role',
  'company.roles.all',
  'route.companyMembers',
] as const satisfies readonly MessageKey[];

export type MembersProps = CompanyProps<(typeof MEMBERS_WORDS)[number]> & {
  /** Address of the page of permissions */
  permissionsHref: string;
};
