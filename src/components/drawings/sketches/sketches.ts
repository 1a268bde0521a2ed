/** The figures of lessons and news that are lines and labels. */
import type { DrawingOf } from '../../../authoring/components.ts';
import { allExchanges, cityName } from '../../../catalogue/exchanges.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/messages.ts';
import { shifted, WEDNESDAY } from '../exchanges/hours.ts';
import { shiftOf } from '../exchanges/live/day.ts';
import { box, cross, type Drawing, type Label, termLabel } from '../heroes/drawing.ts';

/** Where the record date stands beside the ex-dividend date: the same day for US stocks, the day before for A-shares. */
const EX_DATE = 140;
const RECORD_DATES = new Map<Locale, number>([
  ['en-US', EX_DATE],
  ['cn', 108],
]);

/** Markets whose hours change clocks differently, in the order of the sun */
const CLOCK_MICS = ['XTKS', 'XHKG', 'XLON', 'XNYS'];

/** The letters of S&P and of Moody's, from the strongest down to where payment is in doubt. */
const RATINGS = [
  ['AAA', 'Aaa'],
  ['AA', 'Aa'],
  ['A', 'A'],
  ['BBB', 'Baa'],
  ['BB', 'Ba'],
  ['B', 'B'],
  ['CCC', 'Caa'],
] as const;
const INVESTMENT_GRADES = 4;

export type SketchName = DrawingOf<'sketch'>;

export function sketchOf(name: SketchName, locale: Locale): Drawing {
  const t = translator(locale);
  const term = (id: string) => termLabel(id, locale);
  const sketches: Record<SketchName, () => Drawing> = {
    bondPayments: () => {
      // 4% of the face value; the last is paid with it.
      const bars = `M30 145${'h20v5h-20zm38 0'.repeat(9)}v-125h20v130h-20z`;
      return {
        height: 172,
        faint: 'M0 150H400M372 145h20',
        area: bars,
        line: bars,
        labels: [
          [30, 134, t('calculator.bonds.couponPaid')],
          [360, 78, term('faceValue'), 'end'],
          [398, 168, term('maturity'), 'end'],
        ],
      };
    },
    clockChange: () => {
      const markets = CLOCK_MICS.flatMap((mic) => allExchanges().find((exchange) => exchange.mic === mic) ?? []);
      const x = (minutes: number) => 10 + Math.round((minutes * 19) / 72);
      const bars = (at: number) =>
        markets
          .flatMap(({ calendar: { zone, week } }, row) =>
            shifted(week[WEDNESDAY] ?? [], shiftOf(zone, 'UTC', at)).map(([opens, closes]) =>
              box(x(opens), row * 46 + 22, x(closes) - x(opens), 16),
            ),
          )
          .join('');
      const winter = bars(Date.UTC(2026, 0, 7));
      return {
        height: markets.length * 46 + 26,
        faint: `M10 ${markets.length * 46 + 4}H390${[0, 6, 12, 18, 24].map((hour) => `M${x(hour * 60)} ${markets.length * 46 + 4}v5`).join('')}`,
        area: winter,
        line: winter,
        dashed: bars(Date.UTC(2026, 6, 8)),
        labels: [
          ...markets.map(({ city }, row): Label => [10, row * 46 + 15, cityName(city, locale)]),
          [10, markets.length * 46 + 24, '00:00 UTC'],
          [x(720), markets.length * 46 + 24, '12:00', 'middle'],
          [390, markets.length * 46 + 24, '24:00', 'end'],
        ],
      };
    },
    dirtyPrice: () => ({
      height: 126,
      dashed: 'M0 100H400',
      area: 'M10 100L200 30V100L390 30V100Z',
      line: 'M10 100L200 30V100L390 30V100',
      inside: [[192, 94, term('accruedInterest'), 'end']],
      labels: [
        [150, 36, term('dirtyPrice'), 'end'],
        [210, 24, t('calculator.bonds.couponPaid')],
        [10, 120, term('cleanPrice')],
      ],
    }),
    dividendDates: () => {
      const recordDate = RECORD_DATES.get(locale) ?? 172;
      const isFirst = recordDate < EX_DATE;
      return {
        height: 168,
        faint: `M0 130H400M${EX_DATE} 124V136M${recordDate} 124V136`,
        dashed: `M${EX_DATE} 84V124`,
        area: box(352, 102, 20, 28),
        line: `M4 52L30 44 56 54 84 38 112 48 ${EX_DATE} 42V70L168 64 196 76 226 66 258 74 290 58 320 66 352 52 396 60`,
        labels: [
          [4, 26, t('hero.price')],
          [362, 96, term('dividend'), 'middle'],
          [EX_DATE - 4, 152, term(isFirst ? 'recordDate' : 'exDividendDate'), 'end'],
          [EX_DATE + 10, 152, term(isFirst ? 'exDividendDate' : 'recordDate')],
          [398, 152, t('figure.dividendDates.payment'), 'end'],
        ],
      };
    },
    optionStrategies: () => ({
      height: 282,
      faint: 'M0 84H190M210 84H400M0 234H190M210 234H400M33 131L134 30M243 131L344 30',
      dashed: 'M120 30V136M270 30V136M60 180V276M130 180V276M305 180V276',
      area: 'M66 84L120 30H190V84ZM304 84L358 30V84ZM80 234L130 184H190V234ZM214 183V234H265ZM396 183V234H345Z',
      line: 'M19 131L120 30H190M214 118H270L358 30M0 254H60L130 184H190M214 183L305 274 396 183',
      labels: [
        [0, 14, term('coveredCall')],
        [210, 14, term('protectivePut')],
        [0, 164, term('verticalSpread')],
        [210, 164, term('straddle')],
      ],
    }),
    orderTypes: () => ({
      height: 224,
      faint: `M110 20V206${cross(390, 162)}`,
      dashed: 'M110 50H400M110 146H400M110 162H400',
      line: `M0 128L22 116 44 124 66 104 88 116 110 110 132 94 152 82 172 50 188 64 206 78 228 96 250 88 270 118 292 142M304 190L326 200 348 190 372 206 398 196${ring(110, 110)}${ring(172, 50)}${ring(304, 190)}`,
      labels: [
        [102, 96, term('marketOrder'), 'end'],
        [398, 42, term('limitOrder'), 'end'],
        [118, 140, term('stopOrder')],
        [118, 180, term('stopLimitOrder')],
      ],
    }),
    ratings: () => {
      const row = 24;
      const top = 26;
      const limit = top + INVESTMENT_GRADES * row;
      const bottom = top + RATINGS.length * row;
      const rungs = RATINGS.map((_, at) => `M4 ${top + at * row}H176`).join('');
      return {
        height: bottom + 8,
        area: box(4, top, 172, limit - top),
        faint: `M4 ${top}V${bottom + 8}M176 ${top}V${bottom + 8}${rungs}M4 ${bottom}H176`,
        line: `M0 ${limit}H400`,
        labels: [
          [47, 16, t('figure.ratings.sp'), 'middle'],
          [133, 16, t('figure.ratings.moodys'), 'middle'],
          [192, limit - 12, term('investmentGrade')],
          [192, limit + 24, term('highYieldBond')],
        ],
        inside: RATINGS.flatMap(([sp, moody], at): Label[] => [
          [47, top + at * row + 17, sp, 'middle'],
          [133, top + at * row + 17, moody, 'middle'],
        ]),
      };
    },
  };
  return sketches[name]();
}

/** Where an order is filled */
const ring = (x: number, y: number) => `M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0`;
