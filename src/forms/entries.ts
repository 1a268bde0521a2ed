/**
 * The rules for each answer of an application. A rule may depend on other answers (role, country, products), so
 * the shapes are built for the current answers.
 */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { dayOfSending, isDay, yearsBetween } from './days.ts';
import { saying } from './faults.ts';
import {
  choice,
  choiceIf,
  choices,
  current,
  email,
  fields,
  flag,
  leftOut,
  optionalText,
  password,
  signature,
  text,
} from './fields.ts';
import type { Jurisdiction } from './jurisdiction.ts';
import {
  ACCREDITED,
  companyOf,
  GENDERS,
  HIGH_RISK,
  type HighRisk,
  hasLicense,
  keysOf,
  LICENSE_TYPES,
  NOTIFICATIONS,
  PRIVACY_CHOICES,
  PRIVACY_PARTS,
  PRODUCTS,
  QUALIFIED,
  ROLES,
  type Role,
  type Versions,
} from './lists.ts';
import { MEANS } from './means.ts';
import { E164, normalizeMobile } from './mobile.ts';
import { REFERRAL } from './referral.ts';

/** What the rules need besides the answers. */
export interface Tables {
  now: Date;
  /** As the pages of a locale show the texts; those of en-US if it is not a locale */
  versionsOf(locale: string): Versions;
  jurisdictionOf(country: string): Pick<Jurisdiction, 'applications' | 'ageOfMajority'>;
  /** True if the applicant is logged in: address and password are then those of the account */
  hasAccount?: boolean;
  /** Of a country, such as '+81'; null if it has none; undefined if there is no such country */
  dialCodeOf(country: string): string | null | undefined;
}

/** Most license files per application. */
export const MOST_LICENSE_FILES = 5;

/** The answers that decide which rules apply to others. The input may be anything. */
export interface Deciding {
  locale: string;
  role: Role | null;
  country: string;
  hasCity: boolean;
  products: readonly unknown[];
  /** The language in which the disclosure of a product was read */
  signedIn(product: HighRisk): string;
  /** Whose name the signatures must have; undefined as long as it is at fault itself */
  signer: { givenName: string; familyName: string } | undefined;
}

type Unknown = Record<string, unknown>;
const objectOf = (value: unknown): Unknown => (typeof value === 'object' && value !== null ? (value as Unknown) : {});

const SIGNER = v.object({ givenName: text(100, 'givenNameEmpty'), familyName: text(100, 'familyNameEmpty') });

export function decidingOf(values: unknown): Deciding {
  const { locale, role, country, city, trading, givenName, familyName } = objectOf(values);
  const { products, highRisk } = objectOf(trading);
  const signer = v.safeParse(SIGNER, { givenName, familyName });
  return {
    locale: String(locale),
    role: ROLES.find((item) => item === role) ?? null,
    country: typeof country === 'string' ? country : '',
    hasCity: city !== null,
    products: Array.isArray(products) ? products : [],
    signer: signer.success ? signer.output : undefined,
    signedIn: (product) => String(objectOf(objectOf(highRisk)[product]).locale),
  };
}

const company = (isRequired: boolean) =>
  fields(
    {
      name: isRequired ? text(200, 'companyEmpty') : optionalText(200),
      registrationNumber: optionalText(50),
      position: optionalText(100),
    },
    'companyEmpty',
  );

const noLicense = v.object({ none: v.literal(true) });
const someLicense = fields(
  {
    type: choice(LICENSE_TYPES, 'licenceTypeEmpty'),
    number: text(50, 'licenceNumberEmpty'),
    authority: text(200, 'licenceAuthorityEmpty'),
    files: v.optional(
      v.pipe(
        v.array(
          v.pipe(v.string('licenceFileGone'), v.regex(/^[\w.~:/?=&%-]{1,200}$/, 'licenceFileGone')),
          'licenceFiles',
        ),
        v.maxLength(MOST_LICENSE_FILES, saying('licenceFiles', MOST_LICENSE_FILES)),
        v.check((ids) => new Set(ids).size === ids.length, saying('licenceFiles', MOST_LICENSE_FILES)),
      ),
      [],
    ),
  },
  'licenceEmpty',
);
type License = v.GenericSchema<unknown, v.InferOutput<typeof noLicense> | v.InferOutput<typeof someLicense>>;
/** Lazy, since each of the two has its own fields, which faults must refer to. */
const licence: License = v.lazy((input): License => (objectOf(input).none === true ? noLicense : someLicense));

const tradingShape = ({ products, signedIn, signer }: Deciding, { versionsOf }: Tables) => {
  const signed = (product: HighRisk) =>
    products.includes(product)
      ? signature(versionsOf(signedIn(product))[product], signer)
      : v.optional(
          v.pipe(
            v.null('signatureWithoutProduct'),
            v.transform(() => undefined),
          ),
        );
  const signatures = fields(
    { futures: signed('futures'), options: signed('options'), forex: signed('forex') },
    'signatureMissing',
  );
  const isHighRisk = HIGH_RISK.some((product) => products.includes(product));
  return fields(
    {
      products: choices(PRODUCTS, 'productsEmpty'),
      highRisk: isHighRisk ? signatures : v.optional(signatures),
      accreditedInvestor: choiceIf(isHighRisk, ACCREDITED, 'accreditedEmpty'),
      qualifiedPurchaser: choiceIf(isHighRisk, QUALIFIED, 'qualifiedEmpty'),
      ...MEANS,
    },
    'productsEmpty',
  );
};

/** The shapes of the answers by name, in the order in which they are sent. */
export function entriesOf(values: unknown, tables: Tables) {
  const deciding = decidingOf(values);
  const { locale, role, country, hasCity } = deciding;
  const { now, hasAccount, dialCodeOf, jurisdictionOf, versionsOf } = tables;
  const today = dayOfSending(now);
  const { ageOfMajority } = jurisdictionOf(country);
  const asked = companyOf(role);
  return {
    locale: choice(LOCALE_IDS, 'choiceUnknown'),
    role: choice(ROLES, 'roleEmpty'),
    country: v.pipe(
      v.string('countryEmpty'),
      v.nonEmpty('countryEmpty'),
      v.regex(/^[A-Z]{2}$/, 'choiceUnknown'),
      v.check(() => dialCodeOf(country) !== undefined, 'choiceUnknown'),
      v.check(() => jurisdictionOf(country).applications, 'countryClosed'),
    ),
    /** GeoNames id; null if the city is not in the list */
    city: v.nullable(
      v.pipe(
        v.number('cityEmpty'),
        v.integer('choiceUnknown'),
        v.minValue(1, 'choiceUnknown'),
        v.maxValue(2 ** 31 - 1, 'choiceUnknown'),
      ),
    ),
    cityName: hasCity ? optionalText(100) : text(100, 'cityEmpty'),
    email: hasAccount ? leftOut() : email,
    password: hasAccount ? leftOut() : password,
    mobile: v.pipe(
      v.string('mobileEmpty'),
      v.trim(),
      v.nonEmpty('mobileEmpty'),
      v.maxLength(40, 'mobileFormat'),
      v.transform((input) => normalizeMobile(input, dialCodeOf(country) ?? null) ?? ''),
      v.regex(E164, 'mobileFormat'),
    ),
    brokerNumber: optionalText(50),
    givenName: text(100, 'givenNameEmpty'),
    familyName: text(100, 'familyNameEmpty'),
    nickname: text(40, 'nicknameEmpty'),
    birthDate: v.pipe(
      v.string('birthDateEmpty'),
      v.trim(),
      v.nonEmpty('birthDateEmpty'),
      v.check(isDay, 'birthDateFormat'),
      v.check((day) => day <= today, 'birthDateFuture'),
      v.check((day) => yearsBetween(day, today) >= ageOfMajority, saying('tooYoung', ageOfMajority)),
    ),
    gender: choice(GENDERS, 'genderEmpty'),
    address: fields(
      {
        line1: text(200, 'addressEmpty'),
        line2: optionalText(200),
        city: optionalText(100),
        region: optionalText(100),
        postcode: optionalText(20),
      },
      'addressEmpty',
    ),
    company: asked === 'none' ? leftOut() : asked === 'required' ? company(true) : v.optional(company(false)),
    licence: hasLicense(role) ? licence : leftOut(),
    trading: role === 'investor' ? tradingShape(deciding, tables) : leftOut(),
    notifications: fields(v.entriesFromList(keysOf(NOTIFICATIONS), flag), 'choiceUnknown'),
    privacy: fields(v.entriesFromList(PRIVACY_PARTS, choice(PRIVACY_CHOICES, 'choiceUnknown')), 'choiceUnknown'),
    agreements: fields(
      {
        privacy: current(versionsOf(locale).privacy, 'privacyUnaccepted'),
        terms: current(versionsOf(locale).terms, 'termsUnaccepted'),
      },
      'privacyUnaccepted',
    ),
    declaration: v.literal(true, 'declarationMissing'),
    /** The code of the personal link by which the applicant came. A wrong one is no reason to refuse an application. */
    referral: v.optional(v.fallback(v.pipe(v.string(), v.regex(REFERRAL)), '')),
  };
}
