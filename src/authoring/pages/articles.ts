/** The articles of the help center, prepared for lists. Their topic, rank and related pages come from English. */
import { ARTICLE_TOPICS } from '../../forms/lists.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { memoInBuild } from '../../memo.ts';
import { ROUTES, roomFile } from '../../routes.ts';
import { resolveHref } from './links.ts';
import { articlePaths, readEntry } from './pages.ts';

export interface HelpArticle {
  id: string;
  title: string;
  /** The answer in a sentence */
  answer: string;
  topic: (typeof ARTICLE_TOPICS)[number];
  /** Its place among the most asked; undefined if it is not among them */
  asked: number | undefined;
  href: string;
  /** Language of the words if it is not that of the page */
  lang?: string;
}

/** All articles that a locale shows, the most asked first. */
export const helpArticles = memoInBuild(async (locale: Locale): Promise<HelpArticle[]> => {
  const articles = await Promise.all(
    (await articlePaths()).map(async (id): Promise<HelpArticle> => {
      const { entry, written, untranslated } = await readEntry('support', id, locale);
      const { topic, asked } = (await readEntry('support', id, DEFAULT_LOCALE)).entry.data;
      return {
        id,
        topic,
        asked,
        title: entry.data.title,
        answer: entry.data.description,
        href: resolveHref(`/support/anserpage/${id}`, locale),
        ...(untranslated && { lang: LOCALES[written].lang }),
      };
    }),
  );
  const rank = ({ asked }: HelpArticle) => asked ?? Number.POSITIVE_INFINITY;
  return articles.sort((a, b) => Math.sign(rank(a) - rank(b)) || (a.id < b.id ? -1 : 1));
});

/** The topics that have articles, each with them. */
export async function helpTopics(locale: Locale) {
  const articles = await helpArticles(locale);
  return ARTICLE_TOPICS.map((topic) => ({
    topic,
    articles: articles.filter((article) => article.topic === topic),
  })).filter((group) => group.articles.length > 0);
}

/** The pages and articles that an article names, with their names in a locale. */
export async function relatedTo(id: string, locale: Locale): Promise<{ name: string; href: string }[]> {
  const { related } = (await readEntry('support', id, DEFAULT_LOCALE)).entry.data;
  const t = translator(locale);
  return Promise.all(
    related.map(async (path) => {
      const [room, name = ''] = roomFile(path)?.split('/') ?? [];
      const route = ROUTES.find((route) => route.path === path.split('#')[0]);
      const title = route
        ? t(route.label)
        : (await readEntry(room === 'news' ? 'news' : 'support', name, locale)).entry.data.title;
      return { name: title, href: resolveHref(path, locale) };
    }),
  );
}
