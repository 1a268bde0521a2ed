/** How words are set in figures: SVG has no line breaks, so lines are made at build from estimated widths. */
import { LOCALES, type Locale } from '../../i18n/locales.ts';

/** Width of a character in parts of the font size, on the wide side of the system faces that may draw it. */
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
  for (const piece of pieces(text, locale)) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last + piece.trimEnd(), fontSize) <= width)
      lines[lines.length - 1] = last + piece;
    else lines.push(piece.trimStart());
  }
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** Words with the punctuation and space that must stay with them. */
function pieces(text: string, locale: Locale): string[] {
  const segmenter = new Intl.Segmenter(LOCALES[locale].lang, { granularity: 'word' });
  const found: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const isOpening = /^[「『（“(]$/.test(segment);
    const isGlued = !isWordLike && !isOpening && found.length > 0;
    // A hiragana of its own is a particle or an ending: it stays with the word before it.
    const isEnding = /^[\u3040-\u309f]{1,3}$/.test(segment) && found.length > 0 && !opening;
    if (isOpening) opening += segment;
    else if (isGlued || isEnding || isJoined(found.at(-1))) found[found.length - 1] += opening + segment;
    else found.push(opening + segment);
    if (!isOpening) opening = '';
  }
  return found;
}

/** 'two-step' is one piece. */
function isJoined(before: string | undefined): boolean {
  return /[-/’]$/.test(before ?? '');
}
