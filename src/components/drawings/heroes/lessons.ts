/** The drawings of the lessons: what each product brings and takes. */
import type { Heroes } from './drawing.ts';

export const lessonHeroes: Heroes = (t, term) => [
  [
    '/service/stocks',
    () => ({
      caption: t('hero.stocks'),
      faint: 'M0 190H400',
      area: 'M102 190v-26h16v26ZM222 190v-32h16v32ZM342 190v-28h16v28Z',
      line: 'M4 130L40 108 62 116 110 66 134 82 172 40 200 96 216 86 240 140 268 112 290 120 320 84 346 92 396 48',
      labels: [
        [4, 206, term('dividend')],
        [396, 34, t('hero.price'), 'end'],
      ],
    }),
  ],
  [
    '/service/etf',
    () => ({
      caption: t('hero.etf'),
      faint: 'M0 190H400',
      dashed: 'M4 160C120 150 160 90 240 96S340 60 396 40',
      line: 'M4 166L28 150 52 160 80 136 104 148 132 120 160 124 188 92 212 104 240 86 268 100 296 78 324 88 352 54 374 60 396 34',
      labels: [
        [392, 20, t('hero.price'), 'end'],
        [236, 130, term('netAssetValue')],
      ],
    }),
  ],
  [
    '/service/funds',
    () => ({
      caption: t('hero.funds'),
      faint: 'M0 190H400',
      dashed: 'M80 190V20M160 190V20M240 190V20M320 190V20',
      line: 'M0 150H80V124H160V134H240V86H320V56H400',
      labels: [
        [4, 140, term('netAssetValue')],
        [40, 206, t('hero.funds.day', { day: 1 }), 'middle'],
        [120, 206, t('hero.funds.day', { day: 2 }), 'middle'],
        [200, 206, t('hero.funds.day', { day: 3 }), 'middle'],
        [280, 206, t('hero.funds.day', { day: 4 }), 'middle'],
        [360, 206, t('hero.funds.day', { day: 5 }), 'middle'],
      ],
    }),
  ],
  [
    '/service/bonds',
    () => ({
      caption: t('hero.bonds'),
      faint: 'M8 8V190H400',
      dashed: 'M8 104H160V190',
      // 4% for 30 years, at yields from 0.5% to 9.8%
      line: 'M20 12L40 30 60 47 80 61 100 74 120 85 140 95 160 104 200 119 240 130 280 139 320 147 360 153 392 157',
      labels: [
        [18, 98, term('par')],
        [170, 182, term('coupon')],
        [396, 206, term('yield'), 'end'],
        [56, 24, t('hero.price')],
      ],
    }),
  ],
  [
    '/service/options',
    () => ({
      caption: t('hero.options'),
      faint: 'M0 110H400',
      dashed: 'M210 20V200',
      area: 'M262 110L380 20V110Z',
      line: 'M0 150H210L380 20',
      labels: [
        [4, 170, term('premium')],
        [204, 34, term('strikePrice'), 'end'],
        [272, 130, term('breakEven')],
      ],
    }),
  ],
  [
    '/service/futures',
    () => ({
      caption: t('hero.futures'),
      faint: 'M0 110H400',
      area: 'M200 110L380 10V110ZM200 110L20 210V110Z',
      line: 'M20 210L380 10',
      dashed: 'M20 10L380 210',
      labels: [
        [250, 30, term('longPosition'), 'end'],
        [250, 200, term('shortPosition'), 'end'],
      ],
    }),
  ],
  [
    '/service/forex',
    () => ({
      caption: t('hero.forex'),
      area: 'M0 86L44 64 80 78 124 44 168 70 210 58 250 92 300 74 340 104 396 62V92L340 134 300 104 250 122 210 88 168 100 124 74 80 108 44 94 0 116Z',
      line: 'M0 86L44 64 80 78 124 44 168 70 210 58 250 92 300 74 340 104 396 62M0 116L44 94 80 108 124 74 168 100 210 88 250 122 300 104 340 134 396 92',
      labels: [
        [4, 48, term('ask')],
        [4, 140, term('bid')],
        [396, 50, term('spread'), 'end'],
      ],
    }),
  ],
];
