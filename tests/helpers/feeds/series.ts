/** What figures of series should show, calculated from the files of content/data without the code of the site. */
import { readFileSync } from 'node:fs';

type Points = [month: string, value: number][];

/** A column of a file; its empty cells are left out. */
export function column(file: string, name: string): Points {
  const [head = [], ...rows] = readFileSync(`content/data/${file}.csv`, 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split(','));
  const at = head.indexOf(name);
  return rows.filter((row) => row[at] !== '').map((row) => [String(row[0]), Number(row[at])]);
}

const over = (points: Points, make: (value: number) => number): Points =>
  points.map(([month, value]) => [month, make(value)]);
const steps = (points: Points, apart: number, make: (before: number, after: number) => number): Points =>
  points.flatMap(([month, after], index) => {
    const before = points[index - apart];
    return before ? [[month, make(before[1], after)]] : [];
  });
const decembers = (points: Points) => points.filter(([month]) => month.slice(5) === '12');
const change = (before: number, after: number) => (after - before) / before;

const yen = column('fxMonthly', 'USD/JPY');
const euro = column('fxMonthly', 'EUR/USD');
const percent = column('treasury10yMonthly', 'percent');
const wti = column('oilMonthly', 'wti');

/** What 20 coupons of 2 and the face value are worth, by the formula of an annuity. */
const price = (coupon: number, halves: number, yearly: number) => {
  const discount = (1 + yearly / 200) ** -halves;
  return (coupon / 2) * ((1 - discount) / (yearly / 200)) + 100 * discount;
};

function volatility(points: Points): Points {
  return points.slice(12).map(([month], index) => {
    const moves = Array.from({ length: 12 }, (_, at) =>
      Math.log((points[index + at + 1]?.[1] ?? 0) / (points[index + at]?.[1] ?? 0)),
    );
    const sum = moves.reduce((total, move) => total + move, 0);
    const squares = moves.reduce((total, move) => total + move * move, 0);
    return [month, Math.sqrt(((squares - (sum * sum) / 12) / 11) * 12)];
  });
}

/** The account of 1,000 barrels bought at the highest price of all, which the worst year followed. */
const margin = wti
  .filter(([month]) => month >= '2008-06' && month <= '2009-02')
  .map(([month, value]): [string, number] => [month, 13_388 + (value - 133.88) * 1000]);

/** The lines or bars by time of each figure in a locale that examples in US dollars, or in yen. */
export const EXPECTED: Record<string, (isJa: boolean) => Points> = {
  dollarYen: () => yen,
  euroDollar: () => euro,
  tenYearYield: () => over(percent, (value) => value / 100),
  tenYearReturn: () => steps(decembers(percent), 1, (before, after) => (price(before, 18, after) + before - 100) / 100),
  oilSpot: () => wti,
  oilMoves: () => steps(wti, 1, (before, after) => (after - before) * 1000),
  marginMonths: () => margin,
  oilVolatility: () => volatility(wti),
  foreignShare: (isJa) => (isJa ? over(yen, (rate) => rate * 100) : over(yen, (rate) => 10_000 / rate)),
  dollarByYear: (isJa) => steps(decembers(isJa ? yen : euro), 1, change),
  yieldAfterFee: () => over(percent, (value) => value / 100),
};

/** The changes whose distribution is drawn, and the width of its bars. */
export const DISTRIBUTIONS: Record<string, (isJa: boolean) => { moves: Points; width: number }> = {
  monthlyMoves: (isJa) => ({ moves: steps(isJa ? yen : euro, 1, change), width: 0.01 }),
  oilBreakEven: () => ({ moves: steps(wti, 3, change), width: 0.1 }),
};

/** How many of the changes lie in each bar. */
export function countsOf({ moves, width }: { moves: Points; width: number }): number[] {
  const counts = new Map<number, number>();
  for (const [, move] of moves) {
    const bar = Math.floor(move / width);
    counts.set(bar, (counts.get(bar) ?? 0) + 1);
  }
  const bars = [...counts.keys()];
  const [from, to] = [Math.min(...bars), Math.max(...bars)];
  return Array.from({ length: to - from + 1 }, (_, index) => counts.get(from + index) ?? 0);
}
