/**
 * The calls of a company's members, as they go over the wire. Bodies are in forms/companyForms.ts. Each needs the
 * token of a session in the header `token`. A company, and everything in it, is unknown (404) to all but its members;
 * what a member may not do gets 28006 and the permission that is missing.
 */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { callsBelow, instant } from './common.ts';

const call = /* @__PURE__ */ callsBelow('/api/web/company');
const ofCompany = /* @__PURE__ */ callsBelow('/api/web/company/{company}');

const until = v.nullable(instant);
const id = v.string();
const nothing = v.nullable(v.object({}));
const made = v.object({ id });

/** The permissions that every administrator has without a grant. The site checks each, and none excludes another one. */
export const BY_RIGHT = [
  'staff.viewMembers',
  'staff.inviteMembers',
  'staff.removeMembers',
  'staff.placeMembers',
  'staff.changeDepartments',
  'staff.changeRoles',
  'staff.assignRoles',
  'staff.viewPermissions',
  'staff.assignPermissions',
  'staff.grantExceptions',
  'staff.readAudit',
  'settings.editProfile',
  'settings.changeRegistration',
  'api.viewKeys',
  'api.createSandboxKeys',
  'api.createLiveKeys',
  'api.rotateKeys',
  'api.revokeKeys',
  'api.changeNetworks',
  'api.setLimits',
  'api.manageWebhooks',
  'api.viewDeliveries',
] as const;

const company = v.object({
  id,
  name: v.string(),
  /** ISO 3166-1 alpha-2 */
  country: v.string(),
  /** Number of the license and who issued it; '' if there is none */
  licence: v.string(),
  authority: v.string(),
  /** Whether the operator has confirmed name, country and license */
  confirmed: v.boolean(),
});
export type Company = v.InferOutput<typeof company>;

export const companiesData = v.object({
  companies: v.array(v.object({ ...company.entries, administrator: v.boolean(), members: v.number() })),
  /** To the user's address, not yet accepted */
  invitations: v.array(v.object({ id, company: v.string(), confirmed: v.boolean(), at: instant, expiresAt: instant })),
});
export type Companies = v.InferOutput<typeof companiesData>;
/** GET: the companies of the user. POST creates one; its first member is an administrator. */
export const companiesCall = /* @__PURE__ */ call('', companiesData);
export const companyMadeCall = /* @__PURE__ */ call('', made);
/** POST, with the token of the mail or the id of an invitation to the user's address. */
export const joinCall = /* @__PURE__ */ call('/join', made);

export const companyData = v.object({
  ...company.entries,
  description: v.string(),
  website: v.string(),
  contact: v.string(),
  createdAt: instant,
  me: v.object({
    member: id,
    administrator: v.boolean(),
    /** What Finger lets the member do: ids of content/permissions.yml */
    permissions: v.array(v.string()),
  }),
  /** Applications without a decision and questions without an answer that the member may read */
  waiting: v.object({ applications: v.number(), questions: v.number() }),
});
export type CompanyOverview = v.InferOutput<typeof companyData>;
/** GET; PUT changes description, website and contact. */
export const companyCall = /* @__PURE__ */ ofCompany('', companyData);
/** PUT of name, country and license, which the operator then confirms again. */
export const registrationCall = /* @__PURE__ */ ofCompany('/registration', companyData);

const department = v.object({ id, parent: v.nullable(id), name: v.string(), members: v.number() });
export const departmentsData = v.object({ departments: v.array(department) });
export type Department = v.InferOutput<typeof department>;
/** GET: all, parents first. POST adds one. */
export const departmentsCall = /* @__PURE__ */ ofCompany('/departments', departmentsData);
export const departmentMadeCall = /* @__PURE__ */ ofCompany('/departments', made);
/** PUT renames or moves it; DELETE closes it, if it is empty. */
export const departmentCall = /* @__PURE__ */ ofCompany('/departments/{id}', nothing);

const role = v.object({ id, name: v.string(), members: v.number() });
export const rolesData = v.object({ roles: v.array(role) });
export type CompanyRole = v.InferOutput<typeof role>;
/** GET and POST */
export const rolesCall = /* @__PURE__ */ ofCompany('/roles', rolesData);
export const roleMadeCall = /* @__PURE__ */ ofCompany('/roles', made);
/** PUT renames it, DELETE removes it with what it grants. */
export const roleCall = /* @__PURE__ */ ofCompany('/roles/{id}', nothing);

const member = v.object({
  id,
  nickname: v.string(),
  email: v.string(),
  department: v.nullable(id),
  roles: v.array(id),
  administrator: v.boolean(),
  joinedAt: instant,
});
export type CompanyMember = v.InferOutput<typeof member>;
export const membersData = v.object({
  members: v.array(member),
  /** For the next page; null if there is none */
  next: v.nullable(v.string()),
  total: v.number(),
});
export type Members = v.InferOutput<typeof membersData>;
/** GET, by nickname: `?search=` looks in nicknames and addresses, `?department=`, `?role=`, `?after=` the last `next`. */
export const membersCall = /* @__PURE__ */ ofCompany('/members', membersData);
/** PUT changes department, roles or administrator; DELETE ends the membership, one's own too. */
export const memberCall = /* @__PURE__ */ ofCompany('/members/{member}', nothing);

const invitation = v.object({
  id,
  email: v.string(),
  department: v.nullable(id),
  roles: v.array(id),
  administrator: v.boolean(),
  locale: v.picklist(LOCALE_IDS),
  at: instant,
  expiresAt: instant,
});
export type Invitation = v.InferOutput<typeof invitation>;
export const invitationsData = v.object({ invitations: v.array(invitation), mail: v.boolean() });
/** GET: those that wait, and whether mails are sent at all. POST invites by mail. */
export const invitationsCall = /* @__PURE__ */ ofCompany('/invitations', invitationsData);
export const invitationMadeCall = /* @__PURE__ */ ofCompany('/invitations', made);
/** DELETE cancels it. */
export const invitationCall = /* @__PURE__ */ ofCompany('/invitations/{id}', nothing);

export const SUBJECTS = ['department', 'role', 'member'] as const;
export const EFFECTS = ['allow', 'deny'] as const;
const subject = v.object({ kind: v.picklist(SUBJECTS), id });
const grant = v.object({
  id,
  subject,
  permission: v.string(),
  effect: v.picklist(EFFECTS),
  until,
  by: id,
  at: instant,
});
export type CompanyGrant = v.InferOutput<typeof grant>;
export const grantsData = v.object({ grants: v.array(grant) });
/** GET of one subject: `?kind=department&id=`, in force or over. POST grants, denies, or takes either back. */
export const grantsCall = /* @__PURE__ */ ofCompany('/grants', grantsData);
/** POST answers with the conflicts that it makes: members who then hold two permissions that exclude each other. */
export const grantMadeCall = /* @__PURE__ */ ofCompany(
  '/grants',
  v.object({ conflicts: v.array(v.object({ member: id, permission: v.string() })) }),
);

const reason = v.object({
  /** 'administrator': holds it by right */
  kind: v.picklist([...SUBJECTS, 'administrator']),
  /** The department's or role's name; '' otherwise */
  name: v.string(),
  effect: v.picklist(EFFECTS),
  until,
  /** Granted in a department above the member's own */
  inherited: v.boolean(),
});
export type PermissionReason = v.InferOutput<typeof reason>;
const decision = v.object({
  permission: v.string(),
  allowed: v.boolean(),
  reasons: v.array(reason),
  /** Permissions that the member holds too and that exclude this one */
  conflicts: v.array(v.string()),
});
export type PermissionDecision = v.InferOutput<typeof decision>;
const exception = v.object({
  id,
  permissions: v.tuple([v.string(), v.string()]),
  reason: v.string(),
  until,
  by: id,
  at: instant,
});
export const memberPermissionsData = v.object({
  /** Every permission that something grants, denies or gives by right; all others nobody has granted */
  decisions: v.array(decision),
  exceptions: v.array(exception),
});
export type MemberPermissions = v.InferOutput<typeof memberPermissionsData>;
/** GET: what a member may do, and why */
export const memberPermissionsCall = /* @__PURE__ */ ofCompany('/members/{member}/permissions', memberPermissionsData);
/** POST */
export const exceptionsCall = /* @__PURE__ */ ofCompany('/members/{member}/exceptions', made);
/** DELETE */
export const exceptionCall = /* @__PURE__ */ ofCompany('/exceptions/{id}', nothing);

/** Everything that the audit of a company tells. `<thing><what happened to it>`. */
export const AUDIT_ACTIONS = [
  'companyCreated',
  'companyConfirmed',
  'companyUnconfirmed',
  'profileChanged',
  'registrationChanged',
  'memberInvited',
  'invitationCancelled',
  'memberJoined',
  'memberLeft',
  'memberRemoved',
  'memberPlaced',
  'memberRolesChanged',
  'administratorMade',
  'administratorUnmade',
  'departmentAdded',
  'departmentChanged',
  'departmentClosed',
  'roleAdded',
  'roleRenamed',
  'roleRemoved',
  'permissionAllowed',
  'permissionDenied',
  'permissionCleared',
  'exceptionGranted',
  'exceptionEnded',
  'keyMade',
  'keyRotated',
  'keyChanged',
  'keyRevoked',
  'webhookAdded',
  'webhookChanged',
  'webhookRemoved',
  'published',
  'corrected',
  'withdrawn',
  'applicationAssigned',
  'applicationUnassigned',
  'applicationHandled',
  'applicationDecided',
  'questionAssigned',
  'questionUnassigned',
  'questionHandled',
  'questionAnswered',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
const entry = v.object({
  id,
  at: instant,
  /** 'member', 'key' or 'operator', and the name: a nickname, '' for a user who is erased; the name of a key; '' */
  by: v.object({ kind: v.picklist(['member', 'key', 'operator']), name: v.string() }),
  action: v.picklist(AUDIT_ACTIONS),
  /** Names and values, such as {department: 'Sales', parent: ''} */
  detail: v.record(v.string(), v.string()),
});
export type AuditEntry = v.InferOutput<typeof entry>;
export const auditData = v.object({ entries: v.array(entry), next: v.nullable(v.string()) });
/** GET, newest first: `?after=` the last `next`; `?format=csv` sends all of it as a file instead of the envelope. */
export const auditCall = /* @__PURE__ */ ofCompany('/audit', auditData);
