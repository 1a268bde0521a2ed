/** The texts of the values that the build knows. */
import { builtValue, type Wanted } from '../../authoring/figures/rates.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { type RateTexts, rateTexts } from './texts.ts';

/** The texts, and the series of the value. */
export function builtTexts(wanted: Wanted, locale: Locale): RateTexts & { series: string } {
  const value = builtValue(wanted, locale);
  return { ...rateTexts(value, locale, translator(locale)), series: value.series };
}
