/** Numbers as the reader types them, and quantities as the locale writes them. */
import { negative } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Amount, Currency, Measure, NumberField, Quantity } from '../../markets/calculators/definition.ts';

export type Say = (key: string, values?: Record<string, string | number>) => string;

/** Sums in yen and New Taiwan dollars have no decimals in everyday use. */
const decimalsOf = (currency: Currency) => (currency === 'JPY' || currency === 'TWD' ? 0 : 2);

/** The decimals of a price at most: no price in yen is quoted more finely than by tenths. */
const priceDecimalsOf = (currency: Currency) => (currency === 'JPY' ? 1 : 4);

/** A double has no more digits than these for certain. */
const DIGITS = 15;

const format = (lang: string, options: Intl.NumberFormatOptions, value: Amount): string => {
  const digits = options.maximumFractionDigits ?? 0;
  const exact = typeof value === 'number' ? value : (value.toFixed(digits) as Intl.StringNumericLiteral);
  return new Intl.NumberFormat(lang, options).format(exact);
};

/** Least and most decimals. */
function decimals({ unit, digits }: Measure, currency: Currency): readonly [number, number] {
  if (digits !== undefined && typeof digits !== 'number') return digits;
  const currencyDecimals = decimalsOf(currency);
  if (unit === 'money')
    return digits === undefined ? [currencyDecimals, currencyDecimals] : [Math.min(currencyDecimals, digits), digits];
  if (unit === 'price') {
    const most = digits ?? priceDecimalsOf(currency);
    return [Math.min(currencyDecimals, most), most];
  }
  if (unit === 'percent' || unit === 'points') return [0, digits ?? 3];
  return [0, unit === 'year' ? 0 : (digits ?? 4)];
}

/** Puts an amount into the words of its unit: '$1.00', '1,000円', '8%'. */
function inUnit({ unit }: Measure, currency: Currency, amount: string, count: number, say: Say): string {
  if (unit === 'money' || unit === 'price') return say(`calculator.frame.money.${currency}`, { amount });
  if (unit === 'percent') return `${amount}%`;
  if (unit === 'points') return say('calculator.frame.points', { amount, count });
  if (unit === 'years') return say('calculator.frame.years', { amount, count });
  if (unit === 'months') return say('calculator.frame.months', { amount, count });
  return amount;
}

/** Writes quantities; `home` is the currency of the locale. */
export function writer(locale: Locale, home: Currency, say: Say) {
  const { lang } = LOCALES[locale];
  const write = (quantity: Quantity, notation?: 'compact'): string => {
    const currency = quantity.currency ?? home;
    const [minimumFractionDigits, maximumFractionDigits] = decimals(quantity, currency);
    const { value } = quantity;
    const isBelow = typeof value === 'number' ? value < 0 : value.lt(0);
    const size = typeof value === 'number' ? Math.abs(value) : value.abs();
    const options = { minimumFractionDigits, maximumFractionDigits, useGrouping: quantity.unit !== 'year', notation };
    const amount = format(lang, options, size);
    const written = inUnit(quantity, currency, amount, Number(size), say);
    if (!/[1-9]/.test(amount)) return written;
    return isBelow ? negative(written) : quantity.signed ? `+${written}` : written;
  };
  return {
    write,
    /** What stands before and after the input of a number: ['$', ''], ['', '円']. */
    affixes(field: Measure): readonly [string, string] {
      const [before = '', after = ''] = inUnit(field, field.currency ?? home, '\n', 2, say).split('\n');
      return [before.trim(), after.trim()];
    },
    /** A number as a reader of the locale would type it. */
    type: (value: number, { unit }: Measure) =>
      format(lang, { maximumFractionDigits: DIGITS, useGrouping: unit !== 'year' }, value),
  };
}

export type Writer = ReturnType<typeof writer>;

const MYRIADS = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
]);

/**
 * Reads a number as the locale writes it: '1,234.5', '１２３４．５', '$1,234.50', '120万円'. A separator in the wrong place
 * is a fault, because a reader from elsewhere may mean another number. Returns the number, or why there is none.
 */
export function readNumber(
  typed: string,
  lang: string,
  affixes: readonly string[],
): { value: number } | { fault: 'empty' | 'number' | 'digits' } {
  const parts = new Intl.NumberFormat(lang).formatToParts(12345.6);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  let text = typed.slice(0, 60).normalize('NFKC').replace(/\s/g, '').replace(/^[−–]/, '-');
  if (text === '') return { fault: 'empty' };
  for (const affix of affixes.map((affix) => affix.normalize('NFKC').replace(/\s/g, ''))) {
    if (affix && text.startsWith(affix)) text = text.slice(affix.length);
    if (affix && text.endsWith(affix)) text = text.slice(0, -affix.length);
  }
  const myriad = MYRIADS.get(text.at(-1) ?? '');
  if (myriad) text = text.slice(0, -1);
  const [whole = '', fraction = '', ...rest] = text.replace(/^\+/, '').split(sign('decimal'));
  const groups = whole.split(sign('group'));
  const isGrouped =
    groups.length === 1 ||
    (/^-?\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  const plain = `${groups.join('')}.${fraction}`;
  if (!isGrouped || rest.length > 0 || !/^-?(\d+\.\d*|\.\d+)$/.test(plain)) return { fault: 'number' };
  if (plain.replace(/^-?[0.]*|\./g, '').length > DIGITS) return { fault: 'digits' };
  return { value: Number(plain) * (myriad ?? 1) };
}

/** Reads what is typed into a field. The fault is a sentence. */
export function readField(
  typed: string,
  field: NumberField,
  locale: Locale,
  { affixes, type, write }: Writer,
  say: Say,
): { value: number } | { fault: string } {
  const { lang } = LOCALES[locale];
  const read = readNumber(typed, lang, affixes(field));
  if ('fault' in read) {
    if (read.fault === 'empty') return { fault: say('calculator.frame.fault.empty') };
    if (read.fault === 'digits') return { fault: say('calculator.frame.fault.digits', { count: DIGITS }) };
    return { fault: say('calculator.frame.fault.number', { example: type(1234.5, { unit: 'number' }) }) };
  }
  const { value } = read;
  const limit = (value: number) => write({ ...field, digits: [0, 4], value });
  if (value < field.min) return { fault: say('calculator.frame.fault.least', { limit: limit(field.min) }) };
  if (value > field.max) return { fault: say('calculator.frame.fault.most', { limit: limit(field.max) }) };
  if (field.whole && !Number.isInteger(value)) return { fault: say('calculator.frame.fault.whole') };
  return read;
}
