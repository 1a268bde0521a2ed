/** The title in a sharing picture: how large it is, and where its lines may break. */
import { isEastAsian } from '../../i18n/conventions.ts';
import type { Locale } from '../../i18n/locales.ts';
import { phrases } from '../../i18n/phrases.ts';

/** Width of the column, in px. */
export const TEXT_WIDTH = 690;
/** A title that takes more lines even at the smallest size is shortened. */
export const MOST_LINES = 3;

const SMALLEST = { size: 46, lines: MOST_LINES };
/** Sizes in px, each with the lines that a title may take: the first that fits, else the last. */
const SIZES = [
  { size: 88, lines: 1 },
  { size: 76, lines: 2 },
  { size: 64, lines: MOST_LINES },
  { size: 52, lines: MOST_LINES },
  SMALLEST,
];
/** Widths of a character on average, in em: of Newsreader; beside Chinese or Japanese, which are 1 em wide, of Noto Sans. */
const LATIN = { alone: 0.46, beside: 0.6 };
/** Questions are often one phrase, too long for a line of large type. */
const WITHIN_PHRASES = /(?<=[、。])|(?<=[はがと])(?=ど|なぜ|何)/;
/** The second of two sentences begins a line; 'U.S. stocks' is one. */
const BETWEEN_SENTENCES = /(?<=[。？！])(?=.)|(?<=[^A-Z][.?!] )(?=\p{Lu})/u;
const ZERO_WIDTH_SPACE = '\u200b';

/** Where lines of a title may break: in Chinese and Japanese between phrases, else between words, but not in '24 hours'. */
function partsOf(title: string, locale: Locale): string[] {
  if (!isEastAsian(locale)) return title.replace(/(?<=\d) /g, '\u00a0').split(/(?<= )/);
  return phrases(title, locale).flatMap((phrase) => phrase.split(WITHIN_PHRASES));
}

interface LaidOut {
  /** In px */
  size: number;
  /** With a line break between sentences, and in Chinese and Japanese zero-width spaces where a line may break */
  text: string;
  /** False if a part is wider than a line even at the smallest size, so that it must break somewhere */
  whole: boolean;
}

export function layOutTitle(title: string, locale: Locale): LaidOut {
  const eastAsian = isEastAsian(locale);
  const sentences = title.split(BETWEEN_SENTENCES).map((sentence) => partsOf(sentence, locale));
  const widths = sentences.map((parts) => parts.map((part) => emsOf(part, eastAsian ? LATIN.beside : LATIN.alone)));
  const isWhole = (size: number) => Math.max(...widths.flat()) * size <= TEXT_WIDTH;
  const linesAt = (size: number) => widths.reduce((lines, each) => lines + linesOf(each, TEXT_WIDTH / size), 0);
  const { size } = SIZES.find((item) => isWhole(item.size) && linesAt(item.size) <= item.lines) ?? SMALLEST;
  const text = sentences.map((parts) => parts.join(eastAsian ? ZERO_WIDTH_SPACE : '')).join('\n');
  return { size, text, whole: isWhole(size) };
}

function emsOf(text: string, latin: number): number {
  return [...text].reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 1 : latin), 0);
}

/** The lines that parts of these widths take. */
function linesOf(widths: readonly number[], line: number): number {
  let lines = 1;
  let used = 0;
  for (const width of widths) {
    if (used > 0 && used + width > line) {
      lines += 1;
      used = 0;
    }
    used += width;
  }
  return lines;
}
