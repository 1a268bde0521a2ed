import { describe, expect, it } from 'vitest';
import {
  blackScholes,
  breakEven,
  impliedVolatility,
  intrinsicValue,
  mostGained,
  normalDensity,
  normalShare,
  type OptionKind,
  type OptionTerms,
  payoff,
} from '../../../src/markets/options.ts';

const KINDS = ['call', 'put'] as const satisfies readonly OptionKind[];
const USUAL = { spot: 100, strike: 100, rate: 0.05, volatility: 0.2, years: 1 };
const CALL: OptionTerms = { kind: 'call', ...USUAL };
const PUT: OptionTerms = { kind: 'put', ...USUAL };

/** Terms near and far from the strike, short and long, with and without a dividend. */
const GRID = [60, 95, 100, 140].flatMap((spot) =>
  [0.1, 0.35].flatMap((volatility) =>
    [0.05, 2].flatMap((years) =>
      [-0.01, 0.06].flatMap((rate) =>
        [0, 0.03].map((dividend) => ({ spot, strike: 100, volatility, years, rate, dividend })),
      ),
    ),
  ),
);

describe('the normal distribution', () => {
  // Of erfc in the C library.
  it.each([
    [-8, 6.220960574271819e-16],
    [-5, 2.866515718791946e-7],
    [-3, 0.0013498980316300957],
    [-1.96, 0.024997895148220435],
    [-1, 0.15865525393145707],
    [0, 0.5],
    [0.1, 0.539827837277029],
    [0.5, 0.6914624612740131],
    [1, 0.8413447460685429],
    [1.6448536269514722, 0.95],
    [3, 0.9986501019683699],
    [5, 0.9999997133484281],
    [40, 1],
    [-40, 0],
    [Infinity, 1],
    [-Infinity, 0],
  ])('below %d is %d', (x, share) => {
    expect(Math.abs(normalShare(x) - share)).toBeLessThan(1e-14);
  });

  it('rises, is even about 0, and has the density as its slope', () => {
    for (let x = -9; x < 9; x += 0.01) {
      expect(normalShare(x + 0.01)).toBeGreaterThan(normalShare(x) - 1e-15);
      expect(normalShare(x) + normalShare(-x)).toBeCloseTo(1, 14);
      expect((normalShare(x + 1e-4) - normalShare(x - 1e-4)) / 2e-4).toBeCloseTo(normalDensity(x), 8);
    }
  });

  it('has no share below what is no number', () => {
    expect(() => normalShare(Number.NaN)).toThrow(RangeError);
  });
});

describe('the value of an option', () => {
  it('of 100 at 100, 5 %, 20 %, a year', () => {
    const call = blackScholes(CALL);
    expect(call.value).toBeCloseTo(10.4506, 4);
    expect(blackScholes(PUT).value).toBeCloseTo(5.5735, 4);
    expect(call.delta).toBeCloseTo(0.636831, 6);
    expect(call.gamma).toBeCloseTo(0.018762, 6);
    expect(call.vega).toBeCloseTo(37.524035, 6);
    expect(call.theta).toBeCloseTo(-6.414028, 6);
    expect(call.rho).toBeCloseTo(53.232482, 6);
  });

  // Hull, 'Options, Futures, and Other Derivatives', 9th edition: Examples 15.6 and 17.1 (with a dividend yield).
  it("is that of Hull's examples", () => {
    const hull = { spot: 42, strike: 40, rate: 0.1, volatility: 0.2, years: 0.5 };
    const call = blackScholes({ kind: 'call', ...hull });
    expect(call.d1).toBeCloseTo(0.7693, 4);
    expect(call.d2).toBeCloseTo(0.6278, 4);
    expect(call.value).toBeCloseTo(4.76, 2);
    expect(blackScholes({ kind: 'put', ...hull }).value).toBeCloseTo(0.81, 2);
    const index = { spot: 930, strike: 900, rate: 0.08, dividend: 0.03, volatility: 0.2, years: 2 / 12 };
    expect(blackScholes({ kind: 'call', ...index }).value).toBeCloseTo(51.83, 2);
  });

  // Hull, as above, chapter 19: a call of 20 weeks, its Greeks rounded as printed.
  it("has the Greeks of Hull's example", () => {
    const call = blackScholes({ kind: 'call', spot: 49, strike: 50, rate: 0.05, volatility: 0.2, years: 0.3846 });
    expect(call.value).toBeCloseTo(2.4, 2);
    expect(call.delta).toBeCloseTo(0.522, 3);
    expect(call.gamma).toBeCloseTo(0.066, 3);
    expect(call.theta).toBeCloseTo(-4.31, 2);
    expect(call.vega).toBeCloseTo(12.1, 1);
    expect(call.rho).toBeCloseTo(8.91, 2);
  });

  it('of a call less that of the put is the forward (put–call parity)', () => {
    for (const terms of GRID) {
      const { spot, strike, dividend, rate, years } = terms;
      const forward = spot * Math.exp(-dividend * years) - strike * Math.exp(-rate * years);
      const [call, put] = KINDS.map((kind) => blackScholes({ kind, ...terms }).value) as [number, number];
      expect(call - put).toBeCloseTo(forward, 10);
    }
  });

  it('has the Greeks that finite differences give', () => {
    for (const terms of GRID) {
      for (const kind of KINDS) {
        const at = (change: Partial<OptionTerms>) => blackScholes({ kind, ...terms, ...change });
        const slope = (name: 'spot' | 'volatility' | 'rate' | 'years', step: number, of: 'value' | 'delta' = 'value') =>
          (at({ [name]: terms[name] + step })[of] - at({ [name]: terms[name] - step })[of]) / (2 * step);
        const { delta, gamma, vega, theta, rho } = at({});
        const told = JSON.stringify({ kind, ...terms });
        expect(delta, told).toBeCloseTo(slope('spot', 1e-3), 6);
        expect(gamma, told).toBeCloseTo(slope('spot', 1e-3, 'delta'), 6);
        expect(vega, told).toBeCloseTo(slope('volatility', 1e-5), 4);
        expect(rho, told).toBeCloseTo(slope('rate', 1e-5), 4);
        expect(theta, told).toBeCloseTo(-slope('years', 1e-5), 3);
      }
    }
  });

  it('rises with volatility, and lies between its bounds', () => {
    for (const terms of GRID) {
      for (const kind of KINDS) {
        const { value, spotToday, strikeToday } = blackScholes({ kind, ...terms });
        const more = blackScholes({ kind, ...terms, volatility: terms.volatility + 0.01 });
        expect(more.value).toBeGreaterThanOrEqual(value);
        expect(value).toBeGreaterThanOrEqual(intrinsicValue(kind, strikeToday, spotToday) - 1e-10);
        expect(value).toBeLessThanOrEqual(kind === 'call' ? spotToday : strikeToday);
      }
    }
  });

  it('nears the payoff as expiry comes', () => {
    for (const kind of KINDS) {
      for (const spot of [80, 99, 101, 120]) {
        const { value } = blackScholes({ ...CALL, kind, spot, years: 1e-9 });
        expect(value).toBeCloseTo(intrinsicValue(kind, 100, spot), 5);
      }
    }
  });

  it('refuses what is no option', () => {
    for (const name of ['spot', 'strike', 'volatility', 'years'] as const) {
      for (const value of [Number.NaN, 0, -1, Infinity]) {
        expect(() => blackScholes({ ...CALL, [name]: value }), `${name} ${value}`).toThrow(`${name} ${value}`);
      }
    }
    for (const name of ['rate', 'dividend'] as const) {
      for (const value of [Number.NaN, Infinity, -Infinity]) {
        expect(() => blackScholes({ ...CALL, [name]: value })).toThrow(`${name} ${value}`);
      }
    }
  });

  it('is a number or an error however large the terms', () => {
    expect(blackScholes({ ...CALL, volatility: 1e200 }).value).toBeCloseTo(100, 10);
    expect(blackScholes({ ...CALL, spot: 1e300 }).value).toBe(1e300);
    expect(blackScholes({ ...CALL, years: 1e9 }).value).toBeCloseTo(100, 10);
    expect(() => blackScholes({ ...CALL, rate: -1, years: 1e9 })).toThrow(RangeError);
  });
});

describe('the implied volatility', () => {
  // Hull, as above, section 15.11.
  it("is that of Hull's example", () => {
    expect(impliedVolatility({ kind: 'call', spot: 21, strike: 20, rate: 0.1, years: 0.25 }, 1.875)).toBeCloseTo(
      0.235,
      3,
    );
  });

  it('is the inverse of the value', () => {
    for (const terms of GRID) {
      for (const kind of KINDS) {
        const { value, vega } = blackScholes({ kind, ...terms });
        // Where volatility moves the value by less than a double can show, no price tells it.
        if (vega > 0.01) expect(impliedVolatility({ kind, ...terms }, value)).toBeCloseTo(terms.volatility, 9);
      }
    }
  });

  it('says so where there is none', () => {
    for (const price of [Number.NaN, -1, 0, 4, 100, Infinity]) {
      expect(() => impliedVolatility(CALL, price)).toThrow(`gives the price ${price}`);
    }
  });
});

describe('a position at expiry', () => {
  it('gains what the other side loses', () => {
    for (const kind of KINDS) {
      for (let price = 0; price <= 200; price += 5) {
        const bought = payoff('bought', kind, 100, 7, price);
        expect(bought + payoff('sold', kind, 100, 7, price)).toBe(0);
        expect(bought).toBeGreaterThanOrEqual(-7);
        expect(bought).toBeLessThanOrEqual(mostGained('bought', kind, 100, 7));
        expect(payoff('sold', kind, 100, 7, price)).toBeLessThanOrEqual(mostGained('sold', kind, 100, 7));
      }
    }
  });

  it('neither gains nor loses at its break-even', () => {
    expect(breakEven('call', 100, 7)).toBe(107);
    expect(breakEven('put', 100, 7)).toBe(93);
    for (const kind of KINDS) expect(payoff('bought', kind, 100, 7, breakEven(kind, 100, 7))).toBe(0);
  });

  it('has its limits', () => {
    expect(mostGained('bought', 'call', 100, 7)).toBe(Infinity);
    expect(mostGained('bought', 'put', 100, 7)).toBe(93);
    expect(mostGained('sold', 'put', 100, 7)).toBe(7);
  });
});
