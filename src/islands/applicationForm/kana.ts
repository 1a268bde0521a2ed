/** Japanese names as they are read, by the Latin letters in which GeoNames writes them (Hepburn's, without long vowels). */

/** The kana in the order of Unicode. '!' joins what stands before and behind; the small tsu is nothing. */
const SYLLABLES = (
  'a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji  tsu zu te de to do ' +
  'na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo !ya ya !yu yu !yo yo ra ri ru re ro wa wa ' +
  'i e o n'
).split(' ');
const FIRST = 0x3041;
/** Katakana stand so far behind hiragana. */
const APART = 0x60;

/** Latin letters without what is written in several ways: what is long or doubled, n before b, m and p, spaces. */
const plain = (latin: string): string =>
  latin
    .replace(/ |t(?=ch)/g, '')
    .replace(/m(?=[bmp])/g, 'n')
    .replace(/ou/g, 'o')
    .replace(/(.)\1+/g, '$1');

/** Kana in plain Latin letters: 'トウキョウ' is 'tokyo'. Null for a text with other characters. */
export function latinOf(text: string): string | null {
  const kana = text.normalize('NFKC').replace(/[\sー・]/g, '');
  if (!/^[ぁ-んァ-ン]+$/.test(kana)) return null;
  const latin = [...kana]
    .map((character) => SYLLABLES[(character.charCodeAt(0) - FIRST) % APART])
    .join('')
    .replace(/(sh|ch|j)i!y/g, '$1')
    .replace(/i!y/g, 'y');
  return plain(latin) || null;
}

/** Whether a folded name is read as kana say, given by latinOf(), with or without what its kind of place is called. */
export const isReadAs = (folded: string, latin: string): boolean =>
  ['shi', 'to'].some((kind) => (plain(folded) + kind).startsWith(latin));
