/** Where a line may end in scripts that write no spaces between words. For builds: it is not made to run in pages. */
import { LOCALES, type Locale } from './locales.ts';

/** Chinese: where a line may end in a heading is left to us. Browsers know the phrases of Japanese alone. */
export const breaksByWord = (locale: Locale): boolean => LOCALES[locale].lang.startsWith('zh');

/** Kept, since to make one takes longer than to go through ten headings. */
const made = new Map<Locale, Intl.Segmenter>();

/** Words with the punctuation and space that must stay with them: between these a line may end. */
export function phrases(text: string, locale: Locale): string[] {
  const segmenter = made.get(locale) ?? new Intl.Segmenter(LOCALES[locale].lang, { granularity: 'word' });
  made.set(locale, segmenter);
  const found: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const isOpening = /^[「『《〈（“(]$/.test(segment);
    const isGlued = !isWordLike && !isOpening && found.length > 0;
    // A hiragana of its own is a particle or an ending, as some of Chinese are: it stays with the word before it.
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
