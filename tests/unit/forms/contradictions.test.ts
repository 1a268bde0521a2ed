import { describe, expect, it } from 'vitest';
import { CONTRADICTIONS, contradictionsOf } from '../../../src/forms/contradictions.ts';
import { checkApplication } from '../../../src/forms/shapes.ts';
import { applicationBody, type Body, tables, withAt } from '../../helpers/server/applications.ts';

describe('contradictions', () => {
  const said = (trading: Body, given: Body = {}) =>
    contradictionsOf(
      { ...applicationBody('investor', given), trading: { ...(applicationBody().trading as Body), ...trading } },
      tables.now,
    );

  it('are not found where there are none', () => {
    expect(said({})).toEqual([]);
    expect(contradictionsOf({}, tables.now)).toEqual([]);
    expect(contradictionsOf(applicationBody('developer'), tables.now)).toEqual([]);
  });

  it.each<[string, Body, Body]>([
    ['experienceAge', { experience: 'EXPERIENCE_FROM_10Y' }, { birthDate: '2001-11-21' }],
    ['experienceAge', { experience: 'EXPERIENCE_3Y_TO_5Y' }, { birthDate: '2008-01-01' }],
    ['incomeNetWorth', { income: 'INCOME_FROM_1M', netWorth: 'NET_WORTH_UNDER_50K' }, {}],
    ['incomeNetWorth', { income: 'INCOME_UNDER_25K', netWorth: 'NET_WORTH_FROM_5M' }, {}],
    ['accreditedIncome', { accreditedInvestor: 'income' }, {}],
    ['accreditedNetWorth', { accreditedInvestor: 'netWorth' }, {}],
    ['qualifiedNetWorth', { qualifiedPurchaser: 'ownInvestments' }, {}],
  ])('%s: %j', (key, trading, given) => {
    expect(said(trading, given)).toEqual([key]);
  });

  it.each<[Body, Body]>([
    [{ experience: 'EXPERIENCE_FROM_10Y' }, { birthDate: '2000-11-20' }],
    [{ income: 'INCOME_UNDER_25K', netWorth: 'NET_WORTH_FROM_5M', employment: 'RETIRED' }, {}],
    [{ income: 'INCOME_50K_TO_100K', netWorth: 'NET_WORTH_UNDER_50K' }, {}],
    [{ income: 'INCOME_200K_TO_300K', netWorth: 'NET_WORTH_1M_TO_5M', accreditedInvestor: 'income' }, {}],
    // The thresholds are in US dollars.
    [{ income: 'INCOME_JPY_2500K_TO_5M', netWorth: 'NET_WORTH_JPY_25M_TO_50M', accreditedInvestor: 'income' }, {}],
  ])('is none: %j %j', (trading, given) => {
    expect(said(trading, given)).toEqual([]);
  });

  it('keep nobody from sending, and name fields of the form', () => {
    const body = withAt(applicationBody(), 'trading.experience', 'EXPERIENCE_FROM_10Y');
    expect(checkApplication(body, tables).ok).toBe(true);
    for (const { fields } of Object.values(CONTRADICTIONS)) expect(fields).toHaveLength(2);
  });
});
