/** The house's own news, prepared for lists. */
import type { HouseArticle } from '../../contract/news.ts';
import { formatDate } from '../../i18n/format.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { type Translate, translator } from '../../i18n/messages.ts';
import { localize } from '../../i18n/urls.ts';
import { memoInBuild } from '../../memo.ts';
import { marksOf } from '../reading/mdx.ts';
import { newsPaths, readEntry } from './pages.ts';

/** All articles that a locale shows, newest first. A build makes each list once, as every article's page needs it. */
export const houseArticles = memoInBuild(async (locale: Locale): Promise<HouseArticle[]> => {
  const t = translator(locale);
  const ids = await newsPaths();
  return Promise.all(
    ids.map(async (id) => {
      const { entry, written, untranslated, body } = await readEntry('news', id, locale);
      const { title, description, date } = entry.data;
      const { house } = (await readEntry('news', id, DEFAULT_LOCALE)).entry.data;
      return {
        id,
        title,
        description,
        date,
        day: formatDate(date, locale),
        href: localize(`/datahub/news/${id}`, locale),
        readingTime: readingTime(body, t),
        ...(house && { house }),
        ...(untranslated && { lang: LOCALES[written].lang }),
      };
    }),
  );
});

/** The articles on markets; the others are notes about the site. */
export async function marketArticles(locale: Locale): Promise<HouseArticle[]> {
  return (await houseArticles(locale)).filter(({ house }) => !house);
}

/** The reading time of an article, as text. */
export function readingTime(body: string, t: Translate): string {
  return t('page.readingTime', { minutes: marksOf(body).minutes });
}
