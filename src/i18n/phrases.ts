/** Where a line may break in scripts without spaces between words. For builds only, not for pages. */
import { isEastAsian } from './conventions.ts';
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
    else if (found.length > 0 && (isGlued || isEnding || isJoined(found.at(-1), opening + segment)))
      found[found.length - 1] += opening + segment;
    else found.push(opening + segment);
    if (!isOpening) opening = '';
  }
  return found;
}

/**
 * Where a line of a heading may break: between phrases. Of the browsers, only Chromium knows them, and only Japanese ones.
 */
export function phrases(text: string, locale: Locale): string[] {
  const found = words(text, locale);
  if (!isEastAsian(locale)) return found;
  const isPart = locale === 'ja' ? isPartOfJapanese : isPartOfChinese;
  return found.reduce<string[]>((lines, word) => {
    const before = lines.at(-1);
    if (before !== undefined && isPart(before, word)) lines.splice(-1, 1, before + word);
    else lines.push(word);
    return lines;
  }, []);
}

/** Japanese words are one phrase up to a particle, an ending or a punctuation mark. */
function isPartOfJapanese(before: string, word: string): boolean {
  const isOpen = !/[\p{Script=Hiragana}\p{P}\s]$/u.test(before) || /^\p{Script=Han}$/u.test(word);
  return isOpen && before.length + word.length <= FITS;
}

/** Chinese characters that belong to what follows them. Any other that stands alone belongs to what is before it. */
const IS_OPENING =
  /^[与與和及或并並在用以为為从從对對把被让讓向由是所我您他她它不未无無可会會将將每各该該本此这這那哪]+$/u;

/** A number stays with its unit, and a character alone with a word: the segmenter cuts '投资者' before its last one. */
function isPartOfChinese(before: string, word: string): boolean {
  const alone = (piece: string) => /^\p{P}*(\p{Script=Han})\p{P}*$/u.exec(piece)?.[1];
  if (/([\d×]|^每.)$/u.test(before)) return true;
  if (/[\p{P}\s]$/u.test(before)) return false;
  const mark = alone(word);
  return alone(before) !== undefined || IS_OPENING.test(before) || (mark !== undefined && !IS_OPENING.test(mark));
}

/** True for '（FX）の': after a bracket a browser breaks, whatever stands there. */
export const hasBracketWithin = (phrase: string): boolean => /[）」』》〉]./.test(phrase) && phrase.length <= FITS;

/** 'two-step' is one piece, and so is a word in katakana that the segmenter does not know, if it fits. */
function isJoined(before: string | undefined, word: string): boolean {
  if (before === undefined) return false;
  const [run] = /[\u30a1-\u30fa\u30fc-\u30ff]*$/.exec(before) ?? [''];
  const [rest] = /^[\u30a1-\u30fa\u30fc-\u30ff]*/.exec(word) ?? [''];
  return /[-/’]$/.test(before) || (run !== '' && rest !== '' && run.length + rest.length <= FITS);
}
