/** A text without differences that readers ignore: full and half width, capitals and small letters. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
