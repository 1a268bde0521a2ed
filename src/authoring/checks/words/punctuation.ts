import type { Mending } from '../../../catalogue/problem.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { childrenOf, lineOfNode, plainText } from '../../reading/mdx.ts';
import { around, mendingOf, type Passage } from '../../reading/passages.ts';
import { isCjk, matchesIn, type Rule } from '../rule.ts';
import { WIDE } from './spacing.ts';

/** Half-width marks beside a wide character. A full stop before one is allowed: it may end a Latin abbreviation. */
const HALF_WIDTH = new RegExp(`(?<=${WIDE})["',.;:!?()]|[",;:!?()](?=${WIDE})`, 'gu');
/** Full-width forms of digits and Latin letters, and signs that stay half-width beside them. */
const FULL_WIDTH = /[０-９Ａ-Ｚａ-ｚ＄％＋＆＠＃＝]+(?:(?<=[０-９])[,.，．][０-９]+％?)*/g;
/** Half-width katakana, and signs that only look like a character: of the radicals, or of another encoding. */
const LOOKALIKE = /[\uff61-\uff9f]+|[\u2e80-\u2fdf\uf900-\ufaff]+/g;
/** The same mark twice, or two marks of which one is enough. An ellipsis in Chinese is ……, a dash ——. */
const DOUBLED = /([、。，；：！？])\1+|、[。，]|[，。][、，。]|([,;:!])\2+|(?<![.\d])\.\.(?!\.)|,\./g;
/** Marks of Japanese and Chinese. */
const EASTERN = /[、。，；：？！（）「」『』〈〉《》【】〔〕．]/g;
const STRAIGHT = /["']/g;
/** A hyphen before a number that is less than nothing. */
const MINUS = /(?<=^|[\s(（、。，：])-(?=[$€£¥]?\d)/g;
/** In English: marks typed as others, and what to write. */
const TYPED: readonly { pattern: RegExp; fixed: string; only?: Locale }[] = [
  { pattern: /(?<=[\p{L}\d,)”’]) ?-- ?(?=[\p{L}\d“‘(])/gu, fixed: '—' },
  { pattern: /(?<!\.)\.\.\.(?!\.)/g, fixed: '…' },
  { pattern: /(?<=\S) +— *(?=\S)|(?<=\S)— +(?=\S)/g, fixed: '—', only: 'en-US' },
];

const PAIRS = { en: ['“”', '()', '[]'], ja: ['「」', '『』', '（）', '()', '【】', '〈〉', '《》', '[]'] } as const;
const PAIRS_OF: Record<Locale, readonly string[]> = {
  'en-US': PAIRS.en,
  'en-GB': PAIRS.en,
  ja: PAIRS.ja,
  tw: PAIRS.ja,
  cn: ['“”', '‘’', '《》', '〈〉', '（）', '()', '【】', '[]'],
};
/** Quotation marks of other languages, and what a language writes. */
const QUOTES: Record<Locale, readonly [foreign: RegExp, own: string]> = {
  'en-US': [/[「」『』«»„‟‹›〝〞〟＂]/g, '“ ”'],
  'en-GB': [/[「」『』«»„‟‹›〝〞〟＂]/g, '‘ ’'],
  ja: [/[“”‘’«»„‟‹›〝〞〟＂]/g, '「 」'],
  tw: [/[“”‘’«»„‟‹›〝〞〟＂]/g, '「 」'],
  cn: [/[「」『』«»„‟‹›〝〞〟＂]/g, '“ ”'],
};
/** A comma of the other languages. */
const COMMAS: Partial<Record<Locale, readonly [foreign: RegExp, own: string]>> = {
  ja: [/，/g, '、'],
};

/** The end of a paragraph of Japanese and Chinese: a full stop, or a colon before what follows. */
const ENDED = /(?:[。！？：…]|[.!?:])["'」』”’）)]*$/;
/** A paragraph is running text if it has a mark within, or this many characters: a label has neither. */
const SHORTEST_SENTENCE = 20;

/** Most texts have nothing of what is looked for. */
const ANY_ENGLISH = /[^\p{Script=Latin}\d\s,.:;?!%$€£¥+−–—…·\ufffc/-]|[,.:;?!]{2}/u;
const ANY_EASTERN =
  /[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}a-zA-Z0-9、。ー・：；？！，\ufffc/-]|[、。，；：？！]{2}|[\u2e80-\u2fdf\uf900-\ufaff\uff61-\uff9f]/u;

/** Each language has its own marks, once each and in pairs. */
export const punctuation: Rule = {
  name: 'punctuation',
  checks: () => ({
    page({ locale, nodes, syntaxFaults }, report) {
      if (!isCjk(locale) || syntaxFaults.length > 0) return; // They hide lines.
      for (const { node, around: outer } of nodes) {
        const last = childrenOf(node).at(-1);
        if (node.type !== 'paragraph' || last?.type !== 'text' || outer.some(({ type }) => type === 'listItem'))
          continue;
        const text = plainText(node).trim();
        if (ENDED.test(text) || (text.length < SHORTEST_SENTENCE && !/[、，；。]/.test(text))) continue;
        const what = `a paragraph without its full stop: ${around(text, text.length - 1, 1)}`;
        report(node.position?.end.line ?? lineOfNode(node), what, '。 at its end', 'write 。, or what is missing');
      }
    },
    words(passage, locale, report) {
      const { text } = passage;
      const isOdd =
        (isCjk(locale) ? ANY_EASTERN : ANY_ENGLISH).test(text) ||
        (locale === 'ja' && text.includes('，')) ||
        /-[$€£¥]?\d|--|—/.test(text);
      if (!isOdd) return;
      const taken = new Set<number>();
      const tell: Tell = (index, found, what, expected, remedy, mending) => {
        for (let at = index; at < index + found.length; at += 1) if (taken.has(at)) return;
        for (let at = index; at < index + found.length; at += 1) taken.add(at);
        report(passage.lineAt(index), `${what} in ${around(text, index, found.length)}`, expected, remedy, mending);
      };
      const replace = (index: number, found: string, fixed: string) => mendingOf(passage, index, found.length, fixed);
      if (isCjk(locale)) {
        const straight = [...text.matchAll(/"/g)].map(({ index }) => index);
        const isPaired = text.match(/[(（]/g)?.length === text.match(/[)）]/g)?.length;
        for (const { 0: mark, index } of matchesIn(text, HALF_WIDTH)) {
          const wide = fullWidth(mark, locale);
          const [open = '', close] = wide.split(' ');
          // Of two quotation marks one opens and one closes; of more, and of a lone bracket, nobody knows.
          const isCertain = mark === '"' ? straight.length === 2 : /[()]/.test(mark) ? isPaired : close === undefined;
          const fixed = isCertain ? (close !== undefined && straight[0] !== index ? close : open) : undefined;
          tell(
            index,
            mark,
            `half-width ${mark}`,
            `full-width ${wide}`,
            `write ${wide}`,
            fixed === undefined ? undefined : replace(index, mark, fixed),
          );
        }
      }
      for (const { 0: found, index } of matchesIn(text, FULL_WIDTH)) {
        const fixed = found.normalize('NFKC');
        if (isCjk(locale) && /^[＃＠＆＝＋]+$/.test(found)) continue;
        tell(
          index,
          found,
          `full-width ${found}`,
          `half-width ${fixed}`,
          `write ${fixed}`,
          replace(index, found, fixed),
        );
      }
      for (const { 0: found, index } of matchesIn(text, LOOKALIKE)) {
        const fixed = found.normalize('NFKC');
        if (fixed === found) continue;
        const what = /[\uff61-\uff9f]/.test(found)
          ? `half-width ${found}`
          : `${found}, which only looks like a letter,`;
        // Beside a lost letter it is what a wrong encoding left.
        const mending = text.includes('\uFFFD') ? undefined : replace(index, found, fixed);
        tell(index, found, what, fixed, `write ${fixed}`, mending);
      }
      for (const { 0: found, index } of matchesIn(text, DOUBLED)) {
        const fixed = /^(.)\1+$/u.test(found) ? found.charAt(0) : undefined;
        const mending = fixed === undefined ? undefined : replace(index, found, fixed);
        tell(index, found, `doubled ${found}`, 'one mark', `write ${fixed ?? 'one of them'}`, mending);
      }
      for (const { 0: found, index } of matchesIn(text, MINUS))
        tell(index, found, 'a hyphen as minus', '−', 'write −', replace(index, found, '−'));
      const [foreign, own] = QUOTES[locale];
      for (const { 0: found, index } of matchesIn(text, foreign)) {
        if (isCjk(locale) && found === '’' && /\p{Script=Latin}/u.test(text[index - 1] ?? '')) continue; // Moody’s
        tell(index, found, `${found} of another language`, own, `write ${own}`, sameSide(found, own, passage, index));
      }
      for (const { 0: found, index } of COMMAS[locale] ? matchesIn(text, COMMAS[locale][0]) : []) {
        const comma = COMMAS[locale]?.[1] ?? '';
        tell(index, found, `${found} of another language`, comma, `write ${comma}`, replace(index, found, comma));
      }
      if (!isCjk(locale)) {
        for (const { pattern, fixed, only = locale } of TYPED) {
          for (const { 0: found, index } of only === locale ? matchesIn(text, pattern) : [])
            tell(index, found, `‘${found}’`, fixed, `write ${fixed}`, replace(index, found, fixed));
        }
        checkEnglish(passage, tell);
      }
      if (locale === 'en-GB') checkBritish(passage, tell);
      checkPairs(passage, PAIRS_OF[locale], tell);
    },
  }),
};

type Tell = (index: number, found: string, what: string, expected: string, remedy: string, mending?: Mending) => void;

/** The own mark that opens or closes as a foreign one does. */
function sameSide(found: string, fixed: string, passage: Passage, index: number): Mending | undefined {
  const [open = '', close = ''] = fixed.split(' ');
  const side = '“‘«‹「『〝'.includes(found) ? open : '”»›」』〟〞'.includes(found) ? close : undefined;
  return side === undefined ? undefined : mendingOf(passage, index, found.length, side);
}

function checkEnglish(passage: Passage, tell: Tell): void {
  const { text } = passage;
  for (const { 0: found, index } of matchesIn(text, EASTERN)) {
    const fixed = found === '。' ? '.' : found === '、' ? ',' : found.normalize('NFKC');
    const mending =
      /[、。，；：？！．]/.test(found) && /^\s|^$/.test(text.slice(index + 1, index + 2))
        ? mendingOf(passage, index, 1, fixed)
        : undefined;
    tell(index, found, `full-width ${found}`, `half-width ${fixed}`, `write ${fixed}`, mending);
  }
  const double = [...text.matchAll(/"/g)].map(({ index }) => index);
  const tags = [...text.matchAll(/[＜〈][^＞〉>]*[＞〉>]/g)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  for (const { 0: found, index } of matchesIn(text, STRAIGHT)) {
    if (tags.some(([from, to]) => from < index && index < to)) continue; // The rule for markup reports it.
    const before = text[index - 1] ?? '';
    const after = text[index + 1] ?? '';
    const isApostrophe = found === "'" && /[\p{L}\d]/u.test(before);
    const opens = !before || /[\s([—–]/.test(before);
    const fixed = isApostrophe
      ? '’'
      : found === '"' && double.length % 2 === 0
        ? opens && after.trim()
          ? '“'
          : '”'
        : undefined;
    const curly = found === '"' ? '“ ”' : '’';
    tell(
      index,
      found,
      `straight ${found}`,
      `curly ${curly}`,
      `write ${fixed ?? curly}`,
      fixed === undefined ? undefined : mendingOf(passage, index, 1, fixed),
    );
  }
}

/** In British English double quotation marks stand within single ones only. */
function checkBritish({ text }: Passage, tell: Tell): void {
  for (const { 0: found, index } of text.matchAll(/“/g)) {
    const before = text.slice(0, index);
    if (before.lastIndexOf('‘') > before.lastIndexOf('’')) continue;
    tell(index, found, '“ ” outside of ‘ ’', '‘ ’', 'write ‘ and ’');
  }
}

const MARKS = /[“”‘’()[\]「」『』（）【】〈〉《》]/g;

/** Marks of pairs that open without closing, or close without opening. */
function checkPairs({ text }: Passage, pairs: readonly string[], tell: Tell): void {
  const open: { mark: string; index: number }[] = [];
  const missing: { mark: string; index: number; other: string }[] = [];
  for (const { 0: mark, index } of matchesIn(text, MARKS)) {
    const pair = pairs.find((pair) => pair.includes(mark));
    if (!pair) continue;
    if (mark === pair[0]) open.push({ mark, index });
    else {
      const at = open.findLastIndex((opened) => opened.mark === pair[0]);
      const isNumber = mark === ')' && /(?:^|[\s(])[\da-z]{1,2}$/i.test(text.slice(0, index));
      const isApostrophe = mark === '’' && /\p{Script=Latin}/u.test(text[index - 1] ?? '');
      if (at >= 0) open.splice(at, 1);
      else if (!isNumber && !isApostrophe) missing.push({ mark, index, other: pair[0] ?? '' });
    }
  }
  for (const { mark, index } of open) {
    const close = pairs.find((pair) => pair[0] === mark)?.[1] ?? '';
    missing.push({ mark, index, other: close });
  }
  for (const { mark, index, other } of missing) {
    tell(
      index,
      mark,
      `${mark} without ${other}`,
      'marks in pairs',
      `write ${other} where it belongs, or remove ${mark}`,
    );
  }
}

/** The full-width marks that a locale writes for a half-width one. */
function fullWidth(mark: string, locale: Locale): string {
  if (mark === '"' || mark === "'") return locale === 'cn' ? '“ ”' : '「 」';
  if (mark === ',') return locale === 'ja' ? '、' : '，';
  return lookUp({ '.': '。', ';': '；', ':': '：', '!': '！', '?': '？', '(': '（', ')': '）' }, mark) ?? mark;
}
