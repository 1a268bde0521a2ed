import { STATE_WORDS } from '../../accounts/messageKeys.ts';
import type { AuditAction } from '../../contract/companies.ts';
import type { MessageKey } from '../../i18n/messages.ts';

/** What an entry says, with the parts of its detail that stand in the sentence. */
export const SENTENCES = {
  companyCreated: { words: 'company.audit.companyCreated', says: ['name'] },
  companyConfirmed: { words: 'company.audit.companyConfirmed', says: [] },
  companyUnconfirmed: { words: 'company.audit.companyUnconfirmed', says: [] },
  profileChanged: { words: 'company.audit.profileChanged', says: [] },
  registrationChanged: { words: 'company.audit.registrationChanged', says: [] },
  memberInvited: { words: 'company.audit.memberInvited', says: [] },
  invitationCancelled: { words: 'company.audit.invitationCancelled', says: [] },
  memberJoined: { words: 'company.audit.memberJoined', says: [] },
  memberLeft: { words: 'company.audit.memberLeft', says: [] },
  memberRemoved: { words: 'company.audit.memberRemoved', says: ['member'] },
  memberPlaced: { words: 'company.audit.memberPlaced', says: ['member'] },
  memberRolesChanged: { words: 'company.audit.memberRolesChanged', says: ['member'] },
  administratorMade: { words: 'company.audit.administratorMade', says: ['member'] },
  administratorUnmade: { words: 'company.audit.administratorUnmade', says: ['member'] },
  departmentAdded: { words: 'company.audit.departmentAdded', says: ['department'] },
  departmentChanged: { words: 'company.audit.departmentChanged', says: ['department'] },
  departmentClosed: { words: 'company.audit.departmentClosed', says: ['department'] },
  roleAdded: { words: 'company.audit.roleAdded', says: ['role'] },
  roleRenamed: { words: 'company.audit.roleRenamed', says: ['role'] },
  roleRemoved: { words: 'company.audit.roleRemoved', says: ['role'] },
  permissionAllowed: { words: 'company.audit.permissionAllowed', says: ['permission'] },
  permissionDenied: { words: 'company.audit.permissionDenied', says: ['permission'] },
  permissionCleared: { words: 'company.audit.permissionCleared', says: ['permission'] },
  exceptionGranted: { words: 'company.audit.exceptionGranted', says: ['member'] },
  exceptionEnded: { words: 'company.audit.exceptionEnded', says: ['member'] },
  keyMade: { words: 'company.audit.keyMade', says: ['key'] },
  keyRotated: { words: 'company.audit.keyRotated', says: ['key'] },
  keyChanged: { words: 'company.audit.keyChanged', says: ['key'] },
  keyRevoked: { words: 'company.audit.keyRevoked', says: ['key'] },
  webhookAdded: { words: 'company.audit.webhookAdded', says: [] },
  webhookChanged: { words: 'company.audit.webhookChanged', says: [] },
  webhookRemoved: { words: 'company.audit.webhookRemoved', says: [] },
  published: { words: 'company.audit.published', says: ['title'] },
  corrected: { words: 'company.audit.corrected', says: ['title'] },
  withdrawn: { words: 'company.audit.withdrawn', says: ['title'] },
  applicationAssigned: { words: 'company.audit.applicationAssigned', says: [] },
  applicationUnassigned: { words: 'company.audit.applicationUnassigned', says: [] },
  applicationHandled: { words: 'company.audit.applicationHandled', says: [] },
  applicationDecided: { words: 'company.audit.applicationDecided', says: [] },
  questionAssigned: { words: 'company.audit.questionAssigned', says: [] },
  questionUnassigned: { words: 'company.audit.questionUnassigned', says: [] },
  questionHandled: { words: 'company.audit.questionHandled', says: [] },
  questionAnswered: { words: 'company.audit.questionAnswered', says: [] },
} as const satisfies Record<AuditAction, { words: MessageKey; says: readonly string[] }>;

/** The names of other parts of the detail. A part without a name stands alone. */
export const DETAILS = {
  name: 'company.name',
  country: 'company.country',
  licence: 'company.licence',
  authority: 'company.authority',
  member: 'company.audit.member',
  department: 'company.department',
  parent: 'company.department.parent',
  before: 'company.audit.before',
  role: 'company.role',
  roles: 'company.roles',
  added: 'company.audit.added',
  removed: 'company.audit.removed',
  administrator: 'company.administrator.is',
  application: 'account.reference',
  question: 'account.reference',
  state: 'account.state',
  host: 'company.audit.host',
  events: 'company.audit.events',
  active: 'company.audit.active',
  kind: 'company.audit.kind',
  publication: 'company.audit.publication',
  networks: 'company.key.networks',
  perMinute: 'company.key.limit',
  hours: 'company.key.overlap',
  until: 'company.lastDay',
  reason: 'company.exception.reason',
} as const satisfies Record<string, MessageKey>;

/** The parts of the profile that a change names. */
export const PROFILE = {
  description: 'company.description',
  website: 'company.website',
  contact: 'company.contact',
} as const satisfies Record<string, MessageKey>;

/** Values that have words */
export const VALUES = {
  true: 'account.on',
  false: 'account.off',
  yes: 'account.on',
  live: 'company.audit.live',
  sandbox: 'company.audit.sandbox',
} as const satisfies Record<string, MessageKey>;

export const AUDIT_WORDS = [
  ...Object.values(VALUES),
  ...Object.values(SENTENCES).map(({ words }) => words),
  ...Object.values(DETAILS),
  ...Object.values(PROFILE),
  ...Object.values(STATE_WORDS).map(({ name }) => name),
  'company.audit.csv',
  'company.audit.csv.done',
  'company.audit.erased',
  'company.audit.key',
  'company.audit.none',
  'company.audit.part',
  'news.more',
  'route.companyAudit',
  'user.timesIn',
] as const satisfies readonly MessageKey[];
