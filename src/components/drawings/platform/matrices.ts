/** The tables that Matrix draws. Cells: 'x' in full, 'o' in part, '.' not at all. */
import type { DrawingOf } from '../../../authoring/components.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/messages.ts';
import { routeAt } from '../../../routes.ts';

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
  const page = (path: string, cells: string): Matrix['rows'][number] => [t(routeAt(path).label), cells, path];
  const matrices: Record<MatrixName, () => Matrix> = {
    infoPages: () => ({
      columns: [
        t('figure.infoPages.investors'),
        t('figure.infoPages.analysts'),
        t('figure.infoPages.firms'),
        t('figure.infoPages.developers'),
      ],
      rows: [
        page('/info/howFinger', 'x o o o'),
        page('/info/company', 'o o o o'),
        page('/info/butlerService', 'o . . .'),
        page('/info/securityInfo', 'x o o o'),
        page('/info/fingerSocial', 'o x . .'),
        page('/info/workForMyself', '. x . .'),
        page('/info/aPIinfo', '. . x x'),
        page('/info/manageSystem', '. . x o'),
        page('/info/aIRobot', 'o . . o'),
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
        page('/datahub/news', 'x x . .'),
        page('/datahub/flash', 'x x . .'),
        [t('figure.textKinds.opinion'), 'o o x o'],
        [t('figure.textKinds.advertising'), 'o o o x'],
      ],
      full: t('figure.textKinds.always'),
      part: t('figure.textKinds.sometimes'),
    }),
  };
  return matrices[name]();
}
