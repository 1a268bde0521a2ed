/** The drawings of technology, services, reference and legal pages. */

import { byYear, mean } from '../../../authoring/figures/series/derived.ts';
import { namesOf } from '../../../authoring/pages/dictionary.ts';
import { seriesOf, sourceOfSeries } from '../../../catalogue/series.ts';
import { PRODUCTS } from '../../../forms/lists.ts';
import { formatMonth, formatNumber } from '../../../i18n/format.ts';
import { HOME_MARKETS } from '../../../i18n/homeMarkets.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { localize } from '../../../i18n/urls.ts';
import { pipDecimals } from '../../../markets/pairs.ts';
import { qrOf } from '../../../qr.ts';
import { LESSONS } from '../../../routes.ts';
import { settings } from '../../../settings.ts';
import { PRODUCT_GLYPHS } from '../products/glyphs.ts';
import { box, type Heroes, headRight, type Label } from './drawing.ts';

export const platformHeroes: Heroes = (t, term, locale) => [
  [
    '/technology',
    () => ({
      caption: t('hero.technology'),
      faint:
        'M10 16h100v60H10Zm0 14h100M22 46h60M22 60h40M42 118h36v66H42ZM50 160l8-10 6 6 8-14M328 16c-12 0-4 30-16 30 12 0 4 30 16 30M352 16c12 0 4 30 16 30-12 0-4 30-16 30M302 118v66h76M316 176v-18M332 176v-34M348 176v-26M364 176v-46M160 76h80v60h-80ZM180 122v-16a20 20 0 0 1 40 0v16M190 122v-16a10 10 0 0 1 20 0v16M200 122v-16',
      area: 'M160 76h80v60h-80Z',
      line: 'M110 46C150 46 130 96 160 96M78 151C140 151 130 116 160 116M312 46C250 46 270 96 240 96M302 151C260 151 270 116 240 116',
      labels: [
        [60, 96, t('company.fact.website'), 'middle'],
        [60, 204, t('hero.technology.app'), 'middle'],
        [200, 154, t('figure.accountFlow.finger'), 'middle'],
        [340, 96, 'API', 'middle'],
        [340, 204, t('route.dataHub'), 'middle'],
      ],
    }),
  ],
  [
    '/technology/visual',
    () => ({
      caption: t('hero.visual'),
      faint: 'M40 16V176H190M250 16V176H400',
      line: priceOn(40, 0, 120) + priceOn(250, 99, 105),
      labels: [
        [34, 26, '120', 'end'],
        [34, 180, '0', 'end'],
        [244, 26, '105', 'end'],
        [244, 180, '99', 'end'],
      ],
    }),
  ],
  [
    '/technology/dataHub',
    () => {
      const pair = HOME_MARKETS[locale].rates[0];
      const points = seriesOf('fxMonthly', pair).slice(-12);
      const values = points.map(([, value]) => value);
      const y = heights(Math.min(...values), Math.max(...values), 146, 40);
      const at = (index: number) => 20 + index * 32;
      const [first = '', last = ''] = [points[0], points.at(-1)].map((point) => point?.[0]);
      const { publisher } = sourceOfSeries('fxMonthly');
      return {
        caption: t('hero.dataHub', { pair, source: publisher[locale] ?? publisher[DEFAULT_LOCALE] }),
        faint: `M0 178H400${values.map((_, index) => `M${at(index)} 178v6`).join('')}`,
        line: `M${values.map((value, index) => `${at(index)} ${y(value)}`).join('L')}`,
        labels: [
          [4, 204, formatMonth(`${first}-01`, locale)],
          [396, 204, formatMonth(`${last}-01`, locale), 'end'],
          ...[Math.min(...values), Math.max(...values)].map((value, end) => {
            const index = values.indexOf(value);
            const anchor = index < 2 ? undefined : index > 9 ? 'end' : 'middle';
            const words = formatNumber(value, locale, pipDecimals(pair));
            return [at(index), y(value) + (end ? -10 : 22), words, anchor] as const;
          }),
        ],
      };
    },
  ],
  [
    '/info/aIRobot',
    () => ({
      caption: t('hero.aIRobot'),
      faint:
        'M0 92L20 108 40 132 60 120 84 66 104 48 124 78 146 132 164 124 188 60 206 46 230 84 256 132 276 148 296 142 324 174 352 168 398 202',
      dashed: 'M0 58H400M0 128H400',
      area: 'M252 128L256 132 276 148 296 142 324 174 352 168 398 202V128Z',
      line: 'M38 144l8 14H30ZM144 144l8 14h-16ZM254 144l8 14h-16ZM94 42l8-14H86ZM200 42l8-14h-16Z',
      labels: [
        [396, 50, t('hero.aIRobot.sell'), 'end'],
        [396, 120, t('hero.aIRobot.buy'), 'end'],
      ],
    }),
  ],
  [
    '/info/butlerService',
    () => ({
      caption: t('hero.butlerService'),
      faint:
        'M10 105a70 70 0 0 1 140 0 70 70 0 0 1-140 0ZM70 65a10 10 0 0 1 20 0 10 10 0 0 1-20 0ZM80 49v-6M80 81v6M64 65h-6M96 65h6M86 133a14 14 0 1 0 8 20 12 12 0 0 1-8-20ZM172 24h110v40h-84l-12 12V64h-14ZM320 58a16 16 0 0 1 32 0 16 16 0 0 1-32 0ZM304 112c0-44 64-44 64 0Z',
      area: 'M10 105a70 70 0 0 0 140 0Z',
      line: 'M250 142h76l10-16v16h42v40H250Z',
      labels: [
        [227, 50, t('figure.butlerPath.question'), 'middle'],
        [314, 168, t('figure.butlerPath.answer'), 'middle'],
      ],
    }),
  ],
  [
    '/info/fingerSocial',
    () => ({
      caption: t('hero.fingerSocial'),
      faint:
        'M4 10h116v160H4ZM142 10h116v160H142ZM280 10h116v160H280ZM18 30h88M18 44h60M18 72h88M18 86h88M18 100h70M156 106h88M156 120h88M156 134h60M294 106h88M294 120h88M294 134h60M158 52a14 14 0 0 1 28 0 14 14 0 0 1-28 0ZM296 52a14 14 0 0 1 28 0 14 14 0 0 1-28 0Z',
      area: 'M18 136h60v18H18ZM206 34h34v26l-17 12-17-12Z',
      line: 'M18 154h60M206 34h34v26l-17 12-17-12ZM215 48l7 7 11-12',
      labels: [
        [62, 194, t('route.news'), 'middle'],
        [200, 194, t('figure.infoPages.analysts'), 'middle'],
        [338, 194, t('figure.publishPath.readers'), 'middle'],
      ],
    }),
  ],
  [
    '/datahub/rules',
    () => ({
      caption: t('hero.rules'),
      faint: `${box(1, 60, 95, 50)}${box(288, 12, 110, 50)}M96 85H142${headRight(142, 85)}M191 119l5-7 5 7`,
      area: box(144, 60, 104, 50),
      dashed: 'M344 158V186H196V114',
      line: `${box(288, 108, 110, 50)}M248 85H268V37H286${headRight(286, 37)}M268 85V133H286${headRight(286, 133)}`,
      inside: [[196, 90, t('hero.rules.decision'), 'middle']],
      labels: [
        [48, 90, t('hero.rules.report'), 'middle'],
        [343, 42, t('hero.rules.stays'), 'middle'],
        [343, 138, t('hero.rules.gone'), 'middle'],
        [270, 204, t('hero.rules.appeal'), 'middle'],
      ],
    }),
  ],
  [
    '/adv',
    () => {
      const formats = namesOf(['AD_TEXT', 'AD_PICTURE', 'AD_VIDEO', 'AD_ARTICLE'], locale);
      return {
        caption: t('hero.adv'),
        faint:
          'M4 4h120v70H4ZM140 4h120v70H140ZM276 4h120v70H276ZM4 110h392v74H4ZM16 36h96M16 48h96M16 60h60M152 66l28-30 18 18 14-12 36 24ZM326 32v26l24-13ZM16 146h110M16 158h110M16 170h80M146 122h110M146 134h110M146 146h110M146 158h110M146 170h80M276 122h106v48H276Z',
        area: 'M12 12h34v12H12ZM148 12h34v12h-34ZM284 12h34v12h-34ZM12 118h34v12H12Z',
        line: 'M12 12h34v12H12ZM148 12h34v12h-34ZM284 12h34v12h-34ZM12 118h34v12H12Z',
        labels: [
          [64, 94, formats.AD_TEXT, 'middle'],
          [200, 94, formats.AD_PICTURE, 'middle'],
          [336, 94, formats.AD_VIDEO, 'middle'],
          [200, 204, formats.AD_ARTICLE, 'middle'],
        ],
      };
    },
  ],
  [
    '/download',
    () => {
      // A phone cannot open the address of a build on this computer.
      const code = settings.SITE_URL.startsWith('https:')
        ? qrOf(settings.SITE_URL + localize('/download', locale))
        : undefined;
      const [left, right] = code ? [2, 134] : [60, 216];
      const products = LESSONS.flatMap(({ path, label }) =>
        PRODUCTS.filter((id) => path === `/service/${id}`).map((id) => ({ glyph: PRODUCT_GLYPHS[id], label })),
      );
      const row = (index: number) => 44 + index * 28;
      return {
        height: 250,
        caption: t(code ? 'hero.download.code' : 'hero.download'),
        faint: [left, right]
          .map(
            (x) =>
              `M${x + 16} 2h92a16 16 0 0 1 16 16v214a16 16 0 0 1-16 16h-92a16 16 0 0 1-16-16V18a16 16 0 0 1 16-16ZM${x + 48} 12h28M${x + 12} 26h28M${x + 98} 23h14M${x + 98} 29h14`,
          )
          .join('')
          .concat(`M${left + 12} 72h100M${left + 12} 84h72M${left + 12} 182h100M${left + 12} 194h80`)
          .concat(box(left + 12, 206, 46, 24) + box(left + 66, 206, 46, 24))
          .concat(products.map((_, index) => `M${right + 12} ${row(index) - 2}h100`).join('')),
        area: box(left + 12, 96, 100, 74),
        line: `M${left + 16} 152l16-16 14 10 20-30 14 14 16-28 12 10`,
        glyphs: products.map(({ glyph }, index) => [right + 10, row(index), glyph]),
        ...(code && { code }),
        labels: [
          [left + 12, 58, t('route.stocks')],
          ...products.map(({ label }, index): Label => [right + 42, row(index) + 16, t(label)]),
        ],
      };
    },
  ],
  [
    '/glossary',
    () => ({
      caption: t('hero.glossary'),
      faint: 'M4 10h180v190H4ZM18 32h66M18 48h90M18 76h60M18 108h74M18 140h52M18 172h66',
      dashed: 'M184 76h46M184 108h46M184 140h46M184 172h46',
      area: 'M112 64h58v24h-58ZM112 96h58v24h-58ZM112 128h58v24h-58ZM112 160h58v24h-58Z',
      line: 'M112 88h58M112 120h58M112 152h58M112 184h58',
      labels: [
        [238, 81, term('faceValue')],
        [238, 113, term('accruedInterest')],
        [238, 145, term('commission')],
        [238, 177, term('settlement')],
      ],
    }),
  ],
  [
    '/service/tables',
    () => {
      const years = byYear(seriesOf('treasury10yMonthly', 'percent'))
        .filter(([, values]) => values.length === 12)
        .slice(-10)
        .map(([year, values]) => ({
          year,
          low: Math.min(...values),
          high: Math.max(...values),
          average: mean(values),
        }));
      const low = Math.min(...years.map((year) => year.low));
      const high = Math.max(...years.map((year) => year.high));
      const y = heights(low, high, 150, 34);
      const bars = years.map((year, index) => ({ ...year, x: 12 + index * 40 }));
      const ranges = bars.map((bar) => `M${bar.x} ${y(bar.high)}h16V${y(bar.low)}h-16Z`).join('');
      const percent = (value: number) => `${formatNumber(value, locale, 2)}%`;
      return {
        caption: t('hero.tables', { unit: t('figure.tenYearYield.unit') }),
        faint: `M0 184H400${ranges}`,
        area: ranges,
        line: bars.map((bar) => `M${bar.x} ${y(bar.average)}h16`).join(''),
        labels: bars.flatMap((bar) => [
          ...(bar === bars[0] || bar === bars.at(-1) ? [[bar.x + 8, 204, bar.year, 'middle'] as const] : []),
          ...(bar.high === high ? [[bar.x + 24, y(high) - 8, percent(high), 'end'] as const] : []),
          ...(bar.low === low ? [[bar.x + 8, y(low) + 20, percent(low), 'middle'] as const] : []),
        ]),
      };
    },
  ],
  [
    '/legal/terms',
    () => ({
      caption: t('hero.terms'),
      faint:
        'M4 80h96v50H4ZM290 10h106v50H290ZM290 150h106v50H290ZM100 94L179 70M211 60L290 36M100 116L179 140M211 150L290 174',
      area: 'M179 42h32v42h-32ZM179 126h32v42h-32Z',
      line: 'M179 42h32v42h-32ZM179 126h32v42h-32ZM186 54h18M186 62h18M186 74l6-4 4 4 8-4M186 138h18M186 146h18M186 158l6-4 4 4 8-4',
      labels: [
        [52, 110, t('figure.accountFlow.you'), 'middle'],
        [343, 40, t('figure.accountFlow.finger'), 'middle'],
        [343, 180, term('yourBroker'), 'middle'],
        [195, 32, t('route.terms'), 'middle'],
        [195, 188, t('hero.terms.broker'), 'middle'],
      ],
    }),
  ],
  [
    '/legal/privacy',
    () => ({
      caption: t('hero.privacy'),
      faint: 'M30 20h140v104H30ZM10 140h180l-20-16H30ZM270 20h110v120H270ZM48 42h104M48 56h80M48 70h104',
      dashed: 'M40 32h120v82H40Z',
      area: 'M282 36h86v44h-86Z',
      line: 'M190 72h68M250 64l8 8-8 8M294 50h62M294 66h40',
      labels: [
        [100, 102, t('hero.privacy.kept'), 'middle'],
        [325, 102, t('hero.privacy.sent'), 'middle'],
        [100, 164, t('user.security.devices.this'), 'middle'],
        [325, 164, t('figure.accountFlow.finger'), 'middle'],
      ],
    }),
  ],
  [
    '/legal/futuresRisk',
    () => ({
      caption: t('hero.futuresRisk'),
      faint: 'M0 144H400',
      dashed: 'M0 50H400M0 100H400',
      area: 'M250 144v36h150v-36Z',
      line: 'M0 50H50V30H100V64H150V84H200V114H250V180H400',
      labels: [
        [396, 42, term('initialMargin'), 'end'],
        [396, 92, term('maintenanceMargin'), 'end'],
        [4, 160, '0'],
        [325, 202, t('hero.futuresRisk.owed'), 'middle'],
      ],
    }),
  ],
  [
    '/legal/optionsRisk',
    () => ({
      caption: t('hero.optionsRisk'),
      faint: 'M20 104H380M50 104V14M120 104V14M50 104v32h70v-32M230 104V72h70v32M73 26l12-12 12 12',
      area: 'M50 14h70v122H50ZM230 72h70v122h-70Z',
      line: 'M230 104v90M300 104v90M253 184l12 12 12-12',
      labels: [
        [128, 58, t('figure.optionPayoff.unlimited')],
        [128, 126, term('premium')],
        [308, 94, term('premium')],
        [308, 160, t('figure.optionPayoff.unlimited')],
        [85, 158, t('figure.optionPayoff.boughtCall'), 'middle'],
        [265, 60, t('figure.optionPayoff.soldCall'), 'middle'],
      ],
    }),
  ],
  [
    '/legal/forexRisk',
    () => ({
      caption: t('hero.forexRisk'),
      faint: 'M0 200H400',
      dashed: 'M0 100H400',
      area: 'M166 100h44v54h-44Z',
      line: 'M0 46L26 36 48 58 74 44 98 66 120 56 166 82M210 154L238 140 262 162 292 150 320 172 348 160 396 178',
      labels: [
        [396, 92, term('stopOrder'), 'end'],
        [158, 134, term('slippage'), 'end'],
      ],
    }),
  ],
];

/** Invented prices, drawn from `left` on an axis from `low` to `high`. */
function priceOn(left: number, low: number, high: number): string {
  const y = heights(low, high, 176, 16);
  return `M${[100, 101, 99.5, 102, 101, 103, 102.4, 104].map((price, index) => `${left + index * 20} ${y(price)}`).join('L')}`;
}

/** How far down a value between `low` and `high` stands. */
function heights(low: number, high: number, bottom: number, top: number) {
  return (value: number) => Math.round(bottom - ((value - low) / (high - low)) * (bottom - top));
}
