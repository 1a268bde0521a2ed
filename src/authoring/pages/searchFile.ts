/** What the search loads when a visitor opens it: its words, and the names of terms in other languages. */
import { dataFile } from '../../catalogue/dataFile.ts';
import { namesOf } from '../../catalogue/glossary.ts';
import { mainTerm } from '../../catalogue/schemas.ts';
import { LANGUAGE_OF } from '../../contract/news.ts';
import type { SearchFile, Suggestion } from '../../contract/search.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { pick, translator } from '../../i18n/messages.ts';
import { foldedForSearch } from '../../i18n/tokens.ts';
import { lookUp } from '../../lookUp.ts';
import { memo } from '../../memo.ts';
import { LIVE_MENU } from '../../menus.ts';
import { LESSONS, routeAt } from '../../routes.ts';
import { settings } from '../../settings.ts';
import { glossary, termById } from './glossary.ts';
import { resolveHref } from './links.ts';

/** Every name of a term of the glossary in a language. */
const ownNames = memo(
  (locale: Locale) =>
    new Set(Object.keys(glossary).flatMap((id) => namesOf(termById(id, locale).term).map(foldedForSearch))),
);

/** The names of a term in the other languages that no term has in this one; single characters are too common. */
export function foreignNames(id: string, locale: Locale): string[] {
  const others = LOCALE_IDS.filter((other) => lookUp(glossary, id)?.[other]).flatMap((other) =>
    namesOf(termById(id, other).term),
  );
  return [...new Set(others.map(foldedForSearch))].filter((name) => name.length > 1 && !ownNames(locale).has(name));
}

const SUGGESTED = {
  products: LESSONS.map(({ path }) => path),
  places: [...LIVE_MENU.map(({ href }) => href), '/support'],
};

const suggestion = (path: string, locale: Locale): Suggestion => ({
  address: resolveHref(path, locale),
  title: translator(locale)(routeAt(path).label),
});

/** The file of a language. */
export const searchFile = memo((locale: Locale) => {
  const { API_BASE } = settings;
  const names = Object.keys(glossary)
    .map((id) => [foldedForSearch(mainTerm(termById(id, locale).term)), ...foreignNames(id, locale)])
    .filter(({ length }) => length > 1);
  const service =
    API_BASE === undefined ? null : { base: API_BASE, lang: LOCALES[locale].lang, language: LANGUAGE_OF[locale] };
  const file: SearchFile = {
    words: pick(locale, ['search.*']),
    names,
    products: SUGGESTED.products.map((path) => suggestion(path, locale)),
    places: SUGGESTED.places.map((path) => suggestion(path, locale)),
    service,
  };
  return dataFile(`search.${locale}`, file);
});
