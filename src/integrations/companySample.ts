/**
 * An example of a company, for the figures that show its pages. Names and grants are invented; what members may do is
 * decided as the server decides it.
 */

import { excludesOf, permissionGroups } from '../catalogue/permissions.ts';
import type { AuditEntry, Department, MemberPermissions } from '../contract/companies.ts';
import type { CompanyKey } from '../contract/companyKeys.ts';
import { PARTNER_CODES } from '../contract/errors.ts';
import { KEY_LIMITS } from '../forms/lists.ts';
import { byLocale, type Locale } from '../i18n/locales.ts';
import { type MessageKey, type Translate, translator } from '../i18n/messages.ts';
import { success } from '../server/answers.ts';
import { decide, type Grant, type Member } from '../server/companies/permissions/decidePermission.ts';
import { inWire } from '../server/companies/permissions/memberPermissions.ts';
import { virtualModule } from './virtualModule.ts';

const NOW = new Date('2026-11-02T09:00:00Z');
const YEAR_END = new Date('2027-01-01T00:00:00Z');

const DEPARTMENTS = [
  { id: 'trading', name: 'company.sample.trading', parent: null, members: 4 },
  { id: 'sales', name: 'company.sample.sales', parent: 'trading', members: 6 },
  { id: 'compliance', name: 'company.sample.compliance', parent: null, members: 2 },
  { id: 'operations', name: 'company.sample.operations', parent: null, members: 1 },
  { id: 'settlement', name: 'company.sample.settlement', parent: 'operations', members: 3 },
] as const satisfies readonly (Department & { name: MessageKey })[];

/** Of departments and roles */
const NAMES = new Map<string, MessageKey>([
  ...DEPARTMENTS.map(({ id, name }) => [id, name] as const),
  ['trainee', 'company.sample.trainee'],
]);

const MEMBERS = {
  trainee: { id: '93aa1c5be8f04d2671bd0e58', departments: ['sales', 'trading'], roles: ['trainee'], byRight: [] },
  dealer: { id: 'c7d10b64e2f95a3880be41d6', departments: ['trading'], roles: [], byRight: [] },
} satisfies Record<SampleMember, Member>;

const GRANTS: readonly Grant[] = [
  { subject: { kind: 'department', id: 'trading' }, permission: 'orders.enter', effect: 'allow', until: null },
  { subject: { kind: 'department', id: 'trading' }, permission: 'orders.cancel', effect: 'allow', until: null },
  { subject: { kind: 'department', id: 'sales' }, permission: 'orders.viewOwn', effect: 'allow', until: YEAR_END },
  { subject: { kind: 'role', id: 'trainee' }, permission: 'orders.enter', effect: 'deny', until: null },
  {
    subject: { kind: 'member', id: MEMBERS.dealer.id },
    permission: 'orders.approveException',
    effect: 'allow',
    until: YEAR_END,
  },
];
/** What a partner's system asks about the trainee */
const ASKED = ['orders.enter'];
const RULES = { grants: GRANTS, exceptions: [], excludes: excludesOf };
const ORDER = permissionGroups().flatMap(({ permissions }) => permissions.map(({ id }) => id));

/** The example in each language. */
export const makeCompanySample = (): Record<Locale, CompanySample> => byLocale(sampleIn);

function sampleIn(locale: Locale): CompanySample {
  const t = translator(locale);
  const nameOf = (id: string) => {
    const name = NAMES.get(id);
    if (!name) throw new Error(`The example has no name for '${id}'`);
    return t(name);
  };
  const decided = (member: Member, permission: string) =>
    inWire(permission, decide(member, permission, RULES, NOW), nameOf);
  const permissionsOf = (member: Member): MemberPermissions => ({
    decisions: ORDER.map((permission) => decided(member, permission)).filter(({ reasons }) => reasons.length > 0),
    exceptions: [],
  });
  const trainee = t('company.sample.trainee');
  const dealer = t('company.sample.dealer');
  const administrator = { kind: 'member', name: t('company.administrator') } as const;
  const editorial = { kind: 'key', name: t('company.sample.key') } as const;
  const events: Omit<AuditEntry, 'id'>[] = [
    {
      at: '2026-11-05T08:02:00.000Z',
      by: editorial,
      action: 'published',
      detail: { publication: '1', title: t('company.sample.title') },
    },
    {
      at: '2026-11-04T14:40:00.000Z',
      by: administrator,
      action: 'exceptionGranted',
      detail: {
        member: dealer,
        first: 'orders.approveException',
        second: 'orders.enter',
        reason: t('company.sample.reason'),
        until: YEAR_END.toISOString(),
      },
    },
    {
      at: '2026-11-02T09:12:00.000Z',
      by: administrator,
      action: 'permissionDenied',
      detail: { permission: 'orders.enter', role: trainee },
    },
    {
      at: '2026-11-02T09:10:00.000Z',
      by: administrator,
      action: 'permissionAllowed',
      detail: { permission: 'orders.enter', department: nameOf('trading') },
    },
    {
      at: '2026-11-02T09:05:00.000Z',
      by: administrator,
      action: 'departmentAdded',
      detail: { department: nameOf('sales'), parent: nameOf('trading') },
    },
  ];
  return {
    departments: DEPARTMENTS.map(({ name, ...department }) => ({ ...department, name: t(name) })),
    members: { trainee: permissionsOf(MEMBERS.trainee), dealer: permissionsOf(MEMBERS.dealer) },
    audit: events.map((event, index) => ({ id: String(events.length - index), ...event })),
    keys: keysOf(t),
    check: {
      request: { member: MEMBERS.trainee.id, permissions: ASKED },
      answer: success({
        member: MEMBERS.trainee.id,
        decisions: ASKED.map((permission) => decided(MEMBERS.trainee, permission)),
      }),
    },
  };
}

function keysOf(t: Translate): CompanyKey[] {
  const shared = {
    perMinute: KEY_LIMITS.perMinute,
    createdAt: '2026-11-02T09:30:00.000Z',
    expiresAt: YEAR_END.toISOString(),
    revokedAt: null,
    replaces: null,
    member: { id: 'd4e80f27a16b5c93827ef105', nickname: t('company.administrator') },
  };
  return [
    {
      id: '7c19e0b5d2f84a6693a1c40e',
      name: t('company.sample.key'),
      kind: 'live',
      ...shared,
      scopes: ['news.read', 'news.publish'],
      networks: ['198.51.100.0/24'],
      usedAt: '2026-11-05T08:02:00.000Z',
      refusals: [{ code: PARTNER_CODES.network.code, calls: 3 }],
    },
    {
      id: '5f0c2a9e4b7d1836ca20e4f1',
      name: t('company.sample.orders'),
      kind: 'sandbox',
      ...shared,
      scopes: ['reference.read', 'permissions.check'],
      networks: ['203.0.113.0/24'],
      usedAt: null,
      refusals: [],
    },
  ];
}

export const companySample = () => virtualModule('company-sample', makeCompanySample);
