/** The house's own news as lists show it. */
import type { CollectionEntry } from 'astro:content';
import { readingMinutes } from '../catalogue/content.ts';
import type { HouseArticle } from '../contract/news.ts';
import { formatDate } from '../i18n/format.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { type Translate, translator } from '../i18n/messages.ts';
import { localize } from '../i18n/urls.ts';
import { newsPaths, wordsOf } from './pages.ts';

const lists = new Map<Locale, Promise<HouseArticle[]>>();

/** Every article that a locale shows, newest first. A build makes each list once: every article's page asks for it. */
export function houseArticles(locale: Locale): Promise<HouseArticle[]> {
  const list = (import.meta.env.PROD && lists.get(locale)) || listOf(locale);
  lists.set(locale, list);
  return list;
}

async function listOf(locale: Locale): Promise<HouseArticle[]> {
  const t = translator(locale);
  const ids = await newsPaths();
  return Promise.all(
    ids.map(async (id) => {
      const { entry, written, untranslated } = await wordsOf('news', id, locale);
      const { title, description, date } = entry.data;
      return {
        id,
        title,
        description,
        date,
        day: formatDate(date, locale),
        href: localize(`/datahub/news/${id}`, locale),
        readingTime: readingTime(entry, t),
        ...(untranslated && { lang: LOCALES[written].lang }),
      };
    }),
  );
}

const minutes = new WeakMap<CollectionEntry<'news'>, number>();

/** How long an article takes to read, in words. Counted once: the lists tell it and its own page. */
export function readingTime(entry: CollectionEntry<'news'>, t: Translate): string {
  const counted = minutes.get(entry) ?? readingMinutes(entry.body ?? '');
  minutes.set(entry, counted);
  return t('page.readingTime', { minutes: counted });
}
