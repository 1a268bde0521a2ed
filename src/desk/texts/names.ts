/**
 * The last part of a new text's address: what it may be, and what is offered. It imports nothing, because the browser
 * uses it too.
 */

interface NameRule {
  pattern: RegExp;
  says: string;
}

/** Of a page, as `path` in src/routes.ts */
export const PAGE_NAME: NameRule = { pattern: /^[A-Za-z\d]+$/, says: 'letters and digits, such as yearEndHours' };
/** Of a news item or a help article */
export const ITEM_NAME: NameRule = {
  pattern: /^[a-z\d]+(?:-[a-z\d]+)*$/,
  says: 'small letters, digits and hyphens, such as year-end-hours',
};

/** 'What a trade costs' → 'what-a-trade-costs', of pages 'whatATradeCosts' */
export function nameFrom(title: string, rule: NameRule): string {
  const words =
    title
      .normalize('NFD')
      .replace(/[’'\p{M}]/gu, '')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? [];
  if (rule === ITEM_NAME) return words.join('-');
  return words.map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');
}
