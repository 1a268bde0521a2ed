/**
 * Decides which items are important, and why: the first matching rule wins, and readers see its name. The rules use
 * only the category and the title, so that anyone can check them. Editors decide for the items they write.
 */
import { IMPORTANCE, type ImportanceReason } from '../../contract/all.ts';

interface Rule {
  /** IMPORTANCE has its category, and pages explain it to readers */
  reason: ImportanceReason;
  title: RegExp;
}

/** Words in four languages. Speeches and minutes are not decisions; `NEVER` excludes them. */
export const RULES: readonly Rule[] = [
  {
    reason: 'rateDecision',
    title:
      /\b(rate decision|monetary policy (decision|statement)|policy rate|bank rate|federal funds rate|cash rate|fomc statement|(raises|cuts|lowers|maintains|holds|keeps)\b.{0,40}\brates?)\b|金融政策決定|政策金利|無担保コール|利上げ|利下げ|升息|降息|加息|减息|減息|政策利率|利率決議|利率决议|公开市场.{0,12}利率|LPR/i,
  },
  {
    reason: 'tradingHalt',
    title:
      /\b(trading (halts?|suspensions?)|(halt|halts|halted|suspend|suspends|suspended|suspension) (of )?trading|circuit breaker|market.wide halt)|売買停止|取引停止|暫停交易|暂停交易|停牌|熔断|熔斷/i,
  },
  {
    reason: 'keyStatistic',
    title:
      /\b(consumer price|cpi|inflation|gdp|gross domestic product|employment situation|nonfarm|labou?r force|unemployment)\b|消費者物価指数|国内総生産|GDP|完全失業率|消費者物價|居民消费价格|国内生产总值|國內生產毛額|失業率|失业率/i,
  },
];
const NEVER =
  /\b(speech|remarks|minutes|interview|testimony|working paper)\b|講演|議事|挨拶|講話|讲话|致辭|致辞|紀要|纪要/i;

export interface Judged {
  importance: 'high' | 'normal';
  reason: ImportanceReason | null;
}

export function judge({ category, title }: { category: string; title: string }): Judged {
  if (NEVER.test(title)) return { importance: 'normal', reason: null };
  const rule = RULES.find(
    ({ reason, title: words }) => [null, category].includes(IMPORTANCE[reason]) && words.test(title),
  );
  return rule ? { importance: 'high', reason: rule.reason } : { importance: 'normal', reason: null };
}

const CASHTAG = /(?<![\p{L}\p{N}$])\$([A-Z]{1,5}(?:\.[A-Z])?)(?![\p{L}\p{N}])/gu;
const LISTED =
  /[(（](?:NYSE|NASDAQ|Nasdaq|AMEX|LSE|TSE|TYO|HKEX|HKG|SSE|SZSE|TSX|ASX|SGX|東証|港股|滬|沪|深)\s*[:：]\s*([A-Z0-9]{1,6}(?:\.[A-Z]{1,2})?)[)）]/g;
/** Pairs of the currencies that news is mostly about: the letters alone could be a unit or an abbreviation. */
const CURRENCY = 'USD|EUR|JPY|GBP|CHF|AUD|CAD|NZD|CNY|HKD|TWD|KRW|SGD|INR|MXN|SEK|NOK';
const PAIR = new RegExp(`(?<![A-Za-z0-9/])(${CURRENCY})/(?!\\1)(${CURRENCY})(?![A-Za-z0-9/])`, 'g');
const MOST_SYMBOLS = 10;

/** Symbols that a text marks as such: $AAPL, (NYSE: IBM), (TSE: 7203), EUR/USD. */
export function symbolsIn(text: string): string[] {
  const found = [...text.matchAll(CASHTAG), ...text.matchAll(LISTED)].map(([, symbol]) => String(symbol));
  const pairs = [...text.matchAll(PAIR)].map(([pair]) => pair.replace('/', ''));
  return [...new Set([...found, ...pairs])].slice(0, MOST_SYMBOLS);
}
