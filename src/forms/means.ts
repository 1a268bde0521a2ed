/** What an applicant says of experience and assets: the form asks for it, and the profile renews it. */
import { choice, choices, fields } from './fields.ts';
import { EMPLOYMENT, EXPERIENCE, FUNDS, INCOME, keysOf, NET_WORTH } from './lists.ts';

export const MEANS = {
  experience: choice(keysOf(EXPERIENCE), 'experienceEmpty'),
  income: choice(keysOf(INCOME), 'incomeEmpty'),
  netWorth: choice(keysOf(NET_WORTH), 'netWorthEmpty'),
  employment: choice(EMPLOYMENT, 'employmentEmpty'),
  sourceOfFunds: choices(FUNDS, 'fundsEmpty'),
};

/** Declared together, since they hold together. */
export const means = fields(MEANS, 'experienceEmpty');
