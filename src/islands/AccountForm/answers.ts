/** The answers between the form, the store that keeps them and the application that is sent. */

import { get, set } from 'react-hook-form';
import {
  AGREEMENTS,
  companyOf,
  HIGH_RISK,
  NOTIFICATIONS,
  PRIVACY_PARTS,
  ROLES,
  type Role,
  type Step,
} from '../../accounts/lists.ts';
import { isEastAsian } from '../../i18n/conventions.ts';
import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import type { Answers } from '../../stores/accountForm.ts';
import { FILES_ANSWER, type SentFile } from '../../stores/licenceFiles.ts';
import type { Values } from './context.ts';

const ADDRESS_PARTS = ['line1', 'line2', 'city', 'region', 'postcode'] as const;
export const COMPANY_PARTS = ['name', 'registrationNumber', 'position'] as const;
export const SIGNATURE_PARTS = ['name', 'version', 'signedAt', 'locale'] as const;

/** The parts of a name and of an address in the order in which they are written in a language. */
export const namesIn = (locale: Locale) =>
  isEastAsian(locale) ? (['familyName', 'givenName'] as const) : (['givenName', 'familyName'] as const);
export const addressIn = (locale: Locale): readonly (typeof ADDRESS_PARTS)[number][] =>
  isEastAsian(locale) ? ['postcode', 'region', 'city', 'line1', 'line2'] : ADDRESS_PARTS;

/** Every field that is kept, by its step; a password is of the page only. */
const FIELDS = {
  who: ['role', 'country', 'city', 'cityName'],
  login: ['email', 'mobile', 'brokerNumber'],
  about: [
    'givenName',
    'familyName',
    'nickname',
    'birthDate',
    'gender',
    ...ADDRESS_PARTS.map((part) => `address.${part}`),
    ...COMPANY_PARTS.map((part) => `company.${part}`),
    ...['none', 'type', 'number'].map((part) => `licence.${part}`),
    FILES_ANSWER,
  ],
  trading: [
    'trading.products',
    ...HIGH_RISK.flatMap((product) => [
      `own.opened.${product}`,
      `own.signing.${product}`,
      `trading.highRisk.${product}`,
    ]),
    ...[
      'accreditedInvestor',
      'qualifiedPurchaser',
      'experience',
      'employment',
      'income',
      'netWorth',
      'sourceOfFunds',
    ].map((part) => `trading.${part}`),
  ],
  notifications: [
    ...Object.keys(NOTIFICATIONS).map((name) => `notifications.${name}`),
    ...PRIVACY_PARTS.map((name) => `privacy.${name}`),
  ],
  check: [...AGREEMENTS.map((text) => `agreements.${text}`), 'declaration'],
} as const satisfies Record<Step, readonly string[]>;

const KEPT_FIELDS: readonly string[] = Object.values(FIELDS).flat();

/** The step that asks for a field, which may be a part of one. */
export function stepOf(field: string): Step {
  const [top = ''] = field.split('.');
  if (top === 'password' || top === 'confirmation') return 'login';
  const steps = Object.entries(FIELDS) as [Step, readonly string[]][];
  return steps.find(([, names]) => names.some((name) => name === top || name.startsWith(`${top}.`)))?.[0] ?? 'check';
}

/** The answers that the form begins with: what is kept, and what the toggles are at first. */
export function valuesOf(answers: Answers): Values {
  const values: Values = {
    role: '',
    country: '',
    city: null,
    cityName: '',
    password: '',
    confirmation: '',
    notifications: { ...NOTIFICATIONS },
    privacy: Object.fromEntries(PRIVACY_PARTS.map((name) => [name, 'private'])),
    trading: { products: [], sourceOfFunds: [], highRisk: {} },
  };
  for (const field of KEPT_FIELDS) {
    const answer = lookUp(answers, field);
    if (answer !== undefined && answer !== null) set(values, field, structuredClone(answer));
  }
  return values;
}

/** What is to be kept once a field has changed: its answer and those of its parts, null where it was taken back. */
export function changedAnswers(values: Values, name: string): Answers {
  const isOf = (field: string) => field === name || field.startsWith(`${name}.`) || name.startsWith(`${field}.`);
  return Object.fromEntries(KEPT_FIELDS.filter(isOf).map((field) => [field, get(values, field) ?? null]));
}

/** Fields whose answers in the form and in the store differ, with those of the store. */
export function differences(values: Values, answers: Answers): [string, unknown][] {
  const stored = valuesOf(answers);
  return KEPT_FIELDS.map((field): [string, unknown] => [field, get(stored, field)]).filter(
    ([field, value]) => JSON.stringify(get(values, field) ?? null) !== JSON.stringify(value ?? null),
  );
}

export const roleOf = (values: Values): Role | null => ROLES.find((role) => role === values.role) ?? null;

/** The answers as the shapes of src/accounts want them: without what this role is not asked. */
export function applicationOf(values: Values, locale: string): Values {
  const { own, confirmation, ...asked } = structuredClone(values);
  const { none, ...licence } = (asked.licence ?? {}) as Values;
  const files = (get({ own }, FILES_ANSWER) ?? []) as SentFile[];
  const isAnswered = none === true || none === false;
  const isInvestor = asked.role === 'investor';
  return {
    ...asked,
    locale,
    // What is missing in them is a fault of a field, and not of the whole, which no row of the page shows.
    address: asked.address ?? {},
    company: asked.company ?? (companyOf(roleOf(asked)) === 'required' ? {} : undefined),
    confirmation,
    brokerNumber: isInvestor ? asked.brokerNumber : undefined,
    licence: isAnswered ? (none ? { none } : { ...licence, files: files.map(({ id }) => id) }) : undefined,
  };
}
