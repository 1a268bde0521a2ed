import type { CompanyGrant } from '../../contract/companies.ts';
import type { PermissionList } from '../../contract/permissionList.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { Say } from '../Profile/parts.tsx';
import type { CompanyProps, Inside } from './CompanyPage.tsx';
import type { Staff } from './parts.tsx';

export const PERMISSIONS_WORDS = [
  'account.change',
  'company.department',
  'company.exception',
  'company.exception.about',
  'company.exception.action',
  'company.exception.end',
  'company.exception.end.question',
  'company.exception.end.yes',
  'company.exception.ended',
  'company.exception.granted',
  'company.exception.pair',
  'company.exception.pairs',
  'company.exception.reason',
  'company.exceptions',
  'company.grant.allow',
  'company.grant.allowed',
  'company.grant.clear',
  'company.grant.conflicts',
  'company.grant.denied',
  'company.grant.deny',
  'company.grant.deny.about',
  'company.grant.effect',
  'company.grant.excludes',
  'company.grant.finger',
  'company.grant.partner',
  'company.grant.over',
  'company.grant.save',
  'company.grant.saved',
  'company.grant.until',
  'company.lastDay',
  'company.lastDay.hint',
  'company.members.search',
  'company.members.search.action',
  'company.members.none',
  'company.permissions.found',
  'company.permissions.only',
  'company.permissions.only.none',
  'company.permissions.search',
  'company.role',
  'company.role.add',
  'company.role.add.action',
  'company.role.added',
  'company.role.members',
  'company.role.name',
  'company.role.remove',
  'company.role.remove.question',
  'company.role.remove.yes',
  'company.role.removed',
  'company.role.renamed',
  'company.roles',
  'company.roles.about',
  'company.roles.none',
  'company.subject',
  'company.subject.about',
  'company.subject.choose',
  'company.subject.department',
  'company.subject.member',
  'company.subject.own',
  'company.subject.own.about',
  'company.subject.role',
  'company.why.administrator',
  'company.why.allowed',
  'company.why.conflict',
  'company.why.department',
  'company.why.denied',
  'company.why.deniedDepartment',
  'company.why.deniedMember',
  'company.why.deniedRole',
  'company.why.inherited',
  'company.why.member',
  'company.why.nobody',
  'company.why.role',
] as const satisfies readonly MessageKey[];
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
export type Part = PermissionsProps & Staff & Wording & { inside: Inside; list: PermissionList };
