/** What pages say of an offer besides what it is. */
import { describe, expect, it } from 'vitest';
import { offerById } from '../../../../src/authoring/pages/offers.ts';

describe('the terms of an offer', () => {
  it('say who provides it, unless the payment does', () => {
    expect(offerById('tradeAlerts', 'en-US').terms).toBe('Provided by your broker. Cost: Nothing');
    expect(offerById('orders', 'en-US')).toMatchObject({
      where: 'In the Finger app',
      terms: 'Cost: Your broker’s fee for the trade. Finger adds no charge. Paid to: Your broker',
    });
  });

  it('leave out Finger, and a payment that nobody gets', () => {
    expect(offerById('butler', 'en-US')).toMatchObject({ where: undefined, terms: 'Cost: Nothing' });
  });

  it('follow each other without a space where the language has none', () => {
    expect(offerById('tradeAlerts', 'ja').terms).toBe('提供：取引業者。料金：無料');
  });
});
