/**
 * What a calculator is: its fields, and a pure function from their values to results, the working and a picture.
 * islands/calculator renders any of them. Words are keys of ui.json, as full literals in `words`.
 */
import type { Big } from 'big.js';

/** The currencies of the locales. */
export type HomeCurrency = 'USD' | 'GBP' | 'JPY' | 'TWD' | 'CNY';
export type Currency = HomeCurrency | 'EUR';
export type Pair = 'EUR/USD' | 'USD/JPY';

/** Big where money is shown, because sums of money are exact decimals; a double elsewhere. */
export type Amount = number | Big;

/**
 * money    a sum in the decimals of its currency
 * price    a price or rate: at least the decimals of its currency, at most `digits` (4; in yen 1)
 * percent  8 is 8%, at most `digits` (3) decimals
 * points   percentage points, as percent
 * number   at most `digits` (4) decimals
 * years, months   a length of time
 * year     a calendar year, written without separators
 */
export type Unit = 'money' | 'price' | 'percent' | 'points' | 'number' | 'years' | 'months' | 'year';

export interface Measure {
  unit: Unit;
  /** Decimals at most; [2, 2] for exactly two */
  digits?: number | readonly [number, number];
  /** Of money and prices; the currency of the context by default */
  currency?: Currency;
}

export interface Quantity extends Measure {
  value: Amount;
  /** A plus sign before what is above zero */
  signed?: true;
}

/** What a locale brings along. `series` are the months of a file of content/data, only for a definition that asks. */
export interface Context {
  /** The money of the locale's country, whose law applies */
  home: HomeCurrency;
  /** The money in which it calculates */
  currency: HomeCurrency;
  pair: Pair;
  series: Series | null;
}
export interface Series {
  /** '1986-01' */
  first: string;
  values: readonly number[];
}

/** A number that the reader types. A comment beside `min` and `max` says why. */
export interface NumberField extends Measure {
  label: string;
  hint?: string;
  initial: number | ((context: Context) => number);
  min: number;
  max: number;
  whole?: true;
}
/** One of a few options: its id (which the address contains) and its words. */
export interface ChoiceField<Option extends string = string> {
  label: string;
  hint?: string;
  options: Readonly<Record<Option, string>>;
  initial: Option | ((context: Context) => Option);
}
export type Field = NumberField | ChoiceField;
export type Fields = Readonly<Record<string, Field>>;
export type ValuesOf<F extends Fields> = {
  [Id in keyof F]: F[Id] extends { options: Readonly<Record<infer Option extends string, string>> } ? Option : number;
};

export interface Result extends Quantity {
  label: string;
}

/** A number of the working with its name: the formula shows the name, the line below it the number. */
export interface Named extends Quantity {
  label: string;
  /** An exponent */
  raised?: true;
}
/** Signs such as '×', '÷', '(' are the same in the formula and in the numbers; Σ, ln and N(d₁) too. */
export type Token = string | Named;
export interface Step {
  label: string;
  expression: readonly Token[];
  result: Quantity;
}

export interface Axis extends Measure {
  label: string;
}
export interface Picture {
  x: Axis;
  y: Axis;
  /** `chosen` is the reader's own, `full` what it is compared with, `other` a mere help */
  lines: readonly {
    label: string;
    tone: 'chosen' | 'full' | 'other';
    points: readonly (readonly [number, number])[];
  }[];
  /** With x alone an upright line, with y alone a level line, with both a dot; `text` is the number beside its name. */
  marks: readonly { label: string; text?: Quantity; x?: number; y?: number }[];
}

export interface Calculation {
  /** The first is the answer, which is read aloud when it changes. */
  results: readonly Result[];
  steps: readonly Step[];
  picture: Picture;
}

/** A fault of values that are each within their range: it is shown at the field. */
export interface Fault {
  field: string;
  word: string;
}

export interface Definition<
  F extends Fields = Fields,
  Words extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
> {
  name: string;
  /** Every message that the calculator shows: { shares: 'calculator.stocks.shares', … } */
  words: Words;
  fields: F;
  /** What the picture shows, below it: a key of `words` */
  caption: string;
  /** Assumptions, below the working: keys of `words` */
  notes?: readonly string[];
  /** The money in which it calculates, by that of the country, where it is another */
  accounts?: Readonly<Partial<Record<HomeCurrency, HomeCurrency>>>;
  /** The file whose months the context has */
  series?: 'oil';
  check?(values: ValuesOf<F>, context: Context): Fault | undefined;
  calculate(values: ValuesOf<F>, context: Context): Calculation;
  /** The table that stands in the page without script: values that differ from the initial ones, results by label. */
  worked: {
    rows: (context: Context) => readonly Partial<ValuesOf<F>>[];
    results: readonly string[];
  };
}

/** Infers the types of a definition. */
export const define = <const F extends Fields, const W extends Readonly<Record<string, string>>>(
  definition: Definition<F, W>,
): Definition<F, W> => definition;

/** A number of the working. */
export const named = (label: string, value: Amount, unit: Unit, more: Partial<Named> = {}): Named => ({
  label,
  value,
  unit,
  ...more,
});

/** Parts of a sum, without those that are left out: sum([a, '×', b], isCharged && [c]) → a × b + c. */
export const sum = (...parts: readonly (readonly Token[] | false)[]): Token[] =>
  parts.filter((part) => part !== false).flatMap((part, index) => (index === 0 ? part : ['+', ...part]));

/** An initial value for each currency of a locale. */
export const byCurrency =
  (amounts: Readonly<Record<HomeCurrency, number>>) =>
  ({ currency }: Context): number =>
    amounts[currency];

/** What a locale brings to a definition; `market` is its row of HOME_MARKETS. */
export const contextOf = (
  { accounts }: Pick<Definition, 'accounts'>,
  { currency: home, pair }: Pick<Context, 'currency' | 'pair'>,
  series: Context['series'] = null,
): Context => ({ home, currency: accounts?.[home] ?? home, pair, series });

/** The initial values of a calculator. */
export function initialValues<F extends Fields>(
  { fields }: Pick<Definition<F>, 'fields'>,
  context: Context,
): ValuesOf<F> {
  const entries = Object.entries(fields).map(([id, { initial }]) => [
    id,
    typeof initial === 'function' ? initial(context) : initial,
  ]);
  return Object.fromEntries(entries);
}

/** Evenly spaced points of a curve, for pictures. */
export function curve(from: number, to: number, at: (x: number) => number, steps = 60): [number, number][] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const x = from + ((to - from) * index) / steps;
    return [x, at(x)];
  });
}
