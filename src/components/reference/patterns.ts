/** What the patterns of the API allow, in words: those that are known by name, and sets of characters with their number. */
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { type MessageKey, translator } from '../../i18n/messages.ts';

/** Patterns that a list of characters would not explain. */
const NAMED: ReadonlyMap<string, MessageKey> = new Map([
  [String.raw`^\d{4}-\d\d-\d\d$`, 'reference.pattern.date'],
  [String.raw`^\d{4}-\d{2}-\d{2}$`, 'reference.pattern.date'],
  [String.raw`^([01]\d|2[0-4]):[0-5]\d$`, 'reference.pattern.time'],
  [String.raw`^-?\d+(\.\d+)?$`, 'reference.pattern.decimal'],
  [String.raw`^\+[1-9]\d{6,14}$`, 'reference.pattern.phone'],
  [String.raw`^\+\d{1,4}$`, 'reference.pattern.dial'],
  [String.raw`^https?:\/\/[^\s/\\]`, 'reference.pattern.web'],
  [String.raw`^https?:\/\/[^\s/]`, 'reference.pattern.web'],
  [String.raw`^[\da-f.:]{2,45}$`, 'reference.pattern.ip'],
  [String.raw`^(?:\d{1,3}|[A-Za-z]{2})$`, 'reference.pattern.country'],
  [String.raw`[\p{L}\p{N}]`, 'reference.pattern.word'],
]);
/** The number of an application or a question: 'FA-XXXX-XXXX-XXXX'. */
const NUMBER = /^\^(F[AQ]|F\[AQ\])\(-\[[^\]]+\]\{4\}\)\{3\}\$$/;
/** '^[a-z][a-z0-9-]{1,39}$': perhaps a first character, a set, how many. */
const SET = /^\^(\[[^\]]+\])?(\[[^\]]+\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/;
/** The parts of a set, in the order in which they are told. */
const PARTS: readonly (readonly [RegExp, MessageKey | null])[] = [
  [/\\w|A-Za-z|\\p\{L\}/, 'reference.pattern.letters'],
  [/A-Z/, 'reference.pattern.capitals'],
  [/a-z/, 'reference.pattern.lower'],
  [/\\w|\\d|0-9|\\p\{N\}/, 'reference.pattern.digits'],
  [/ /, 'reference.pattern.spaces'],
];

interface PatternWords {
  words: string;
  /** Whether they say how long the text is */
  isCounted: boolean;
  /** A form such as a date, not a set of characters */
  isNamed: boolean;
}

/** The words of a pattern; undefined for one that it is best to show. */
export function patternWords(pattern: string, locale: Locale): PatternWords | undefined {
  const t = translator(locale);
  const named = NAMED.get(pattern);
  if (named) return { words: t(named), isCounted: pattern.endsWith('$'), isNamed: true };
  const [, prefix] = NUMBER.exec(pattern) ?? [];
  if (prefix) return { words: `${prefix.replace('[AQ]', '…')}-XXXX-XXXX-XXXX`, isCounted: true, isNamed: false };
  const [, first, set, least = '', most = least] = SET.exec(pattern) ?? [];
  if (!set) return undefined;
  let rest = set.replace(/^\[|\]$/g, '');
  // \w is also an underscore, and signs are told one by one.
  const underscore = rest.includes('\\w') ? ['_'] : [];
  const names = PARTS.flatMap(([part, key]) => {
    if (!part.test(rest) || !key) return [];
    if (key !== 'reference.pattern.letters' || !rest.includes('\\w')) rest = rest.replace(part, '');
    return [t(key)];
  });
  const signs = [...rest.replace('\\w', ''), ...underscore].join(' ');
  const parts = signs ? [...names, signs] : names;
  const characters = new Intl.ListFormat(LOCALES[locale].lang, { type: 'disjunction' }).format(parts);
  const more = first ? 1 : 0;
  const [from, to] = [Number(least) + more, Number(most) + more];
  return {
    words: t('reference.pattern.set', { range: from === to ? `${from}` : `${from}–${to}`, characters }),
    isCounted: true,
    isNamed: false,
  };
}
