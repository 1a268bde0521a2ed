/**
 * The shapes of an application, for the form a step at a time and for the server as a whole: both are made of the same
 * entries, so that what one accepts the other accepts. What an answer must be depends on other answers (the role, the
 * country, the products); an entry is therefore made for the answers as they stand.
 */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { dayOfSending, isDay, yearsBetween } from './days.ts';
import { type Fault, faultsOf, saying } from './faults.ts';
import { choice, choiceIf, current, email, fields, flag, leftOut, optionalText, password, text } from './fields.ts';
import {
  ACCREDITED,
  companyOf,
  EMPLOYMENT,
  EXPERIENCE,
  FUNDS,
  GENDERS,
  HIGH_RISK,
  type HighRisk,
  hasLicence,
  INCOME,
  keysOf,
  LICENCES,
  NET_WORTH,
  PRIVACY_CHOICES,
  PRODUCTS,
  QUALIFIED,
  ROLES,
  type Role,
  type Step,
  stepsFor,
  type Versions,
} from './lists.ts';
import { E164, normalizeMobile } from './mobile.ts';

/** Of content/jurisdictions.yml, what the rules ask. */
export interface Jurisdiction {
  /** Whether applications of its residents are taken */
  applications: boolean;
  /** Years */
  ageOfMajority: number;
}

/** What the rules must know beside the answers. */
export interface Tables {
  now: Date;
  /** As the pages of a locale show the texts; of en-US for anything that is no locale */
  versionsOf(locale: string): Versions;
  jurisdictionOf(country: string): Jurisdiction;
  /** Of a country, such as '+81'; null where it has none; undefined where there is no such country */
  dialCodeOf(country: string): string | null | undefined;
}

/** Files of a licence that one application may hold. */
export const MOST_LICENCE_FILES = 5;

/** The answers on which the shapes of others depend. Anything may come in. */
interface Answers {
  locale: string;
  role: Role | null;
  country: string;
  hasCity: boolean;
  password: unknown;
  products: readonly unknown[];
  /** The language in which the disclosure of a product was read */
  signedIn(product: HighRisk): string;
}

type Unknown = Record<string, unknown>;
const objectOf = (value: unknown): Unknown => (typeof value === 'object' && value !== null ? (value as Unknown) : {});

function answersOf(values: unknown): Answers {
  const { locale, role, country, city, password, trading } = objectOf(values);
  const { products, highRisk } = objectOf(trading);
  return {
    locale: String(locale),
    role: ROLES.find((one) => one === role) ?? null,
    country: typeof country === 'string' ? country : '',
    hasCity: city !== null,
    password,
    products: Array.isArray(products) ? products : [],
    signedIn: (product) => String(objectOf(objectOf(highRisk)[product]).locale),
  };
}

const whoEntries = ({ country, hasCity }: Answers, { dialCodeOf, jurisdictionOf }: Tables) => ({
  role: choice(ROLES, 'roleEmpty'),
  country: v.pipe(
    v.string('countryEmpty'),
    v.nonEmpty('countryEmpty'),
    v.regex(/^[A-Z]{2}$/, 'choiceUnknown'),
    v.check(() => dialCodeOf(country) !== undefined, 'choiceUnknown'),
    v.check(() => jurisdictionOf(country).applications, 'countryClosed'),
  ),
  /** GeoNames id; null where the city is not in the list */
  city: v.nullable(
    v.pipe(
      v.number('cityEmpty'),
      v.integer('choiceUnknown'),
      v.minValue(1, 'choiceUnknown'),
      v.maxValue(2 ** 31 - 1, 'choiceUnknown'),
    ),
  ),
  cityName: hasCity ? optionalText(100) : text(100, 'cityEmpty'),
});

const loginEntries = ({ country }: Answers, { dialCodeOf }: Tables) => ({
  email,
  password,
  mobile: v.pipe(
    v.string('mobileEmpty'),
    v.trim(),
    v.nonEmpty('mobileEmpty'),
    v.maxLength(40, 'mobileFormat'),
    v.transform((input) => normalizeMobile(input, dialCodeOf(country) ?? null) ?? ''),
    v.regex(E164, 'mobileFormat'),
  ),
  brokerNumber: optionalText(50),
});

const company = (isRequired: boolean) =>
  fields(
    {
      name: isRequired ? text(200, 'companyEmpty') : optionalText(200),
      registrationNumber: optionalText(50),
      position: optionalText(100),
    },
    'companyEmpty',
  );

const noLicence = v.object({ none: v.literal(true) });
const someLicence = fields(
  {
    type: choice(LICENCES, 'licenceTypeEmpty'),
    number: text(50, 'licenceNumberEmpty'),
    files: v.optional(
      v.pipe(
        v.array(
          v.pipe(v.string('licenceFileGone'), v.regex(/^[\w.~:/?=&%-]{1,200}$/, 'licenceFileGone')),
          'licenceFiles',
        ),
        v.maxLength(MOST_LICENCE_FILES, saying('licenceFiles', MOST_LICENCE_FILES)),
        v.check((ids) => new Set(ids).size === ids.length, saying('licenceFiles', MOST_LICENCE_FILES)),
      ),
      [],
    ),
  },
  'licenceEmpty',
);
type Licence = v.GenericSchema<unknown, v.InferOutput<typeof noLicence> | v.InferOutput<typeof someLicence>>;
/** Each of the two has its own fields, on which faults must land. */
const licence: Licence = v.lazy((input): Licence => (objectOf(input).none === true ? noLicence : someLicence));

const aboutEntries = ({ role, country }: Answers, { now, jurisdictionOf }: Tables) => {
  const today = dayOfSending(now);
  const { ageOfMajority } = jurisdictionOf(country);
  const asked = companyOf(role);
  return {
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
    licence: hasLicence(role) ? licence : leftOut(),
  };
};

const signature = (version: string) =>
  fields(
    {
      name: text(200, 'signatureEmpty'),
      /** As the visitor's clock has it; the server notes its own time beside it */
      signedAt: v.pipe(
        v.string('signatureMissing'),
        v.isoTimestamp('signatureMissing'),
        v.check((input) => !Number.isNaN(Date.parse(input)), 'signatureMissing'),
      ),
      version: current(version, 'signatureMissing'),
      locale: choice(LOCALE_IDS, 'signatureMissing'),
    },
    'signatureMissing',
  );

const tradingShape = ({ products, signedIn }: Answers, { versionsOf }: Tables) => {
  const signed = (product: HighRisk) =>
    products.includes(product)
      ? signature(versionsOf(signedIn(product))[product])
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
      products: v.pipe(
        v.array(choice(PRODUCTS, 'productsEmpty'), 'productsEmpty'),
        v.nonEmpty('productsEmpty'),
        v.maxLength(100, 'choiceUnknown'),
        v.transform((list) => [...new Set(list)]),
      ),
      highRisk: isHighRisk ? signatures : v.optional(signatures),
      accreditedInvestor: choiceIf(isHighRisk, ACCREDITED, 'accreditedEmpty'),
      qualifiedPurchaser: choiceIf(isHighRisk, QUALIFIED, 'qualifiedEmpty'),
      experience: choice(keysOf(EXPERIENCE), 'experienceEmpty'),
      income: choice(keysOf(INCOME), 'incomeEmpty'),
      netWorth: choice(keysOf(NET_WORTH), 'netWorthEmpty'),
      employment: choice(EMPLOYMENT, 'employmentEmpty'),
      sourceOfFunds: v.pipe(
        v.array(choice(FUNDS, 'fundsEmpty'), 'fundsEmpty'),
        v.nonEmpty('fundsEmpty'),
        v.maxLength(100, 'choiceUnknown'),
        v.transform((list) => [...new Set(list)]),
      ),
    },
    'productsEmpty',
  );
};

const tradingEntries = (answers: Answers, tables: Tables) => ({
  trading: answers.role === 'investor' ? tradingShape(answers, tables) : leftOut(),
});

const isPublic = choice(PRIVACY_CHOICES, 'choiceUnknown');
const notificationEntries = () => ({
  notifications: fields(
    {
      promotions: flag,
      priceTarget: flag,
      holdingMove: flag,
      login: flag,
      abnormalIp: flag,
      trade: flag,
      balance: flag,
    },
    'choiceUnknown',
  ),
  privacy: fields(
    { email: isPublic, baseInformation: isPublic, trading: isPublic, holdings: isPublic },
    'choiceUnknown',
  ),
});

const checkEntries = ({ locale }: Answers, { versionsOf }: Tables) => ({
  agreements: fields(
    {
      privacy: current(versionsOf(locale).privacy, 'privacyUnaccepted'),
      terms: current(versionsOf(locale).terms, 'termsUnaccepted'),
    },
    'privacyUnaccepted',
  ),
  declaration: v.literal(true, 'declarationMissing'),
});

const ENTRIES = {
  who: whoEntries,
  login: loginEntries,
  about: aboutEntries,
  trading: tradingEntries,
  notifications: notificationEntries,
  check: checkEntries,
} as const satisfies Record<Step, (answers: Answers, tables: Tables) => v.ObjectEntries>;

/** The shape of one step, for the answers as they stand. That of the log-in asks for the password twice. */
export function stepShape(step: Step, values: unknown, tables: Tables): v.GenericSchema<unknown, Unknown> {
  const answers = answersOf(values);
  const entries: v.ObjectEntries = ENTRIES[step](answers, tables);
  const twice = {
    confirmation: v.pipe(
      v.unknown(),
      v.check((input) => Object.is(input, answers.password), 'confirmationDiffers'),
    ),
  };
  return fields(step === 'login' ? { ...entries, ...twice } : entries, 'choiceUnknown') as v.GenericSchema<
    unknown,
    Unknown
  >;
}

/** The shape of the whole body. */
function applicationShape(values: unknown, tables: Tables) {
  const answers = answersOf(values);
  return fields(
    {
      locale: choice(LOCALE_IDS, 'choiceUnknown'),
      ...whoEntries(answers, tables),
      ...loginEntries(answers, tables),
      ...aboutEntries(answers, tables),
      ...tradingEntries(answers, tables),
      ...notificationEntries(),
      ...checkEntries(answers, tables),
    },
    'choiceUnknown',
  );
}

/** The shapes of an application of each role, for the description of the call. */
export function applicationShapes(tables: Tables) {
  const trading = { products: HIGH_RISK };
  return v.union(ROLES.map((role) => applicationShape({ role, trading }, tables)));
}

/** An application as it was accepted: trimmed, the mobile number as E.164, what the role is not asked left out. */
export type Application = v.InferOutput<ReturnType<typeof applicationShape>>;
export type Checked<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };

/** Checks a whole application. The value is also what is to be sent. */
export function checkApplication(values: unknown, tables: Tables): Checked<Application> {
  return checked(applicationShape(values, tables), values);
}

/** Checks the answers of one step, and gives its part of the application. */
export function checkStep(step: Step, values: unknown, tables: Tables): Checked<Unknown> {
  return checked(stepShape(step, values, tables), values);
}

/** The steps of these answers, in their order. Where no application is taken there is only the first. */
export function stepsOf(values: unknown, { jurisdictionOf }: Tables): readonly Step[] {
  const { role, country } = answersOf(values);
  return jurisdictionOf(country).applications ? stepsFor(role) : ['who'];
}

function checked<T>(shape: v.GenericSchema<unknown, T>, values: unknown): Checked<T> {
  const result = v.safeParse(shape, values, { abortPipeEarly: true });
  return result.success ? { ok: true, value: result.output } : { ok: false, faults: faultsOf(result.issues) };
}
