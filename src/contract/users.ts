/**
 * The calls of a user's account, as they go over the wire, besides those of session.ts. Bodies are in
 * forms/userForms.ts. Unless it is said otherwise, a call needs the token of a session in the header `token`; without
 * one it gets 50014.
 */
import * as v from 'valibot';
import {
  ACCREDITED,
  EMPLOYMENT,
  EXPERIENCE,
  FUNDS,
  GENDERS,
  HIGH_RISK,
  INCOME,
  keysOf,
  LOG_KINDS,
  NET_WORTH,
  NOTIFICATIONS,
  PRIVACY_CHOICES,
  PRIVACY_PARTS,
  PRODUCTS,
  QUALIFIED,
  QUESTION_STATES,
  ROLES,
  STATES,
  TOPICS,
} from '../forms/lists.ts';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { callsBelow, instant } from './common.ts';
import { licenseData, openingData } from './companyWork.ts';
import { enquiryData } from './support.ts';

const ROOT = '/api/web/user/';
const call = /* @__PURE__ */ callsBelow(ROOT);

/** How long a session lasts: 30 days from its last use on a user's own device, 12 hours on another. In seconds. */
export const SESSION_S = { own: 30 * 86_400, other: 12 * 3_600 } as const;

const nothing = v.nullable(v.object({}));

/**
 * A token, and how many seconds the browser keeps it. `device` is the secret of the visitor's own device, or null if it
 * has none or keeps the one that it has.
 */
export const entered = v.object({
  token: v.string(),
  seconds: v.number(),
  device: v.nullable(v.string()),
  isNew: v.boolean(),
});
export type Entered = v.InferOutput<typeof entered>;
/**
 * The password is right, and the account has two-step verification: the challenge goes back with the code. `passkey`:
 * whether the user has one, which may take the place of the code.
 */
const challenged = v.object({ challenge: v.string(), passkey: v.boolean() });
export type Challenged = v.InferOutput<typeof challenged>;

/** What the site offers: whether mails are sent, and the name of the social log-in, if one is configured. No token. */
export const optionsCall = /* @__PURE__ */ call(
  'options',
  v.object({ mail: v.boolean(), social: v.nullable(v.string()), coolingDays: v.number() }),
);
/** POST. Never tells whether the address is known. No token. */
export const signUpCall = /* @__PURE__ */ call('signUp', v.object({ mail: v.boolean() }));
/** POST. The link of the mail, with the password that was chosen or a new one. No token. */
export const confirmCall = /* @__PURE__ */ call('confirm', entered);
/** POST. No token. */
export const logInCall = /* @__PURE__ */ call('login', v.union([entered, challenged]));
/** POST. The second step: a code of the app, or a backup code. No token. */
export const codeCall = /* @__PURE__ */ call('login/code', entered);
/** POST. Never tells whether the address is known. No token. */
export const forgottenCall = /* @__PURE__ */ call('password/forgotten', v.object({ mail: v.boolean() }));
/** POST. The link of the mail, with a new password; all sessions end. No token. */
export const resetCall = /* @__PURE__ */ call('password/reset', nothing);
/** POST. The link of the mail to a locked account. No token. */
export const unlockCall = /* @__PURE__ */ call('unlock', nothing);
/** POST. One of the two links of a change of address. No token. */
export const emailConfirmCall = /* @__PURE__ */ call(
  'email/confirm',
  v.object({ state: v.picklist(['waiting', 'changed']) }),
);

/**
 * Top-level GETs of a social log-in: `?challenge=<base64url SHA-256 of a verifier that the page keeps>&locale=`.
 * The callback leads back to /login with a one-time token behind '#social='.
 */
export const SOCIAL_START_PATH = `${ROOT}social/start`;
export const SOCIAL_CALLBACK_PATH = `${ROOT}social/callback`;
/**
 * Why it leads back with '#error=' instead: the visitor has cancelled; the provider does not vouch for the address; an
 * account with this address has not been confirmed; anything else.
 */
export const SOCIAL_ERRORS = ['cancelled', 'unverified', 'unconfirmed', 'failed'] as const;
export type SocialError = (typeof SOCIAL_ERRORS)[number];
/** POST. The one-time token with the verifier. No token. */
export const socialCall = /* @__PURE__ */ call('social', v.union([entered, challenged]));

const avatar = v.nullable(v.string());
/**
 * The terms have changed since the user accepted them: the versions of then and of now, as YYYY-MM-DD; `accepted` is null
 * if none was. Null if the user has accepted those of now. Until then, the user changes nothing in a company.
 */
const changedTerms = v.nullable(v.object({ accepted: v.nullable(v.string()), current: v.string() }));
export type ChangedTerms = v.InferOutput<typeof changedTerms>;
/** POST accepts the terms as the language of the call has them. */
export const termsCall = /* @__PURE__ */ call('terms', nothing);
const reference = v.string();
/** `counted`: how many applicants came by the link and count */
const referral = v.object({ code: v.string(), counted: v.number() });
export const centerData = v.object({
  nickname: v.string(),
  avatar,
  email: v.string(),
  role: v.nullable(v.picklist(ROLES)),
  since: instant,
  /** When a closed account is erased; null if it is not closed */
  erasedAt: v.nullable(instant),
  twoStep: v.boolean(),
  /** True if they decide on reports of posts and replies */
  moderates: v.optional(v.boolean(), false),
  terms: changedTerms,
  /**
   * What somebody who was not logged in has sent with the user's address, the newest: is it theirs? With a role it is an
   * application, with a topic a question
   */
  offers: v.array(
    v.union([
      v.object({ reference, role: v.picklist(ROLES), at: instant }),
      v.object({ reference, topic: v.picklist(TOPICS), at: instant }),
    ]),
  ),
  applications: v.array(
    v.object({
      reference,
      role: v.picklist(ROLES),
      state: v.picklist(STATES),
      submittedAt: instant,
      updatedAt: instant,
      /** The information that Finger has asked for; null if none is missing */
      missing: v.nullable(v.string()),
      /** What follows approval; null before, and for who does not trade */
      opening: v.nullable(openingData),
    }),
  ),
  /** Of an analyst or a broker; null for others */
  license: v.nullable(licenseData),
  questions: v.array(
    v.object({
      reference,
      topic: v.picklist(TOPICS),
      state: v.picklist(QUESTION_STATES),
      askedAt: instant,
      question: v.string(),
      enquiry: v.nullable(enquiryData),
      answers: v.array(v.object({ at: instant, text: v.string() })),
    }),
  ),
  /** Null until the user has asked for a personal link */
  referral: v.nullable(referral),
});
export type UserCenterData = v.InferOutput<typeof centerData>;
export const centerCall = /* @__PURE__ */ call('centre', centerData);
/** POST answers what the user center offers: yes joins it to the account, no cuts it off from the address. */
export const offersCall = /* @__PURE__ */ call('offers', nothing);
/** POST makes the personal link, or answers the one there is. */
export const referralCall = /* @__PURE__ */ call('referral', referral);

/** How a user reads flashes; see stores/flashFilter.ts. */
const flashFilter = v.object({ important: v.boolean(), include: v.string(), exclude: v.string(), zone: v.string() });
const preferences = v.object({
  theme: v.picklist(['light', 'dark']),
  /** An IANA time zone, or '' for that of the device */
  timeZone: v.string(),
  /** The color of rising prices; 'local' for that of the language */
  rising: v.picklist(['local', 'green', 'red']),
  flash: v.nullable(flashFilter),
});
/** Null: never chosen. */
export type Preferences = Partial<v.InferOutput<typeof preferences>>;
export const generalData = v.object({
  nickname: v.string(),
  /** The path of the public page, without locale */
  address: v.string(),
  avatar,
  locale: v.picklist(LOCALE_IDS),
  preferences: v.partial(preferences),
  terms: changedTerms,
});
export type General = v.InferOutput<typeof generalData>;
/** GET and PUT */
export const generalCall = /* @__PURE__ */ call('profile/general', generalData);
/** POST, multipart/form-data with one `file`: a JPEG, PNG or WebP. DELETE removes it. */
export const avatarCall = /* @__PURE__ */ call('profile/avatar', v.object({ avatar }));
/** GET of a picture, by its id, without a token. */
export const AVATAR_PATH = `${ROOT}avatar/{id}`;
/** Sizes of an avatar: the largest file in bytes, the largest picture in pixels, and the side of the square we keep. */
export const AVATAR = { bytes: 2 * 1024 * 1024, pixels: 24_000_000, side: 256 } as const;

const personal = v.object({
  givenName: v.string(),
  familyName: v.string(),
  /** YYYY-MM-DD */
  birthDate: v.string(),
  gender: v.union([v.picklist(GENDERS), v.literal('')]),
  /** ISO 3166-1 alpha-2 */
  country: v.string(),
  address: v.object({
    line1: v.string(),
    line2: v.string(),
    city: v.string(),
    region: v.string(),
    postcode: v.string(),
  }),
  phone: v.string(),
  mobile: v.string(),
});
/** All texts; '' if not given. */
export type Personal = v.InferOutput<typeof personal>;
export const personalData = v.object({
  personal,
  /** The application whose answers are shown and cannot be changed here; null if there is none */
  fixedBy: v.nullable(reference),
  /** Names of the fields that it fixes */
  fixed: v.array(v.string()),
});
export type PersonalAnswer = v.InferOutput<typeof personalData>;
/** GET and PUT */
export const personalCall = /* @__PURE__ */ call('profile/personal', personalData);

const device = v.object({
  id: v.string(),
  name: v.string(),
  browser: v.string(),
  system: v.string(),
  country: v.nullable(v.string()),
  city: v.nullable(v.string()),
  own: v.boolean(),
  firstAt: instant,
  lastAt: instant,
  /** Whether it is logged in */
  active: v.boolean(),
  /** Whether it is the one that asks */
  current: v.boolean(),
});
const signIn = v.object({
  at: instant,
  outcome: v.picklist(['entered', 'password', 'code', 'passkey', 'locked']),
  method: v.picklist(['password', 'social', 'passkey', 'confirmed']),
  browser: v.string(),
  system: v.string(),
  country: v.nullable(v.string()),
  city: v.nullable(v.string()),
  /** How often it failed on that day (UTC) from that network; the rest is of the last time */
  times: v.number(),
});
export type Device = v.InferOutput<typeof device>;
export type SignIn = v.InferOutput<typeof signIn>;
const passkey = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: instant,
  /** Null: never used */
  lastAt: v.nullable(instant),
  /** Since when it is refused because there may be a copy of it, or null */
  disabledAt: v.nullable(instant),
});
export type Passkey = v.InferOutput<typeof passkey>;
export const securityData = v.object({
  email: v.string(),
  /** The new address while it waits for its confirmations, or null */
  newEmail: v.nullable(v.string()),
  mobile: v.string(),
  /** False for an account that has only ever logged in socially */
  hasPassword: v.boolean(),
  hint: v.string(),
  twoStep: v.object({ on: v.boolean(), codesLeft: v.number() }),
  /** The oldest first */
  passkeys: v.array(passkey),
  devices: v.array(device),
  /** The latest, newest first */
  signIns: v.array(signIn),
});
export type Security = v.InferOutput<typeof securityData>;
export const securityCall = /* @__PURE__ */ call('profile/security', securityData);
/** POST. Forgets every other device, and the hint. */
export const passwordCall = /* @__PURE__ */ call('profile/security/password', entered);
/** POST. Both addresses get a link. DELETE takes the change back. */
export const emailCall = /* @__PURE__ */ call('profile/security/email', nothing);
/** PUT */
export const mobileCall = /* @__PURE__ */ call('profile/security/mobile', v.object({ mobile: v.string() }));
/** PUT */
export const hintCall = /* @__PURE__ */ call('profile/security/hint', nothing);
/** POST begins: the QR code as an SVG path in a square of `size`, the secret, ten backup codes. DELETE ends it. */
export const twoStepCall = /* @__PURE__ */ call(
  'profile/security/twoStep',
  v.nullable(
    v.object({
      qr: v.object({ path: v.string(), size: v.number() }),
      secret: v.string(),
      address: v.string(),
      codes: v.array(v.string()),
    }),
  ),
);
/** POST. The first code turns it on; the session gets a new token. */
export const twoStepOnCall = /* @__PURE__ */ call('profile/security/twoStep/on', entered);
/** POST. Ten new backup codes; the old ones end. */
export const codesCall = /* @__PURE__ */ call(
  'profile/security/twoStep/codes',
  v.object({ codes: v.array(v.string()) }),
);
/** DELETE. All others are logged out and forgotten. */
export const devicesCall = /* @__PURE__ */ call('profile/security/devices', nothing);
/** PUT names it, DELETE logs it out and forgets it. */
export const deviceCall = /* @__PURE__ */ call('profile/security/devices/{id}', nothing);

const logEntry = v.object({ id: v.string(), at: instant, kind: v.picklist(LOG_KINDS), text: v.string() });
/** `text` is in the language of the request. */
export type LogEntry = v.InferOutput<typeof logEntry>;
/** GET: the last 12 months, newest first, `?kind=` for one kind, `?after=` for the next page. */
export const logCall = /* @__PURE__ */ call(
  'profile/security/log',
  v.object({ entries: v.array(logEntry), next: v.nullable(v.string()) }),
);

const withdrawnAt = v.nullable(instant);
/** The disclosure in the language and version that was signed, with the name that was typed. */
const signed = v.object({ at: instant, version: v.string(), locale: v.string(), name: v.string(), withdrawnAt });
const declared = <const T extends readonly string[]>(list: T) =>
  v.nullable(v.object({ value: v.picklist(list), at: instant, withdrawnAt }));
const tradeSettings = v.object({
  products: v.array(v.picklist(PRODUCTS)),
  /** The signed disclosures of high-risk products */
  signed: v.object({ futures: v.optional(signed), options: v.optional(signed), forex: v.optional(signed) }),
  /** `at`: when it was declared or renewed */
  accreditedInvestor: declared(ACCREDITED),
  qualifiedPurchaser: declared(QUALIFIED),
  /** Experience, income, assets, employment and source of funds, declared together; null if never */
  means: v.nullable(
    v.object({
      experience: v.picklist(keysOf(EXPERIENCE)),
      income: v.picklist(keysOf(INCOME)),
      netWorth: v.picklist(keysOf(NET_WORTH)),
      employment: v.picklist(EMPLOYMENT),
      sourceOfFunds: v.array(v.picklist(FUNDS)),
      at: instant,
    }),
  ),
});
export type TradeSettings = v.InferOutput<typeof tradeSettings>;
export const tradeData = v.object({
  brokerNumber: v.string(),
  ...tradeSettings.entries,
  /** High-risk products that are wanted and stay off: a signature or a status is missing (forms/access.ts) */
  off: v.array(v.picklist(HIGH_RISK)),
  /** Current versions of the disclosures in the caller's language */
  versions: v.object({ futures: v.string(), options: v.string(), forex: v.string() }),
  /** The name that signatures must have; null as long as the user has given none */
  signer: v.nullable(v.object({ givenName: v.string(), familyName: v.string() })),
});
export type Trade = v.InferOutput<typeof tradeData>;
/** GET, and PUT of a part: broker number, products, signatures, statuses, or withdrawals */
export const tradeCall = /* @__PURE__ */ call('profile/trade', tradeData);

const toggles = v.object({
  notifications: v.object(v.entriesFromList(Object.keys(NOTIFICATIONS) as (keyof typeof NOTIFICATIONS)[], v.boolean())),
  privacy: v.object(v.entriesFromList(PRIVACY_PARTS, v.picklist(PRIVACY_CHOICES))),
});
export type Toggles = v.InferOutput<typeof toggles>;
/** GET and PUT */
export const togglesCall = /* @__PURE__ */ call('profile/toggles', toggles);
/** GET: everything that is stored about the user, as JSON or, with `?format=html`, as a page. Not in the envelope. */
export const DATA_PATH = `${ROOT}profile/data`;
/** POST closes the account, DELETE takes that back. */
export const closeCall = /* @__PURE__ */ call('profile/close', v.object({ erasedAt: v.nullable(instant) }));

export const publicData = v.object({
  nickname: v.string(),
  avatar,
  email: v.nullable(v.string()),
  /** Null unless the user has made it public */
  base: v.nullable(v.object({ role: v.nullable(v.picklist(ROLES)), country: v.nullable(v.string()), since: instant })),
  /** Of an approved analyst or broker */
  license: v.nullable(licenseData),
});
export type PublicUser = v.InferOutput<typeof publicData>;
/** What a user has made public, by the folded nickname. No token. */
export const publicCall = /* @__PURE__ */ call('public/{nickname}', publicData);
