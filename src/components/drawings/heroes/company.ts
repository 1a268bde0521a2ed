/** The drawings of the pages about the company, its services and its help. */
import { figureById, formatFact } from '../../../authoring/figures/facts.ts';
import { permissionList } from '../../../catalogue/permissions.ts';
import { SHARES } from '../../../catalogue/shares.ts';
import { SUCCESS } from '../../../contract/common.ts';
import type { WebhookEvent } from '../../../contract/webhooks.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { TOPIC_WORDS } from '../../help/topics.ts';
import { LAYER_WORDS } from '../../mdx/reference/layerWords.ts';
import { box, cross, type Heroes, headDown, headLeft, headRight, type Label } from './drawing.ts';

export const companyHeroes: Heroes = (t, term, locale) => [
  [
    '/info/howFinger',
    () => ({
      caption: t('hero.howFinger'),
      area: box(144, 92, 152, 112),
      faint:
        box(2, 120, 80, 44) +
        box(110, 6, 100, 44) +
        box(332, 120, 66, 44) +
        box(151, 146, 138, 44) +
        headRight(150, 152),
      dashed: 'M82 152H145',
      line: `M42 120V28H110M210 28H220V88${headDown(220, 90)}M296 142H330${headRight(330, 142)}`,
      inside: [
        [220, 125, term('yourBroker'), 'middle'],
        [220, 173, t('hero.howFinger.held'), 'middle'],
      ],
      labels: [
        [42, 147, t('figure.accountFlow.you'), 'middle'],
        [160, 33, t('route.finger'), 'middle'],
        [52, 76, t('figure.accountFlow.order')],
        [113, 172, t('hero.howFinger.money'), 'middle'],
        [365, 147, t('figure.accountFlow.market'), 'middle'],
      ],
    }),
  ],
  [
    '/info/company',
    () => ({
      caption: t('hero.company'),
      area: box(140, 148, 120, 46),
      faint: box(120, 8, 160, 46) + cross(70, 171) + cross(330, 171),
      dashed: 'M0 171H140M260 171H400',
      line: `M200 54V144${headDown(200, 146)}`,
      inside: [[200, 176, t('route.finger'), 'middle']],
      labels: [
        [200, 36, t('hero.company.office'), 'middle'],
        [212, 106, t('hero.company.assets')],
        [2, 152, t('hero.company.outside')],
        [398, 152, t('hero.company.clients'), 'end'],
      ],
    }),
  ],
  [
    '/info/securityInfo',
    () => ({
      caption: t('hero.securityInfo'),
      area: box(2, 6, 184, 190),
      faint: `M2 46H186M18 100h130M18 122h100M18 144h120M214 46H398M230 150h120M230 172h80${box(230, 94, 152, 34)}${cross(374, 26)}`,
      dashed: box(214, 6, 184, 190),
      line: 'M152 26l7 8 14-18M244 111h12m8 0h12m8 0h12m8 0h12',
      inside: [
        [18, 31, t('hero.securityInfo.true')],
        [18, 77, t('hero.securityInfo.tells')],
      ],
      labels: [
        [230, 31, t('hero.securityInfo.forged')],
        [230, 77, t('hero.securityInfo.asks')],
      ],
    }),
  ],
  [
    '/info/manageSystem',
    () => {
      const granted = permissionList(locale).flatMap(({ permissions }) => permissions);
      return {
        caption: t('hero.manageSystem'),
        area: box(130, 62, 124, 32) + box(130, 118, 124, 32),
        faint: `M126 36v14M60 62V50H192v12M60 94v24${box(68, 4, 116, 32)}${box(2, 62, 116, 32)}${box(2, 118, 116, 32)}${box(130, 174, 124, 32)}${cross(270, 190)}`,
        dashed: 'M192 150v24',
        line: `M192 94v22${headDown(192, 117)}M263 79l6 7 12-15M263 135l6 7 12-15`,
        inside: [
          [192, 83, t('company.sample.trading'), 'middle'],
          [192, 139, t('company.sample.sales'), 'middle'],
        ],
        labels: [
          [126, 25, t('route.companyHome'), 'middle'],
          [60, 83, t('company.sample.operations'), 'middle'],
          [60, 139, t('company.sample.settlement'), 'middle'],
          [192, 195, t('company.sample.trainee'), 'middle'],
          [288, 83, granted.find(({ id }) => id === 'orders.enter')?.name ?? ''],
        ],
      };
    },
  ],
  [
    '/info/aPIinfo',
    () => {
      const gates = LAYER_WORDS.map((_, index) => 86 + index * 36);
      const [name, code, stop] = [LAYER_WORDS[3]?.name, LAYER_WORDS[3]?.code, gates[3] ?? 0];
      return {
        caption: t('hero.aPIinfo', { count: formatFact(figureById('verificationLayers'), locale, t) }),
        faint: gates.map((x) => `M${x} 44V166`).join('') + cross(stop - 10, 136),
        dashed: `M2 136H${stop - 16}`,
        line: `M2 80H396${headRight(398, 80)}`,
        labels: [
          [2, 24, t('hero.aPIinfo.call')],
          [398, 24, t('reference.answer'), 'end'],
          ...gates.map((x, index): Label => [x, 186, formatNumber(index + 1, locale), 'middle']),
          [stop + 10, 141, `${name ? t(name) : ''} ${code}`],
        ],
      };
    },
  ],
  [
    '/service/developer',
    () => ({
      caption: t('hero.developer'),
      faint: `${box(2, 4, 150, 34)}${box(248, 4, 150, 34)}M77 38V208M323 38V208${headLeft(84, 180)}`,
      dashed: 'M316 180H86',
      area: 'M316 76h14v46h-14Z',
      line: `M77 80H308${headRight(312, 80)}M316 120H86${headLeft(84, 120)}`,
      labels: [
        [77, 27, t('hero.developer.system'), 'middle'],
        [323, 27, t('route.finger'), 'middle'],
        [200, 68, 'GET /key', 'middle'],
        [200, 108, `200 · ${SUCCESS}`, 'middle'],
        [200, 168, 'application.assigned' satisfies WebhookEvent, 'middle'],
      ],
    }),
  ],
  [
    '/service/broker',
    () => ({
      caption: t('hero.broker'),
      area: box(20, 92, 128, 34),
      faint: `${box(2, 22, 164, 160)}M20 44h90M20 148h128M20 164h80${box(220, 78, 90, 50)}M310 103h14`,
      line: `M36 110h12m8 0h12m8 0h12m8 0h12M148 109H214${headRight(218, 109)}M324 103V54h12M324 103v50h12M342 54l7 8 14-18${cross(352, 153)}`,
      labels: [
        [20, 82, t('account.brokerNumber')],
        [265, 108, t('hero.broker.firm'), 'middle'],
        [398, 34, t('company.decision.accept'), 'end'],
        [398, 184, t('company.decision.decline'), 'end'],
      ],
    }),
  ],
  [
    '/service/brokerageHouse',
    () => ({
      caption: t('hero.brokerageHouse'),
      area: box(3, 33, 145, 34),
      faint: `${box(2, 6, 396, 198)}M2 32H398M148 32V204M14 19h4m6 0h4m6 0h4M168 56h120M168 90h90M168 124h110M168 158h80${box(330, 44, 50, 22)}${box(330, 78, 50, 22)}${box(330, 112, 50, 22)}${box(330, 146, 50, 22)}`,
      line: 'M3 33V67M346 54l6 7 12-14',
      inside: [[14, 55, t('route.companyApplications')]],
      labels: [
        [14, 89, t('route.companyQuestions')],
        [14, 123, t('route.companyPublishing')],
        [14, 157, t('route.companyPermissions')],
        [14, 191, t('route.companyAudit')],
      ],
    }),
  ],
  [
    '/service/analyst',
    () => {
      const rows = SHARES.flatMap(({ name, share, fee }, row) =>
        fee ? [{ name, fact: figureById(share), fee: figureById(fee), y: row * 70 }] : [],
      );
      const end = (value: unknown) => Number(value) * 4;
      return {
        caption: t('hero.analyst'),
        area: rows.map(({ fact, y }) => box(0, y + 22, end(fact.value), 34)).join(''),
        faint: rows.map(({ y }) => box(1, y + 22, 398, 34)).join(''),
        line: rows.map(({ fact, y }) => `M${end(fact.value)} ${y + 22}v34`).join(''),
        inside: rows.map(({ fact, y }): Label => [14, y + 44, formatFact(fact, locale, t)]),
        labels: rows.flatMap(({ name, fee, y }): Label[] => [
          [2, y + 15, t(name)],
          [386, y + 44, formatFact(fee, locale, t), 'end'],
        ]),
      };
    },
  ],
  [
    '/info/workForMyself',
    () => {
      const WIDTH_OF_STREAM = 44;
      let kept = 20;
      let taken = 168;
      const streams = SHARES.flatMap(({ name, share, fee }, row) => {
        if (!fee) return [];
        const mine = Math.round((Number(figureById(share).value) / 100) * WIDTH_OF_STREAM);
        const top = 20 + row * 60;
        const stream = { name, top, mine, rest: WIDTH_OF_STREAM - mine, kept, taken };
        kept += mine;
        taken += stream.rest;
        return [stream];
      });
      /** A band of this width from the left to the right */
      const band = (from: number, to: number, width: number) =>
        `M0 ${from}H170C230 ${from} 230 ${to} 290 ${to}V${to + width}C230 ${to + width} 230 ${from + width} 170 ${from + width}H0Z`;
      return {
        caption: t('hero.workForMyself'),
        area: streams.map(({ top, kept, mine }) => band(top, kept, mine)).join(''),
        faint: streams.map(({ top, mine, taken, rest }) => band(top + mine, taken, rest)).join(''),
        line: `M291 20V${kept}`,
        inside: streams.map(({ name, top, mine }): Label => [6, top + mine / 2 + 5, t(name)]),
        labels: [
          [304, 76, t('hero.workForMyself.author')],
          [304, 188, t('route.finger')],
        ],
      };
    },
  ],
  [
    '/info',
    () => {
      const guides = [
        ['figure.infoPages.investors', 'route.howFinger'],
        ['figure.infoPages.analysts', 'route.workForMyself'],
        ['figure.infoPages.firms', 'route.manageSystem'],
        ['figure.infoPages.developers', 'route.aPIinfo'],
      ] as const;
      const y = (row: number) => 30 + row * 50;
      return {
        caption: t('hero.info'),
        area: guides.map((_, row) => box(216, y(row) - 22, 184, 44)).join(''),
        faint: 'M4 105h10',
        line: guides
          .map((_, row) => `M14 105H40C70 105 60 ${y(row)} 90 ${y(row)}H212${headRight(215, y(row))}`)
          .join(''),
        inside: guides.map(([, guide], row): Label => [228, y(row) + 5, t(guide)]),
        labels: guides.map(([reader], row): Label => [100, y(row) - 8, t(reader)]),
      };
    },
  ],
  [
    '/support',
    () => {
      const topics = ['money', 'costs', 'brokers', 'account', 'security', 'data'] as const;
      const y = (row: number) => 16 + row * 35;
      const lines = (rows: readonly number[], to: number) =>
        rows.map((row) => `M206 ${y(row)}C250 ${y(row)} 240 ${to} 284 ${to}`).join('');
      return {
        caption: t('hero.support'),
        area: box(290, 27, 108, 48) + box(290, 132, 108, 48),
        faint: lines([0, 1, 2], 51),
        line: lines([3, 4, 5], 156),
        inside: [
          [344, 56, term('yourBroker'), 'middle'],
          [344, 161, t('route.finger'), 'middle'],
        ],
        labels: topics.map((topic, row): Label => [198, y(row) + 5, t(TOPIC_WORDS[topic]), 'end']),
      };
    },
  ],
];
