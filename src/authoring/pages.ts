/** Which file a page takes its words from, and which languages it truly exists in. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../i18n/locales.ts';
import { localize } from '../i18n/urls.ts';
import { ROUTES, type Route } from '../routes.ts';
import { settings } from '../settings.ts';
import { movedPages } from '../site.ts';
import { outdatedSince } from './translations.ts';

type Room = 'pages' | 'notices' | 'news';

export interface Words<R extends Room = 'pages'> {
  entry: CollectionEntry<R>;
  /** The language the words are in */
  written: Locale;
  /** True where the locale has no words of its own and shows English under a notice */
  untranslated: boolean;
}

const indexes = new Map<Room, Promise<Map<string, CollectionEntry<Room>>>>();

/** The entries of a room by id. A build reads a room once: getCollection copies every entry on each call. */
function index(room: Room): Promise<Map<string, CollectionEntry<Room>>> {
  let found = import.meta.env.PROD ? indexes.get(room) : undefined;
  if (!found) {
    found = getCollection(room, ({ data }) => !data.draft).then(
      (entries) => new Map(entries.map((entry) => [entry.id, entry])),
    );
    indexes.set(room, found);
  }
  return found;
}

async function find<R extends Room>(room: R, id: string): Promise<CollectionEntry<R> | undefined> {
  return (await index(room)).get(id) as CollectionEntry<R> | undefined;
}

/** The words of a file in a locale. Throws where even en-US has none. */
export async function wordsOf<R extends Room>(room: R, path: string, locale: Locale): Promise<Words<R>> {
  const own = await find(room, `${locale}/${path}`);
  if (own) return { entry: own, written: locale, untranslated: false };
  const original = await find(room, `${DEFAULT_LOCALE}/${path}`);
  if (!original) throw new Error(`content/${DEFAULT_LOCALE}/${room}/${path}.mdx is missing`);
  const { overlay } = LOCALES[locale];
  return { entry: original, written: overlay ? locale : DEFAULT_LOCALE, untranslated: !overlay };
}

export interface Outdated {
  /** The day of the English text that the translation was made from */
  date: string;
  /** What is new or changed since; a removed section has no address */
  sections: { heading: string; href: string | null }[];
}

/** What readers of an outdated translation are told; null where its words are those of today's English page. */
export function outdatedFor(room: Room, path: string, locale: Locale, address: string): Outdated | null {
  const since = outdatedSince(locale, `${room}/${path}`);
  if (!since || since.draft) return null; // A draft is not shown.
  const changes = since.changes.filter(({ kind }) => kind !== 'moved');
  if (changes.length === 0) return null;
  const original = localize(address, DEFAULT_LOCALE);
  return {
    date: since.version.date,
    sections: changes.map(({ kind, heading, id }) => ({
      heading: plainHeading(heading),
      href: kind === 'removed' ? null : id ? `${original}#${id}` : original,
    })),
  };
}

/** A heading as it is read, without the marks of components and Markdown. */
function plainHeading(heading: string): string {
  return heading.replace(/<[^>]+>|[*_`]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The locales with a file of their own; the others show the words of the default one. */
export async function ownLocales(room: Room, path: string): Promise<Locale[]> {
  const ids = await index(room);
  return settings.LOCALES.filter((locale) => ids.has(`${locale}/${path}`));
}

/** The locales in which a file is no fallback, in the order of the table. */
export async function translatedLocales(room: Room, path: string): Promise<Locale[]> {
  const own = await ownLocales(room, path);
  return settings.LOCALES.filter((locale) => LOCALES[locale].overlay || own.includes(locale));
}

/** Every route that is built as a page of its own, and is no redirect to a configured address. */
export function builtRoutes(): Route[] {
  const moved = movedPages(settings);
  return ROUTES.filter(({ path }) => !moved.has(path));
}

/** The house's own news items, newest first, each path once: '2026-11-opening'. */
export async function newsPaths(): Promise<string[]> {
  const items = await getCollection('news', ({ data }) => !data.draft);
  const original = items.filter(({ id }) => id.startsWith(`${DEFAULT_LOCALE}/`));
  return original
    .sort((a, b) => b.data.date.localeCompare(a.data.date))
    .map(({ id }) => id.slice(DEFAULT_LOCALE.length + 1));
}

/** All locales that are built, in the order of the table (LOCALES can name fewer for quick work). */
export const builtLocales: Locale[] = LOCALE_IDS.filter((locale) => settings.LOCALES.includes(locale));
