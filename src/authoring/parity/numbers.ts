/** The numbers in a text of any locale, in one form: '10万' and '100,000' are equal, so are '下午5點' and '5 p.m.'. */
import type { Locale } from '../../i18n/locales.ts';
import { memo, memoText } from '../../memo.ts';

export interface Quantity {
  /** For a time of day the minutes since midnight */
  value: number;
  /** '%', a currency, 'times', 'clock', 'days' …; null if the text names none, or none that is known */
  unit: string | null;
  sign: '+' | '-' | '';
  /** 'three days', 三天 */
  inWords: boolean;
  index: number;
  /** As written */
  text: string;
}

type Unit = string | ((locale: Locale) => string);

/** What stands directly before or after a number, and its unit; the first that fits. */
const BEFORE: readonly [RegExp, Unit][] = [
  [/(?:NT\$|新[臺台]幣|TWD\s?)$/, 'TWD'],
  [/(?:HK\$|HKD\s?)$/, 'HKD'],
  [/(?:CN¥|RMB\s?|CNY\s?|人民[币幣])$/, 'CNY'],
  [/JPY\s?$/, 'JPY'],
  [/(?:\$|USD\s?)$/, 'USD'],
  [/(?:€|EUR\s?)$/, 'EUR'],
  [/(?:£|GBP\s?)$/, 'GBP'],
  [/[¥￥]$/, (locale) => (locale === 'cn' ? 'CNY' : 'JPY')],
];
const AFTER: readonly [RegExp, Unit][] = [
  [/^(?:\s?[%％]|\s?per ?cent\b|パーセント)/, '%'],
  [/^(?::1(?![\d:])|[x×](?![\s\d])|[ -]times\b|-?fold\b|\s?倍)/, 'times'],
  [/^(?:\s?(?:US )?dollars?\b|\s?USD\b|\s?美元|\s?米?ドル)/, 'USD'],
  [/^(?:\s?euros?\b|\s?EUR\b|\s?ユーロ|\s?[歐欧]元)/, 'EUR'],
  [/^(?:\s?pounds?\b|\s?GBP\b|\s?(?:英国)?ポンド|\s?英[鎊镑])/, 'GBP'],
  [/^(?:\s?yen\b|\s?JPY\b|\s?円|\s?日[圓元])/, 'JPY'],
  [/^(?:\s?yuan\b|\s?CNY\b|人民元|人民[币幣])/, 'CNY'],
  [/^(?:\s?TWD\b|台湾ドル)/, 'TWD'],
  [/^(?:\s?(?:Swiss )?francs?\b|\s?CHF\b|(?:スイス)?フラン|瑞士法郎)/, 'CHF'],
  [/^元/, (locale) => (locale === 'tw' ? 'TWD' : 'CNY')],
  [/^(?:[\s-](?:business|trading)[ -]days?\b|[個个]?(?:営業|營業|交易|工作)[日天])/, 'business days'],
  [/^(?:[\s-](?:calendar )?days?\b|日|天)/, 'days'],
  [/^(?:[\s-]weeks?\b|週間|週|周|[個个]星期)/, 'weeks'],
  [/^(?:[\s-]months?\b|[かカヶ個个]月)/, 'months'],
  [/^(?:[\s-]years?\b|年)/, 'years'],
  [/^(?:[\s-]hours?\b|時間|[個个]?小[時时])/, 'hours'],
  [/^(?:[\s-]minutes?\b|分(?:間|鐘|钟))/, 'minutes'],
  [/^(?:[\s-]seconds?\b|秒)/, 'seconds'],
];
/** What is behind Chinese numerals that count; elsewhere these characters are parts of words: 一般, 第三方. */
const HAN_UNITS =
  '[個个]?(?:月(?!份)|營業日|交易日|工作日|工作天|星期|小時|小时|分鐘|分钟|百分)|天|週|周|倍|[個个](?![人別别體体股])|[項项位張张條条份步層层]';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** 'Dec' is a month beside a day: 'Dec 24', '24 Dec'. */
const shortMonth = (name: string) => [`${name.slice(0, 3)}(?= \\d)`, `(?<=\\d )${name.slice(0, 3)}`].join('|');

const SCALES = new Map<string, number>();
for (const [names, scale] of [
  ['hundred 百', 1e2],
  ['thousand 千', 1e3],
  ['万 萬', 1e4],
  ['million mega', 1e6],
  ['億 亿', 1e8],
  ['billion', 1e9],
  ['trillion 兆', 1e12],
] as const) {
  for (const name of names.split(' ')) SCALES.set(name, scale);
}

/** English words for numbers, by value; those from 'one' on may count something. */
const COUNTED = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const WORDS = new Map(COUNTED.map((name, value) => [name, value]));
/** Words that another language may write as a number. */
for (const [names, value] of [
  ['midnight', 0],
  ['single once first', 1],
  ['both twice half halves pair double second secondly', 2],
  ['third thirds triple', 3],
  ['fourth quarter quarters quarterly', 4],
  ['fifth fifths', 5],
  ['sixth', 6],
  ['seventh weekly week', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth tenths decade', 10],
  ['dozen twelfth noon', 12],
  ['fifteen', 15],
  ['twenty', 20],
  ['clock around', 24],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
  ['hundred hundredth century', 100],
  ['thousand thousandth', 1000],
  ['million', 1e6],
] as const) {
  for (const name of names.split(' ')) WORDS.set(name, value);
}

const HAN = new Map([...'〇一二三四五六七八九'].map((digit, value) => [digit, value]));
for (const [ones, value] of [
  ['零', 0],
  ['首初単單单', 1],
  ['兩两雙双半', 2],
] as const) {
  for (const digit of ones) HAN.set(digit, value);
}

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
/** 7×24小时: at any hour, which a text may also say without a number */
export const ALWAYS = '7×24';
const HALVES = '午前|午後|上午|下午|凌晨|清晨|早上|早晨|晚上|晚間|晚间|中午|深夜|夜間|夜间';
const LATER = /^(?:午後|下午|晚上|晚間|晚间|中午|深夜|夜間|夜间|p)/;

/** Each kind of number, the first that fits at a place. */
const NUMBER = new RegExp(
  [
    // No quantities: the name of an index, and the idiom for 'at any hour'.
    String.raw`(?:S&P|FTSE|Nikkei|CSI|Russell|Nasdaq|日経|日經|日经|沪深|滬深|标普|標普|富時|富时) ?(?<name>\d{2,4})|${ALWAYS}小?[时時]`,
    String.raw`(?<century>\d{2})世[纪紀](?<decade>\d0)年代`,
    String.raw`(?<year>\d{4})[-/](?<isoMonth>\d{2})[-/](?<isoDay>\d{2})(?!\d)`,
    String.raw`(?<half>${HALVES})の?\s?(?<hour>\d{1,2})(?:[時點点时:](?:(?<past>\d{1,2})分?|(?<thirty>半))?)?`,
    String.raw`(?<hourEn>\d{1,2})(?::(?<pastEn>\d{2}))?\s?(?<halfEn>[apAP])\.?[mM]\b\.?`,
    String.raw`(?<![\d:.])(?<hour24>[01]?\d|2[0-4]):(?<past24>[0-5]\d)(?![\d:])`,
    String.raw`(?<![\d.])(?<hourJa>\d{1,2})時(?!間)(?:(?<pastJa>\d{1,2})分|(?<thirtyJa>半))?`,
    String.raw`(?<![\d.])(?<month>\d{1,2})月(?:(?<day>\d{1,2})[日號号])?`,
    String.raw`(?:(?<dayBefore>\d{1,2}) )?\b(?<monthName>${MONTHS.map((name) => `${name}|${shortMonth(name)}`).join('|')})\b(?: (?<dayAfter>\d{1,2})(?!\d))?`,
    String.raw`(?<scaled>(?:${DIGITS}\s?[百千]?[万萬億亿兆]+)+(?:${DIGITS}(?![%％]))?|${DIGITS}[百千](?!分|[万萬億亿兆]))`,
    String.raw`(?<!\d:)(?<plain>${DIGITS})(?:\s(?<scale>(?:thousand|million|billion|trillion)\b|mega(?=pixel)))?`,
    String.raw`\b(?<word>${COUNTED.slice(1)
      .flatMap((word) => [word, word.replace(/^./, (letter) => letter.toUpperCase())])
      .join('|')})(?:[ -](?<wordScale>hundred|thousand|million|billion|trillion))?\b`,
    '(?<![〇一二三四五六七八九十百千第數数幾几])(?<large>(?:[一二三四五六七八九兩两][十百千]?|[十百])[万萬億亿](?!分|一)|[一二三四五六七八九兩两][百千](?![万萬億亿分]))',
    `(?<![〇一二三四五六七八九十百千第数數幾几])(?<han>[二三四五六七八九十兩两][一二三四五六七八九十]{0,2})(?=${HAN_UNITS})`,
  ].join('|'),
  'gu',
);

/** The numbers of a text in order. A date gives its month and its day besides its year. */
export const numbersIn = (text: string, locale: Locale): readonly Quantity[] => numbersOf(locale)(text);

/** Each English text is compared with several translations. */
const numbersOf = memo((locale: Locale) => memoText((text: string) => findNumbers(text, locale), 500_000));

function findNumbers(text: string, locale: Locale): Quantity[] {
  const found: Quantity[] = [];
  const plain = halfWidth(text);
  for (const match of plain.matchAll(NUMBER)) {
    const { 0: written, index, groups: g = {} } = match;
    const inWords = (g.word ?? g.han ?? g.large) !== undefined;
    const add = (value: number, unit: string | null, sign: Quantity['sign'] = '') =>
      found.push({ value, unit, sign, inWords, index, text: text.slice(index, index + written.length) });
    const clock = (hour = '', past = '0', half = '') =>
      add((Number(hour) % (half ? 12 : 24)) * 60 + (LATER.test(half) ? 720 : 0) + Number(past), 'clock');
    if (g.name) continue;
    if (written.startsWith(ALWAYS)) {
      add(7, 'days');
      add(24, 'hours');
    } else if (g.decade) add((Number(g.century) - 1) * 100 + Number(g.decade), 'years');
    else if (g.half) clock(g.hour, g.thirty ? '30' : g.past, g.half);
    else if (g.hourEn) clock(g.hourEn, g.pastEn, g.halfEn?.toLowerCase());
    else if (g.hour24) clock(g.hour24, g.past24);
    else if (g.hourJa) clock(g.hourJa, g.thirtyJa ? '30' : g.pastJa);
    else if (g.monthName || g.month || g.isoMonth) {
      const day = g.day ?? g.isoDay ?? g.dayBefore ?? g.dayAfter;
      if (
        g.monthName === 'May' &&
        !day &&
        !/\b(?:[Ii]n|of|since|until|from|by|and|to|the) $/.test(plain.slice(0, index)) &&
        !/^ \d/.test(plain.slice(index + 3))
      )
        continue;
      if (g.year) add(Number(g.year), 'years');
      add(
        g.monthName
          ? MONTHS.findIndex((name) => name.startsWith(g.monthName ?? '')) + 1
          : Number(g.month ?? g.isoMonth),
        'month',
      );
      if (day) add(Number(day), 'days');
    } else {
      const before = plain.slice(Math.max(0, index - 6), index);
      const [unit, mark] = unitOf(before, plain.slice(index + written.length, index + written.length + 20), locale);
      if (unit === null && !g.wordScale && g.word?.toLowerCase() === 'one') continue; // 'if you have one'
      add(valueIn(g), unit, signOf(before.slice(0, before.length - mark)));
    }
  }
  return found;
}

function valueIn({
  word,
  wordScale = '',
  han,
  large,
  scaled,
  plain = '',
  scale = '',
}: Record<string, string | undefined>): number {
  if (word) return (WORDS.get(word.toLowerCase()) ?? 0) * (SCALES.get(wordScale) ?? 1);
  if (han) return hanValue(han);
  if (large) return largeValue(large);
  if (!scaled) return steady(number(plain) * (SCALES.get(scale.toLowerCase()) ?? 1));
  // 5兆9,185億 is 5,918,500,000,000.
  let sum = 0;
  for (const [, digits = '', scales = ''] of scaled.matchAll(new RegExp(`(${DIGITS})\\s?([百千万萬億亿兆]*)`, 'gu')))
    sum += [...scales].reduce((value, scale) => value * (SCALES.get(scale) ?? 1), number(digits));
  return steady(sum);
}

const number = (digits: string) => Number(digits.replaceAll(',', ''));

/** Without the error of binary fractions: 5.9 × 10^12. */
const steady = (value: number) => Number(value.toPrecision(12));

/** 三, 十二, 二十 */
function hanValue(text: string): number {
  const [tens = '', units] = text.split('十');
  if (units === undefined) return HAN.get(tens) ?? 0;
  return (tens ? (HAN.get(tens) ?? 0) : 1) * 10 + (HAN.get(units) ?? 0);
}

/** 一百萬, 三千, 十億 */
const largeValue = (text: string) =>
  [...text].reduce(
    (value, char) => (HAN.has(char) ? (HAN.get(char) ?? 0) : value * (char === '十' ? 10 : (SCALES.get(char) ?? 1))),
    1,
  );

/** With full-width digits and signs as half-width ones. */
const halfWidth = (text: string) =>
  text.replace(/[０-９＋－％＄．]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));

/** The unit, and how many characters before the number belong to it. */
function unitOf(before: string, after: string, locale: Locale): [string | null, number] {
  const name = (unit: Unit) => (typeof unit === 'string' ? unit : unit(locale));
  for (const [pattern, unit] of BEFORE) {
    const mark = pattern.exec(before)?.[0];
    if (mark) return [name(unit), mark.length];
  }
  for (const [pattern, unit] of AFTER) if (pattern.test(after)) return [name(unit), 0];
  return [null, 0];
}

/** A sign has no number and no word before it: not in '4 − 2' and '2020-21'. */
function signOf(before: string): Quantity['sign'] {
  const sign = /(?:^|[^\d\s)）\p{L}]\s?|\p{Script=Han}|\p{Script=Hiragana}|[a-z] )([−+-])$/u.exec(before)?.[1];
  if (!sign) return '';
  return sign === '+' ? '+' : '-';
}

/** The numbers that words of a text may stand for. Many of them mean something else: they only excuse a number. */
export function numbersInWords(text: string): Set<number> {
  const found = new Set<number>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    const value = WORDS.get(word);
    if (value !== undefined) found.add(value);
  }
  for (const [han] of text.matchAll(/[一二三四五六七八九]?十[一二三四五六七八九]?/gu)) found.add(hanValue(han));
  for (const char of text) {
    const value = HAN.get(char);
    if (value !== undefined) found.add(value);
  }
  if (/\bnoon\b|正午/i.test(text)) found.add(720); // The clock counts in minutes.
  return found;
}

/** A number for a report and for the record of what is meant: '−10,000 USD' → '-10000 USD'. */
export function steadyName({ value, unit, sign }: Quantity): string {
  if (unit === 'clock') return `${Math.floor(value / 60)}:${String(value % 60).padStart(2, '0')}`;
  return `${sign}${value}${unit === '%' ? '%' : unit ? ` ${unit}` : ''}`;
}
