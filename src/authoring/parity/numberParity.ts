/** Which numbers of a text its translation lacks, and which only the translation has. */
import type { Locale } from '../../i18n/locales.ts';
import { ALWAYS, numbersIn, numbersInWords, type Quantity } from './numbers.ts';

export interface LostAndForeign {
  lost: Quantity[];
  foreign: Quantity[];
}

/**
 * The numbers of an English text that a translation lacks, and those that only the translation has. In running text a
 * number may be repeated or left out the second time; with `strict` each has to stand as often (cells of a table).
 */
export function compareNumbers(
  [source, sourceLocale]: [string, Locale],
  [translated, locale]: [string, Locale],
  strict: boolean,
): LostAndForeign {
  const [before, after] = [numbersIn(source, sourceLocale), numbersIn(translated, locale)];
  if (before.length === 0 && after.length === 0) return { lost: [], foreign: [] };
  const left = [...after];
  const missing = before.filter((quantity) => {
    const at = left.findIndex((other) => isSame(quantity, other));
    if (at >= 0 && strict) left.splice(at, 1);
    return at < 0;
  });
  const added = strict ? left : after.filter((quantity) => !before.some((other) => isSame(quantity, other)));
  if (!strict) {
    missing.push(
      ...before.filter((quantity) => !missing.includes(quantity) && hasOnlyOtherUnits(quantity, before, after)),
    );
    added.push(...after.filter((quantity) => !added.includes(quantity) && hasOnlyOtherUnits(quantity, after, before)));
  }
  if (missing.length === 0 && added.length === 0) return { lost: [], foreign: [] };
  const lost = unexcused(missing, added, translated).filter((quantity) => !hasBoth(quantity, before, after));
  const foreign = unexcused(added, missing, source, lost).filter((quantity) => !hasBoth(quantity, after, before));
  if (strict) return { lost, foreign };
  // Whether things are counted is a matter of style: 2つの方法 is 'the ways'. Only another count is a fault.
  const counts = lost.some(isCount) && foreign.some(isCount);
  const tells = (quantity: Quantity) => counts || !isCount(quantity);
  return { lost: lost.filter(tells), foreign: foreign.filter(tells) };
}

/** True if the other text has a number with units, but never with one of these: 'two days' beside '2年' and '2つ'. */
function hasOnlyOtherUnits(
  { value, unit }: Quantity,
  sameSide: readonly Quantity[],
  others: readonly Quantity[],
): boolean {
  const withUnit = (list: readonly Quantity[]) =>
    list.filter((quantity) => quantity.value === value && quantity.unit !== null);
  const [withUnits, othersWithUnits] = [withUnit(sameSide), withUnit(others)];
  return (
    unit !== null &&
    othersWithUnits.length > 0 &&
    !withUnits.some((quantity) => othersWithUnits.some((other) => isSame(quantity, other)))
  );
}

/** True if a text has a number with and without its percent sign, as 8.18 (years) and 8.18%, and the other text has it. */
function hasBoth({ value, unit }: Quantity, sameSide: readonly Quantity[], others: readonly Quantity[]): boolean {
  const twin = unit === '%' ? null : '%';
  if (unit !== null && unit !== '%') return false;
  const has = (list: readonly Quantity[], wanted: string | null) =>
    list.some((quantity) => quantity.value === value && quantity.unit === wanted);
  return has(sameSide, twin) && (has(others, twin) || has(others, unit));
}

/** Without the numbers that the other text has in words, unless it has them in digits with another unit. */
function unexcused(
  numbers: readonly Quantity[],
  others: readonly Quantity[],
  text: string,
  lost: readonly Quantity[] = [],
): Quantity[] {
  const spoken = numbersInWords(text);
  const isOne = /\b(?:an?|one|each|every|per|another)\b|[一各每毎]/i.test(text) && !lost.some(isCount);
  return numbers.filter(({ value, sign, unit, text: written }) => {
    if (sign !== '' || others.some((other) => other.value === value && other.sign === '')) return true;
    const isAlways = value === 24 && unit === 'hours' && !others.some((other) => other.unit === unit);
    if (isAlways || written.startsWith(ALWAYS)) return false;
    if (value === 1) return !(isOne || spoken.has(1)) || (unit === '%' && !/\bone\b/.test(text));
    return !spoken.has(value) || unit === '%' || isMoney(unit);
  });
}

export const isMoney = (unit: Quantity['unit']) => unit !== null && /^[A-Z]{3}$/.test(unit);

/** True for a small number of things, of which the text may also speak without counting them. */
const isCount = ({ value, unit, sign, inWords }: Quantity) =>
  sign === '' && ((unit === null && value <= (inWords ? 12 : 4)) || (value === 1 && /s$/.test(unit ?? '')));

/** True if two numbers say the same. A unit that one of them leaves out is the other's, but a percent sign is needed. */
export function isSame(quantity: Quantity, other: Quantity): boolean {
  if (quantity.value !== other.value || quantity.sign !== other.sign) return false;
  if (quantity.unit === other.unit || isDayOfMonth(quantity, other)) return true;
  return (quantity.unit === null || other.unit === null) && quantity.unit !== '%' && other.unit !== '%';
}

/** 'on the 15th' has no unit, '5月' and 'May' are months, but '3日' is a day of a month or a number of days. */
const isDayOfMonth = (quantity: Quantity, other: Quantity) =>
  [quantity.unit, other.unit].every((unit) => unit === 'days' || unit === 'month');
