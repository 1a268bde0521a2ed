/** The spellings of a query by which a page may know it: as typed, by the glossary's names, in the page's script. */
import type { Locale } from './locales.ts';
import { foldedForSearch, hasHan } from './tokens.ts';

/** A name that is in a query; one of letters only as a whole word. */
const isIn = (query: string, name: string) =>
  /^[\p{Script=Latin}\p{N}]/u.test(name) ? ` ${query} `.includes(` ${name} `) : query.includes(name);

/** A query with the names of terms of other languages replaced by the page's own, the longest first. */
function withOwnNames(query: string, names: readonly (readonly string[])[]): string {
  const found = names
    .flatMap(([pageName = '', ...others]) => others.map((name) => ({ pageName, name })))
    .filter(({ name }) => isIn(query, name))
    .sort((a, b) => b.name.length - a.name.length);
  return found.reduce((text, { pageName, name }) => (isIn(text, name) ? text.replace(name, pageName) : text), query);
}

/** The converter to the script of a language, loaded for queries in Chinese characters. */
async function scriptOf(locale: Locale): Promise<((text: string) => string) | null> {
  if (locale === 'tw') return (await import('./toTraditional.ts')).convert;
  if (locale === 'cn') return (await import('./toSimplified.ts')).convert;
  return null;
}

/** The spellings of a query, each once; the last one is the closest to the page's own words. */
export async function spellingsOf(
  query: string,
  locale: Locale,
  names: readonly (readonly string[])[],
): Promise<string[]> {
  const plain = foldedForSearch(query);
  const named = withOwnNames(plain, names);
  const convert = hasHan(plain) ? await scriptOf(locale) : null;
  const all = [plain, named];
  return [...new Set(convert ? [...all, withOwnNames(convert(plain), names), convert(named)] : all)];
}
