import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { NO_FILTER } from '../../browserState/newsFilter.ts';
import type { HouseArticle } from '../../contract/news.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { importantMark, itemLink, itemTime, publisher } from '../../shells/items.ts';
import { $latest, LATEST, loadLatest } from '../../stores/latest.ts';
import type { FeedService } from '../../stores/news.ts';
import { draw, pageOf } from './drawing.tsx';
import type { LATEST_WORDS } from './feedWords.ts';
import { filteredNews } from './filteredNews.ts';

export interface SessionLine {
  mic: string;
  city: string;
  exchange: string;
  /** Set if it is not the language of the page */
  exchangeLang: 'en' | undefined;
  /** 'Mon–Fri 09:30–16:00' */
  hours: string;
  /** 'UTC−5, in summer UTC−4' */
  zone: string;
}

interface Props {
  locale: Locale;
  lang: string;
  service: FeedService | null;
  company: string;
  articles: HouseArticle[];
  /** Hours of the main exchanges, shown in place of missing flashes */
  sessions: SessionLine[];
  pages: { news: string; flash: string };
  words: Words<(typeof LATEST_WORDS)[number]>;
}

/**
 * The three latest news items and flashes. Nothing moves when they load: their entries have one height, and the
 * lists are drawn anew.
 */
export default function Latest({ locale, lang, service, company, articles, sessions, pages, words }: Props) {
  const say = speaker(words, locale);
  const { news, flashes } = useStore($latest, { ssr: 'initial' });

  useEffect(() => {
    if (service) void loadLatest(service);
  }, [service]);

  const page = pageOf({ locale, lang, words }, service);
  const list = { status: 'ready', items: news ?? [], next: null, more: 'idle' } as const;
  const entries = filteredNews(articles, list, NO_FILTER).slice(0, LATEST);

  return (
    <div className="latest">
      <section aria-labelledby="latest-news">
        <div className="latest-head">
          <h3 id="latest-news">{say('latest.news')}</h3>
          <a href={pages.news}>{say('latest.allNews')}</a>
        </div>
        <ul key={String(news === null)}>
          {entries.map((entry) => (
            <li key={entry.key}>
              {entry.kind === 'house' ? (
                <>
                  <p className="latest-title" lang={entry.article.lang}>
                    <a href={entry.article.href}>{entry.article.title}</a>
                  </p>
                  <p className="news-facts">
                    <time dateTime={entry.article.date}>{entry.article.day}</time>
                    <span>{company}</span>
                  </p>
                </>
              ) : (
                <>
                  <p className="latest-title">{draw(itemLink(entry.item, page))}</p>
                  <p className="news-facts">
                    {draw(itemTime(entry.item, page))}
                    {publisher(entry.item, page).map((part, index) => draw(part, String(index)))}
                  </p>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="latest-flash">
        <div className="latest-head">
          <h3 id="latest-flash">{say('latest.flash')}</h3>
          <a href={pages.flash}>{say('latest.allFlash')}</a>
        </div>
        <ul key={String(flashes === null)}>
          {flashes?.map((item) => (
            <li key={item.id} data-important={item.important || undefined}>
              <p className="latest-title">{draw(itemLink(item, page))}</p>
              <p className="news-facts">
                {draw(itemTime(item, page))}
                {draw(importantMark(item, page))}
                {publisher(item, page).map((part, index) => draw(part, String(index)))}
              </p>
            </li>
          ))}
          {sessions
            .slice(0, LATEST - (flashes?.length ?? 0))
            .map(({ mic, city, exchange, exchangeLang, hours, zone }) => (
              <li key={mic}>
                <p className="news-facts">
                  <span>{city}</span>
                  <span lang={exchangeLang}>{exchange}</span>
                </p>
                <p className="latest-title">{hours}</p>
                <p className="latest-zone">{zone}</p>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}
