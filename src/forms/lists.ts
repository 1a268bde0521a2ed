/**
 * What the account form offers: roles, products, answers to choose from. Keys in capitals are entries of
 * content/dictionary.yml, which holds their words. Their numbers are the limits that contradictions are found by.
 */

export const ROLES = ['investor', 'broker', 'analyst', 'brokerageHouse', 'developer'] as const;
export type Role = (typeof ROLES)[number];
/** In the address of the form: the role that the link has chosen, /openAccountForm?role=analyst. */
export const ROLE_QUERY = 'role';

export const hasLicense = (role: Role | null): role is 'analyst' | 'broker' => role === 'analyst' || role === 'broker';
/** A firm must name itself; someone who may work for one can. */
export const companyOf = (role: Role | null): 'required' | 'optional' | 'none' =>
  role === 'brokerageHouse' ? 'required' : role === 'broker' || role === 'developer' ? 'optional' : 'none';

export const GENDERS = ['MALE', 'FEMALE'] as const;

export const PRODUCTS = ['stocks', 'bonds', 'funds', 'etf', 'futures', 'options', 'forex'] as const;
export type Product = (typeof PRODUCTS)[number];
/** Off by default: each needs an opt-in, a signed disclosure, declarations, experience and assets. */
export const HIGH_RISK = ['futures', 'options', 'forex'] as const satisfies readonly Product[];
export type HighRisk = (typeof HIGH_RISK)[number];

/** 17 CFR 230.501(a): income alone or with a spouse, net worth, professional certification. */
export const ACCREDITED = ['none', 'income', 'jointIncome', 'netWorth', 'professional'] as const;
/** Investment Company Act 2(a)(51): own investments, a family company's, investments of others at one's discretion. */
export const QUALIFIED = ['none', 'ownInvestments', 'familyCompany', 'discretionary'] as const;

/** Minimum years, by key of the dictionary. */
export const EXPERIENCE = {
  EXPERIENCE_NONE: 0,
  EXPERIENCE_UNDER_1Y: 0,
  EXPERIENCE_1Y_TO_3Y: 1,
  EXPERIENCE_3Y_TO_5Y: 3,
  EXPERIENCE_5Y_TO_10Y: 5,
  EXPERIENCE_FROM_10Y: 10,
} as const;

/** The currency in which a locale asks for amounts. Its keys have it after the first word, those without are in US dollars. */
export const BAND_CURRENCIES = { 'en-US': 'USD', 'en-GB': 'GBP', ja: 'JPY', tw: 'TWD', cn: 'CNY' } as const;

/** The currency of a key of INCOME or NET_WORTH; undefined for other keys. */
export const currencyOf = (key: string): string | undefined =>
  /^(?:INCOME|NET_WORTH)_(?:([A-Z]{3})_)?(?:UNDER|FROM|\d)/
    .exec(key)
    ?.slice(1)
    .map((found) => found ?? 'USD')[0];

/** Whether a locale offers a key: bands of its own currency, and what was chosen in another. */
export const isOffered = (key: string, locale: keyof typeof BAND_CURRENCIES, chosen: unknown): boolean =>
  (currencyOf(key) ?? BAND_CURRENCIES[locale]) === BAND_CURRENCIES[locale] || key === chosen;

/** Amounts a year: lower limit (included) and upper limit (excluded). */
export const INCOME = {
  INCOME_UNDER_25K: [0, 25_000],
  INCOME_25K_TO_50K: [25_000, 50_000],
  INCOME_50K_TO_100K: [50_000, 100_000],
  INCOME_100K_TO_200K: [100_000, 200_000],
  INCOME_200K_TO_300K: [200_000, 300_000],
  INCOME_300K_TO_500K: [300_000, 500_000],
  INCOME_500K_TO_1M: [500_000, 1_000_000],
  INCOME_FROM_1M: [1_000_000, Number.POSITIVE_INFINITY],
  INCOME_GBP_UNDER_25K: [0, 25_000],
  INCOME_GBP_25K_TO_50K: [25_000, 50_000],
  INCOME_GBP_50K_TO_100K: [50_000, 100_000],
  INCOME_GBP_100K_TO_200K: [100_000, 200_000],
  INCOME_GBP_200K_TO_300K: [200_000, 300_000],
  INCOME_GBP_300K_TO_500K: [300_000, 500_000],
  INCOME_GBP_500K_TO_1M: [500_000, 1_000_000],
  INCOME_GBP_FROM_1M: [1_000_000, Number.POSITIVE_INFINITY],
  INCOME_JPY_UNDER_2500K: [0, 2_500_000],
  INCOME_JPY_2500K_TO_5M: [2_500_000, 5_000_000],
  INCOME_JPY_5M_TO_10M: [5_000_000, 10_000_000],
  INCOME_JPY_10M_TO_20M: [10_000_000, 20_000_000],
  INCOME_JPY_20M_TO_30M: [20_000_000, 30_000_000],
  INCOME_JPY_30M_TO_50M: [30_000_000, 50_000_000],
  INCOME_JPY_50M_TO_100M: [50_000_000, 100_000_000],
  INCOME_JPY_FROM_100M: [100_000_000, Number.POSITIVE_INFINITY],
  INCOME_TWD_UNDER_500K: [0, 500_000],
  INCOME_TWD_500K_TO_1M: [500_000, 1_000_000],
  INCOME_TWD_1M_TO_2M: [1_000_000, 2_000_000],
  INCOME_TWD_2M_TO_4M: [2_000_000, 4_000_000],
  INCOME_TWD_4M_TO_6M: [4_000_000, 6_000_000],
  INCOME_TWD_6M_TO_10M: [6_000_000, 10_000_000],
  INCOME_TWD_10M_TO_20M: [10_000_000, 20_000_000],
  INCOME_TWD_FROM_20M: [20_000_000, Number.POSITIVE_INFINITY],
  INCOME_CNY_UNDER_100K: [0, 100_000],
  INCOME_CNY_100K_TO_200K: [100_000, 200_000],
  INCOME_CNY_200K_TO_400K: [200_000, 400_000],
  INCOME_CNY_400K_TO_800K: [400_000, 800_000],
  INCOME_CNY_800K_TO_1200K: [800_000, 1_200_000],
  INCOME_CNY_1200K_TO_2M: [1_200_000, 2_000_000],
  INCOME_CNY_2M_TO_4M: [2_000_000, 4_000_000],
  INCOME_CNY_FROM_4M: [4_000_000, Number.POSITIVE_INFINITY],
} as const;

/** Lower limit (included) and upper limit (excluded). */
export const NET_WORTH = {
  NET_WORTH_UNDER_50K: [0, 50_000],
  NET_WORTH_50K_TO_100K: [50_000, 100_000],
  NET_WORTH_100K_TO_250K: [100_000, 250_000],
  NET_WORTH_250K_TO_500K: [250_000, 500_000],
  NET_WORTH_500K_TO_1M: [500_000, 1_000_000],
  NET_WORTH_1M_TO_5M: [1_000_000, 5_000_000],
  NET_WORTH_FROM_5M: [5_000_000, Number.POSITIVE_INFINITY],
  NET_WORTH_GBP_UNDER_50K: [0, 50_000],
  NET_WORTH_GBP_50K_TO_100K: [50_000, 100_000],
  NET_WORTH_GBP_100K_TO_250K: [100_000, 250_000],
  NET_WORTH_GBP_250K_TO_500K: [250_000, 500_000],
  NET_WORTH_GBP_500K_TO_1M: [500_000, 1_000_000],
  NET_WORTH_GBP_1M_TO_5M: [1_000_000, 5_000_000],
  NET_WORTH_GBP_FROM_5M: [5_000_000, Number.POSITIVE_INFINITY],
  NET_WORTH_JPY_UNDER_5M: [0, 5_000_000],
  NET_WORTH_JPY_5M_TO_10M: [5_000_000, 10_000_000],
  NET_WORTH_JPY_10M_TO_25M: [10_000_000, 25_000_000],
  NET_WORTH_JPY_25M_TO_50M: [25_000_000, 50_000_000],
  NET_WORTH_JPY_50M_TO_100M: [50_000_000, 100_000_000],
  NET_WORTH_JPY_100M_TO_500M: [100_000_000, 500_000_000],
  NET_WORTH_JPY_FROM_500M: [500_000_000, Number.POSITIVE_INFINITY],
  NET_WORTH_TWD_UNDER_1M: [0, 1_000_000],
  NET_WORTH_TWD_1M_TO_2M: [1_000_000, 2_000_000],
  NET_WORTH_TWD_2M_TO_5M: [2_000_000, 5_000_000],
  NET_WORTH_TWD_5M_TO_10M: [5_000_000, 10_000_000],
  NET_WORTH_TWD_10M_TO_20M: [10_000_000, 20_000_000],
  NET_WORTH_TWD_20M_TO_100M: [20_000_000, 100_000_000],
  NET_WORTH_TWD_FROM_100M: [100_000_000, Number.POSITIVE_INFINITY],
  NET_WORTH_CNY_UNDER_200K: [0, 200_000],
  NET_WORTH_CNY_200K_TO_400K: [200_000, 400_000],
  NET_WORTH_CNY_400K_TO_1M: [400_000, 1_000_000],
  NET_WORTH_CNY_1M_TO_2M: [1_000_000, 2_000_000],
  NET_WORTH_CNY_2M_TO_4M: [2_000_000, 4_000_000],
  NET_WORTH_CNY_4M_TO_20M: [4_000_000, 20_000_000],
  NET_WORTH_CNY_FROM_20M: [20_000_000, Number.POSITIVE_INFINITY],
} as const;

export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

export const EMPLOYMENT = [
  'EMPLOYED_FULL_TIME',
  'EMPLOYED_PART_TIME',
  'SELF_EMPLOYED',
  'BUSINESS_OWNER',
  'UNEMPLOYED',
  'RETIRED',
  'STUDENT',
  'HOMEMAKER',
] as const;

export const FUNDS = [
  'FUNDS_SALARY',
  'FUNDS_BUSINESS',
  'FUNDS_INVESTMENT',
  'FUNDS_SAVINGS',
  'FUNDS_PENSION',
  'FUNDS_INHERITANCE',
  'FUNDS_GIFT',
  'FUNDS_REAL_ESTATE',
  'FUNDS_BUSINESS_SALE',
  'FUNDS_INSURANCE',
  'FUNDS_OTHER',
] as const;

export const LICENSE_TYPES = [
  'LICENSE_ANALYST',
  'LICENSE_BROKER',
  'LICENSE_DEALER',
  'LICENSE_INVESTMENT_ADVISER',
  'LICENSE_PORTFOLIO_MANAGER',
  'LICENSE_FUTURES_BROKER',
  'LICENSE_FOREX_BROKER',
  'LICENSE_FUND_SALES',
  'LICENSE_SUPERVISOR',
  'LICENSE_OTHER',
] as const;

/** The toggles and their defaults: what protects the account is on, advertising is off. */
export const NOTIFICATIONS = {
  promotions: false,
  priceTarget: true,
  holdingMove: true,
  login: true,
  abnormalIp: true,
  trade: true,
  balance: true,
} as const;

export const PRIVACY_PARTS = ['email', 'baseInformation', 'trading', 'holdings'] as const;
/** The toggles that only a broker can act on; Finger acts on the others. */
export const BROKER_NOTIFICATIONS = ['priceTarget', 'holdingMove', 'trade', 'balance'] as const;
export const BROKER_PRIVACY = ['trading', 'holdings'] as const;
export const PRIVACY_CHOICES = ['private', 'public'] as const;

/** The texts to accept. These and the texts to sign (HIGH_RISK) each have a version (content: pages/legal). */
export const AGREEMENTS = ['privacy', 'terms'] as const;
export type Versions = Readonly<Record<(typeof AGREEMENTS)[number] | HighRisk, string>>;

export const STATES = ['received', 'inReview', 'needsInformation', 'approved', 'declined', 'withdrawn'] as const;
export type State = (typeof STATES)[number];
/** No state follows these; the retention period starts with them. */
export const FINAL_STATES = ['approved', 'declined', 'withdrawn'] as const satisfies readonly State[];

/** What is decided of each product of an approved application. */
export const PRODUCT_DECISIONS = ['enabled', 'declined', 'waiting'] as const;
export type ProductDecision = (typeof PRODUCT_DECISIONS)[number];
/** What an applicant does with the broker before the first order. */
export const OPENING_STEPS = ['agreement', 'payIn'] as const;
/** Characters of the reason of a decision. */
export const MOST_REASON = 500;

/** What help articles and questions are about, in the order of the lists. */
export const ARTICLE_TOPICS = [
  'money',
  'costs',
  'brokers',
  'account',
  'security',
  'risk',
  'licences',
  'data',
  'language',
  'news',
  'api',
  'butler',
  'complaints',
  'fraud',
  'accessibility',
] as const;
/** A question may also be about advertising or something else. */
export const TOPICS = [...ARTICLE_TOPICS, 'advertising', 'other'] as const;
export type Topic = (typeof TOPICS)[number];

/** What an enquiry about advertising offers to choose from, keys of the dictionary. */
export const AD_FORMATS = ['AD_TEXT', 'AD_PICTURE', 'AD_ARTICLE', 'AD_VIDEO', 'AD_FORMAT_OPEN'] as const;
export const AD_BUDGETS = [
  'AD_BUDGET_UNDER_5K',
  'AD_BUDGET_5K_TO_20K',
  'AD_BUDGET_20K_TO_100K',
  'AD_BUDGET_FROM_100K',
  'AD_BUDGET_OPEN',
] as const;

export const QUESTION_STATES = ['received', 'answered', 'closed'] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/**
 * Of the log of an account: log-ins; what the owner changed; devices that they logged out; data that they took; mails;
 * what others did.
 */
export const LOG_KINDS = ['signIns', 'changes', 'devices', 'data', 'mails', 'access'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** What a key of a partner may be used for. Each call of the partner API names one of them. */
export const SCOPES = [
  'reference.read',
  'permissions.check',
  'news.read',
  'news.publish',
  'applications.read',
  'applications.handle',
  'questions.read',
  'questions.handle',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Sandbox keys work before a company is confirmed; what they write only their company sees. */
export const KEY_KINDS = ['sandbox', 'live'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Limits of a company's keys; `perMinute` is what a key gets, and what a company may lower. */
export const KEY_LIMITS = { keys: 20, networks: 20, perMinute: 300, overlapHours: 168 } as const;

/** What a company publishes, and about what: names of categories are `news.category.…` in ui.json. */
export const PUBLICATION_KINDS = ['news', 'flash'] as const;
export type PublicationKind = (typeof PUBLICATION_KINDS)[number];
export const PUBLICATION_CATEGORIES = ['analysis', 'economy', 'company'] as const;

/** How many applications and questions a user is asked about at a time; the others follow. */
export const MOST_OFFERS = 50;

/** Characters of a request for information, and of an answer to a question. */
export const MOST_ASKED = 2_000;
export const MOST_ANSWER = 10_000;
/** Characters of a reply to a post. */
export const MOST_REPLY = 3_000;

/** What the author of a post holds of what it names. */
export const HOLDINGS = ['none', 'long', 'short'] as const;
/** What a recommendation advises, and for how long it is meant. */
export const ADVICE = ['buy', 'hold', 'sell'] as const;
export const HORIZONS = ['days', 'weeks', 'months', 'years'] as const;

/** What can be reported, and decided on. A further kind needs a row in server/moderation/kinds.ts. */
export const MODERATED = ['post', 'reply'] as const;
export type Moderated = (typeof MODERATED)[number];

/** Why something is reported, and why it is refused or withdrawn. */
export const REPORT_REASONS = ['untrue', 'interest', 'fraud', 'insult', 'unlawful', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** On an appeal: the decision stands, or what it took away comes back, or what it left is taken away. */
export const APPEAL_RULINGS = ['upheld', 'reversed'] as const;
