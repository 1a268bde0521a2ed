/** Commission, taxes and break-even of a purchase of shares. */
import { Big } from 'big.js';
import { byCurrency, curve, define, named, sum } from './definition.ts';

const WORDS = {
  shares: 'calculator.stocks.shares',
  buy: 'calculator.stocks.buy',
  sell: 'calculator.stocks.sell',
  perShare: 'calculator.stocks.perShare',
  percent: 'calculator.stocks.percent',
  minimum: 'calculator.stocks.minimum',
  minimumHint: 'calculator.stocks.minimumHint',
  buyTax: 'calculator.stocks.buyTax',
  sellTax: 'calculator.stocks.sellTax',
  gainTax: 'calculator.stocks.gainTax',
  gainTaxHint: 'calculator.stocks.gainTaxHint',
  gain: 'calculator.stocks.gain',
  gainTaxSum: 'calculator.stocks.gainTaxSum',
  breakEven: 'calculator.stocks.breakEven',
  rise: 'calculator.stocks.rise',
  buyCommission: 'calculator.stocks.buyCommission',
  sellCommission: 'calculator.stocks.sellCommission',
  buyTaxSum: 'calculator.stocks.buyTaxSum',
  sellTaxSum: 'calculator.stocks.sellTaxSum',
  paid: 'calculator.stocks.paid',
  received: 'calculator.stocks.received',
  result: 'calculator.stocks.result',
  caption: 'calculator.stocks.caption',
  note: 'calculator.stocks.note',
} as const;

export const STOCKS = define({
  name: 'stocks',
  words: WORDS,
  fields: {
    // Brokers sell fractions of a share; no company has more than a few billion shares.
    shares: { label: WORDS.shares, unit: 'number', initial: 200, min: 0.0001, max: 1e9 },
    buy: {
      label: WORDS.buy,
      unit: 'price',
      initial: byCurrency({ USD: 50, GBP: 5, JPY: 3000, TWD: 600, CNY: 40 }),
      min: 0.0001,
      max: 1e8,
    },
    // A share can become worthless.
    sell: {
      label: WORDS.sell,
      unit: 'price',
      initial: byCurrency({ USD: 52, GBP: 5.2, JPY: 3120, TWD: 624, CNY: 41.6 }),
      min: 0,
      max: 1e8,
    },
    perShare: {
      label: WORDS.perShare,
      unit: 'price',
      digits: 4,
      initial: byCurrency({ USD: 0.005, GBP: 0, JPY: 0, TWD: 0, CNY: 0 }),
      min: 0,
      max: 1e6,
    },
    // With the tax, a sale must leave something: the two rates stay below 100 together.
    percent: {
      label: WORDS.percent,
      unit: 'percent',
      initial: byCurrency({ USD: 0, GBP: 0.1, JPY: 0.1, TWD: 0.1, CNY: 0.1 }),
      min: 0,
      max: 20,
    },
    minimum: { label: WORDS.minimum, hint: WORDS.minimumHint, unit: 'money', initial: 0, min: 0, max: 1e6 },
    // Taxes on the trade, of what is paid or received, where the country of the locale has them: UK stamp duty; Taiwan's
    // securities transaction tax; China's stamp duty.
    buyTax: {
      label: WORDS.buyTax,
      unit: 'percent',
      initial: byCurrency({ USD: 0, GBP: 0.5, JPY: 0, TWD: 0, CNY: 0 }),
      min: 0,
      max: 20,
    },
    sellTax: {
      label: WORDS.sellTax,
      unit: 'percent',
      initial: byCurrency({ USD: 0, GBP: 0, JPY: 0, TWD: 0.3, CNY: 0.05 }),
      min: 0,
      max: 20,
    },
    // Japan has one rate. In the US and the UK it depends on the investor; Taiwan and China tax no gains on listed shares
    // at home.
    gainTax: {
      label: WORDS.gainTax,
      hint: WORDS.gainTaxHint,
      unit: 'percent',
      initial: byCurrency({ USD: 0, GBP: 0, JPY: 20.315, TWD: 0, CNY: 0 }),
      min: 0,
      max: 100,
    },
  },
  caption: WORDS.caption,
  notes: [WORDS.note],
  calculate({ shares, buy, sell, perShare, percent, minimum, buyTax, sellTax, gainTax }) {
    const count = new Big(shares);
    const floor = new Big(minimum);
    const rate = (value: number) => new Big(value).div(100);
    const commissionAt = (price: number) => {
      const tariff = count.times(perShare).plus(count.times(price).times(rate(percent)));
      return tariff.lt(floor) ? floor : tariff;
    };
    const [buyValue, sellValue] = [count.times(buy), count.times(sell)];
    const [buyCommission, sellCommission] = [commissionAt(buy), commissionAt(sell)];
    const [buyTaxSum, sellTaxSum] = [buyValue.times(rate(buyTax)), sellValue.times(rate(sellTax))];
    const paid = buyValue.plus(buyCommission).plus(buyTaxSum);
    const received = sellValue.minus(sellCommission).minus(sellTaxSum);
    const gain = received.minus(paid);
    // A loss bears no tax.
    const gainTaxSum = gain.gt(0) ? gain.times(rate(gainTax)) : new Big(0);
    const isTaxed = gainTaxSum.gt(0);
    const result = gain.minus(gainTaxSum);
    // The commission is the greater of the tariff and the minimum, so the price that recovers it is the greater of two.
    const shareAfterTariff = new Big(1).minus(rate(percent)).minus(rate(sellTax));
    const byTariff = paid.plus(count.times(perShare)).div(count.times(shareAfterTariff));
    const byMinimum = paid.plus(floor).div(count.times(new Big(1).minus(rate(sellTax))));
    const isMinimum = byMinimum.gt(byTariff);
    const breakEven = isMinimum ? byMinimum : byTariff;

    const SHARES = named(WORDS.shares, shares, 'number');
    const PER_SHARE = named(WORDS.perShare, perShare, 'price', { digits: 4 });
    const PERCENT = named(WORDS.percent, percent, 'percent');
    const MINIMUM = named(WORDS.minimum, minimum, 'money');
    const SELL_TAX = named(WORDS.sellTax, sellTax, 'percent');
    const PAID = named(WORDS.paid, paid, 'money');
    const GAIN = named(WORDS.gain, gain, 'money');
    const commission = (label: string, priceLabel: string, price: number, value: Big) => {
      const tariff = sum(
        perShare > 0 && [SHARES, '×', PER_SHARE],
        percent > 0 && [SHARES, '×', named(priceLabel, price, 'price'), '×', PERCENT],
      );
      const expression =
        minimum > 0 ? (tariff.length > 0 ? ['max(', MINIMUM, ',', ...tariff, ')'] : [MINIMUM]) : tariff;
      return expression.length > 0 ? [{ label, expression, result: { value, unit: 'money' } as const }] : [];
    };
    const [low, high] = [Math.min(buy * 0.8, sell), Math.max(buy * 1.2, sell, Number(breakEven) * 1.05)];
    const resultAt = (price: number) => {
      const tariff = shares * perShare + (shares * price * percent) / 100;
      const before = shares * price * (1 - sellTax / 100) - Math.max(minimum, tariff) - Number(paid);
      return before - Math.max(before, 0) * (gainTax / 100);
    };

    return {
      results: [
        { label: WORDS.breakEven, value: breakEven, unit: 'price' },
        {
          label: WORDS.rise,
          value: breakEven.div(buy).minus(1).times(100),
          unit: 'percent',
        },
        { label: WORDS.buyCommission, value: buyCommission, unit: 'money' },
        { label: WORDS.sellCommission, value: sellCommission, unit: 'money' },
        ...(buyTax > 0 ? [{ label: WORDS.buyTaxSum, value: buyTaxSum, unit: 'money' } as const] : []),
        ...(sellTax > 0 ? [{ label: WORDS.sellTaxSum, value: sellTaxSum, unit: 'money' } as const] : []),
        ...(isTaxed ? [{ label: WORDS.gainTaxSum, value: gainTaxSum, unit: 'money' } as const] : []),
        { label: WORDS.result, value: result, unit: 'money', signed: true },
      ],
      steps: [
        ...commission(WORDS.buyCommission, WORDS.buy, buy, buyCommission),
        ...(buyTax > 0
          ? [
              {
                label: WORDS.buyTaxSum,
                expression: [SHARES, '×', named(WORDS.buy, buy, 'price'), '×', named(WORDS.buyTax, buyTax, 'percent')],
                result: { value: buyTaxSum, unit: 'money' } as const,
              },
            ]
          : []),
        {
          label: WORDS.paid,
          expression: sum(
            [SHARES, '×', named(WORDS.buy, buy, 'price')],
            buyCommission.gt(0) && [named(WORDS.buyCommission, buyCommission, 'money')],
            buyTax > 0 && [named(WORDS.buyTaxSum, buyTaxSum, 'money')],
          ),
          result: { value: paid, unit: 'money' },
        },
        {
          label: WORDS.breakEven,
          expression: isMinimum
            ? ['(', PAID, '+', MINIMUM, ') ÷ (', SHARES, ...(sellTax > 0 ? ['× (1 −', SELL_TAX, ')'] : []), ')']
            : [
                ...(perShare > 0 ? ['(', PAID, '+', SHARES, '×', PER_SHARE, ')'] : [PAID]),
                '÷',
                ...(percent > 0 || sellTax > 0
                  ? [
                      '(',
                      SHARES,
                      '× (1',
                      ...(percent > 0 ? ['−', PERCENT] : []),
                      ...(sellTax > 0 ? ['−', SELL_TAX] : []),
                      '))',
                    ]
                  : [SHARES]),
              ],
          result: { value: breakEven, unit: 'price' },
        },
        ...commission(WORDS.sellCommission, WORDS.sell, sell, sellCommission),
        ...(sellTax > 0
          ? [
              {
                label: WORDS.sellTaxSum,
                expression: [SHARES, '×', named(WORDS.sell, sell, 'price'), '×', SELL_TAX],
                result: { value: sellTaxSum, unit: 'money' } as const,
              },
            ]
          : []),
        {
          label: WORDS.received,
          expression: [
            SHARES,
            '×',
            named(WORDS.sell, sell, 'price'),
            ...(sellCommission.gt(0) ? ['−', named(WORDS.sellCommission, sellCommission, 'money')] : []),
            ...(sellTax > 0 ? ['−', named(WORDS.sellTaxSum, sellTaxSum, 'money')] : []),
          ],
          result: { value: received, unit: 'money' },
        },
        {
          label: isTaxed ? WORDS.gain : WORDS.result,
          expression: [named(WORDS.received, received, 'money'), '−', PAID],
          result: { value: gain, unit: 'money', signed: true },
        },
        ...(isTaxed
          ? [
              {
                label: WORDS.gainTaxSum,
                expression: [GAIN, '×', named(WORDS.gainTax, gainTax, 'percent')],
                result: { value: gainTaxSum, unit: 'money' } as const,
              },
              {
                label: WORDS.result,
                expression: [GAIN, '−', named(WORDS.gainTaxSum, gainTaxSum, 'money')],
                result: { value: result, unit: 'money', signed: true } as const,
              },
            ]
          : []),
      ],
      picture: {
        x: { label: WORDS.sell, unit: 'price' },
        y: { label: WORDS.result, unit: 'money' },
        lines: [{ label: WORDS.result, tone: 'chosen', points: curve(low, high, resultAt) }],
        marks: [
          { label: WORDS.breakEven, text: { value: breakEven, unit: 'price' }, x: Number(breakEven) },
          { label: WORDS.result, text: { value: result, unit: 'money', signed: true }, x: sell, y: Number(result) },
        ],
      },
    };
  },
  worked: {
    rows: () => [{ shares: 1 }, { shares: 10 }, { shares: 100 }, { shares: 200 }, { shares: 1000 }],
    results: [WORDS.buyCommission, WORDS.breakEven, WORDS.result],
  },
});
