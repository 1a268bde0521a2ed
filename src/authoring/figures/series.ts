/**
 * The figures that are drawn from the monthly series of content/data: what each shows, by locale. Values are shares where
 * their words say percent. A row has
 *
 * file     the name of its CSV file, the same for all locales with the same numbers
 * source   the file of content/data
 * unit     the words above the drawing
 * drawing  lines by month, or bars
 * table    what stands below it
 * csv      the months, with a head line in English
 * values   what authors may show: <Value of="dollarYen" show="highest" />, {highest} in its summary
 */
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { lastMonthOf, type Point, type SeriesFile, seriesOf } from '../../catalogue/series.ts';
import { formatMonth, formatNumber, negative } from '../../i18n/format.ts';
import { HOME_MARKETS } from '../../i18n/homeMarkets.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/messages.ts';
import { type Currency, formatMoney } from '../../i18n/money.ts';
import { bondPrice } from '../../markets/bonds.ts';
import type { HomeCurrency } from '../../markets/calculators/definition.ts';
import { memo } from '../../memo.ts';
import { type DrawingOf, isSeriesDrawing } from '../components.ts';
import {
  bins,
  bondReturns,
  byYear,
  changes,
  decembers,
  differences,
  extremes,
  mean,
  volatility,
  worstYear,
} from './derived.ts';

export type SeriesName = DrawingOf<'series'>;

export interface Lines {
  kind: 'lines';
  /** Each ends in the same month; the first is drawn strongest, and its lowest and highest points are named */
  lines: { label?: string; points: readonly Point[] }[];
  /** The scale includes this value and has a stronger line there */
  base?: number;
}
export interface Bars {
  kind: 'bars';
  bars: { height: number; tone: Tone }[];
  /** What stands below a bar; `at` counts bars, 2.5 is the middle of the third */
  ticks: { at: number; label: string }[];
  /** Dashed lines down the drawing, and the side on which their words stand */
  marks?: { at: number; label: string; side: 'left' | 'right' }[];
  /** Bars whose value is written */
  named?: { bar: number; label: string }[];
}
export type Tone = 'up' | 'down' | 'plain';

export interface SeriesFigure {
  file: string;
  source: SeriesFile;
  /** The last month of the source */
  last: string;
  unit: string;
  /** How the numbers beside the scale are written */
  scale: (value: number) => string;
  drawing: Lines | Bars;
  /** What the dashed lines are, or what is assumed */
  notes: string[];
  table: { name: string; columns: string[]; rows: string[][] };
  csv: string;
  values: Map<string, string>;
}

/** What a row is written with: how the locale writes numbers, and its words. */
interface Show {
  locale: Locale;
  t: Translate;
  points: typeof seriesOf;
  number: (value: number, digits?: number) => string;
  /** A share: 0.04 → '4%' */
  percent: (share: number, digits?: number) => string;
  /** The same with its sign, plus too */
  signed: (share: number, digits?: number) => string;
  money: (value: number, currency: Currency, digits?: number) => string;
  month: (month: string) => string;
}
type Row = (show: Show) => Omit<SeriesFigure, 'last' | 'values' | 'notes'> & {
  values: Record<string, string>;
  notes?: string[];
};

/** A number with its sign, plus too; what rounds to 0 has none. */
const withSign = (text: string, value: number) =>
  /[1-9]/.test(text) ? (value < 0 ? negative(text) : `+${text}`) : text;

function showIn(locale: Locale, t: Translate, dir: string): Show {
  const number = (value: number, digits = 0) => {
    const text = formatNumber(Math.abs(value), locale, digits);
    return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
  };
  return {
    locale,
    t,
    points: (file, column) => seriesOf(file, column, dir),
    number,
    percent: (share, digits = 0) => `${number(share * 100, digits)}%`,
    signed: (share, digits = 1) => withSign(`${number(Math.abs(share * 100), digits)}%`, share),
    money: (value, currency, digits = 0) => {
      const text = formatMoney(Math.abs(value), currency, digits, locale, t);
      return value < 0 ? negative(text) : text;
    },
    month: (month) => formatMonth(`${month}-01`, locale),
  };
}

type Write = (value: number) => string;

/** The first, last, lowest and highest value of a series, and their months. */
function valuesOf(points: readonly Point[], write: Write, { month }: Show): Record<string, string> {
  const { lowest, highest } = extremes(points);
  const ends = { first: points[0] ?? lowest, last: points.at(-1) ?? lowest, lowest, highest };
  return Object.fromEntries(
    Object.entries(ends).flatMap(([name, [at, value]]) => [
      [name, write(value)],
      [`${name}Month`, month(at)],
    ]),
  );
}

/** A table of the years: what each column makes of the values of a year. */
function yearTable(
  points: readonly Point[],
  { t }: Show,
  columns: readonly (readonly [name: string, cell: (values: number[], year: string) => string])[],
): SeriesFigure['table'] {
  return {
    name: t('figure.series.table'),
    columns: [t('figure.series.year'), ...columns.map(([name]) => name)],
    rows: byYear(points).map(([year, values]) => [year, ...columns.map(([, cell]) => cell(values, year))]),
  };
}

/** The columns that most tables have. */
const range = ({ t }: Show, write: Write) =>
  [
    [t('figure.series.lowest'), (values: number[]) => write(Math.min(...values))],
    [t('figure.series.highest'), (values: number[]) => write(Math.max(...values))],
  ] as const;
const average = ({ t }: Show, write: Write) =>
  [t('figure.series.average'), (values: number[]) => write(mean(values))] as const;

const csvOf = (columns: readonly string[], rows: readonly (readonly (string | undefined)[])[]) =>
  `${[['month', ...columns], ...rows].map((row) => row.join(',')).join('\n')}\n`;
const csvOfPoints = (column: string, points: readonly Point[], digits: number) =>
  csvOf(
    [column],
    points.map(([month, value]) => [month, value.toFixed(digits)]),
  );

/** A figure of one line: its table has the lowest, the highest and the average of each year. */
function oneLine(
  show: Show,
  points: Point[],
  write: Write,
  rest: Pick<SeriesFigure, 'file' | 'source' | 'unit' | 'scale'> & {
    base?: number;
    /** The head of the CSV file’s column, the decimals there, and what its numbers are times those of the drawing */
    column: string;
    digits: number;
    factor?: number;
  },
): ReturnType<Row> {
  const { base, column, digits, factor = 1, ...figure } = rest;
  return {
    ...figure,
    drawing: { kind: 'lines', lines: [{ points }], ...(base !== undefined && { base }) },
    table: yearTable(points, show, [...range(show, write), average(show, write)]),
    csv: csvOfPoints(
      column,
      points.map(([month, value]): Point => [month, value * factor]),
      digits,
    ),
    values: valuesOf(points, write, show),
  };
}

const toneOf = (value: number): Tone => (value < 0 ? 'down' : 'up');

/** Bars of values by time; the lowest and the highest are named. */
function barsOf(points: readonly Point[], write: Write, label: (month: string) => string | null): Bars {
  const { lowest, highest } = extremes(points);
  return {
    kind: 'bars',
    bars: points.map(([, value]) => ({ height: value, tone: toneOf(value) })),
    ticks: points.flatMap(([month], at) => {
      const text = label(month);
      return text === null ? [] : [{ at: at + 0.5, label: text }];
    }),
    named: [lowest, highest].map((point) => ({ bar: points.indexOf(point), label: write(point[1]) })),
  };
}

/** Years that end in 0, below the bar of the year or of its January. */
const decade = (month: string) => (/0-01$/.test(month) ? month.slice(0, 4) : null);
const decadeOfYears = (month: string) => (/0-12$/.test(month) ? month.slice(0, 4) : null);

/** How often values lie in steps of `width`, with dashed lines at `marks`. */
function distribution(
  values: readonly number[],
  { width, every, marks, mark }: { width: number; every: number; marks: readonly number[]; mark: Write },
  write: Write,
): Bars {
  const steps = bins(values, width);
  const at = (value: number) => (value - (steps[0]?.from ?? 0)) / width;
  const ends = steps.map(({ from }) => from);
  return {
    kind: 'bars',
    bars: steps.map(({ from, count }) => ({ height: count, tone: toneOf(Math.round(from / width)) })),
    ticks: ends
      .filter((from) => Math.round(from / width) % Math.round(every / width) === 0)
      .map((from) => ({ at: at(from), label: write(from) })),
    marks: marks.map((value) => ({ at: at(value), label: mark(value), side: value < 0 ? 'left' : 'right' })),
  };
}

const PIP_OF_LOT = 1000;
/** A charge of the funds lesson, taken from the value at the end of the year. */
const CHARGE = 0.01;
const BARRELS = 1000;
/** Shares of the value at purchase, assumptions. */
const INITIAL_MARGIN = 0.1;
const MAINTENANCE_MARGIN = 0.09;
/** The bond of tenYearPrice. */
const TEN_YEARS = { coupon: 0.04, years: 10, perYear: 2 };

const inverse = (points: readonly Point[], of = 1): Point[] => points.map(([month, value]) => [month, of / value]);
/** What a dollar costs: of pounds the inverse of the published rate. */
const dollarIn = (currency: Exclude<HomeCurrency, 'USD'>, show: Show): Point[] =>
  currency === 'GBP' ? inverse(show.points('fxMonthly', 'GBP/USD')) : show.points('fxMonthly', `USD/${currency}`);
const yields = (show: Show): Point[] =>
  show.points('treasury10yMonthly', 'percent').map(([month, value]) => [month, value / 100]);

const SERIES: Record<SeriesName, Row> = {
  dollarYen: (show) => {
    const { t, number, money } = show;
    const points = show.points('fxMonthly', 'USD/JPY');
    const yen = (value: number) => number(value, 2);
    const pip = (value: number) => number(PIP_OF_LOT / value, 2);
    const figure = oneLine(show, points, yen, {
      file: 'dollarYen',
      source: 'fxMonthly',
      unit: t('figure.dollarYen.unit'),
      scale: number,
      column: 'yen for one US dollar',
      digits: 4,
    });
    const { lowest, highest } = extremes(points);
    const pipOf = (value = 0) => money(PIP_OF_LOT / value, 'USD', 2);
    return {
      ...figure,
      table: yearTable(points, show, [
        ...range(show, yen),
        average(show, yen),
        [t('figure.dollarYen.pip'), (values) => pip(mean(values))],
      ]),
      csv: csvOf(
        ['yen for one US dollar', 'one pip of 100000 US dollars in US dollars'],
        points.map(([month, value]) => [month, value.toFixed(4), (PIP_OF_LOT / value).toFixed(4)]),
      ),
      values: {
        ...figure.values,
        pipFirst: pipOf(points[0]?.[1]),
        pipLast: pipOf(points.at(-1)?.[1]),
        pipLowest: pipOf(highest[1]),
        pipHighest: pipOf(lowest[1]),
      },
    };
  },
  euroDollar: (show) =>
    oneLine(show, show.points('fxMonthly', 'EUR/USD'), (value) => show.number(value, 4), {
      file: 'euroDollar',
      source: 'fxMonthly',
      unit: show.t('figure.euroDollar.unit'),
      scale: (value) => show.number(value, 1),
      column: 'US dollars for one euro',
      digits: 4,
    }),
  monthlyMoves: (show) => {
    const { t, signed, number, percent } = show;
    const { pair } = HOME_MARKETS[show.locale];
    const rates = show.points('fxMonthly', pair);
    const moves = changes(rates);
    const beyond = (values: readonly number[], limit: number) => values.filter((one) => Math.abs(one) >= limit).length;
    const values = moves.map(([, move]) => move);
    const counts = { 2: beyond(values, 0.02), 4: beyond(values, 0.04) };
    return {
      file: `monthlyMoves-${pair.replace('/', '')}`,
      source: 'fxMonthly',
      unit: t('figure.monthlyMoves.unit', { pair }),
      scale: number,
      drawing: distribution(
        values,
        { width: 0.01, every: 0.04, marks: [-0.04, -0.02, 0.02, 0.04], mark: (value) => percent(Math.abs(value)) },
        percent,
      ),
      notes: [t('figure.monthlyMoves.lines')],
      table: yearTable(moves, show, [
        ...range(show, signed),
        [t('figure.monthlyMoves.beyond', { percent: 2 }), (own) => number(beyond(own, 0.02))],
        [t('figure.monthlyMoves.beyond', { percent: 4 }), (own) => number(beyond(own, 0.04))],
      ]),
      csv: csvOfPoints(`change of ${pair} from the month before in percent`, percentPoints(moves), 4),
      values: {
        ...valuesOf(moves, signed, show),
        pair,
        months: number(values.length),
        beyond2: number(counts[2]),
        beyond4: number(counts[4]),
        beyond2Share: percent(counts[2] / values.length),
        beyond4Share: percent(counts[4] / values.length),
      },
    };
  },
  tenYearYield: (show) => {
    return oneLine(show, yields(show), (value) => show.percent(value, 2), {
      file: 'tenYearYield',
      source: 'treasury10yMonthly',
      unit: show.t('figure.tenYearYield.unit'),
      scale: show.percent,
      base: 0,
      column: 'yield of US Treasuries at ten years in percent',
      digits: 2,
      factor: 100,
    });
  },
  tenYearPrice: (show) => {
    const points = yields(show).map(([month, at]): Point => [month, bondPrice(TEN_YEARS, at)]);
    return oneLine(show, points, (value) => show.number(value, 2), {
      file: 'tenYearPrice',
      source: 'treasury10yMonthly',
      unit: show.t('figure.tenYearPrice.unit', { coupon: show.percent(TEN_YEARS.coupon) }),
      scale: show.number,
      base: 100,
      column: 'price of a bond of 4% with ten years left per 100',
      digits: 4,
    });
  },
  tenYearReturn: (show) => {
    const { t, signed, percent } = show;
    const ends = decembers(yields(show));
    const returns = bondReturns(show.points('treasury10yMonthly', 'percent'));
    const yieldAt = new Map(ends.map(([month, value]) => [month.slice(0, 4), value]));
    const before = (year: string) => yieldAt.get(String(Number(year) - 1)) ?? Number.NaN;
    const after = (year: string) => yieldAt.get(year) ?? Number.NaN;
    const falls = returns.filter(([, value]) => value < 0).length;
    return {
      file: 'tenYearReturn',
      source: 'treasury10yMonthly',
      unit: t('figure.tenYearReturn.unit'),
      scale: (value) => percent(value),
      drawing: barsOf(returns, signed, decadeOfYears),
      notes: [t('figure.tenYearReturn.note')],
      table: yearTable(returns, show, [
        [t('figure.tenYearReturn.before'), (_, year) => percent(before(year), 2)],
        [t('figure.tenYearReturn.after'), (_, year) => percent(after(year), 2)],
        [t('figure.tenYearReturn.return'), ([value = 0]) => signed(value)],
      ]),
      csv: csvOf(
        ['yield in percent', 'return of the year in percent'],
        ends.map(([month, value], index) => [
          month,
          (value * 100).toFixed(2),
          index === 0 ? '' : ((returns[index - 1]?.[1] ?? Number.NaN) * 100).toFixed(4),
        ]),
      ),
      values: {
        ...yearValues(returns, signed),
        years: show.number(returns.length),
        falls: show.number(falls),
        rises: show.number(returns.filter(([, value]) => value > 0).length),
      },
    };
  },
  oilSpot: (show) => {
    const { t, number, money } = show;
    const [wti, brent] = [show.points('oilMonthly', 'wti'), show.points('oilMonthly', 'brent')];
    const brents = new Map(brent);
    const brentYears = new Map(byYear(brent));
    const dollars = (value: number) => number(value, 2);
    return {
      file: 'oilSpot',
      source: 'oilMonthly',
      unit: t('figure.oilSpot.unit'),
      scale: number,
      drawing: {
        kind: 'lines',
        lines: [
          { label: t('figure.oilSpot.wti'), points: wti },
          { label: t('figure.oilSpot.brent'), points: brent },
        ],
        base: 0,
      },
      table: yearTable(wti, show, [
        [t('figure.oilSpot.lowest'), (values) => dollars(Math.min(...values))],
        [t('figure.oilSpot.highest'), (values) => dollars(Math.max(...values))],
        [t('figure.oilSpot.average'), (values) => dollars(mean(values))],
        [t('figure.oilSpot.brentAverage'), (_, year) => averageOrDash(brentYears.get(year), dollars)],
      ]),
      csv: csvOf(
        ['WTI in US dollars a barrel', 'Brent in US dollars a barrel'],
        wti.map(([month, value]) => [month, value.toFixed(2), brents.get(month)?.toFixed(2)]),
      ),
      values: {
        ...valuesOf(wti, (value) => money(value, 'USD', 2), show),
        brentLast: money(brent.at(-1)?.[1] ?? Number.NaN, 'USD', 2),
      },
    };
  },
  oilMoves: (show) => {
    const { t, number, money } = show;
    const moves = differences(show.points('oilMonthly', 'wti')).map(([month, move]): Point => [month, move * BARRELS]);
    const signedNumber = (value: number) => withSign(number(Math.abs(value)), value);
    const signedMoney = (value: number) => withSign(money(Math.abs(value), 'USD'), value);
    return {
      file: 'oilMoves',
      source: 'oilMonthly',
      unit: t('figure.oilMoves.unit', { barrels: number(BARRELS) }),
      scale: number,
      drawing: barsOf(moves, signedNumber, decade),
      notes: [t('figure.series.spot')],
      table: yearTable(moves, show, [
        ...range(show, signedNumber),
        [t('figure.oilMoves.year'), (values) => signedNumber(values.reduce((sum, value) => sum + value, 0))],
      ]),
      csv: csvOfPoints('gain or loss of 1000 barrels of WTI in US dollars', moves, 0),
      values: { ...valuesOf(moves, signedMoney, show), barrels: number(BARRELS) },
    };
  },
  marginMonths: (show) => {
    const { t, number, money, month, percent } = show;
    const stretch = worstYear(show.points('oilMonthly', 'wti'));
    const bought = stretch[0]?.[1] ?? Number.NaN;
    const worth = bought * BARRELS;
    const maintenance = worth * MAINTENANCE_MARGIN;
    const account = (price: number) => worth * INITIAL_MARGIN + (price - bought) * BARRELS;
    const broken = stretch.findIndex(([, price]) => account(price) < maintenance);
    const at = (index: number) => stretch.at(index) ?? (['', Number.NaN] as const);
    const dollars = (value: number) => money(value, 'USD');
    const price = (value: number) => number(value, 2);
    return {
      file: 'marginMonths',
      source: 'oilMonthly',
      unit: t('figure.marginMonths.unit', { barrels: number(BARRELS) }),
      scale: number,
      drawing: {
        kind: 'bars',
        bars: stretch.map(([, value], index) => ({ height: account(value), tone: index < broken ? 'plain' : 'down' })),
        ticks: [0, stretch.length - 1].map((index) => ({ at: index + 0.5, label: month(at(index)[0]) })),
        marks: [{ at: broken, label: t('figure.marginMonths.broken'), side: 'right' }],
        named: [0, stretch.length - 1].map((bar) => ({ bar, label: number(account(at(bar)[1])) })),
      },
      notes: [
        t('figure.marginMonths.note', { initial: percent(INITIAL_MARGIN), maintenance: percent(MAINTENANCE_MARGIN) }),
        t('figure.series.spot'),
      ],
      table: {
        name: t('figure.series.monthTable'),
        columns: [
          t('figure.series.month'),
          t('figure.marginMonths.price'),
          t('figure.marginMonths.change'),
          t('figure.marginMonths.account'),
        ],
        rows: stretch.map(([name, value], index) => {
          const change = (value - (stretch[index - 1]?.[1] ?? value)) * BARRELS;
          return [
            name,
            price(value),
            index === 0 ? '' : withSign(number(Math.abs(change)), change),
            number(account(value)),
          ];
        }),
      },
      csv: csvOf(
        ['WTI in US dollars a barrel', 'margin account of 1000 barrels in US dollars'],
        stretch.map(([name, value]) => [name, value.toFixed(2), account(value).toFixed(2)]),
      ),
      values: {
        firstMonth: month(at(0)[0]),
        firstPrice: money(bought, 'USD', 2),
        initial: dollars(worth * INITIAL_MARGIN),
        maintenance: dollars(maintenance),
        initialShare: percent(INITIAL_MARGIN),
        maintenanceShare: percent(MAINTENANCE_MARGIN),
        brokenMonth: month(at(broken)[0]),
        brokenPrice: money(at(broken)[1], 'USD', 2),
        broken: dollars(account(at(broken)[1])),
        months: number(broken),
        lastMonth: month(at(-1)[0]),
        lastPrice: money(at(-1)[1], 'USD', 2),
        last: dollars(account(at(-1)[1])),
        loss: dollars((bought - at(-1)[1]) * BARRELS),
        barrels: number(BARRELS),
      },
    };
  },
  oilVolatility: (show) =>
    oneLine(show, volatility(show.points('oilMonthly', 'wti')), (value) => show.percent(value, 1), {
      file: 'oilVolatility',
      source: 'oilMonthly',
      unit: show.t('figure.oilVolatility.unit'),
      scale: show.percent,
      base: 0,
      column: 'volatility of WTI over twelve months in percent a year',
      digits: 4,
      factor: 100,
    }),
  oilBreakEven: (show) => {
    const { t, signed, number, percent } = show;
    const moves = changes(show.points('oilMonthly', 'wti'), 3);
    const values = moves.map(([, move]) => move);
    const above = (own: readonly number[]) => own.filter((move) => move > 0.1).length;
    const below = (own: readonly number[]) => own.filter((move) => move < -0.1).length;
    const parts = { above: above(values), below: below(values) };
    const within = values.length - parts.above - parts.below;
    return {
      file: 'oilBreakEven',
      source: 'oilMonthly',
      unit: t('figure.oilBreakEven.unit'),
      scale: number,
      drawing: distribution(
        values,
        { width: 0.1, every: 0.5, marks: [-0.1, 0.1], mark: (value) => signed(value, 0) },
        percent,
      ),
      notes: [t('figure.oilBreakEven.lines'), t('figure.series.spot')],
      table: yearTable(moves, show, [
        ...range(show, signed),
        [t('figure.oilBreakEven.below'), (own) => number(below(own))],
        [t('figure.oilBreakEven.above'), (own) => number(above(own))],
      ]),
      csv: csvOfPoints('change of WTI over three months in percent', percentPoints(moves), 4),
      values: {
        ...valuesOf(moves, signed, show),
        months: number(values.length),
        above: number(parts.above),
        below: number(parts.below),
        within: number(within),
        aboveShare: percent(parts.above / values.length),
        belowShare: percent(parts.below / values.length),
        withinShare: percent(within / values.length),
      },
    };
  },
  foreignShare: (show) => {
    const { currency } = HOME_MARKETS[show.locale];
    const points =
      currency === 'USD'
        ? inverse(show.points('fxMonthly', 'USD/JPY'), 10_000)
        : dollarIn(currency, show).map(([month, rate]): Point => [month, 100 * rate]);
    const digits = currency === 'JPY' || currency === 'TWD' ? 0 : 2;
    const price = currency === 'USD' ? (['10000', 'JPY'] as const) : (['100', 'USD'] as const);
    const written = show.money(Number(price[0]), price[1]);
    const figure = oneLine(show, points, (value) => show.number(value, digits), {
      file: `foreignShare-${currency}`,
      source: 'fxMonthly',
      unit: show.t('figure.foreignShare.unit', { price: written }),
      scale: show.number,
      column: `${price.join(' ')} in ${currency}`,
      digits: 2,
    });
    return {
      ...figure,
      values: { ...valuesOf(points, (value) => show.money(value, currency, digits), show), price: written },
    };
  },
  dollarByYear: (show) => {
    const { t, signed, number } = show;
    const { currency } = HOME_MARKETS[show.locale];
    const rates = currency === 'USD' ? show.points('fxMonthly', 'EUR/USD') : dollarIn(currency, show);
    const ends = decembers(rates);
    const moves = changes(ends);
    const pair = currency === 'USD' ? 'EUR/USD' : `USD/${currency}`;
    const digits = (ends[0]?.[1] ?? 0) > 20 ? 2 : 4;
    const rateAt = new Map(ends.map(([month, rate]) => [month.slice(0, 4), rate]));
    const falls = moves.filter(([, move]) => move < 0).length;
    return {
      file: `dollarByYear-${pair.replace('/', '')}`,
      source: 'fxMonthly',
      unit: t('figure.dollarByYear.unit'),
      scale: (value) => show.percent(value),
      drawing: barsOf(moves, signed, decadeOfYears),
      notes: [
        t('figure.dollarByYear.note'),
        ...(currency === 'GBP' ? [t('figure.series.calculated', { formula: '1 ÷ GBP/USD' })] : []),
      ],
      table: yearTable(moves, show, [
        [t('figure.dollarByYear.rate', { pair }), (_, year) => number(rateAt.get(year) ?? Number.NaN, digits)],
        [t('figure.dollarByYear.change'), ([move = 0]) => signed(move)],
      ]),
      csv: csvOf(
        [pair, `change of ${pair} over the year in percent`],
        ends.map(([month, rate], index) => [
          month,
          rate.toFixed(4),
          index === 0 ? '' : ((moves[index - 1]?.[1] ?? Number.NaN) * 100).toFixed(4),
        ]),
      ),
      values: {
        ...yearValues(moves, signed),
        pair,
        years: number(moves.length),
        falls: number(falls),
        rises: number(moves.filter(([, move]) => move > 0).length),
      },
    };
  },
  yieldAfterFee: (show) => {
    const { t, percent, number } = show;
    const before = yields(show);
    const after = before.map(([month, value]): Point => [month, (1 + value) * (1 - CHARGE) - 1]);
    const left = new Map(byYear(after));
    const twoDigits = (value: number) => percent(value, 2);
    const { lowest, highest } = extremes(after);
    return {
      file: 'yieldAfterFee',
      source: 'treasury10yMonthly',
      unit: t('figure.yieldAfterFee.unit'),
      scale: percent,
      drawing: {
        kind: 'lines',
        lines: [
          { label: t('figure.yieldAfterFee.before'), points: before },
          { label: t('figure.yieldAfterFee.after', { charge: percent(CHARGE) }), points: after },
        ],
        base: 0,
      },
      notes: [t('figure.yieldAfterFee.note')],
      table: yearTable(before, show, [
        [t('figure.yieldAfterFee.beforeAverage'), (values) => twoDigits(mean(values))],
        [t('figure.yieldAfterFee.afterAverage'), (_, year) => averageOrDash(left.get(year), twoDigits)],
      ]),
      csv: csvOf(
        ['yield in percent', 'yield after a charge of 1% in percent'],
        before.map(([month, value], index) => [
          month,
          (value * 100).toFixed(2),
          ((after[index]?.[1] ?? Number.NaN) * 100).toFixed(4),
        ]),
      ),
      values: {
        ...valuesOf(before, twoDigits, show),
        charge: percent(CHARGE),
        lastLeft: twoDigits(after.at(-1)?.[1] ?? Number.NaN),
        lowestLeft: twoDigits(lowest[1]),
        highestLeft: twoDigits(highest[1]),
        monthsWithoutYield: number(after.filter(([, value]) => value <= 0).length),
        months: number(after.length),
      },
    };
  },
};

const percentPoints = (points: readonly Point[]): Point[] => points.map(([month, value]) => [month, value * 100]);
const averageOrDash = (values: number[] | undefined, write: Write) => (values ? write(mean(values)) : '—');

/** The lowest and the highest of the years, the last, and which years they are. */
function yearValues(points: readonly Point[], write: Write): Record<string, string> {
  const { lowest, highest } = extremes(points);
  const named = { first: points[0] ?? lowest, last: points.at(-1) ?? lowest, lowest, highest };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, [month, value]]) => [
      [name, write(value)],
      [`${name}Year`, month.slice(0, 4)],
    ]),
  );
}

/** A figure as a locale sees it. Throws if a file of content/data has a fault. */
export const seriesFigure = (name: SeriesName, locale: Locale, t: Translate): SeriesFigure =>
  figure(`${name} ${locale}`, name, locale, t, CONTENT_DIR);

function made(name: SeriesName, locale: Locale, t: Translate, dir: string): SeriesFigure {
  const { values, notes = [], ...row } = SERIES[name](showIn(locale, t, dir));
  return { ...row, last: lastMonthOf(row.source, dir), notes, values: new Map(Object.entries(values)) };
}
const figure = memo((_id: string, ...figure: Parameters<typeof made>) => made(...figure));

export const SERIES_NAMES = Object.keys(SERIES) as SeriesName[];

/** Names and CSV files are the same whatever the words: the check of words uses them too. */
const wordless: Translate = (key) => key;

/** The names of the values that a figure has. */
export const valueNames = (name: SeriesName, dir = CONTENT_DIR) => [
  ...made(name, DEFAULT_LOCALE, wordless, dir).values.keys(),
];

/** A value of a figure as a locale writes it. Throws if there is none, with all names. */
export function seriesValue(name: string, show: string, locale: Locale, t: Translate): string {
  if (!isSeriesDrawing(name)) throw new Error(`No figure '${name}' of series; there are: ${SERIES_NAMES.join(', ')}`);
  const { values } = seriesFigure(name, locale, t);
  const value = values.get(show);
  if (value === undefined)
    throw new Error(`${name} has no value '${show}'; there are: ${[...values.keys()].join(', ')}`);
  return value;
}

/** Every CSV file, by its name without the ending. */
export function csvFiles(): Map<string, string> {
  const all = SERIES_NAMES.flatMap((name) => LOCALE_IDS.map((locale) => made(name, locale, wordless, CONTENT_DIR)));
  return new Map(all.map(({ file, csv }) => [file, csv]));
}
export const csvAddress = (file: string) => `/data/${file}.csv`;
