/**
 * Whether a member of a company may do something, and why. Permissions are granted to or denied in departments, roles
 * and single members. What is granted to a department holds in all departments below it. A denial is stronger than any
 * grant. Two permissions that exclude each other are held together only with an exception that names the member.
 * What a member holds by right nothing takes away: of a pair, the other permission is the one that stays off.
 */

export type Subject =
  | { kind: 'department'; id: string }
  | { kind: 'role'; id: string }
  | { kind: 'member'; id: string };

export interface Grant {
  subject: Subject;
  /** Id of content/permissions.yml */
  permission: string;
  effect: 'allow' | 'deny';
  /** From this moment on it counts no more; null: it has no end */
  until: Date | null;
}

export interface Member {
  id: string;
  /** From the member's own department up to the root; empty if the member is in none */
  departments: readonly string[];
  roles: readonly string[];
  /** Permissions that an administrator holds without a grant; empty for others */
  byRight: readonly string[];
}

/** Allows a member two permissions that exclude each other. */
export interface Exception {
  member: string;
  permissions: readonly [string, string];
  until: Date | null;
}

/** A grant that concerns a member. `inherited`: it was made in a department above the member's own. */
interface Reason {
  grant: Grant;
  inherited: boolean;
}

export interface Decision {
  allowed: boolean;
  byRight: boolean;
  /** Denials first, then grants; both from the member outwards */
  reasons: Reason[];
  /** Permissions that the member holds too, that exclude this one, and for which there is no exception */
  conflicts: string[];
}

export interface PermissionRules {
  grants: readonly Grant[];
  exceptions: readonly Exception[];
  /** Permissions that exclude each other: of a pair, each names the other */
  excludes: (permission: string) => readonly string[];
}

const isOver = (until: Date | null, now: Date) => until !== null && until <= now;

/** The grants of a permission that concern a member, those in force only. */
function reasonsOf(member: Member, permission: string, grants: readonly Grant[], now: Date): Reason[] {
  const found = grants.flatMap((grant): (Reason & { distance: number })[] => {
    if (grant.permission !== permission || isOver(grant.until, now)) return [];
    const distance = distanceOf(member, grant.subject);
    return distance === null ? [] : [{ grant, inherited: distance > 2, distance }];
  });
  const rank = ({ grant, distance }: (typeof found)[number]) => (grant.effect === 'deny' ? 0 : 1_000_000) + distance;
  return found.sort((a, b) => rank(a) - rank(b)).map(({ grant, inherited }) => ({ grant, inherited }));
}

/** 0 for the member, 1 for a role, 2 for the own department, more for those above; null if it does not concern them. */
function distanceOf({ id, roles, departments }: Member, subject: Subject): number | null {
  if (subject.kind === 'member') return subject.id === id ? 0 : null;
  if (subject.kind === 'role') return roles.includes(subject.id) ? 1 : null;
  const place = departments.indexOf(subject.id);
  return place < 0 ? null : 2 + place;
}

/** True if something allows it and nothing denies it. */
const holds = (reasons: readonly Reason[]) => reasons.length > 0 && reasons[0]?.grant.effect === 'allow';

/** Decides whether a member may use a permission at a moment. */
export function decide(
  member: Member,
  permission: string,
  { grants, exceptions, excludes }: PermissionRules,
  now: Date,
): Decision {
  const isByRight = (name: string) => member.byRight.includes(name);
  const reasons = reasonsOf(member, permission, grants, now);
  const isExcepted = (other: string) =>
    exceptions.some(
      (exception) =>
        exception.member === member.id &&
        !isOver(exception.until, now) &&
        exception.permissions.includes(permission) &&
        exception.permissions.includes(other),
    );
  const conflicts = excludes(permission).filter(
    (other) => (isByRight(other) || holds(reasonsOf(member, other, grants, now))) && !isExcepted(other),
  );
  const byRight = isByRight(permission);
  return { allowed: byRight || (holds(reasons) && conflicts.length === 0), byRight, reasons, conflicts };
}
