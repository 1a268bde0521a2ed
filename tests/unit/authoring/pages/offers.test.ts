/** What pages say of an offer besides what it is. */
import { describe, expect, it } from 'vitest';
import { offerById } from '../../../../src/authoring/pages/offers.ts';

describe('the terms of an offer', () => {
  it('say who provides it, what it costs and who is paid', () => {
    expect(offerById('orders', 'en-US')).toMatchObject({
      where: 'In the Finger app',
      terms:
        'Provided by your broker. Cost: Your broker’s fee for the trade. Finger adds no charge. Paid to: Your broker',
    });
    expect(offerById('tips', 'ja').terms).toMatch(/^提供：発信者。/);
  });

  it('leave out Finger, and a payment that nobody gets', () => {
    expect(offerById('butler', 'en-US')).toMatchObject({ where: undefined, terms: 'Cost: Nothing' });
  });
});
