/** How calculators read what readers type, and write what they answer. */
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { negative } from '../../../src/i18n/format.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { pick, translator } from '../../../src/i18n/messages.ts';
import { speaker } from '../../../src/islands/calculator/Calculator.tsx';
import { readField, readNumber, writer } from '../../../src/islands/calculator/numbers.ts';

const read = (typed: string, affixes: string[] = []) => {
  const found = readNumber(typed, 'ja', affixes);
  return 'value' in found ? found.value : found.fault;
};
const sayIn = (locale: Locale) => speaker(pick(locale, ['calculator.frame.*']), locale);

describe('a number that is typed', () => {
  it.each([
    ['200', 200],
    ['1,234.5', 1234.5],
    ['1,234,567', 1_234_567],
    [' 1 000 ', 1000],
    ['0.005', 0.005],
    ['.5', 0.5],
    ['5.', 5],
    ['+3', 3],
    ['-2', -2],
    ['−2', -2],
    ['１２３４．５', 1234.5],
    ['１，２３４', 1234],
    ['－２', -2],
    ['120万', 1_200_000],
    ['1.5億', 150_000_000],
    ['１０萬', 100_000],
    ['2亿', 200_000_000],
  ])('%j is read', (typed, value) => expect(read(typed)).toBe(value));

  it('may have the unit of its field', () => {
    expect(read('$1,000', ['$'])).toBe(1000);
    expect(read('＄1,000', ['$'])).toBe(1000);
    expect(read('3,000円', ['円'])).toBe(3000);
    expect(read('300万円', ['円'])).toBe(3_000_000);
    expect(read('0.2％', ['%'])).toBe(0.2);
    expect(read('NT$600', ['NT$'])).toBe(600);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['　', 'empty'],
    ['1,5', 'number'],
    ['1.234,5', 'number'],
    ['12,34', 'number'],
    ['1,,000', 'number'],
    ['1.2.3', 'number'],
    ['.', 'number'],
    ['-', 'number'],
    ['--1', 'number'],
    ['1e9', 'number'],
    ['0x10', 'number'],
    ['Infinity', 'number'],
    ['NaN', 'number'],
    ['constructor', 'number'],
    ['__proto__', 'number'],
    ['<script>alert(1)</script>', 'number'],
    ['万', 'number'],
    ['1万万', 'number'],
    ['½', 'number'],
    ['٣', 'number'],
    ['1'.repeat(400), 'digits'],
    ['0.12345678901234567', 'digits'],
  ])('%j is a fault', (typed, fault) => expect(read(typed)).toBe(fault));
});

describe.each(LOCALE_IDS)('in %s', (locale) => {
  const say = sayIn(locale);
  const numbers = writer(locale, 'USD', say);
  const t = translator(locale);

  it('what is written for a field is read back from it', () => {
    for (const unit of ['number', 'money', 'price', 'percent', 'years', 'months', 'year'] as const)
      for (const value of [0, 0.005, 7, 1234.5, 1_234_567.25, 2026]) {
        const [before, after] = numbers.affixes({ unit });
        const typed = before + numbers.type(value, { unit }) + after;
        expect(readNumber(typed, LOCALES[locale].lang, [before, after]), typed).toEqual({ value });
      }
  });

  it('a fault says what to write', () => {
    const field = { label: '', unit: 'number', initial: 1, min: 1, max: 1000, whole: true } as const;
    const faultOf = (typed: string) => {
      const found = readField(typed, field, locale, numbers, say);
      return 'fault' in found ? found.fault : found.value;
    };
    expect(faultOf('12')).toBe(12);
    expect(faultOf('')).toBe(t('calculator.frame.fault.empty'));
    expect(faultOf('x')).toBe(t('calculator.frame.fault.number', { example: '1,234.5' }));
    expect(faultOf('0')).toBe(t('calculator.frame.fault.least', { limit: '1' }));
    expect(faultOf('1,001')).toBe(t('calculator.frame.fault.most', { limit: '1,000' }));
    expect(faultOf('1.5')).toBe(t('calculator.frame.fault.whole'));
  });

  it('sums have the decimals of their currency, and signs stand before them', () => {
    const { write } = numbers;
    const money = (amount: string) => t('calculator.frame.money.USD', { amount });
    expect(write({ value: new Big('1234.565'), unit: 'money' })).toBe(money('1,234.57'));
    expect(write({ value: new Big('-0.004'), unit: 'money' })).toBe(money('0.00'));
    expect(write({ value: new Big(398), unit: 'money', signed: true })).toBe(`+${money('398.00')}`);
    expect(write({ value: -5, unit: 'money' })).toBe(negative(money('5.00')));
    expect(write({ value: 0.005, unit: 'price' })).toBe(money('0.005'));
    expect(write({ value: 50, unit: 'price' })).toBe(money('50.00'));
    expect(write({ value: 1e6, unit: 'money', currency: 'JPY' })).toBe(
      t('calculator.frame.money.JPY', { amount: '1,000,000' }),
    );
    // Prices in yen are quoted by tenths at most; what is asked for more finely says so.
    const yen = (value: number, measure: { digits?: number } = {}) =>
      write({ value, unit: 'price', currency: 'JPY', ...measure });
    const inYen = (amount: string) => t('calculator.frame.money.JPY', { amount });
    expect([yen(1607.9388), yen(3006.006), yen(0.05, { digits: 4 })]).toEqual(['1,607.9', '3,006', '0.05'].map(inYen));
    expect(write({ value: 1.0852, unit: 'number', digits: [5, 5] })).toBe('1.08520');
    for (const value of [1, -1, 0.5])
      expect(write({ value, unit: 'points' })).toBe(
        say('calculator.frame.points', { amount: String(value).replace('-', '−'), count: Math.abs(value) }),
      );
    expect(write({ value: 1986, unit: 'year' })).toBe('1986');
    // More digits than a double has
    expect(write({ value: new Big('12345678901234567890.12'), unit: 'money' })).toBe(
      money('12,345,678,901,234,567,890.12'),
    );
  });
});
