import { escaped } from '../../../catalogue/problem.ts';
import { type Figure, hasValue } from '../../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../i18n/locales.ts';
import { memo } from '../../../memo.ts';
import { matchesIn, type Rule } from '../rule.ts';

/** A text that says that its figures are invented. */
const INVENTED =
  /\b(?:hypothetical|invented|made[- ]up|imaginary)\b|架空|仮定(?:の|し)|仮の(?:数|値|例|価格)|(?:假設|假设|假定)(?:的|數|数|價|价|例)|(?:數|数|價格|价格|數字|数字)(?:均|皆|都)?(?:為|为|是)(?:假設|假设|假定|虛構|虚构)|虛構|虚构/i;
/** Behind a number: it counts what somebody trades, or is the part of a portfolio. */
const OF_A_TRADE =
  /^\s?(?:(?:shares?|contracts?|units?|lots?|barrels?|ounces?|euros?|dollars?|pounds?|yen|bonds?|options?)\b|in (?:cash|bonds?|shares?|stocks?|equities|gold|funds?|currencies)\b|株|口(?!座)|枚|単位|通貨(?!ペア)|バレル|股(?!票|市)|張|张|單位|单位|桶|手(?!續|续|数|數)|を?(?:現金|現預金)|(?:的)?(?:現金|现金))/i;

/**
 * Finds figures of content/facts.yml typed by hand: a number beside the words that identify it, or a price of the
 * company alone. The numbers of an invented example are none.
 */
export const figure: Rule = {
  name: 'figure',
  checks: ({ facts }) => {
    const figures = memo((locale: Locale) =>
      Object.entries(facts).flatMap(([id, fact]) =>
        hasValue(fact) && (fact.beside || !fact.authority) ? [figurePattern(id, fact, locale)] : [],
      ),
    );
    return {
      words({ text, lineAt }, locale, report) {
        if (!/\d/.test(text) || INVENTED.test(text)) return;
        const runs = new Set(text.match(/\d+/g));
        for (const { id, begins, pattern, beside, shown } of figures(locale)) {
          if (!begins.some((digits) => runs.has(digits))) continue;
          for (const { 0: hit, index } of matchesIn(text, pattern)) {
            if (beside && !beside.test(clauseAround(text, index, hit.length))) continue;
            if (OF_A_TRADE.test(text.slice(index + hit.length))) continue;
            report(
              lineAt(index),
              `the figure ${hit} is typed by hand`,
              `the figure of facts.yml, ${shown}`,
              `write <Fact id="${id}" />`,
            );
          }
        }
      },
    };
  },
};

interface FigurePattern {
  id: string;
  /** The digits with which a number may begin: most texts have none of them */
  begins: string[];
  pattern: RegExp;
  /** Words that identify a number as this figure; null if the number alone does */
  beside: RegExp | null;
  /** The number as the locale writes it */
  shown: string;
}

/** All ways in which people write the numbers of a fact in a locale. */
function figurePattern(id: string, fact: Figure, locale: Locale): FigurePattern {
  const values = Array.isArray(fact.value) ? fact.value : [fact.value];
  const [low, high] = values.map((value) => numberForms(value, locale));
  const amounts = (forms: string[]) => withUnit(`(?:${forms.map(escaped).join('|')})`, fact.unit);
  const pattern =
    low && high
      ? `${amounts(low)}.{1,6}${withUnit(`(?:${high.map(escaped).join('|')})`, fact.unit)}`
      : amounts(low ?? []);
  const words = fact.beside?.[locale] ?? (LOCALES[locale].overlay ? fact.beside?.[DEFAULT_LOCALE] : undefined);
  return {
    id,
    begins: (low ?? []).map((form) => /^\d+/.exec(form)?.[0] ?? form),
    // Skips factors of a calculation: an example uses the figure of its own day.
    pattern: new RegExp(`(?<![\\d.,]|[×*]\\s?)${pattern}(?![\\d%]|[.,]\\d)\\+?`, 'giu'),
    beside: fact.beside ? new RegExp((words ?? []).map(escaped).join('|') || '(?!)', 'iu') : null,
    shown: values.map((value) => plainNumber(value, locale)).join(' to ') + (fact.unit === 'percent' ? '%' : ''),
  };
}

const plainNumber = (value: number, locale: Locale) =>
  new Intl.NumberFormat(LOCALES[locale].lang, { maximumFractionDigits: 4 }).format(value);

/** 100000 → '100,000', '100000', '100K', '100 thousand', in Chinese also '10万'. */
function numberForms(value: number, locale: Locale): string[] {
  const { lang } = LOCALES[locale];
  const compact = (compactDisplay: 'short' | 'long', useGrouping: 'min2' | 'always') =>
    new Intl.NumberFormat(lang, { notation: 'compact', compactDisplay, maximumFractionDigits: 2, useGrouping }).format(
      value,
    );
  const decimals = Math.max(2, String(value).split('.')[1]?.length ?? 0);
  return [
    ...new Set([
      plainNumber(value, locale),
      String(value),
      ...(Number.isInteger(value) ? [] : [value.toFixed(decimals)]),
      ...(value >= 1000 ? [compact('short', 'min2'), compact('short', 'always'), compact('long', 'min2')] : []),
    ]),
  ].sort((a, b) => b.length - a.length);
}

const UNITS: Record<Figure['unit'], { before?: string; after: string }> = {
  count: { after: '' },
  percent: { after: '\\s?(?:%|％|percent|per cent|パーセント)' },
  USD: { before: '(?:US)?\\$|USD\\s?', after: '\\s?(?:USD|米?ドル|美元|(?:US )?dollars)' },
  EUR: { before: '€|EUR\\s?', after: '\\s?(?:EUR|€|ユーロ|歐元|欧元|euros?)' },
  times: { after: '\\s?(?:times|倍|×|:1)' },
  days: { after: '\\s?(?:(?:business )?days?|(?:営業|營業|交易)?日|个?(?:工作|交易)?[日天])' },
  GBP: { before: '£|GBP\\s?', after: '\\s?(?:GBP|(?:英国)?ポンド|英鎊|英镑|pounds?)' },
  JPY: { before: '[¥￥]|JPY\\s?', after: '\\s?(?:JPY|円|日圓|日元|yen)' },
  TWD: { before: 'NT\\$|新臺幣|新台幣|TWD\\s?', after: '\\s?(?:TWD|元|台湾ドル)' },
  CNY: { before: '[¥￥]|CN¥|人民币|人民幣|CNY\\s?|RMB\\s?', after: '\\s?(?:CNY|RMB|元|人民元|yuan)' },
};

function withUnit(number: string, unit: Figure['unit']): string {
  const { before, after } = UNITS[unit];
  return before ? `(?:(?:${before})${number}|${number}${after})` : `${number}${after}`;
}

/** The context of a figure: its clause, at most 24 characters before it and 32 after it. */
function clauseAround(text: string, index: number, length: number): string {
  const before = /[^。！？；，、,;:：]{0,24}$/u.exec(text.slice(0, index))?.[0] ?? '';
  const after = /^[^。！？；，、,;:：]{0,32}/u.exec(text.slice(index + length))?.[0] ?? '';
  return `${before.replace(/^.*[.!?] /su, '')} ${after.replace(/[.!?] .*$/su, '')}`;
}
