/**
 * The questions of the account form, by step, in the order of the form. Its steps, the stored fields, the counts, the
 * check before sending and the order in which an operator sees an application are derived from these rows. The rules
 * for the answers are in entries.ts.
 */

import { ADDRESS_PARTS } from './addressParts.ts';
import {
  BROKER_NOTIFICATIONS,
  BROKER_PRIVACY,
  companyOf,
  HIGH_RISK,
  type HighRisk,
  hasLicense,
  keysOf,
  NOTIFICATIONS,
  PRIVACY_PARTS,
  type Role,
} from './lists.ts';
import {
  ACCREDITED_WORDS,
  GENDER_WORDS,
  NOTIFICATION_WORDS,
  PRIVACY_WORDS,
  PRODUCT_WORDS,
  QUALIFIED_WORDS,
  ROLE_WORDS,
} from './messageKeys.ts';

/** What decides which questions an applicant is asked. */
export interface Applicant {
  role: Role | null;
  /** True if the applicant requests a high-risk product */
  isHighRisk: boolean;
  /** True if the applicant is logged in */
  hasAccount: boolean;
}

export interface Placed {
  /** Position among those that have one, in locales where names and addresses go from the whole to the part */
  eastern?: number;
}

/** One line of text. `Word` is a key of content/<locale>/ui.json. */
export interface TextInput<Word extends string = string> extends Placed {
  label: Word;
  autoComplete: string;
  type?: 'email';
  width?: 'short' | 'medium';
  spellCheck?: false;
  optional?: true;
}

interface Base<Word extends string> extends Placed {
  /** Name of the answer in the application: 'birthDate', 'trading.income' */
  name: string;
  label: Word;
  hint?: Word;
  /** The fields that store the answer, if they differ from `name` */
  fields?: readonly string[];
  /** The fieldset that it shares with its neighbours */
  part?: keyof typeof PARTS;
  /** Only a broker can act on the answer: it has a group of its own at the end of its part */
  forBroker?: boolean;
  /** Without it, everyone is asked. */
  asked?: (of: Applicant) => boolean;
  /** A longer label where answers are checked; takes the label as `{part}` or `{product}` */
  labelInCheck?: Word;
  /** A question that counts together with its neighbour, or not at all */
  uncounted?: true;
}

/** `as` decides how it is asked: each has its control (steps.tsx) and its lines in the check (review.tsx). */
export type Question<Word extends string = string> = Base<Word> &
  (
    | ({ as: 'text' } & TextInput<Word>)
    | {
        as: 'parts';
        parts: readonly (TextInput<Word> & { name: string })[];
        /** The part that another question has asked: shown where it was answered, not asked */
        asBefore?: string;
      }
    | {
        as: 'radio';
        options: Readonly<Record<string, Word | { name: Word; about: Word }>>;
        /** The rule of US law that the hint cites */
        rule?: 'accredited' | 'qualified';
      }
    /** `dictionary` is a root of content/dictionary.yml. */
    | { as: 'select' | 'checks' | 'licence'; dictionary: number }
    | { as: 'toggle'; off: unknown; on: unknown; initial: unknown; words: { off: Word; on: Word } }
    /** `accepts` is the text whose version is the answer; without it the answer is true. */
    | { as: 'tick'; accepts?: 'privacy' | 'terms' }
    | { as: 'optIn'; product: HighRisk }
    | { as: 'country' | 'city' | 'account' | 'password' | 'mobile' | 'date' | 'products' }
  );

/** The groups of questions that have a legend. */
export const PARTS = {
  name: { legend: 'account.name', hint: 'account.name.hint' },
  highRisk: { legend: 'account.highRisk', hint: 'account.highRisk.hint' },
  means: { legend: 'account.means', hint: 'account.means.hint' },
  notify: { legend: 'account.notify', hint: 'account.notifyHint' },
  privacy: { legend: 'account.privacy', hint: 'account.privacy.hint' },
  declarations: { legend: 'account.declarations' },
} as const;

const ofInvestors = ({ role }: Applicant) => role === 'investor';
const ofNewcomers = ({ hasAccount }: Applicant) => !hasAccount;
const ofHighRisk = ({ isHighRisk }: Applicant) => isHighRisk;

/** Adds common properties to rows. */
const each = <const Row extends object, const More extends object>(more: More, rows: readonly Row[]) =>
  rows.map((row) => ({ ...more, ...row }));

/** Toggles with those at the end that only a broker can act on. */
const brokersLast = <Name extends string>(names: readonly Name[], brokers: readonly string[]) =>
  names
    .map((name) => ({ name, forBroker: brokers.includes(name) }))
    .sort((a, b) => Number(a.forBroker) - Number(b.forBroker));

const COMPANY_NAME = { name: 'name', label: 'account.company.name', autoComplete: 'organization' } as const;
const COMPANY_MORE = each({ width: 'medium', optional: true }, [
  { name: 'registrationNumber', label: 'account.company.registrationNumber', autoComplete: 'off' },
  { name: 'position', label: 'account.company.position', autoComplete: 'organization-title' },
]);

export const QUESTIONS = {
  who: [
    { name: 'role', as: 'radio', label: 'account.role', options: ROLE_WORDS },
    { name: 'country', as: 'country', label: 'account.country' },
    { name: 'cityName', as: 'city', label: 'account.city', fields: ['city', 'cityName'] },
  ],
  login: [
    {
      name: 'own.account',
      as: 'account',
      label: 'account.email',
      hint: 'account.email.own',
      uncounted: true,
      asked: ({ hasAccount }) => hasAccount,
    },
    {
      name: 'email',
      as: 'text',
      label: 'account.email',
      hint: 'account.email.hint',
      type: 'email',
      autoComplete: 'email',
      spellCheck: false,
      asked: ofNewcomers,
    },
    {
      name: 'password',
      as: 'password',
      label: 'account.password',
      hint: 'account.password.hint',
      fields: ['password', 'confirmation'],
      asked: ofNewcomers,
    },
    { name: 'mobile', as: 'mobile', label: 'account.mobile' },
    {
      name: 'brokerNumber',
      as: 'text',
      label: 'account.brokerNumber',
      hint: 'account.brokerNumber.hint',
      optional: true,
      autoComplete: 'off',
      width: 'medium',
      spellCheck: false,
      asked: ofInvestors,
    },
  ],
  about: [
    ...each({ as: 'text', part: 'name' }, [
      { name: 'givenName', label: 'account.givenName', autoComplete: 'given-name', eastern: 1 },
      { name: 'familyName', label: 'account.familyName', autoComplete: 'family-name', eastern: 0, uncounted: true },
      {
        name: 'nickname',
        label: 'account.nickname',
        hint: 'account.nickname.hint',
        autoComplete: 'nickname',
        width: 'medium',
      },
    ]),
    { name: 'birthDate', as: 'date', label: 'account.birthDate', hint: 'account.birthDate.hint' },
    { name: 'gender', as: 'radio', label: 'account.gender', hint: 'account.genderHint', options: GENDER_WORDS },
    {
      name: 'address',
      as: 'parts',
      label: 'account.address',
      parts: ADDRESS_PARTS,
      asBefore: 'city',
    },
    {
      name: 'company',
      as: 'parts',
      label: 'account.company',
      hint: 'account.company.hint',
      parts: [COMPANY_NAME, ...COMPANY_MORE],
      asked: ({ role }) => companyOf(role) === 'required',
    },
    {
      name: 'company',
      as: 'parts',
      label: 'account.company',
      hint: 'account.company.hintOptional',
      parts: [{ ...COMPANY_NAME, optional: true }, ...COMPANY_MORE],
      asked: ({ role }) => companyOf(role) === 'optional',
    },
    {
      name: 'licence',
      as: 'licence',
      label: 'account.licence',
      dictionary: 1000,
      fields: ['licence.none', 'licence.type', 'licence.number', 'licence.authority', 'own.files'],
      asked: ({ role }) => hasLicense(role),
    },
  ],
  trading: each({ asked: ofInvestors }, [
    { name: 'trading.products', as: 'products', label: 'account.products', hint: 'account.products.hint' },
    ...HIGH_RISK.map(
      (product) =>
        ({
          name: `trading.highRisk.${product}`,
          as: 'optIn',
          label: PRODUCT_WORDS[product],
          labelInCheck: 'account.signature.row',
          product,
          fields: [`own.opened.${product}`, `own.signing.${product}`, `trading.highRisk.${product}`],
          part: 'highRisk',
          uncounted: true,
        }) as const,
    ),
    ...each({ as: 'radio', part: 'highRisk', asked: ofHighRisk }, [
      {
        name: 'trading.accreditedInvestor',
        label: 'account.accredited',
        hint: 'account.accredited.hint',
        rule: 'accredited',
        options: ACCREDITED_WORDS,
      },
      {
        name: 'trading.qualifiedPurchaser',
        label: 'account.qualified',
        hint: 'account.qualified.hint',
        rule: 'qualified',
        options: QUALIFIED_WORDS,
      },
    ]),
    ...each({ as: 'select', part: 'means' }, [
      { name: 'trading.experience', label: 'account.experience', dictionary: 800 },
      { name: 'trading.employment', label: 'account.employment', dictionary: 200 },
      { name: 'trading.income', label: 'account.income', hint: 'account.income.hint', dictionary: 500 },
      { name: 'trading.netWorth', label: 'account.netWorth', hint: 'account.netWorth.hint', dictionary: 600 },
    ]),
    {
      name: 'trading.sourceOfFunds',
      as: 'checks',
      label: 'account.funds',
      hint: 'account.funds.hint',
      dictionary: 1100,
      part: 'means',
    },
  ]),
  notifications: each({ as: 'toggle', uncounted: true }, [
    ...brokersLast(keysOf(NOTIFICATIONS), BROKER_NOTIFICATIONS).map(
      ({ name, forBroker }) =>
        ({
          forBroker,
          name: `notifications.${name}`,
          label: NOTIFICATION_WORDS[name].name,
          hint: NOTIFICATION_WORDS[name].about,
          off: false,
          on: true,
          initial: NOTIFICATIONS[name],
          words: { off: 'account.off', on: 'account.on' },
          part: 'notify',
        }) as const,
    ),
    ...brokersLast(PRIVACY_PARTS, BROKER_PRIVACY).map(
      ({ name, forBroker }) =>
        ({
          forBroker,
          name: `privacy.${name}`,
          label: PRIVACY_WORDS[name].name,
          labelInCheck: 'account.privacyRow',
          hint: PRIVACY_WORDS[name].about,
          off: 'private',
          on: 'public',
          initial: 'private',
          words: { off: 'account.private', on: 'account.public' },
          part: 'privacy',
        }) as const,
    ),
  ]),
  check: each({ as: 'tick', part: 'declarations', uncounted: true }, [
    { name: 'agreements.privacy', label: 'account.acceptPrivacy', hint: 'account.readPrivacy', accepts: 'privacy' },
    { name: 'agreements.terms', label: 'account.acceptTerms', hint: 'account.readTerms', accepts: 'terms' },
    { name: 'declaration', label: 'account.declaration', hint: 'account.declaration.hint' },
  ]),
} as const satisfies Record<string, readonly Question[]>;
