/** Answers that contradict each other. The form points them out before sending but never blocks: lives differ. */
import { dayOfSending, isDay, yearsBetween } from './days.ts';
import { currencyOf, EXPERIENCE, INCOME, NET_WORTH } from './lists.ts';
import type { Application } from './shapes.ts';

/** Key of a contradiction → key of its words, and the fields to look at again. */
export const CONTRADICTIONS = {
  experienceAge: { words: 'account.contradiction.experienceAge', fields: ['birthDate', 'trading.experience'] },
  incomeNetWorth: { words: 'account.contradiction.incomeNetWorth', fields: ['trading.income', 'trading.netWorth'] },
  accreditedIncome: {
    words: 'account.contradiction.accreditedIncome',
    fields: ['trading.accreditedInvestor', 'trading.income'],
  },
  accreditedNetWorth: {
    words: 'account.contradiction.accreditedNetWorth',
    fields: ['trading.accreditedInvestor', 'trading.netWorth'],
  },
  qualifiedNetWorth: {
    words: 'account.contradiction.qualifiedNetWorth',
    fields: ['trading.qualifiedPurchaser', 'trading.netWorth'],
  },
} as const;
export type ContradictionKey = keyof typeof CONTRADICTIONS;

/** Nobody trades for themselves at a younger age. */
const FIRST_AGE_OF_INVESTING = 16;
/** Someone whose yearly income is this many times their net worth has probably mistaken one of the two. */
const INCOME_TO_NET_WORTH = 2;
/** So has someone who owns this much and earns in the lowest band, unless they have retired. */
const LARGE_NET_WORTH = 5_000_000;

type Asked = Pick<Application, 'birthDate' | 'trading'>;

/** The contradictions in some answers, which may be incomplete. */
export function contradictionsOf(answers: { [K in keyof Asked]?: unknown }, now: Date): ContradictionKey[] {
  const { birthDate } = answers;
  const trading = (answers.trading ?? {}) as Partial<NonNullable<Application['trading']>>;
  const found: ContradictionKey[] = [];
  const tell = (key: ContradictionKey, isSo: boolean) => isSo && found.push(key);

  const experience = trading.experience && EXPERIENCE[trading.experience];
  if (experience && typeof birthDate === 'string' && isDay(birthDate)) {
    tell('experienceAge', yearsBetween(birthDate, dayOfSending(now)) - experience < FIRST_AGE_OF_INVESTING);
  }
  const income = trading.income && INCOME[trading.income];
  const netWorth = trading.netWorth && NET_WORTH[trading.netWorth];
  const isInDollars = [trading.income, trading.netWorth].every((key) => !key || currencyOf(key) === 'USD');
  if (income && netWorth && currencyOf(String(trading.income)) === currencyOf(String(trading.netWorth))) {
    const isRich = isInDollars && netWorth[0] >= LARGE_NET_WORTH && income[0] === 0 && trading.employment !== 'RETIRED';
    tell('incomeNetWorth', income[0] >= INCOME_TO_NET_WORTH * netWorth[1] || isRich);
  }
  const { accreditedInvestor, qualifiedPurchaser } = trading;
  // The thresholds are in US dollars, and rates change.
  if (!isInDollars) return found;
  if (income) tell('accreditedIncome', accreditedInvestor === 'income' && income[1] <= 200_000);
  if (netWorth) {
    tell('accreditedNetWorth', accreditedInvestor === 'netWorth' && netWorth[1] <= 1_000_000);
    tell('qualifiedNetWorth', qualifiedPurchaser === 'ownInvestments' && netWorth[1] <= 5_000_000);
  }
  return found;
}
