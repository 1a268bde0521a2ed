/** The permissions of companies as they are shipped, and what a member may do who holds two that exclude each other. */
import { describe, expect, it } from 'vitest';
import { excludesOf, permissionGroups, permissionOf, readPermissions } from '../../../src/catalogue/permissions.ts';
import { readYaml } from '../../../src/catalogue/yaml.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { decide, type Grant } from '../../../src/server/companies/permissions/decidePermission.ts';

const permissions = permissionGroups().flatMap((group) => group.permissions);
const pairs = permissions.flatMap(({ id, excludes }) =>
  excludes.filter((other) => id < other).map((other): [string, string] => [id, other]),
);

describe('the catalogue of permissions', () => {
  it('has the groups of a brokerage house, and at least 200 permissions', () => {
    expect(permissionGroups().map(({ id }) => id)).toEqual(
      'clients orders positions products fees documents research publishing reports api staff settings'.split(' '),
    );
    expect(permissions.length).toBeGreaterThanOrEqual(200);
    expect(new Set(permissions.map(({ checkedBy }) => checkedBy))).toEqual(new Set(['finger', 'partner']));
  });

  it('has names in every locale that tell the permissions apart, in the signs of its language', () => {
    for (const locale of LOCALE_IDS) {
      for (const { permissions: inside } of permissionGroups())
        expect(new Set(inside.map(({ names }) => names[locale])).size, locale).toBe(inside.length);
    }
    for (const { id, names, allows } of permissions) {
      for (const locale of ['ja', 'tw', 'cn'] as const)
        expect(names[locale] + allows[locale], `${id} ${locale}`).toMatch(/\p{Script=Han}|\p{Script=Katakana}/u);
      expect(names.tw + allows.tw, id).not.toMatch(/[账户权业务产资证银执营购额单对审录传发]/);
      expect(names.cn + allows.cn, id).not.toMatch(/[帳戶權業務產資證銀執營購額單對審錄傳發]/);
    }
  });

  it('excludes in both directions', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(25);
    for (const { id } of permissions) {
      for (const other of excludesOf(id)) expect(excludesOf(other), `${id} and ${other}`).toContain(id);
    }
    expect(excludesOf('orders.enter')).toContain('orders.approveException');
  });

  it.each(['', 'orders', 'constructor', '__proto__'])('knows no permission %j', (id) => {
    expect([permissionOf(id), excludesOf(id)]).toEqual([undefined, []]);
  });
});

describe('a member who holds two permissions that exclude each other', () => {
  const now = new Date('2026-11-23T00:00:00Z');
  const member = { id: 'ann', departments: ['desk', 'firm'], roles: ['dealer'], byRight: [] };
  const grant = (permission: string, subject: Grant['subject']): Grant => ({
    permission,
    subject,
    effect: 'allow',
    until: null,
  });

  it.each(pairs)('may do neither %s nor %s without an exception', (one, other) => {
    const grants = [grant(one, { kind: 'department', id: 'firm' }), grant(other, { kind: 'role', id: 'dealer' })];
    const exceptions = [{ member: 'ann', permissions: [other, one] as const, until: null }];
    const rules = { grants, excludes: excludesOf };
    for (const [wanted, conflict] of [
      [one, other],
      [other, one],
    ] as const) {
      const refused = decide(member, wanted, { ...rules, exceptions: [] }, now);
      expect([refused.allowed, refused.conflicts]).toEqual([false, [conflict]]);
      expect(decide(member, wanted, { ...rules, exceptions }, now).allowed).toBe(true);
      const alone = grants.filter(({ permission }) => permission === wanted);
      expect(decide(member, wanted, { ...rules, grants: alone, exceptions: [] }, now).allowed).toBe(true);
    }
  });
});

describe('a faulty catalogue', () => {
  const faultsOf = (yaml: string) => {
    const faults: string[] = [];
    readPermissions(readYaml(yaml), (line, what) => faults.push(`${line}: ${what}`));
    return faults;
  };
  const words = 'en-US: a, ja: b, tw: c, cn: d';

  it.each([
    ['', '1: the file is no list of groups'],
    ['- 3', '1: group number 1: is no group'],
    ['- { id: a, cn: }: ]', expect.stringMatching(/^1: cannot be read: .+/)],
    [`- { id: a, ${words}, permissions: 3 }`, '1: group a: permissions must be a list of permissions'],
    [`- { id: a, ${words}, permissions: [\n 3] }`, '2: permission number 1: is no permission'],
    [`[{ id: a, ${words}, permissions: [] },\n{ id: a, ${words}, permissions: [] }]`, '2: group a: a stands twice'],
  ])('is reported with its line: %j', (yaml, fault) => {
    expect(faultsOf(yaml)).toEqual([fault]);
  });
});
