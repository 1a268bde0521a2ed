/** The flows that Flow draws: their stations, and what passes between them. */
import type { DrawingOf } from '../../../authoring/components.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/messages.ts';

export interface Station {
  name: string;
  details: string[];
  /** Drawn in the accent color: the part of Finger, or the subject of the figure */
  own?: true;
}

export interface Flow {
  stations: Station[];
  /** What passes from each station to the next, and what comes back; one for all gaps, or one per gap */
  links: { order?: string; reply?: string }[];
  /** `fan`: the first station leads to each of the others. Otherwise each leads to the next. */
  shape?: 'fan';
  /** The last station leads back to this one (counted from 0), under a label */
  loop?: { to: number; label: string };
}

export type FlowName = DrawingOf<'flow'>;

export function flowOf(name: FlowName, locale: Locale): Flow {
  const t = translator(locale);
  const flows: Record<FlowName, () => Flow> = {
    accountFlow: () => ({
      stations: [
        { name: t('figure.accountFlow.you'), details: [t('figure.accountFlow.youAccount')] },
        {
          name: t('figure.accountFlow.finger'),
          details: [t('figure.accountFlow.fingerWork'), t('figure.accountFlow.fingerFee')],
          own: true,
        },
        {
          name: t('figure.accountFlow.broker'),
          details: [t('figure.accountFlow.brokerWork'), t('figure.accountFlow.brokerFee')],
        },
        { name: t('figure.accountFlow.market'), details: [t('figure.accountFlow.marketPlace')] },
      ],
      links: [{ order: t('figure.accountFlow.order'), reply: t('figure.accountFlow.confirmation') }],
    }),
    butlerPath: () => ({
      stations: [
        { name: t('figure.accountFlow.you'), details: [t('figure.butlerPath.ask')] },
        {
          name: t('route.butlerService'),
          details: [t('figure.butlerPath.hours'), t('figure.butlerPath.work')],
          own: true,
        },
        { name: t('figure.accountFlow.broker'), details: [t('figure.butlerPath.broker')] },
        { name: t('figure.accountFlow.you'), details: [t('figure.butlerPath.decide')] },
      ],
      links: [
        { order: t('figure.butlerPath.question'), reply: t('figure.butlerPath.answer') },
        { order: t('figure.butlerPath.trade'), reply: t('figure.butlerPath.record') },
        { order: t('figure.butlerPath.answer') },
      ],
    }),
    publishPath: () => ({
      stations: [
        { name: t('figure.publishPath.author'), details: [t('figure.publishPath.license')] },
        { name: t('figure.accountFlow.finger'), details: [t('figure.publishPath.mark')], own: true },
        { name: t('figure.publishPath.publication'), details: [t('figure.publishPath.sources')] },
        { name: t('figure.publishPath.readers'), details: [t('figure.publishPath.weigh')] },
        { name: t('figure.publishPath.correction'), details: [t('figure.publishPath.kept')] },
      ],
      links: [{}],
    }),
    requestPath: () => ({
      stations: [
        { name: t('figure.requestPath.browser'), details: [t('figure.requestPath.asks')] },
        { name: t('figure.requestPath.site'), details: [t('figure.requestPath.siteSends')], own: true },
        {
          name: t('figure.requestPath.api'),
          details: [t('figure.requestPath.apiFinds'), t('figure.requestPath.apiToken')],
          own: true,
        },
        { name: t('figure.requestPath.elsewhere'), details: [t('figure.requestPath.links')] },
      ],
      links: [{}],
      shape: 'fan',
    }),
    robotLoop: () => ({
      stations: [
        {
          name: t('figure.accountFlow.you'),
          details: [t('figure.robotLoop.limits'), t('figure.robotLoop.switch')],
          own: true,
        },
        { name: t('figure.robotLoop.data'), details: [t('figure.robotLoop.dataKinds')] },
        { name: t('figure.robotLoop.rules'), details: [t('figure.robotLoop.compare')] },
        { name: t('figure.accountFlow.order'), details: [t('figure.robotLoop.actOrWait')] },
        {
          name: t('figure.accountFlow.broker'),
          details: [t('figure.accountFlow.brokerWork'), t('figure.accountFlow.brokerFee')],
        },
      ],
      links: [{}],
      loop: { to: 1, label: t('figure.robotLoop.again') },
    }),
    visualPath: () => ({
      stations: [
        { name: t('figure.visualPath.picture'), details: [t('figure.visualPath.chart')] },
        { name: t('figure.visualPath.model'), details: [t('figure.visualPath.compares')] },
        { name: t('figure.visualPath.pattern'), details: [t('figure.visualPath.resembles')] },
        { name: t('figure.visualPath.notice'), details: [t('figure.visualPath.where')] },
        { name: t('figure.accountFlow.you'), details: [t('figure.visualPath.decide')], own: true },
      ],
      links: [{}],
    }),
  };
  return flows[name]();
}
