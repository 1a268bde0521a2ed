/** The calculators of lessons, and what a locale brings to them. */
import type { CalculatorName } from '../../../authoring/components.ts';
import { oilPrices } from '../../../catalogue/series.ts';
import { HOME_MARKETS } from '../../../i18n/homeMarkets.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { type MessageKey, pick } from '../../../i18n/messages.ts';
import { type AnyDefinition, speaker } from '../../../islands/calculator/Calculator.tsx';
import { writer } from '../../../islands/calculator/numbers.ts';
import { BONDS } from '../../../markets/calculators/bonds.ts';
import type { Field } from '../../../markets/calculators/definition.ts';
import { contextOf, initialValues } from '../../../markets/calculators/definition.ts';
import { ETF } from '../../../markets/calculators/etf.ts';
import { FOREX } from '../../../markets/calculators/forex.ts';
import { FUNDS } from '../../../markets/calculators/funds.ts';
import { FUTURES } from '../../../markets/calculators/futures.ts';
import { OPTIONS } from '../../../markets/calculators/options.ts';
import { STOCKS } from '../../../markets/calculators/stocks.ts';

export const DEFINITIONS = {
  stocks: STOCKS,
  etf: ETF,
  funds: FUNDS,
  bonds: BONDS,
  options: OPTIONS,
  futures: FUTURES,
  forex: FOREX,
} satisfies Record<CalculatorName, AnyDefinition>;

export type Values = Record<string, number | string>;

/** A calculator in a locale: what its island gets, and what it answers at build. */
export function calculatorIn(name: CalculatorName, locale: Locale) {
  const definition: AnyDefinition = DEFINITIONS[name];
  const context = contextOf(definition, HOME_MARKETS[locale], definition.series ? oilPrices() : null);
  const words = pick(locale, ['calculator.frame.*', ...Object.values<MessageKey>(definition.words)]);
  const say = speaker(words, locale);
  const { write, type } = writer(locale, context.currency, say);
  const fields: ReadonlyMap<string, Field> = new Map(Object.entries(definition.fields));
  const initial: Values = initialValues(definition, context);
  return {
    definition,
    fields,
    context,
    words,
    say,
    initial,
    /** A number as a reader would type it */
    type,
    /** The value of a field in words */
    shown(id: string, value: number | string = ''): string {
      const field = fields.get(id);
      if (!field) throw new Error(`The calculator '${name}' has no field '${id}'`);
      if (!('options' in field)) return write({ ...field, value: Number(value) });
      return say(new Map(Object.entries(field.options)).get(String(value)) ?? '');
    },
    rows: definition.worked.rows(context) as readonly Values[],
    /** The results of values that differ from the initial ones, by their words */
    answers(values: Values): Map<string, string> {
      const { results } = definition.calculate({ ...initial, ...values }, context);
      return new Map(results.map((result) => [result.label, write(result)]));
    },
  };
}
