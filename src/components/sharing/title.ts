/** The title in a sharing picture: how large it is, and where its lines may break. */
import { isEastAsian } from '../../i18n/conventions.ts';
import type { Locale } from '../../i18n/locales.ts';
import { phrases } from '../../i18n/phrases.ts';

/** Width of the column, in px. */
export const TEXT_WIDTH = 690;
/** A title that takes more lines even at the smallest size is shortened. */
export const MOST_LINES = 3;

/** Sizes in px, each with the lines that a title may take: the first that fits, else the last. */
const SIZES = [
  { size: 88, lines: 1 },
  { size: 76, lines: 2 },
  { size: 64, lines: MOST_LINES },
  { size: 52, lines: MOST_LINES },
  { size: 46, lines: MOST_LINES },
];
/** Widths of a character on average, in em: of Newsreader; beside Chinese or Japanese, which are 1 em wide, of Noto Sans. */
const LATIN = { alone: 0.46, beside: 0.6 };
/** Questions are often one phrase, too long for a line of large type. */
const WITHIN_PHRASES = /(?<=[、。])|(?<=は)(?=どう|なぜ)/;
const ZERO_WIDTH_SPACE = '\u200b';

/** The size of a title, and its text, which holds zero-width spaces where a line may break in Chinese and Japanese. */
export function layOutTitle(title: string, locale: Locale): { size: number; text: string } {
  const eastAsian = isEastAsian(locale);
  const parts = eastAsian
    ? phrases(title, locale).flatMap((phrase) => phrase.split(WITHIN_PHRASES))
    : title.split(/(?<= )/);
  const widths = parts.map((part) => emsOf(part, eastAsian ? LATIN.beside : LATIN.alone));
  const fitting = SIZES.find(({ size, lines }) => linesOf(widths, TEXT_WIDTH / size) <= lines) ?? SIZES.at(-1);
  return { size: fitting?.size ?? 0, text: parts.join(eastAsian ? ZERO_WIDTH_SPACE : '') };
}

function emsOf(text: string, latin: number): number {
  return [...text].reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 1 : latin), 0);
}

/** The lines that parts of these widths take. A part breaks only if it is wider than a line. */
function linesOf(widths: readonly number[], line: number): number {
  let lines = 1;
  let used = 0;
  for (const width of widths) {
    if (used > 0 && used + width > line) {
      lines += 1;
      used = 0;
    }
    lines += Math.ceil(width / line) - 1;
    used += width;
  }
  return lines;
}
