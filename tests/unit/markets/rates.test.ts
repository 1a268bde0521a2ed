import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { pairDecimals } from '../../../src/markets/pairs.ts';
import { changeOf, crossChange, crossRate, mostDecimals, padded, type Rate } from '../../../src/markets/rates.ts';

const DAY = '2026-11-20';
/** 'EUR/USD 1.1520' as a rate */
const rate = (text: string, more: Partial<Rate> = {}): Rate => {
  const [, base = '', quote = '', value = ''] = /^(\w+)\/(\w+) (\S+)$/.exec(text) ?? [];
  return { base, quote, value, day: DAY, publisher: 'ecb', kind: 'daily', ...more };
};
const EURO = ['EUR/USD 1.1520', 'EUR/JPY 181.30', 'EUR/GBP 0.87405', 'EUR/IDR 19204.66'].map((text) => rate(text));
const FED = ['EUR/USD 1.1527', 'GBP/USD 1.3188', 'USD/JPY 157.4000', 'USD/TWD 31.6000'].map((text) => rate(text));
const CANADA = ['USD/CAD 1.3995', 'JPY/CAD 0.008910', 'TWD/CAD 0.04430'].map((text) => rate(text));

describe('a cross rate', () => {
  it.each([
    ['EUR/USD', EURO, '1.1520', 'EUR/USD'],
    ['EUR/JPY', EURO, '181.30', 'EUR/JPY'],
    ['EUR/GBP', EURO, '0.87405', 'EUR/GBP'],
    ['USD/EUR', EURO, '0.86806', '1 ÷ EUR/USD'],
    ['USD/JPY', EURO, '157.378', 'EUR/JPY ÷ EUR/USD'],
    ['GBP/USD', EURO, '1.31800', 'EUR/USD ÷ EUR/GBP'],
    ['IDR/JPY', EURO, '0.00944', 'EUR/JPY ÷ EUR/IDR'],
    ['USD/JPY', FED, '157.4000', 'USD/JPY'],
    ['EUR/TWD', FED, '36.425', 'EUR/USD × USD/TWD'],
    ['EUR/JPY', FED, '181.435', 'EUR/USD × USD/JPY'],
    ['GBP/EUR', FED, '1.14410', 'GBP/USD ÷ EUR/USD'],
    ['JPY/TWD', FED, '0.20076', 'USD/TWD ÷ USD/JPY'],
    ['JPY/EUR', FED, '0.00551', '1 ÷ (USD/JPY × EUR/USD)'],
    ['USD/TWD', CANADA, '31.591', 'USD/CAD ÷ TWD/CAD'],
    ['JPY/CAD', CANADA, '0.008910', 'JPY/CAD'],
    ['CAD/JPY', CANADA, '112.233', '1 ÷ JPY/CAD'],
  ])('%s of %#', (pair, rates, value, formula) => {
    const [base = '', quote = ''] = pair.split('/');
    const cross = crossRate(base, quote, rates);
    expect([cross?.value, cross?.formula]).toEqual([value, formula]);
    const named = formula.replaceAll(/[()÷×]|\b1\b/g, ' ').trim();
    expect(cross?.of.map((one) => `${one.base}/${one.quote}`).sort()).toEqual(named.split(/\s+/).sort());
  });

  it('keeps every published digit of a rate that is published', () => {
    expect(crossRate('JPY', 'CAD', [rate('JPY/CAD 0.008693')])?.value).toBe('0.008693');
    expect(crossRate('EUR', 'JPY', [rate('EUR/JPY 181.30001')])?.value).toBe('181.30001');
  });

  it('takes a published rate before the other way round, and both before a computed one', () => {
    const rates = [...FED, rate('JPY/EUR 0.0055'), rate('EUR/JPY 181.5')];
    expect(crossRate('EUR', 'JPY', rates)?.value).toBe('181.5');
    expect(crossRate('EUR', 'JPY', rates.slice(0, -1))?.formula).toBe('1 ÷ JPY/EUR');
  });

  it('stays within one publisher, one kind and one day', () => {
    const dollar = rate('EUR/USD 1.1520');
    for (const other of [{ publisher: 'fed' }, { kind: 'monthly' }, { day: '2026-11-19' }]) {
      expect(crossRate('USD', 'JPY', [dollar, rate('EUR/JPY 181.30', other)])).toBeNull();
      const third = rate('EUR/JPY 181.30');
      expect(crossRate('USD', 'JPY', [rate('EUR/JPY 100', other), dollar, third])?.of).toEqual([third, dollar]);
    }
  });

  it('is none of unknown currencies, of one currency, or without rates', () => {
    for (const [base = '', quote = ''] of [
      ['USD', 'XAU'],
      ['__proto__', 'USD'],
      ['USD', 'USD'],
      ['', ''],
    ])
      expect(crossRate(base, quote, EURO)).toBeNull();
    expect(crossRate('EUR', 'USD', [])).toBeNull();
  });

  it('is refused where a rate is no decimal, or nothing', () => {
    for (const value of ['', '1,1520', '1e3', 'ND', '.5', '1.', ' 1', '+1', 'Infinity', '٣'])
      expect(() => crossRate('USD', 'JPY', [rate('EUR/JPY 1'), { ...rate('EUR/USD 1'), value }])).toThrow(
        'is no decimal',
      );
    expect(() => crossRate('USD', 'EUR', [rate('EUR/USD 0.0000')])).toThrow('not above 0');
  });
});

describe('a change', () => {
  const points = (...values: string[]) => values.map((value, index) => ({ day: `2026-11-${index + 10}`, value }));

  it.each([
    [['1.1508', '1.1520'], '0.0012', '0.10'],
    [['1.1520', '1.1508'], '-0.0012', '-0.10'],
    [['1.15', '1.1508'], '0.0008', '0.07'],
    [['4.41', '4.41'], '0.00', '0.00'],
    [['200', '199.99'], '-0.01', '-0.01'],
    [['20000', '19999'], '-1', '-0.01'],
    [['100000', '99999'], '-1', '0.00'],
    [['3.75', '4'], '0.25', '6.67'],
    [['-0.05', '0.10'], '0.15', null],
    [['0.00', '0.25'], '0.25', null],
    [['0.25', '-0.25'], '-0.50', '-200.00'],
    [['9', '1.1508', '1.1520'], '0.0012', '0.10'],
  ])('of %j', (values, difference, percent) => {
    const of = changeOf(points(...values));
    expect([of?.difference, of?.percent]).toEqual([difference, percent]);
    expect([of?.before.value, of?.last.value]).toEqual(values.slice(-2));
    expect(changeOf(points(...values).toReversed())).toEqual(of);
  });

  it('needs two days', () => {
    expect([changeOf([]), changeOf(points('1'))]).toEqual([null, null]);
  });
});

it('a value is padded, and no digit but zeros is left out', () => {
  const table: [string, number, string][] = [
    ['1.152', 5, '1.15200'],
    ['157.4000', 3, '157.400'],
    ['157.4000', 0, '157.4'],
    ['157.0000', 0, '157'],
    ['0.008693', 5, '0.008693'],
    ['0.0086930', 5, '0.008693'],
    ['-0.5', 2, '-0.50'],
    ['0', 3, '0.000'],
    ['100', 0, '100'],
    ['100', 2, '100.00'],
  ];
  for (const [value, decimals, shown] of table) expect(padded(value, decimals)).toBe(shown);
  expect(mostDecimals(['1.15', '1.1508', '2'])).toBe(4);
  expect(mostDecimals([])).toBe(0);
});

describe('against plain decimal arithmetic', () => {
  /** The same numbers in every run. */
  function* random(seed: number) {
    for (let state = seed; ; ) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      yield state / 2 ** 31;
    }
  }

  const numbers = random(20_261_123);
  const next = () => numbers.next().value as number;
  /** A value with up to nine digits, of which up to six are decimals, above 0 */
  const value = () => {
    const decimals = Math.floor(next() * 7);
    return new Big(1 + Math.floor(next() * 10 ** (1 + Math.floor(next() * 8)))).div(10 ** decimals).toFixed(decimals);
  };
  const exact = (big: Big, decimals: number) => big.toFixed(decimals, Big.roundHalfUp);

  it('crosses agree to the last digit, whichever way their rates are', () => {
    Big.DP = 60;
    for (let round = 0; round < 2000; round++) {
      const [first, second] = [value(), value()];
      const [forward, back] = [next() < 0.5, next() < 0.5];
      const quote = next() < 0.3 ? 'JPY' : 'USD';
      const rates = [
        rate(forward ? `GBP/EUR ${first}` : `EUR/GBP ${first}`),
        rate(back ? `${quote}/EUR ${second}` : `EUR/${quote} ${second}`),
      ];
      const top = new Big(forward ? first : 1).times(back ? 1 : second);
      const expected = top.div(new Big(forward ? 1 : first).times(back ? second : 1));
      const cross = crossRate('GBP', quote, rates);
      expect(cross?.value, JSON.stringify(rates)).toBe(exact(expected, pairDecimals(`GBP/${quote}`)));
    }
  });

  it('changes agree, and add up to the value before', () => {
    for (let round = 0; round < 2000; round++) {
      const [before, last] = [value(), value()];
      const change = changeOf([
        { day: '2026-11-19', value: before },
        { day: DAY, value: last },
      ]);
      const difference = new Big(last).minus(before);
      expect(new Big(change?.difference ?? '').eq(difference)).toBe(true);
      expect(change?.difference.split('.')[1]?.length ?? 0).toBe(mostDecimals([before, last]));
      const percent = exact(difference.times(100).div(before), 2);
      expect(change?.percent, `${before} ${last}`).toBe(percent === '-0.00' ? '0.00' : percent);
    }
  });

  it('padding changes no value', () => {
    for (let round = 0; round < 500; round++) {
      const [one, decimals] = [value(), Math.floor(next() * 8)];
      expect(new Big(padded(one, decimals)).eq(one)).toBe(true);
      expect(padded(one, decimals).split('.')[1]?.length ?? 0).toBeGreaterThanOrEqual(decimals);
    }
  });
});

describe('the change of a cross rate', () => {
  const BEFORE = ['EUR/USD 1.1508', 'EUR/JPY 180.95', 'EUR/GBP 0.87390', 'EUR/IDR 19177.02'].map((text) =>
    rate(text, { day: '2026-11-19' }),
  );
  const published = (rates: readonly Rate[], pair: string) =>
    new Big(rates.find(({ base, quote }) => `${base}/${quote}` === pair)?.value ?? 0);

  it.each([
    ['JPY/USD', 'EUR/USD', 'EUR/JPY'],
    ['USD/JPY', 'EUR/JPY', 'EUR/USD'],
    ['GBP/IDR', 'EUR/IDR', 'EUR/GBP'],
  ])('%s is of what was rounded', (pair, over, under) => {
    const [base = '', quote = ''] = pair.split('/');
    const [last, before] = [EURO, BEFORE].map((rates) => crossRate(base, quote, rates) ?? expect.fail(pair));
    if (!last || !before) return;
    const [now, then] = [EURO, BEFORE].map((rates) => published(rates, over).div(published(rates, under)));
    const percent = now
      ?.div(then ?? 1)
      .minus(1)
      .times(100)
      .toFixed(2);
    const change = crossChange({ base, quote }, { ...last, day: DAY }, { ...before, day: '2026-11-19' });
    expect(change.percent).toBe(percent);
    expect(change.difference).toBe(new Big(last.value).minus(before.value).toFixed(pairDecimals(pair)));
  });
});
