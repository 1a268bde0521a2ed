/** The tables that Matrix draws. Cells: 'x' in full, 'o' in part, '.' not at all. */
import type { DrawingOf } from '../../../authoring/components.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/messages.ts';

export interface Matrix {
  columns: string[];
  /** A row that is about a page leads to it. */
  rows: [name: string, cells: string, href?: string][];
  full: string;
  part: string;
}

export type MatrixName = DrawingOf<'matrix'>;

export function matrixOf(name: MatrixName, locale: Locale): Matrix {
  const t = translator(locale);
  const matrices: Record<MatrixName, () => Matrix> = {
    infoPages: () => ({
      columns: [
        t('figure.infoPages.investors'),
        t('figure.infoPages.analysts'),
        t('figure.infoPages.firms'),
        t('figure.infoPages.developers'),
      ],
      rows: [
        [t('route.howFinger'), 'x o o o', '/info/howFinger'],
        [t('route.company'), 'o o o o', '/info/company'],
        [t('route.butlerService'), 'o . . .', '/info/butlerService'],
        [t('route.securityInfo'), 'x o o o', '/info/securityInfo'],
        [t('route.fingerSocial'), 'o x . .', '/info/fingerSocial'],
        [t('route.workForMyself'), '. x . .', '/info/workForMyself'],
        [t('route.aPIinfo'), '. . x x', '/info/aPIinfo'],
        [t('route.manageSystem'), '. . x o', '/info/manageSystem'],
        [t('route.aIRobot'), 'o . . o', '/info/aIRobot'],
      ],
      full: t('figure.infoPages.begin'),
      part: t('figure.infoPages.also'),
    }),
    textKinds: () => ({
      columns: [
        t('figure.textKinds.source'),
        t('figure.textKinds.facts'),
        t('figure.textKinds.view'),
        t('figure.textKinds.paid'),
      ],
      rows: [
        [t('route.news'), 'x x . .', '/datahub/news'],
        [t('route.flash'), 'x x . .', '/datahub/flash'],
        [t('figure.textKinds.opinion'), 'o o x o'],
        [t('figure.textKinds.advertising'), 'o o o x'],
      ],
      full: t('figure.textKinds.always'),
      part: t('figure.textKinds.sometimes'),
    }),
  };
  return matrices[name]();
}
