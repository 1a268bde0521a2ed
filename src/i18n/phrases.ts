/** Where a line may break in scripts without spaces between words. For builds only, not for pages. */
import { LOCALES, type Locale } from './locales.ts';

/** A Japanese phrase of this many characters fits on the line of a heading on any phone. */
const FITS = 10;

/** Words with the punctuation and space that must stay with them: a line of a figure may break between these. */
export function words(text: string, locale: Locale): string[] {
  const segmenter = new Intl.Segmenter(LOCALES[locale].lang, { granularity: 'word' });
  const found: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    // The Japanese prefixes of politeness open a word, as brackets do.
    const isOpening = /^[「『《〈（“(おご]$/.test(segment);
    const isGlued = !isWordLike && !isOpening;
    // A few hiragana alone, and some Chinese characters, are a particle or an ending: they stay with the word before.
    // 'ここ', 'その' and the like are words.
    const isEnding = /^((?![こそど][これの])[\u3040-\u309f]{1,3}|に関する|[的了嗎吗])$/.test(segment) && !opening;
    if (isOpening) opening += segment;
    else if (found.length > 0 && (isGlued || isEnding || isJoined(found.at(-1))))
      found[found.length - 1] += opening + segment;
    else found.push(opening + segment);
    if (!isOpening) opening = '';
  }
  return found;
}

/**
 * Where a line of a heading may break: in Chinese between words, in Japanese between phrases. Japanese words are one
 * phrase up to a particle, an ending or a punctuation mark. Of the browsers, only Chromium knows phrases.
 */
export function phrases(text: string, locale: Locale): string[] {
  const found = words(text, locale);
  if (locale !== 'ja') return found;
  return found.reduce<string[]>((lines, word) => {
    const before = lines.at(-1) ?? '';
    const isOpen = !/[\p{Script=Hiragana}\p{P}\s]$/u.test(before) || /^\p{Script=Han}$/u.test(word);
    if (lines.length > 0 && isOpen && before.length + word.length <= FITS) lines.splice(-1, 1, before + word);
    else lines.push(word);
    return lines;
  }, []);
}

/** True for '（FX）の': after a bracket a browser breaks, whatever stands there. */
export const hasBracketWithin = (phrase: string): boolean => /[）」』》〉]./.test(phrase) && phrase.length <= FITS;

/** 'two-step' is one piece. */
function isJoined(before: string | undefined): boolean {
  return /[-/’]$/.test(before ?? '');
}
