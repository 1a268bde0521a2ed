import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { PAGES_BY_SCROLLING } from '../../browserState/keys.ts';
import { isFiltered, type NewsFilter, NO_FILTER, readFilter, writeFilter } from '../../browserState/newsFilter.ts';
import { localZone } from '../../browserState/zone.ts';
import type { HouseArticle } from '../../contract/news.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { dateIn, type MarketDay, weekOf } from '../../markets/week.ts';
import { toHtml } from '../../shells/html.ts';
import { BRIEF, houseEntry, newsEntry, newsItems } from '../../shells/newsLists.ts';
import {
  $news,
  $newsSources,
  type FeedService,
  keepNews,
  type ListPosition,
  loadMoreNews,
  loadNews,
  loadSources,
  restoreNews,
} from '../../stores/news.ts';
import { draw, Place, pageOf } from './drawing.tsx';
import { Notice, OlderButton, useOnline } from './feeds.tsx';
import type { NEWS_WORDS } from './feedWords.ts';
import { filteredNews } from './filteredNews.ts';
import { Filters } from './NewsFilters.tsx';

interface Props {
  locale: Locale;
  lang: string;
  /** Null if the site has no API: the list is then that of the build */
  service: FeedService | null;
  company: string;
  articles: HouseArticle[];
  /** Holidays and short days of main exchanges, from the day of the build on */
  week: MarketDay[];
  /** The day of the build */
  today: string;
  /** Categories of the sources in the page's language */
  categories: string[];
  /** True where only the headlines are shown, above a link to all news */
  brief?: boolean;
  /** Address of the list of all news */
  allNews: string;
  words: Words<(typeof NEWS_WORDS)[number]>;
}

/** The list of news: the house's articles from the build and the items of feeds, filtered by the query of the URL. */
export default function News({
  locale,
  lang,
  service,
  company,
  articles,
  week,
  today,
  categories,
  brief = false,
  allNews,
  words,
}: Props) {
  const say = speaker(words, locale);
  const list = useStore($news, { ssr: 'initial' });
  const sources = useStore($newsSources, { ssr: 'initial' });
  const online = useOnline();
  const [filter, setFilter] = useState<NewsFilter>(NO_FILTER);
  const [typed, setTyped] = useState('');
  const back = useRef<ListPosition | null>(null);
  const pagesByScrolling = useRef(0);
  /** The list was here once: until then it is as our server or the build has written it. */
  const wasRead = useRef(false);
  const entriesList = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (brief) {
      if (service) void loadNews(NO_FILTER, service);
      return;
    }
    const take = (search: string) => {
      const wanted = readFilter(search);
      setFilter(wanted);
      setTyped(wanted.q);
      return wanted;
    };
    const wanted = take(location.search);
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isReturn = navigation?.type === 'back_forward';
    back.current = isReturn ? restoreNews(location.search) : null;
    if (service) {
      // The browser would restore the scroll position while the list is still short.
      history.scrollRestoration = 'manual';
      if (back.current === null) void loadNews(wanted, service);
      void loadSources(service);
    }
    const onPop = () => {
      const earlier = take(location.search);
      if (service) void loadNews(earlier, service);
    };
    const onHide = () => keepNews(location.search, placeOf(entriesList.current));
    addEventListener('popstate', onPop);
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('popstate', onPop);
      removeEventListener('pagehide', onHide);
    };
  }, [service, brief]);

  // Restores the reader's place once the restored list is drawn.
  useLayoutEffect(() => {
    const { current: place } = back;
    if (place === null || list.items.length === 0) return;
    back.current = null;
    holdPlace(entriesList.current, place);
  }, [list.items]);

  const change = (part: Partial<NewsFilter>) => {
    const wanted = { ...filter, ...part };
    history.pushState(history.state, '', location.pathname + writeFilter(wanted, location.search));
    setFilter(wanted);
    setTyped(wanted.q);
    pagesByScrolling.current = 0;
    if (service) void loadNews(wanted, service);
  };

  const all = useMemo(() => filteredNews(articles, list, filter), [articles, list, filter]);
  const filtered = isFiltered(filter);
  const lead = brief ? articles.find(({ house }) => !house) : undefined;
  const entries = all.filter(({ key }) => key !== lead?.id).slice(0, brief ? BRIEF : undefined);
  const offered = sources.filter(
    ({ kind, language, company: ofCompany }) =>
      kind === 'news' && (filter.language === 'all' || ofCompany !== undefined || language === service?.language),
  );
  const isLoading = list.status === 'loading';
  /** The feeds have brought nothing, or not yet. */
  const isEmpty = !filtered && list.items.length === 0;
  // What the answer would move is not shown before it.
  const isWaiting = service !== null && (isLoading || list.status === 'house');
  if (!isWaiting) wasRead.current = true;
  const page = pageOf({ locale, lang, words }, service);

  return (
    <div className="news">
      {service && !brief && (
        <Filters
          locale={locale}
          words={words}
          company={company}
          categories={categories}
          filter={filter}
          typed={typed}
          offered={offered}
          items={list.items}
          onType={setTyped}
          onChange={change}
        />
      )}
      <div className="news-main">
        {lead && draw(houseEntry(lead, company, { lead: true }))}
        <h2 className="unseen">{say('news.list.list')}</h2>
        <p className="feed-state" aria-live="polite">
          {isLoading && say('news.list.loading')}
          {list.status === 'ready' && filtered && say('news.list.count', { count: all.length })}
          {isEmpty && list.status === 'ready' && service && <span data-freshness="none">{say('news.list.none')}</span>}
        </p>
        {isEmpty && !brief && <Week week={week} today={today} title={say('news.list.week')} />}
        {list.status === 'failed' && service && (
          <Notice
            text={say(online ? 'news.list.failed' : 'news.offline')}
            action={say('news.again')}
            onAction={() => void loadNews(filter, service)}
          />
        )}
        {list.status === 'ready' && all.length === 0 && (
          <Notice text={say('news.list.empty')} action={say('news.list.clear')} onAction={() => change(NO_FILTER)} />
        )}
        {isWaiting && !wasRead.current ? (
          <Place
            name="news"
            as="ul"
            className="news-list"
            data-waiting
            html={import.meta.env.SSR ? toHtml(...newsItems(entries, company, false, page)) : ''}
          />
        ) : (
          <ul ref={entriesList} className="news-list" aria-busy={isLoading} data-waiting={isWaiting || undefined}>
            {entries.map((entry) => (
              <li key={entry.key} data-key={entry.key}>
                {draw(newsEntry(entry, company, brief && !isEmpty, page))}
              </li>
            ))}
          </ul>
        )}
        {brief ? (
          <>
            <p className="latest-all">
              <a href={allNews}>{say('latest.allNews')}</a>
            </p>
            {isEmpty && <Week week={week} today={today} title={say('news.list.week')} />}
          </>
        ) : (
          <EndOfList
            locale={locale}
            service={service}
            filter={filter}
            pagesByScrolling={pagesByScrolling}
            words={words}
          />
        )}
      </div>
    </div>
  );
}

/** Loads older news, by itself while the reader scrolls to it, after some pages only when the button is pressed. */
function EndOfList({
  locale,
  service,
  filter,
  pagesByScrolling,
  words,
}: Pick<Props, 'locale' | 'service' | 'words'> & { filter: NewsFilter; pagesByScrolling: RefObject<number> }) {
  const say = speaker(words, locale);
  const list = useStore($news, { ssr: 'initial' });
  const end = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is looked for again after each page
  useEffect(() => {
    const { current } = end;
    if (!current || !service || list.next === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || pagesByScrolling.current >= PAGES_BY_SCROLLING) return;
        pagesByScrolling.current += 1;
        void loadMoreNews(filter, service);
      },
      { rootMargin: '600px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [list.items.length, list.next, service, filter]);

  return (
    <div ref={end} className="feed-end">
      {service && list.next !== null && (
        <OlderButton
          isLoading={list.more === 'loading'}
          text={say(list.more === 'loading' ? 'news.list.moreLoading' : 'news.more')}
          onPress={() => void loadMoreNews(filter, service)}
        />
      )}
      <p aria-live="polite">
        {list.more === 'failed' && say('news.list.moreFailed')}
        {list.status === 'ready' && list.next === null && list.items.length > 0 && say('news.list.end')}
      </p>
    </div>
  );
}

/** Holidays and short days of the main exchanges: those of the week, else the next ones. */
function Week({ week, today, title }: Pick<Props, 'week' | 'today'> & { title: string }) {
  const [day, setDay] = useState(today);
  useEffect(() => setDay(dateIn(localZone(), Date.now())), []);
  const days = weekOf(week, day);
  if (days.length === 0) return null;
  return (
    <section className="week">
      <h2>{title}</h2>
      <dl>
        {days.map(({ date, day: name, lines }) => (
          <div key={date}>
            <dt>
              <time dateTime={date}>{name}</time>
            </dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The reader's place by the first visible entry, because what is above it may have another height next time. */
function placeOf(list: HTMLElement | null): ListPosition {
  for (const entry of list?.children ?? []) {
    const { top, bottom } = entry.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) return { key: entry.getAttribute('data-key'), top, scroll: scrollY };
  }
  return { key: null, top: 0, scroll: scrollY };
}

/** Scrolls the page to a place and holds it there while fonts and filters load, until the visitor scrolls. */
function holdPlace(list: HTMLElement | null, { key, top, scroll }: ListPosition): void {
  const entry = [...(list?.children ?? [])].find((item) => item.getAttribute('data-key') === key);
  let held = scrollY;
  const go = () => {
    scrollTo({ top: entry ? scrollY + entry.getBoundingClientRect().top - top : scroll, behavior: 'instant' });
    held = scrollY;
  };
  const growth = new ResizeObserver(go);
  const onScroll = () => {
    if (Math.abs(scrollY - held) < 1) return;
    growth.disconnect();
    removeEventListener('scroll', onScroll);
  };
  go();
  growth.observe(document.body);
  addEventListener('scroll', onScroll);
}
