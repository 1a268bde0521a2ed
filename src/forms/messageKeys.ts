/** Keys of content/<locale>/ui.json by answer. Entries of the dictionary have their own words. */
import type { Product, Role, State } from './lists.ts';

export const STEP_WORDS = {
  who: 'account.step.who',
  login: 'account.step.login',
  about: 'account.step.about',
  trading: 'account.step.trading',
  notifications: 'account.step.notifications',
  check: 'account.step.check',
} as const;

export const ROLE_WORDS = {
  investor: { name: 'account.role.investor', about: 'account.roleAbout.investor' },
  broker: { name: 'account.role.broker', about: 'account.roleAbout.broker' },
  analyst: { name: 'account.role.analyst', about: 'account.roleAbout.analyst' },
  brokerageHouse: { name: 'account.role.brokerageHouse', about: 'account.roleAbout.brokerageHouse' },
  developer: { name: 'account.role.developer', about: 'account.roleAbout.developer' },
} as const satisfies Record<Role, object>;

export const GENDER_WORDS = { MALE: 'account.gender.male', FEMALE: 'account.gender.female' } as const;

export const PRODUCT_WORDS = {
  stocks: 'account.product.stocks',
  bonds: 'account.product.bonds',
  funds: 'account.product.funds',
  etf: 'account.product.etf',
  futures: 'account.product.futures',
  options: 'account.product.options',
  forex: 'account.product.forex',
} as const satisfies Record<Product, string>;

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
  received: { name: 'account.state.received', about: 'account.stateAbout.received' },
  inReview: { name: 'account.state.inReview', about: 'account.stateAbout.inReview' },
  needsInformation: { name: 'account.state.needsInformation', about: 'account.stateAbout.needsInformation' },
  approved: { name: 'account.state.approved', about: 'account.stateAbout.approved' },
  declined: { name: 'account.state.declined', about: 'account.stateAbout.declined' },
  withdrawn: { name: 'account.state.withdrawn', about: 'account.stateAbout.withdrawn' },
} as const satisfies Record<State, object>;
