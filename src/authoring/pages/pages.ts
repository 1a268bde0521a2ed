/** Finds the file with the words of a page, and the languages in which the page really exists. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { publishedFrom, today } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { memoInBuild } from '../../memo.ts';
import { ROUTES, type Route } from '../../routes.ts';
import { settings } from '../../settings.ts';
import { movedPages } from '../../site.ts';
import { withoutLocal } from '../reading/mdx.ts';
import { headingIds } from '../reading/sections.ts';
import { outdatedSince } from '../translation/translations.ts';

type Collection = 'pages' | 'notices' | 'news' | 'support';

export interface Written<R extends Collection = 'pages'> {
  entry: CollectionEntry<R>;
  /** The language the words are in */
  written: Locale;
  /** True if the locale has no words of its own and shows English under a notice */
  untranslated: boolean;
  /** True if the words are from the folder of the locale, so that their <Local> blocks are shown */
  own: boolean;
  /** The MDX that the locale shows */
  body: string;
}

/** The entries of a collection by id. Cached in a build, because getCollection copies every entry on each call. */
const index = memoInBuild(async (collection: Collection): Promise<Map<string, CollectionEntry<Collection>>> => {
  const entries = await getCollection(collection, ({ data }) => !data.draft || showsDrafts());
  return new Map(entries.map((entry) => [entry.id, entry]));
});

/** In the preview of the desk */
const showsDrafts = () => import.meta.env.DEV && (globalThis.deskState?.showsDrafts?.() ?? false);

async function find<R extends Collection>(collection: R, id: string): Promise<CollectionEntry<R> | undefined> {
  return (await index(collection)).get(id) as CollectionEntry<R> | undefined;
}

/** The words of a file in a locale. Throws if even en-US has none. */
export async function readEntry<R extends Collection>(
  collection: R,
  path: string,
  locale: Locale,
): Promise<Written<R>> {
  const inLocale = await find(collection, `${locale}/${path}`);
  if (inLocale) return { entry: inLocale, written: locale, untranslated: false, own: true, body: inLocale.body ?? '' };
  const original = await find(collection, `${DEFAULT_LOCALE}/${path}`);
  if (!original) throw new Error(`content/${DEFAULT_LOCALE}/${collection}/${path}.mdx is missing`);
  const { overlay } = LOCALES[locale];
  return {
    entry: original,
    written: overlay ? locale : DEFAULT_LOCALE,
    untranslated: !overlay,
    own: false,
    body: withoutLocal(original.body ?? ''),
  };
}

/** The headings that a locale shows: of another locale's words, those outside <Local>. */
export function shownHeadings<Heading extends { slug: string }>(
  headings: readonly Heading[],
  { entry, own, body }: Pick<Written<Collection>, 'entry' | 'own' | 'body'>,
): readonly Heading[] {
  if (own || body === entry.body) return headings;
  const shown = new Set(headingIds(body));
  return headings.filter(({ slug }) => shown.has(slug));
}

export interface Outdated {
  /** The day of the English text that the translation was made from */
  date: string;
  /** What is new or changed since; a removed section has no address */
  sections: { heading: string; href: string | null }[];
}

/** What a page tells readers of an outdated translation; null if it has the words of today's English page. */
export function outdatedFor(collection: Collection, path: string, locale: Locale, address: string): Outdated | null {
  const since = outdatedSince(locale, `${collection}/${path}`);
  if (!since?.date || since.draft) return null; // A draft is not shown.
  const changes = since.changes.filter(({ kind }) => kind !== 'moved');
  if (changes.length === 0) return null;
  const original = localize(address, DEFAULT_LOCALE);
  return {
    date: since.date,
    sections: changes.map(({ kind, heading, id }) => ({
      heading,
      href: kind === 'removed' ? null : id ? `${original}#${id}` : original,
    })),
  };
}

/** The locales with a file of their own; the others show the words of the default one. */
export async function ownLocales(collection: Collection, path: string): Promise<Locale[]> {
  const ids = await index(collection);
  return settings.LOCALES.filter((locale) => ids.has(`${locale}/${path}`));
}

/** The locales in which a file is not a fallback, in the order of the table. */
export async function translatedLocales(collection: Collection, path: string): Promise<Locale[]> {
  const inLocales = await ownLocales(collection, path);
  return settings.LOCALES.filter((locale) => LOCALES[locale].overlay || inLocales.includes(locale));
}

/** Every route that is built as a page of its own and not redirected to a configured address. */
export function builtRoutes(): Route[] {
  const moved = movedPages(settings);
  return ROUTES.filter(({ path }) => !moved.has(path));
}

/** The paths of the house's own news items up to a day, newest first, each once: '2026-11-opening'. */
export async function newsPaths(until = today()): Promise<string[]> {
  const items = await getCollection('news', ({ data }) => publishedFrom(data) <= until);
  const original = items.filter(({ id }) => id.startsWith(`${DEFAULT_LOCALE}/`));
  return original
    .sort((a, b) => b.data.date.localeCompare(a.data.date))
    .map(({ id }) => id.slice(DEFAULT_LOCALE.length + 1));
}

/** The names of the help articles. None if an external address answers instead. */
export async function articlePaths(): Promise<string[]> {
  if (settings.SUPPORT_URL) return [];
  const articles = await getCollection('support', ({ data }) => !data.draft);
  return articles
    .filter(({ id }) => id.startsWith(`${DEFAULT_LOCALE}/`))
    .map(({ id }) => id.slice(DEFAULT_LOCALE.length + 1));
}

/** The locales to build, in the order of the table. LOCALES can name fewer, for quick work. */
export const builtLocales: Locale[] = LOCALE_IDS.filter((locale) => settings.LOCALES.includes(locale));
