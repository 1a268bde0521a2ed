import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../../src/authoring/figures/amounts.ts';
import { figureById, formatFact } from '../../../../src/authoring/figures/facts.ts';
import { factsIn } from '../../../../src/authoring/reading/mdx.ts';
import { LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import type { Currency } from '../../../../src/i18n/money.ts';

const amount = (product: string, locale: Locale = 'en-US', currency: Currency = 'USD') =>
  formatAmount(product, currency, locale, translator(locale));
const shareOf = (id: string) => Number(figureById(id).value) / 100;

describe('an amount of a worked example', () => {
  it('is multiplied from numbers and shares, exactly', () => {
    expect(amount('200 × 30')).toBe('$6,000');
    expect(amount('0.1 × 3')).toBe('$0.30');
    const dollars = (value: number) => `$${value.toLocaleString('en-US')}`;
    expect(amount('200 × 30 × reportShare')).toBe(dollars(6000 * shareOf('reportShare')));
    expect(shareOf('reportShare') + shareOf('reportFee')).toBe(1);
  });

  it('adds products up', () => {
    const total = 200 * shareOf('videoShare') + 120 * shareOf('reportShare');
    expect(amount('40 × 5 × videoShare + 2 × 60 × reportShare')).toBe(`$${total}`);
  });

  it('keeps what a price says: from, up to, a range', () => {
    for (const locale of LOCALE_IDS) {
      const t = translator(locale);
      const { per: _, ...fee } = figureById('stockFee');
      expect(amount('1 × stockFee', locale)).toBe(formatFact(fee, locale, t));
    }
    const [low, high] = figureById('optionFee').value as [number, number];
    expect(amount('20 × optionFee')).toBe(`$${20 * low}–$${20 * high}`);
  });

  it('has every digit, so that a table adds up', () => {
    expect(amount('40 × 375', 'ja', 'JPY')).toBe('15,000円');
    expect(amount('10 × 1234.5', 'tw', 'TWD')).toBe('新臺幣12,345元');
  });

  it('refuses a price in another currency, and an unknown fact', () => {
    expect(() => amount('3 × fundFee')).toThrow('fundFee');
    expect(() => amount('3 × newsSites')).toThrow('newsSites');
    expect(() => amount('3 × reportshare')).toThrow('reportshare');
  });

  it('names its facts, for the check of content', () => {
    expect(factsIn('200 × 1.5 × reportShare×stockFee + 2 + 3 × tipShare')).toEqual([
      'reportShare',
      'stockFee',
      'tipShare',
    ]);
  });
});
