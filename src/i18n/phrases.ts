/** Where a line may break in scripts without spaces between words. For builds only, not for pages. */
import { LOCALES, type Locale } from './locales.ts';

/** True for Chinese: browsers know only the phrases of Japanese, so we choose where a heading may break. */
export const breaksByWord = (locale: Locale): boolean => LOCALES[locale].lang.startsWith('zh');

/** Words with the punctuation and space that must stay with them: a line may break between these. */
export function phrases(text: string, locale: Locale): string[] {
  const segmenter = new Intl.Segmenter(LOCALES[locale].lang, { granularity: 'word' });
  const found: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const isOpening = /^[「『《〈（“(]$/.test(segment);
    const isGlued = !isWordLike && !isOpening && found.length > 0;
    // A few hiragana alone, and some Chinese characters, are a particle or an ending: they stay with the word before.
    const isEnding = /^([\u3040-\u309f]{1,3}|[的了嗎吗])$/.test(segment) && found.length > 0 && !opening;
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
