/**
 * How a text becomes words that Pagefind can index and find, in any language, and how these are found again in the text.
 * The build and the browser share it, so that both break a text at the same places: Pagefind's index and its search in
 * the browser break Chinese and Japanese differently (Pagefind issue 1237), and a browser's words depend on its version.
 * So a run of Chinese or Japanese becomes its pairs of characters, each written in letters that nothing breaks.
 */
const EAST = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々]';
/**
 * Begins a word that stands for characters, and ends any other. No text of ours has it, and what is typed is read without
 * it. It is a letter without case, at which Pagefind breaks no word, as it does between letters and digits.
 */
const MARK = 'ǀ';
/** A letter or digit of other languages */
const OTHER = `[[\\p{L}\\p{N}\\p{M}]--${EAST}--[${MARK}]]`;
const RUNS = new RegExp(`${EAST}+|${OTHER}+`, 'gv');
const HAS_EAST = new RegExp(EAST, 'v');
const IS_EAST = new RegExp(`^${EAST}`, 'v');
const HAN_OR_KATAKANA = /[\p{Script=Han}\p{Script=Katakana}ー々]+/gu;
/** What Chinese questions have and their answers need not. */
const ASKING = /如何|[怎什为為]?[什怎][么麼样樣]|为何|為何|哪[里裡]|多少|[吗嗎呢的]/gu;

/** A character in four letters, each a digit to the base of 26. */
function codeOf(character: string): string {
  let [rest, code] = [character.codePointAt(0) ?? 0, ''];
  for (let letter = 0; letter < 4; letter += 1) {
    code = String.fromCharCode(97 + (rest % 26)) + code;
    rest = Math.trunc(rest / 26);
  }
  return code;
}

/** A text without differences that nobody searches for: width, capitals, accents of Latin letters. */
export const foldedForSearch = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''));

/** Whether a text has a Chinese character. */
export const hasHan = (text: string) => /\p{Script=Han}/u.test(text);
/** Whether a text has a Latin letter or a digit. */
export const hasLatin = (text: string) => /[a-z0-9]/i.test(text.normalize('NFKC'));

/** The language by which Pagefind knows an index: one that it has no stems and no breaks of words for. */
export const indexLanguage = (locale: string) => `x-${locale.toLowerCase()}`;

const runsOf = (text: string) => foldedForSearch(text).match(RUNS) ?? [];

/**
 * The words of a text for the index, separated by spaces. Each has an end, or is a pair: where no word begins with that of a
 * query, Pagefind takes the longest one that the query's begins with, such as 'stock' for 'stockholm'.
 */
export function indexWords(text: string): string {
  return runsOf(text)
    .flatMap((run) => {
      if (!IS_EAST.test(run)) return [run + MARK];
      const codes = [...run].map(codeOf);
      return codes.map((code, at) => MARK + code + (codes[at + 1] ?? MARK));
    })
    .join(' ');
}

/** English endings: a word of the index that begins with the rest is found. */
const ENDING = /(?<=[a-z]{3})(?:ies|ing|es|ed|s)$/;

/**
 * The parts of a query, as they are in a text. Hiragana between other characters are grammar: '口座を開くには' → 口座, 開;
 * so are the words of questions: '如何开户' → 开户. A run of several words is found where these are apart: 交易成本 → 交易, 成本.
 */
export function queryParts(query: string, lang: string): string[] {
  const parts = runsOf(query).flatMap((run) => {
    if (!IS_EAST.test(run)) return [run.replace(ENDING, '')];
    return (run.replace(ASKING, ' ').match(HAN_OR_KATAKANA) ?? [run]).flatMap((part) => {
      const words = brokenUp(part, lang);
      return words.every(({ length }) => length > 1) ? words : [part];
    });
  });
  // A letter among words says nothing, and many words begin with it.
  const longer = parts.filter((part) => part.length > 1 || IS_EAST.test(part));
  return [...new Set(longer.length > 0 ? longer : parts)];
}

/** The words of parts of which no page has all, without single characters, which say little: 開發者 → 開發. */
export function looseParts(parts: readonly string[], lang: string): string[] {
  const words = parts.flatMap((part) => brokenUp(part, lang));
  const longer = words.filter(({ length }) => length > 1);
  return longer.length > 0 ? longer : words;
}

/** A run in the words of its language, as this browser knows them. */
function brokenUp(part: string, lang: string): string[] {
  const words = new Intl.Segmenter(lang, { granularity: 'word' }).segment(part);
  return [...words].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** The words by which the index knows a part of a query. */
export function searchWords(part: string): string[] {
  if (!IS_EAST.test(part)) return [part];
  const codes = [...part].map(codeOf);
  if (codes.length === 1) return [MARK + codes[0]];
  return codes.slice(1).map((code, at) => MARK + codes[at] + code);
}

/** The last word in the order of the index that begins with a word of a query. */
export const lastWord = (word: string) => word + MARK;

/** A piece of a text; `hit` if it is what was searched for. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** What finds the parts of a query in a text: anywhere in Chinese and Japanese, else at the beginning of a word. */
export function finderOf(parts: readonly string[]): RegExp | null {
  if (parts.length === 0) return null;
  const of = parts.map((part) => (IS_EAST.test(part) ? part : `(?<!${OTHER})${part}${OTHER}*`));
  return new RegExp(of.toSorted((a, b) => b.length - a.length).join('|'), 'gv');
}

/** A text folded to the same length: a character that becomes several ('…', '½') stays. Most lines have none. */
function foldedInPlace(text: string): string {
  const inPlace = (part: string, otherwise: (part: string) => string) => {
    const plain = foldedForSearch(part);
    return plain.length === part.length ? plain : otherwise(part);
  };
  const each = (line: string) => Array.from(line, (item) => inPlace(item, () => item)).join('');
  const lines = (whole: string) => whole.split(/(?<=\n)/).map((line) => inPlace(line, each));
  return inPlace(text, (whole) => lines(whole).join(''));
}

/** A text in pieces. */
export function pieces(text: string, finder: RegExp | null): Piece[] {
  if (!finder) return [{ text, hit: false }];
  const plain = foldedInPlace(text);
  const found: Piece[] = [];
  let at = 0;
  for (const match of plain.matchAll(finder)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index), hit: false });
    at = match.index + match[0].length;
    found.push({ text: text.slice(match.index, at), hit: true });
  }
  if (at < text.length) found.push({ text: text.slice(at), hit: false });
  return found;
}

/** Where the part of a text begins that holds the most different hits, `length` long; null if there is none. */
function best(plain: string, finder: RegExp, length: number): number | null {
  const hits = [...plain.matchAll(finder)].map((match) => ({ at: match.index, text: match[0] }));
  let most = 0;
  let start: number | null = null;
  for (const [index, { at }] of hits.entries()) {
    const inside = hits.slice(index).filter((hit) => hit.at < at + length);
    const kinds = new Set(inside.map(({ text }) => text)).size;
    if (kinds > most) [most, start] = [kinds, at];
  }
  return start;
}

/** Characters of an excerpt */
const LENGTH = { east: 80, other: 160 };

/** A part of a text around what is searched for; its beginning if that is not in it. */
export function excerpt(text: string, finder: RegExp | null): string {
  const length = HAS_EAST.test(text) ? LENGTH.east : LENGTH.other;
  if (text.length <= length) return text;
  const found = finder && best(foldedInPlace(text), finder, length * 0.8);
  let start = Math.max(0, Math.min((found ?? 0) - length * 0.2, text.length - length)) | 0;
  // At the beginning of a sentence or a word, if one is near.
  const before = text.slice(Math.max(0, start - 24), start);
  const edge = /[.。！？!?\n、，；\s][^.。！？!?\n、，；\s]*$/u.exec(before);
  if (start > 0 && edge) start -= before.length - edge.index - 1;
  const end = start + length;
  const cut = text.slice(start, end);
  return `${start > 0 ? '…' : ''}${cut.trim()}${end < text.length ? '…' : ''}`;
}
