/** The shapes of what a user sends about their account. Browser and server check them alike. */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { dayOfSending, isDay } from './days.ts';
import type { Tables } from './entries.ts';
import { saying } from './faults.ts';
import { anyText, choice, current, email, fields, flag, optionalText, password, signature, text } from './fields.ts';
import {
  ACCREDITED,
  GENDERS,
  HIGH_RISK,
  type HighRisk,
  keysOf,
  MOST_OFFERS,
  NOTIFICATIONS,
  PRIVACY_CHOICES,
  PRIVACY_PARTS,
  PRODUCTS,
  QUALIFIED,
  type Versions,
} from './lists.ts';
import { means } from './means.ts';

const locale = choice(LOCALE_IDS, 'choiceUnknown');
/** A password as it was typed: only its owner knows whether it is right. */
const typed = v.pipe(v.string('passwordEmpty'), v.nonEmpty('passwordEmpty'), v.maxLength(128, saying('tooLong', 128)));
/** The token of a link, or the secret of a device. */
const token = v.pipe(v.string('linkUsed'), v.regex(/^[\w.-]{16,200}$/, 'linkUsed'));
const device = v.optional(
  v.nullable(v.pipe(v.string('choiceUnknown'), v.regex(/^[\w-]{16,100}$/, 'choiceUnknown'))),
  null,
);
/** How the visitor logs in: on a device of their own or not, with the secret of that device if it has one. */
export const logInDevice = { own: flag, device };

/** Letters that look alike in two scripts would make a nickname pass for another's (UTS 39, 5.2). */
const isOfOneAlphabet = (name: string) =>
  [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u].filter((script) => script.test(name)).length < 2;

export const nickname = v.pipe(text(40, 'nicknameEmpty'), v.check(isOfOneAlphabet, 'textCharacters'));
/** A nickname as its address has it, without signs that nobody sees: of two that look alike there is one. */
export const handleOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

export const signUpShape = (versions: Versions) =>
  fields(
    {
      locale,
      email,
      password,
      nickname,
      brokerNumber: optionalText(50),
      agreements: fields(
        { privacy: current(versions.privacy, 'privacyUnaccepted'), terms: current(versions.terms, 'termsUnaccepted') },
        'privacyUnaccepted',
      ),
      /** Visitors do not see this field. Programs that fill in every field do. */
      website: v.optional(v.literal('', 'leaveEmpty'), ''),
    },
    'choiceUnknown',
  );
/** The terms that a user accepts after they have changed. */
export const termsShape = (version: string) => fields({ terms: current(version, 'termsUnaccepted') }, 'choiceUnknown');
export type SignUp = v.InferOutput<ReturnType<typeof signUpShape>>;

/** `isNew`: the password replaces the one that was chosen before. */
export const confirmShape = v.variant('isNew', [
  fields({ token, isNew: v.literal(false), password: typed, ...logInDevice }, 'choiceUnknown'),
  fields({ token, isNew: v.literal(true), password, ...logInDevice }, 'choiceUnknown'),
]);
const code = v.pipe(v.string('codeEmpty'), v.trim(), v.nonEmpty('codeEmpty'), v.maxLength(40, 'codeWrong'));
export const logInShape = fields({ email, password: typed, ...logInDevice }, 'choiceUnknown');
/** What stands between the two steps of a log-in. */
export const challenge = v.pipe(v.string('challengeOver'), v.regex(/^[\w.%+/=-]{16,400}$/, 'challengeOver'));
export const codeShape = fields(
  {
    challenge,
    /** Six digits of the app, or a backup code */
    code,
    ...logInDevice,
  },
  'choiceUnknown',
);
export const forgottenShape = fields({ email, locale }, 'choiceUnknown');
export const resetShape = fields({ token, password }, 'choiceUnknown');
export const linkShape = fields({ token }, 'linkUsed');
export const socialShape = fields({ token, verifier: token, ...logInDevice }, 'linkUsed');

export const passwordShape = fields({ current: typed, password }, 'passwordEmpty');
export const emailShape = fields({ email, password: typed }, 'emailEmpty');
/** '' removes it. It is normalized by who has the dial code of the user's country; see mobile.ts. */
export const mobileShape = fields({ mobile: optionalText(40) }, 'mobileFormat');
/** '' removes it. */
export const hintShape = fields({ hint: optionalText(100), password: typed }, 'passwordEmpty');
export const firstCodeShape = fields({ code }, 'codeEmpty');
/** '' removes the name. */
export const deviceShape = fields({ name: optionalText(60) }, 'textCharacters');
export const withPasswordShape = fields({ password: typed }, 'passwordEmpty');
/** `postsStay`: public posts stay, without a name, when the account is erased. */
export const closingShape = fields(
  { password: typed, postsStay: v.optional(v.boolean('choiceUnknown'), false) },
  'passwordEmpty',
);
/** '' from who has no password, since they log in at a provider. */
export const proofShape = fields(
  { password: v.optional(v.union([v.literal(''), typed], 'passwordEmpty'), '') },
  'passwordEmpty',
);

const isZone = (zone: string): boolean => {
  try {
    return zone === '' || new Intl.DateTimeFormat('en-US', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
};
/** An IANA time zone such as 'Asia/Tokyo', which begins with a letter where an offset has a sign; '' for the device's. */
const timeZone = v.pipe(
  v.string('timeZoneUnknown'),
  v.regex(/^(?:[A-Za-z][\w+/-]{1,49})?$/, 'timeZoneUnknown'),
  v.check(isZone, 'timeZoneUnknown'),
);
/** As stores/flashFilter.ts reads it */
const flash = fields(
  { important: flag, include: anyText(500), exclude: anyText(500), zone: v.union([v.literal('local'), timeZone]) },
  'choiceUnknown',
);
/** What is left out of a profile stays as it is. */
export const generalShape = fields(
  {
    nickname: v.optional(nickname),
    locale: v.optional(locale),
    preferences: v.optional(
      fields(
        {
          theme: v.optional(choice(['light', 'dark'], 'choiceUnknown')),
          timeZone: v.optional(timeZone),
          rising: v.optional(choice(['local', 'green', 'red'], 'choiceUnknown')),
          flash: v.optional(v.nullable(flash)),
        },
        'choiceUnknown',
      ),
    ),
  },
  'choiceUnknown',
);

/** `phone` and `mobile` are checked with the country by who has its dial code; see mobile.ts. */
export const personalShape = ({ now, dialCodeOf }: Pick<Tables, 'now' | 'dialCodeOf'>) =>
  fields(
    {
      givenName: v.optional(anyText(100)),
      familyName: v.optional(anyText(100)),
      birthDate: v.optional(
        v.pipe(
          v.string('birthDateFormat'),
          v.trim(),
          v.check((day) => day === '' || isDay(day), 'birthDateFormat'),
          v.check((day) => day <= dayOfSending(now), 'birthDateFuture'),
        ),
      ),
      gender: v.optional(choice([...GENDERS, ''], 'choiceUnknown')),
      country: v.optional(
        v.pipe(
          v.string('choiceUnknown'),
          v.check((code) => code === '' || dialCodeOf(code) !== undefined, 'choiceUnknown'),
        ),
      ),
      address: v.optional(
        fields(
          {
            line1: optionalText(200),
            line2: optionalText(200),
            city: optionalText(100),
            region: optionalText(100),
            postcode: optionalText(20),
          },
          'choiceUnknown',
        ),
      ),
      phone: v.optional(anyText(40)),
      mobile: v.optional(anyText(40)),
    },
    'choiceUnknown',
  );

/** Answers to what the user center offers: whether these applications and questions are the user's own. */
export const offersShape = fields(
  {
    references: v.pipe(
      v.array(v.pipe(v.string('choiceUnknown'), v.regex(/^F[AQ](-[0-9A-Z]{4}){3}$/, 'choiceUnknown')), 'choiceUnknown'),
      v.minLength(1, 'choiceUnknown'),
      v.maxLength(MOST_OFFERS, 'choiceUnknown'),
    ),
    isTheirs: flag,
  },
  'choiceUnknown',
);

/** What can be withdrawn, at once: a signature with its product, or a status. */
const WITHDRAWN = [...HIGH_RISK, 'accreditedInvestor', 'qualifiedPurchaser'] as const;

/** `signatures` holds those of products that are new among `products`. */
export const tradeShape = (versionsOf: Tables['versionsOf']) => {
  /** Lazy, since the version is that of the language in which the text was read. */
  const signed = (product: HighRisk) =>
    v.optional(
      v.lazy((input) => signature(versionsOf(String((input as { locale?: unknown } | null)?.locale))[product])),
    );
  return fields(
    {
      brokerNumber: v.optional(anyText(50)),
      products: v.optional(
        v.pipe(
          v.array(choice(PRODUCTS, 'choiceUnknown'), 'choiceUnknown'),
          v.maxLength(100, 'choiceUnknown'),
          v.transform((chosen) => [...new Set(chosen)]),
        ),
      ),
      signatures: v.optional(
        fields({ futures: signed('futures'), options: signed('options'), forex: signed('forex') }, 'signatureMissing'),
      ),
      means: v.optional(means),
      accreditedInvestor: v.optional(choice(ACCREDITED, 'accreditedEmpty')),
      qualifiedPurchaser: v.optional(choice(QUALIFIED, 'qualifiedEmpty')),
      withdraw: v.optional(
        v.pipe(v.array(choice(WITHDRAWN, 'choiceUnknown'), 'choiceUnknown'), v.maxLength(10, 'choiceUnknown')),
        [],
      ),
    },
    'choiceUnknown',
  );
};
export type TradeChange = v.InferOutput<ReturnType<typeof tradeShape>>;

export const togglesShape = fields(
  {
    notifications: v.optional(fields(v.entriesFromList(keysOf(NOTIFICATIONS), v.optional(flag)), 'choiceUnknown'), {}),
    privacy: v.optional(
      fields(v.entriesFromList(PRIVACY_PARTS, v.optional(choice(PRIVACY_CHOICES, 'choiceUnknown'))), 'choiceUnknown'),
      {},
    ),
  },
  'choiceUnknown',
);
