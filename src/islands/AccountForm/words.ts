/** Which words stand for which answer. Entries of the dictionary bring their own. */
import type { Product, Role, State, Step } from '../../accounts/lists.ts';
import type { MessageKey } from '../../i18n/messages.ts';

/** A message of the form. */
export type AccountWord = Extract<MessageKey, `account.${string}`>;

export const STEP_WORDS = {
  who: 'account.step.who',
  login: 'account.step.login',
  about: 'account.step.about',
  trading: 'account.step.trading',
  notifications: 'account.step.notifications',
  check: 'account.step.check',
} as const satisfies Record<Step, AccountWord>;

export const ROLE_WORDS = {
  investor: { name: 'account.role.investor', about: 'account.role.investorAbout' },
  broker: { name: 'account.role.broker', about: 'account.role.brokerAbout' },
  analyst: { name: 'account.role.analyst', about: 'account.role.analystAbout' },
  brokerageHouse: { name: 'account.role.brokerageHouse', about: 'account.role.brokerageHouseAbout' },
  developer: { name: 'account.role.developer', about: 'account.role.developerAbout' },
} as const satisfies Record<Role, { name: AccountWord; about: AccountWord }>;

export const NAME_WORDS = { givenName: 'account.givenName', familyName: 'account.familyName' } as const;

export const GENDER_WORDS = { MALE: 'account.gender.male', FEMALE: 'account.gender.female' } as const;

export const PRODUCT_WORDS = {
  stocks: 'account.product.stocks',
  bonds: 'account.product.bonds',
  funds: 'account.product.funds',
  etf: 'account.product.etf',
  futures: 'account.product.futures',
  options: 'account.product.options',
  forex: 'account.product.forex',
} as const satisfies Record<Product, AccountWord>;

export const ACCREDITED_WORDS = {
  none: 'account.accredited.none',
  income: 'account.accredited.income',
  jointIncome: 'account.accredited.jointIncome',
  netWorth: 'account.accredited.netWorth',
  professional: 'account.accredited.professional',
} as const;

export const QUALIFIED_WORDS = {
  none: 'account.qualified.none',
  ownInvestments: 'account.qualified.ownInvestments',
  familyCompany: 'account.qualified.familyCompany',
  discretionary: 'account.qualified.discretionary',
} as const;

export const NOTIFICATION_WORDS = {
  promotions: { name: 'account.notify.promotions', about: 'account.notify.promotionsAbout' },
  priceTarget: { name: 'account.notify.priceTarget', about: 'account.notify.priceTargetAbout' },
  holdingMove: { name: 'account.notify.holdingMove', about: 'account.notify.holdingMoveAbout' },
  login: { name: 'account.notify.login', about: 'account.notify.loginAbout' },
  abnormalIp: { name: 'account.notify.abnormalIp', about: 'account.notify.abnormalIpAbout' },
  trade: { name: 'account.notify.trade', about: 'account.notify.tradeAbout' },
  balance: { name: 'account.notify.balance', about: 'account.notify.balanceAbout' },
} as const;

export const PRIVACY_WORDS = {
  email: { name: 'account.privacy.email', about: 'account.privacy.emailAbout' },
  baseInformation: { name: 'account.privacy.baseInformation', about: 'account.privacy.baseInformationAbout' },
  trading: { name: 'account.privacy.trading', about: 'account.privacy.tradingAbout' },
  holdings: { name: 'account.privacy.holdings', about: 'account.privacy.holdingsAbout' },
} as const;

export const STATE_WORDS = {
  received: { name: 'account.state.received', about: 'account.state.receivedAbout' },
  inReview: { name: 'account.state.inReview', about: 'account.state.inReviewAbout' },
  needsInformation: { name: 'account.state.needsInformation', about: 'account.state.needsInformationAbout' },
  approved: { name: 'account.state.approved', about: 'account.state.approvedAbout' },
  declined: { name: 'account.state.declined', about: 'account.state.declinedAbout' },
  withdrawn: { name: 'account.state.withdrawn', about: 'account.state.withdrawnAbout' },
} as const satisfies Record<State, { name: AccountWord; about: AccountWord }>;

/** Roots of content/dictionary.yml whose entries the form offers. */
export const DICTIONARY = {
  employment: 200,
  income: 500,
  netWorth: 600,
  experience: 800,
  licence: 1000,
  funds: 1100,
} as const;
