import type { AuditAction } from '../../contract/companies.ts';
import type { MessageKey } from '../../i18n/messages.ts';

/** The part of the detail of an entry that stands in its sentence; entries without one are left out. */
export const IN_SENTENCE = {
  companyCreated: 'name',
  memberRemoved: 'member',
  memberPlaced: 'member',
  memberRolesChanged: 'member',
  administratorMade: 'member',
  administratorUnmade: 'member',
  departmentAdded: 'department',
  departmentChanged: 'department',
  departmentClosed: 'department',
  roleAdded: 'role',
  roleRenamed: 'role',
  roleRemoved: 'role',
  permissionAllowed: 'permission',
  permissionDenied: 'permission',
  permissionCleared: 'permission',
  exceptionGranted: 'member',
  exceptionEnded: 'member',
  keyMade: 'key',
  keyRotated: 'key',
  keyChanged: 'key',
  keyRevoked: 'key',
  published: 'title',
  corrected: 'title',
  withdrawn: 'title',
} as const satisfies Partial<Record<AuditAction, string>>;

/** The names of other parts of the detail. A part without a name stands alone. */
export const DETAILS = {
  name: 'company.fact.name',
  country: 'company.fact.country',
  licence: 'company.fact.licence',
  authority: 'company.fact.authority',
  member: 'company.audit.member',
  department: 'company.staff.department',
  parent: 'company.department.parent',
  before: 'company.audit.before',
  role: 'company.staff.role',
  roles: 'company.staff.roles',
  added: 'company.audit.added',
  removed: 'company.audit.removed',
  administrator: 'company.administrator',
  application: 'account.reference',
  question: 'account.reference',
  state: 'account.state',
  host: 'company.audit.host',
  events: 'company.audit.events',
  active: 'company.audit.active',
  kind: 'company.kind.label',
  publication: 'company.audit.publication',
  networks: 'company.key.networks',
  perMinute: 'company.key.limit',
  hours: 'company.key.overlap',
  until: 'company.lastDay',
  reason: 'company.exception.reason',
} as const satisfies Record<string, MessageKey>;

/** The parts of the profile that a change names. */
export const PROFILE = {
  description: 'company.fact.description',
  website: 'company.fact.website',
  contact: 'company.fact.contact',
} as const satisfies Record<string, MessageKey>;

/** Values that have words */
export const VALUES = {
  true: 'account.on',
  false: 'account.off',
  yes: 'account.on',
  live: 'company.kind.live',
  sandbox: 'company.kind.sandbox',
} as const satisfies Record<string, MessageKey>;
