/** Decisions on permissions: by example, and as properties of random companies. */
import { describe, expect, it } from 'vitest';
import {
  decide,
  type Exception,
  type Grant,
  type Member,
  type Subject,
} from '../../../../src/server/companies/permissions/decidePermission.ts';

const NOW = new Date('2026-11-23T00:00:00Z');
const member: Member = { id: 'ann', departments: ['desk', 'sales', 'firm'], roles: ['trainee'], byRight: [] };
const grant = (subject: Subject, effect: Grant['effect'] = 'allow', until: Date | null = null): Grant => ({
  subject,
  permission: 'orders.enter',
  effect,
  until,
});
const department = (id: string): Subject => ({ kind: 'department', id });
const role = (id: string): Subject => ({ kind: 'role', id });
const NONE = { exceptions: [], excludes: () => [] };
const may = (grants: Grant[], rules = {}) => decide(member, 'orders.enter', { grants, ...NONE, ...rules }, NOW);

describe('by example', () => {
  it('nothing is allowed that nobody has granted', () => {
    expect(may([])).toEqual({ allowed: false, byRight: false, reasons: [], conflicts: [] });
    expect(may([grant(department('other')), grant(role('dealer')), grant({ kind: 'member', id: 'bob' })]).allowed).toBe(
      false,
    );
  });

  it('a grant to a department holds below it, and says that it is inherited', () => {
    const { allowed, reasons } = may([grant(department('sales')), grant(department('desk'))]);
    expect(allowed).toBe(true);
    expect(reasons.map(({ grant: { subject }, inherited }) => [subject.id, inherited])).toEqual([
      ['desk', false],
      ['sales', true],
    ]);
  });

  it('a denial is stronger than any grant, and named first', () => {
    const { allowed, reasons } = may([grant({ kind: 'member', id: 'ann' }), grant(role('trainee'), 'deny')]);
    expect(allowed).toBe(false);
    expect(reasons[0]?.grant.effect).toBe('deny');
  });

  it('a grant ends at its moment', () => {
    expect(may([grant(role('trainee'), 'allow', new Date(NOW.getTime() + 1))]).allowed).toBe(true);
    expect(may([grant(role('trainee'), 'allow', NOW)]).allowed).toBe(false);
    expect(may([grant(role('trainee')), grant(department('firm'), 'deny', NOW)]).allowed).toBe(true);
  });

  it('of two permissions that exclude each other neither is usable without an exception for the member', () => {
    const both = [grant(role('trainee')), { ...grant(department('firm')), permission: 'orders.approve' }];
    const excludes = (one: string) => (one === 'orders.enter' ? ['orders.approve'] : ['orders.enter']);
    const exception = (of: Partial<Exception>): Exception => ({
      member: 'ann',
      permissions: ['orders.approve', 'orders.enter'],
      until: null,
      ...of,
    });
    expect(may(both, { excludes })).toMatchObject({ allowed: false, conflicts: ['orders.approve'] });
    expect(decide(member, 'orders.approve', { grants: both, exceptions: [], excludes }, NOW).allowed).toBe(false);
    expect(may(both, { excludes, exceptions: [exception({})] }).allowed).toBe(true);
    for (const wrong of [{ member: 'bob' }, { until: NOW }]) {
      expect(may(both, { excludes, exceptions: [exception(wrong)] }).allowed).toBe(false);
    }
  });

  it('what is held by right nothing denies, and what excludes it stays off', () => {
    const right = { ...member, byRight: ['orders.enter'] };
    const excludes = (one: string) => (one === 'orders.enter' ? ['orders.approve'] : ['orders.enter']);
    const grants = [grant(role('trainee'), 'deny'), { ...grant(department('firm')), permission: 'orders.approve' }];
    const rules = { grants, exceptions: [], excludes };
    expect(decide(right, 'orders.enter', rules, NOW)).toMatchObject({ allowed: true, byRight: true });
    expect(decide(right, 'orders.approve', rules, NOW)).toMatchObject({ allowed: false, conflicts: ['orders.enter'] });
  });
});

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Company {
  members: Member[];
  grants: Grant[];
  parents: Map<string, string | null>;
}

function company(seed: number): Company {
  const next = random(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const parents = new Map<string, string | null>([['d0', null]]);
  for (let number = 1; number < 12; number += 1) parents.set(`d${number}`, pick([...parents.keys()]));
  const pathOf = (id: string): string[] => {
    const parent = parents.get(id);
    return [id, ...(parent ? pathOf(parent) : [])];
  };
  const roles = ['r0', 'r1', 'r2'];
  const members = Array.from({ length: 8 }, (_, number) => ({
    id: `m${number}`,
    departments: next() < 0.1 ? [] : pathOf(pick([...parents.keys()])),
    roles: roles.filter(() => next() < 0.4),
    byRight: [],
  }));
  const subjects: Subject[] = [
    ...[...parents.keys()].map(department),
    ...roles.map(role),
    ...members.map(({ id }): Subject => ({ kind: 'member', id })),
  ];
  const grants = Array.from({ length: 14 }, () => grant(pick(subjects), next() < 0.75 ? 'allow' : 'deny'));
  return { members, grants, parents };
}

describe.each(Array.from({ length: 200 }, (_, seed) => seed))('random company %i', (seed) => {
  const { members, grants, parents } = company(seed);
  const allowed = (one: Member, given: readonly Grant[]) =>
    decide(one, 'orders.enter', { grants: given, ...NONE }, NOW).allowed;

  it('keeps the properties of permissions', () => {
    for (const one of members) {
      const before = allowed(one, grants);
      // The order of grants does not matter.
      expect(allowed(one, grants.toReversed())).toBe(before);
      // A further grant takes nothing away, a further denial gives nothing.
      for (const id of parents.keys()) {
        if (before) expect(allowed(one, [...grants, grant(department(id))])).toBe(true);
        else expect(allowed(one, [...grants, grant(department(id), 'deny')])).toBe(false);
      }
      // Who is in a department below may not do less than its grants say, if nothing is denied.
      const onlyAllowed = grants.filter(({ effect }) => effect === 'allow');
      const above = { ...one, departments: one.departments.slice(1) };
      if (allowed(above, onlyAllowed)) expect(allowed(one, onlyAllowed)).toBe(true);
      // A denial at the root leaves nobody of the tree anything.
      if (one.departments.length > 0) expect(allowed(one, [...grants, grant(department('d0'), 'deny')])).toBe(false);
      // The reasons alone lead to the same decision.
      const { reasons } = decide(one, 'orders.enter', { grants, ...NONE }, NOW);
      expect(
        allowed(
          one,
          reasons.map((reason) => reason.grant),
        ),
      ).toBe(before);
    }
  });
});
