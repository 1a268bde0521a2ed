/** The words of parts.tsx. An island picks them together with its own. */
export const PART_WORDS = ['error.*', 'form.*', 'nav.login', 'news.again', 'user.frame.*'] as const;
export type PartWord = (typeof PART_WORDS)[number];
