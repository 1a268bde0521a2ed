/** Breaks words into lines for figures: SVG has no line breaks, so the build estimates widths. */
import type { Locale } from '../../i18n/locales.ts';
import { words } from '../../i18n/phrases.ts';

/** Width of a character as a share of the font size, estimated for the wider of the possible system fonts. */
function share(character: string): number {
  if (/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(character)) return 1;
  if (/[ijl]|[frt]|[.,:;’'()|! ]/.test(character)) return 0.37;
  if (/[A-Zmw%+]/.test(character)) return 0.8;
  return 0.61;
}

/** Estimated width of a text in user units. */
export function textWidth(text: string, fontSize = 14): number {
  return [...text].reduce((sum, character) => sum + share(character), 0) * fontSize;
}

/** A text in lines of at most `width` units, broken between words; no line begins with closing punctuation. */
export function linesOf(text: string, width: number, locale: Locale, fontSize = 14): string[] {
  const lines: string[] = [];
  for (const piece of words(text, locale)) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last + piece.trimEnd(), fontSize) <= width)
      lines[lines.length - 1] = last + piece;
    else lines.push(piece.trimStart());
  }
  return lines.map((line) => line.trim()).filter(Boolean);
}
