/** A text without differences that readers do not type: width, capitals, accents, katakana or hiragana. */
export const foldedKana = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[‐-―−]/g, '-');

/** True if a folded text contains every word of a query. */
export function holds(text: string, query: string): boolean {
  return foldedKana(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
