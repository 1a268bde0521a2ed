/** When an event of a webhook is sent again. */
import { expect, it } from 'vitest';
import { attemptMinutes, DELIVERY_DAYS, minutesUntilNext } from '../../../src/contract/webhooks.ts';

it('is sent after one minute, twice as long each time up to eight hours, and given up after the days that pages state', () => {
  const attempts = attemptMinutes();
  const [last = 0] = attempts.slice(-1);
  const most = DELIVERY_DAYS.retried * 24 * 60;
  expect(attempts.slice(0, 11)).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 991]);
  expect(last).toBeLessThanOrEqual(most);
  expect(last + minutesUntilNext(attempts.length)).toBeGreaterThan(most);
});
