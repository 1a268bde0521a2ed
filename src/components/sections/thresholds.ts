/** The figures of the questions on investor status and of notifications, by their placeholders in the messages. */
import { figureById, formatFact } from '../../authoring/figures/facts.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';

export function thresholds(locale: Locale): Record<string, string> {
  const figure = (id: string) => formatFact(figureById(id), locale, translator(locale));
  return {
    income: figure('accreditedIncome'),
    jointIncome: figure('accreditedJointIncome'),
    netWorth: figure('accreditedNetWorth'),
    investments: figure('purchaserInvestments'),
    managed: figure('purchaserManaged'),
    holdingAlert: figure('holdingAlert'),
  };
}
