/** Applications for tests: a valid one for each role, invalid ones, and the tables to check them with. */
// cspell:ignore مرحبا Abcdefg Ａbcdefg defg
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Tables } from '../../../src/forms/entries.ts';
import {
  ACCREDITED,
  companyOf,
  EMPLOYMENT,
  EXPERIENCE,
  FUNDS,
  GENDERS,
  HIGH_RISK,
  hasLicense,
  INCOME,
  keysOf,
  LICENSE_TYPES,
  NET_WORTH,
  NOTIFICATIONS,
  PRIVACY_PARTS,
  PRODUCTS,
  QUALIFIED,
  ROLES,
  type Role,
} from '../../../src/forms/lists.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';

export type Body = Record<string, unknown>;

export const VERSIONS = {
  privacy: '2026-11-21',
  terms: '2026-11-21',
  futures: '2026-11-21',
  options: '2026-11-21',
  forex: '2026-11-21',
};

/** AQ: no applications; TH: of age at 20. */
export const tables: Tables = {
  now: new Date('2026-11-21T15:00:00Z'),
  versionsOf: () => VERSIONS,
  jurisdictionOf: (code) => ({ applications: code !== 'AQ', ageOfMajority: code === 'TH' ? 20 : 18 }),
  dialCodeOf: (code) =>
    code === 'AQ' ? null : isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : undefined,
};

export const signature = (version = VERSIONS.forex) => ({
  name: 'Hana Sato',
  signedAt: '2026-11-21T14:58:00.000Z',
  version,
  locale: 'ja',
});

/** A valid application; `given` replaces its fields. */
export function applicationBody(role: Role = 'investor', given: Body = {}): Body {
  return {
    locale: 'ja',
    role,
    country: 'JP',
    city: 1850147,
    cityName: 'Tokyo',
    email: 'hana.sato@example.com',
    password: 'Abcdefg1',
    mobile: '+819012345678',
    brokerNumber: '',
    givenName: 'Hana',
    familyName: 'Sato',
    nickname: 'hana',
    birthDate: '1990-02-28',
    gender: 'FEMALE',
    address: { line1: '1-1 Chiyoda', line2: '', city: 'Chiyoda', region: 'Tokyo', postcode: '100-0001' },
    ...(companyOf(role) === 'required' && {
      company: { name: 'Sato Securities', registrationNumber: '0100-01', position: 'Director' },
    }),
    ...(hasLicense(role) && { licence: { type: 'LICENSE_ANALYST', number: 'A-123', authority: 'FSA', files: [] } }),
    ...(role === 'investor' && {
      trading: {
        products: ['stocks', 'forex'],
        highRisk: { forex: signature() },
        accreditedInvestor: 'none',
        qualifiedPurchaser: 'none',
        experience: 'EXPERIENCE_3Y_TO_5Y',
        income: 'INCOME_50K_TO_100K',
        netWorth: 'NET_WORTH_100K_TO_250K',
        employment: 'EMPLOYED_FULL_TIME',
        sourceOfFunds: ['FUNDS_SALARY'],
      },
    }),
    notifications: { ...NOTIFICATIONS },
    privacy: Object.fromEntries(PRIVACY_PARTS.map((part) => [part, 'private'])),
    agreements: { privacy: VERSIONS.privacy, terms: VERSIONS.terms },
    declaration: true,
    ...given,
  };
}

/** Answers as they are stored: each signature has the time at which the server received it. */
export const storedAnswers = (answers: object, at: Date | undefined): Body =>
  JSON.parse(JSON.stringify(answers, (name, value) => (name === 'signedAt' ? at?.toISOString() : value)));

/** Changes the value at a dotted path; undefined deletes it. */
export function withAt(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = copy;
  for (const name of names) {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
    at = at[name] as Body;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

/** Texts of visitors who try to break a form. */
export const HOSTILE: readonly string[] = [
  'x'.repeat(5_000),
  '\u0000',
  'a\u0000b',
  'Ann\u0007\u001b[31m',
  'line\r\nline',
  '\u202egnp.exe',
  'a\u2066b\u2069',
  '\u200f\u200e',
  '\ud800',
  '\u2028',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table applications; --",
  "Robert'); DELETE FROM account_audit;--",
  '{{7*7}}%s%n',
  '=HYPERLINK("https://example.com","x")',
  '@SUM(1+1)*cmd|',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'Z\u0351\u036b\u0343\u036a\u0302'.repeat(30),
  'مرحبا بك',
  '東京都千代田区',
  ' ',
  '',
  'NaN',
  'null',
  '٩٠١٢٣٤٥',
];

const ODD: readonly unknown[] = [
  null,
  undefined,
  0,
  -1,
  1.5,
  2 ** 40,
  Number.NaN,
  true,
  false,
  [],
  {},
  [null],
  ['a', 'a'],
];
const USUAL: readonly unknown[] = [
  ...ROLES,
  ...PRODUCTS,
  ...ACCREDITED,
  ...QUALIFIED,
  ...EMPLOYMENT,
  ...FUNDS,
  ...LICENSE_TYPES,
  ...GENDERS,
  ...LOCALE_IDS,
  ...keysOf(EXPERIENCE),
  ...keysOf(INCOME),
  ...keysOf(NET_WORTH),
  'public',
  'private',
  'JP',
  'US',
  'TH',
  'AQ',
  'XX',
  'jp',
  '2026-11-21',
  '2008-11-21',
  '2008-11-20',
  '2026-02-30',
  '1899-12-31',
  '1990-02-28',
  '2027-01-01',
  '090-1234-5678',
  '+44 (0)7400 123456',
  '0081 90 1234 5678',
  '12',
  'a@b.co',
  'A.b+c@Example.com',
  'a@b',
  'Abcdefg1',
  'abcdefgh',
  'Abc defg1',
  'Ａbcdefg1',
  signature(),
  signature('2026-01-01'),
  { none: true },
  { none: false },
];
const PATHS = [
  'locale',
  'role',
  'country',
  'city',
  'cityName',
  'email',
  'password',
  'mobile',
  'brokerNumber',
  'givenName',
  'familyName',
  'nickname',
  'birthDate',
  'gender',
  'address',
  'address.line1',
  'address.line2',
  'address.postcode',
  'company',
  'company.name',
  'company.position',
  'licence',
  'licence.none',
  'licence.type',
  'licence.number',
  'licence.authority',
  'licence.files',
  'trading',
  'trading.products',
  'trading.highRisk',
  'trading.highRisk.futures',
  'trading.highRisk.forex',
  'trading.highRisk.forex.name',
  'trading.highRisk.forex.signedAt',
  'trading.highRisk.forex.version',
  'trading.accreditedInvestor',
  'trading.qualifiedPurchaser',
  'trading.experience',
  'trading.income',
  'trading.netWorth',
  'trading.employment',
  'trading.sourceOfFunds',
  'notifications',
  'notifications.login',
  'privacy',
  'privacy.email',
  'agreements',
  'agreements.privacy',
  'agreements.terms',
  'declaration',
];
/** Fields into which anyone can type. */
export const TYPED = [
  'cityName',
  'email',
  'password',
  'mobile',
  'brokerNumber',
  'givenName',
  'familyName',
  'nickname',
  'birthDate',
  'address.line1',
  'address.line2',
  'address.city',
  'address.region',
  'address.postcode',
  'company.name',
  'licence.number',
  'trading.highRisk.forex.name',
];

/** An application with one to three answers replaced by hostile or odd values; next() returns numbers in [0, 1). */
export function oddApplication(next: () => number): Body {
  const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  let body = applicationBody(of(ROLES));
  if (next() < 0.3 && body.role === 'investor') {
    const products = PRODUCTS.filter(() => next() < 0.5);
    const signed = HIGH_RISK.filter((product) => (products as string[]).includes(product) !== next() < 0.1);
    body = withAt(body, 'trading.products', products);
    body = withAt(body, 'trading.highRisk', Object.fromEntries(signed.map((product) => [product, signature()])));
  }
  for (let changes = Math.floor(next() * 4); changes > 0; changes -= 1) {
    const kind = next();
    const value = kind < 0.4 ? of(HOSTILE) : kind < 0.6 ? of(ODD) : of(USUAL);
    body = withAt(body, of(PATHS), value);
  }
  return body;
}
