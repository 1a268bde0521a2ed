/** The example of a company: what the calls of a company would answer, decided as the server decides. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { excludesOf, permissionOf } from '../../../src/catalogue/permissions.ts';
import { envelopeOf } from '../../../src/contract/all.ts';
import { auditData, departmentsData, memberPermissionsData } from '../../../src/contract/companies.ts';
import { keysData } from '../../../src/contract/companyKeys.ts';
import { permissionCheckBody, permissionCheckData } from '../../../src/contract/partner.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { makeCompanySample } from '../../../src/integrations/companySample.ts';

const sample = makeCompanySample();

describe.each(LOCALE_IDS)('the example in %s', (locale) => {
  const { departments, members, audit, keys, check } = sample[locale];
  const t = translator(locale);
  const decisionOf = (member: SampleMember, permission: string) =>
    members[member].decisions.find((one) => one.permission === permission);

  it('has the shapes of the calls, and permissions of the catalogue', () => {
    v.parse(v.strictObject(departmentsData.entries), { departments });
    v.parse(v.strictObject(auditData.entries), { entries: audit, next: null });
    for (const permissions of Object.values(members)) {
      v.parse(v.strictObject(memberPermissionsData.entries), permissions);
      for (const { permission } of permissions.decisions) expect(permissionOf(permission), permission).toBeDefined();
    }
    v.parse(v.strictObject(keysData.entries), { keys });
    v.parse(permissionCheckBody, check.request);
    v.parse(envelopeOf(v.strictObject(permissionCheckData.entries)), check.answer);
    const named = audit.flatMap(({ detail: { permission, first, second } }) => [permission, first, second]);
    for (const id of named) if (id !== undefined) expect(permissionOf(id), id).toBeDefined();
    const ids = new Set(departments.map(({ id }) => id));
    for (const { parent } of departments) expect(parent === null || ids.has(parent)).toBe(true);
  });

  it('shows a grant that ends, one that is inherited, and a denial that is stronger', () => {
    const ends = decisionOf('trainee', 'orders.viewOwn');
    expect(ends).toMatchObject({ allowed: true, reasons: [{ inherited: false, until: expect.any(String) }] });
    const cancels = decisionOf('trainee', 'orders.cancel');
    expect(cancels).toMatchObject({ allowed: true, reasons: [{ kind: 'department', inherited: true }] });
    expect(decisionOf('trainee', 'orders.enter')).toMatchObject({
      allowed: false,
      reasons: [
        { kind: 'role', effect: 'deny', name: t('company.sample.trainee') },
        { kind: 'department', effect: 'allow', name: t('company.sample.trading'), inherited: true },
      ],
    });
  });

  it('shows two permissions that exclude each other, so that neither takes effect', () => {
    const [one, other] = ['orders.enter', 'orders.approveException'] as const;
    expect(excludesOf(one)).toContain(other);
    expect(decisionOf('dealer', one)).toMatchObject({ allowed: false, conflicts: [other] });
    expect(decisionOf('dealer', other)).toMatchObject({ allowed: false, conflicts: [one] });
  });

  it('has an audit that tells of it, the latest first', () => {
    const times = audit.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(audit.map(({ action }) => action)).toContain('exceptionGranted');
  });
});
