/** Parses dates of feeds: RFC 822, ISO 8601, and common mistakes in either. */
import type { FeedSource } from '../../catalogue/sources.ts';
import { lookUp } from '../../lookUp.ts';

/** Offsets in minutes east of UTC. An ambiguous name has the meaning that publishers of feeds use. */
const ZONES: Record<string, number> = {
  UT: 0,
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  IRISH: 60,
  CET: 60,
  CEST: 120,
  MEZ: 60,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  HKT: 480,
  SGT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  EST: -300,
  EDT: -240,
  ET: -300,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

/** Default offset by language, for dates without a zone. Hong Kong, Taipei and Beijing share one. */
const HOME: Partial<Record<FeedSource['language'], number>> = { ja: 540, 'zh-Hant': 480, 'zh-Hans': 480 };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Year before the first of each era: 令和 from 2019, 平成 from 1989; the Republic of China from 1912. */
const ERAS: Record<string, number> = { 令和: 2018, R: 2018, 平成: 1988, H: 1988, 民國: 1911, 中華民國: 1911 };

const EARLIEST = Date.UTC(1990, 0, 1);
/** Publishers' clocks may be wrong by this much; a date further ahead is a mistake. */
const DAY = 86_400_000;

/**
 * The instant of a date. Without a zone, the default offset of the language applies; without a time, midnight there.
 * Returns null if the text is not a date, or the date is before 1990 or more than a day after `now`.
 */
export function parseFeedDate(raw: string, language: FeedSource['language'], now: Date): Date | null {
  const text = raw.normalize('NFKC').trim().slice(0, 80);
  const day = dayOf(text, language);
  if (!day) return null;
  const { year, month, date, rest } = day;
  const { hour, minute, second } = timeOf(rest);
  const utc = Date.UTC(year, month - 1, date, hour, minute, second);
  const check = new Date(utc);
  // 24:00 is midnight at the end of a day; 31 February does not exist.
  if (hour > 24 || minute > 59 || second > 60 || month > 12 || date > 31) return null;
  if (hour < 24 && check.getUTCDate() !== date) return null;
  const at = utc - zoneOf(rest, language) * 60_000;
  return at < EARLIEST || at > now.getTime() + DAY ? null : new Date(at);
}

interface Day {
  year: number;
  /** From 1 */
  month: number;
  date: number;
  /** The text around the day: time and zone */
  rest: string;
}

function dayOf(text: string, language: FeedSource['language']): Day | null {
  const day = (match: RegExpExecArray, year: number, month: number, date: number): Day => ({
    year,
    month,
    date,
    rest: ` ${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`,
  });
  // 2026-11-21T09:30, 2026/11/21 09:30, 2026.11.21, 2026年11月21日
  let match = /\b(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)日?T?/.exec(text);
  if (match) return day(match, Number(match[1]), Number(match[2]), Number(match[3]));
  // 令和8年11月21日, 令和元年, R8.11.21, 民國115年11月21日
  match = /(令和|平成|中華民國|民國|\b[RH])\s*(\d{1,3}|元)\s*[年./]\s*(\d{1,2})\s*[月./]\s*(\d{1,2})日?/.exec(text);
  if (match) {
    const year = (lookUp(ERAS, match[1] ?? '') ?? 0) + (match[2] === '元' ? 1 : Number(match[2]));
    return day(match, year, Number(match[3]), Number(match[4]));
  }
  // 115年11月21日, 115-11-21: years of the Republic of China, written without its name
  match = language === 'zh-Hant' ? /\b(1\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?/.exec(text) : null;
  if (match) return day(match, Number(match[1]) + 1911, Number(match[2]), Number(match[3]));
  // 20261121, 20261121T093000Z
  match = /^(\d{4})(\d{2})(\d{2})T?(?=\D|\d{4,6}(?!\d)|$)/.exec(text);
  if (match) return day(match, Number(match[1]), Number(match[2]), Number(match[3]));
  // Sat Nov 21 09:30:00 GMT 2026: the Unix format
  match = /\b([A-Za-z]{3})\s+(\d{1,2})\s+(?=[\d:]+\s)/.exec(text);
  const year = match && /\s(\d{4})$/.exec(text);
  if (match && year) return day(match, Number(year[1]), monthOf(match[1]), Number(match[2]));
  // Sat, 21 Nov 2026 09:30, 21-Nov-26
  match = /\b(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]{3})[a-z]*\.?,?[\s-]+(\d{4}|\d{2})\b(?!:)/.exec(text);
  if (match) return day(match, wholeYear(match[3]), monthOf(match[2]), Number(match[1]));
  // November 21, 2026
  match = /\b([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/.exec(text);
  if (match) return day(match, wholeYear(match[3]), monthOf(match[1]), Number(match[2]));
  return null;
}

/** RFC 2822, 4.3: two digits below 50 mean this century. */
function wholeYear(digits = ''): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 50 ? 2000 : 1900);
}

/** From 1. Returns 13, which is never valid, for an unknown name. */
function monthOf(name = ''): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1 || 13;
}

function timeOf(rest: string): { hour: number; minute: number; second: number } {
  const match =
    /(?<![\d:+-])(\d{1,2})\s*[:時时点點]\s*(\d{1,2})?\s*(?:[:分]\s*(\d{1,2})?)?/.exec(rest) ??
    /\b(\d{2})(\d{2})(\d{2})?(?=Z|[+-]|\s|$)/.exec(rest.replace(/[+-]\d{4}/g, ''));
  if (!match) return { hour: 0, minute: 0, second: 0 };
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  const isAfternoon = /\bp\.?m\b|午後|下午|晚上/i.test(rest);
  const isMorning = /\ba\.?m\b|午前|上午|凌晨/i.test(rest);
  const hour = Number(hours);
  const shifted = isAfternoon && hour < 12 ? hour + 12 : isMorning && hour === 12 ? 0 : hour;
  return { hour: shifted, minute: Number(minutes), second: Number(seconds) };
}

/** Minutes east of UTC. */
function zoneOf(rest: string, language: FeedSource['language']): number {
  const [, sign, hours, minutes = '0'] = /([+\u2212-])(\d{1,2}):?(\d{2})?(?!\d)/.exec(rest) ?? [];
  if (sign) return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  const names: string[] = rest.toUpperCase().match(/[A-Z]+/g) ?? [];
  if (/\dZ\b/.test(rest)) return 0;
  // Outside English feeds, CST is China Standard Time.
  if (language !== 'en' && names.includes('CST')) return 480;
  const name = names.find((candidate) => Object.hasOwn(ZONES, candidate));
  return name === undefined ? (HOME[language] ?? 0) : (lookUp(ZONES, name) ?? 0);
}
