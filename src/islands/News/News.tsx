import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { HouseArticle } from '../../contract/news.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import {
  $news,
  $newsSources,
  keepNews,
  loadMoreNews,
  loadNews,
  loadSources,
  type Place,
  restoreNews,
  type Service,
} from '../../stores/news.ts';
import {
  HOUSE_CATEGORY,
  HOUSE_SOURCE,
  isFiltered,
  MOST_QUERY,
  type NewsFilter,
  NO_FILTER,
  readFilter,
  writeFilter,
} from '../../stores/newsFilter.ts';
import { type Entry, mergeNews } from '../../stores/newsMerge.ts';
import { PAGES_BY_SCROLLING } from '../../visit/keys.ts';
import {
  Chip,
  categoryName,
  dayAndTime,
  foreignLang,
  Importance,
  type ItemWord,
  itemHref,
  LanguageMark,
  localZone,
  Original,
  speaker,
  useOnline,
  type Words,
} from '../feeds.tsx';

export const NEWS_WORDS = [
  'news.filters',
  'news.categories',
  'news.sources',
  'news.all',
  'news.allSources',
  'news.languages',
  'news.ownLanguage',
  'news.allLanguages',
  'news.search',
  'news.searchButton',
  'news.clear',
  'news.list',
  'news.loading',
  'news.count',
  'news.empty',
  'news.failed',
  'news.offline',
  'news.again',
  'news.more',
  'news.moreLoading',
  'news.moreFailed',
  'news.end',
] as const satisfies readonly MessageKey[];

interface Props {
  locale: Locale;
  lang: string;
  /** Null where the site has no API: the list is that of the build */
  service: Service | null;
  company: string;
  articles: HouseArticle[];
  words: Words<(typeof NEWS_WORDS)[number] | ItemWord>;
}

/** The list of news: the house's articles from the build, and what the feeds bring, by filters that the address holds. */
export default function News({ locale, lang, service, company, articles, words }: Props) {
  const say = speaker(words, locale);
  const list = useStore($news, { ssr: 'initial' });
  const sources = useStore($newsSources, { ssr: 'initial' });
  const online = useOnline();
  const [filter, setFilter] = useState<NewsFilter>(NO_FILTER);
  const [typed, setTyped] = useState('');
  const back = useRef<Place | null>(null);
  const pagesByScrolling = useRef(0);
  const seen = useRef({ categories: new Set<string>(), sources: new Map<string, string>() });
  const entriesList = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
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
      // The browser would scroll while the list is still short.
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
  }, [service]);

  // Once the list that was left is drawn again.
  useLayoutEffect(() => {
    const { current: place } = back;
    if (place === null || list.items.length === 0) return;
    back.current = null;
    holdPlace(entriesList.current, place);
  }, [list.items]);

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

  const change = (part: Partial<NewsFilter>) => {
    const wanted = { ...filter, ...part };
    history.pushState(history.state, '', location.pathname + writeFilter(wanted, location.search));
    setFilter(wanted);
    setTyped(wanted.q);
    pagesByScrolling.current = 0;
    if (service) void loadNews(wanted, service);
  };
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    change({ q: typed.trim() });
  };

  const all = useMemo(() => mergeNews(articles, list, filter), [articles, list, filter]);
  const filtered = isFiltered(filter);
  const [leading] = articles;
  const lead = filtered ? undefined : leading;
  const entries = all.filter(({ key }) => key !== lead?.id);
  const offered = sources.filter(
    ({ kind, language }) => kind === 'news' && (filter.language === 'all' || language === service?.language),
  );
  // What has once been seen stays among the filters, so that a choice takes no other away.
  for (const { category, source } of list.items) {
    seen.current.categories.add(category);
    seen.current.sources.set(source.id, source.name);
  }
  for (const { id, name, category } of offered) {
    if (category) seen.current.categories.add(category);
    seen.current.sources.set(id, name);
  }
  if (filter.category) seen.current.categories.add(filter.category);
  const categories = [...seen.current.categories].filter((category) => category !== HOUSE_CATEGORY);
  const sourceName = (id: string) => (id === HOUSE_SOURCE ? company : (seen.current.sources.get(id) ?? id));
  const isLoading = list.status === 'loading';

  return (
    <div className="news">
      {lead && <Lead article={lead} company={company} />}
      {service && (
        <search className="feed-filters" aria-label={say('news.filters')}>
          <form className="feed-search" onSubmit={search}>
            <label htmlFor="news-q">{say('news.search')}</label>
            <input
              id="news-q"
              type="search"
              name="q"
              maxLength={MOST_QUERY}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <button type="submit" className="button quiet">
              {say('news.searchButton')}
            </button>
          </form>
          <fieldset className="chips">
            <legend>{say('news.categories')}</legend>
            <Chip pressed={!filter.category} onPress={() => change({ category: '' })}>
              {say('news.all')}
            </Chip>
            {[HOUSE_CATEGORY, ...categories.sort()].map((category) => (
              <Chip key={category} pressed={filter.category === category} onPress={() => change({ category })}>
                {category === HOUSE_CATEGORY ? company : categoryName(category, words, locale)}
              </Chip>
            ))}
          </fieldset>
          <fieldset className="chips">
            <legend>{say('news.languages')}</legend>
            <Chip pressed={filter.language === ''} onPress={() => change({ language: '' })}>
              {say('news.ownLanguage')}
            </Chip>
            <Chip pressed={filter.language === 'all'} onPress={() => change({ language: 'all' })}>
              {say('news.allLanguages')}
            </Chip>
          </fieldset>
          <details className="chips-more">
            <summary>
              {say('news.sources')}
              {filter.source && <b>{sourceName(filter.source)}</b>}
            </summary>
            <div className="chips">
              <Chip pressed={!filter.source} onPress={() => change({ source: '' })}>
                {say('news.allSources')}
              </Chip>
              {[HOUSE_SOURCE, ...seen.current.sources.keys()].map((source) => (
                <Chip key={source} pressed={filter.source === source} onPress={() => change({ source })}>
                  {sourceName(source)}
                </Chip>
              ))}
            </div>
          </details>
        </search>
      )}
      <h2 className="unseen">{say('news.list')}</h2>
      <p className="feed-state" aria-live="polite">
        {isLoading && say('news.loading')}
        {list.status === 'ready' && filtered && say('news.count', { count: all.length })}
      </p>
      {list.status === 'failed' && service && (
        <div className="feed-notice">
          <p>{say(online ? 'news.failed' : 'news.offline')}</p>
          <button type="button" className="button quiet" onClick={() => void loadNews(filter, service)}>
            {say('news.again')}
          </button>
        </div>
      )}
      {list.status === 'ready' && all.length === 0 && (
        <div className="feed-notice">
          <p>{say('news.empty')}</p>
          <button type="button" className="button quiet" onClick={() => change(NO_FILTER)}>
            {say('news.clear')}
          </button>
        </div>
      )}
      <ul ref={entriesList} className="news-list" aria-busy={isLoading}>
        {entries.map((entry) => (
          <li key={entry.key} data-key={entry.key}>
            <NewsEntry entry={entry} {...{ locale, lang, service, company, words }} />
          </li>
        ))}
      </ul>
      <div ref={end} className="feed-end">
        {service && list.next !== null && (
          <button
            type="button"
            className="button quiet"
            aria-disabled={list.more === 'loading'}
            onClick={() => void loadMoreNews(filter, service)}
          >
            {say(list.more === 'loading' ? 'news.moreLoading' : 'news.more')}
          </button>
        )}
        <p aria-live="polite">
          {list.more === 'failed' && say('news.moreFailed')}
          {list.status === 'ready' && list.next === null && list.items.length > 0 && say('news.end')}
        </p>
      </div>
    </div>
  );
}

/** The newest article of the house, opened wide. */
function Lead({ article, company }: { article: HouseArticle; company: string }) {
  return (
    <article className="news-lead">
      <p className="news-facts">
        <time dateTime={article.date}>{article.day}</time>
        <span>{company}</span>
        <span>{article.readingTime}</span>
      </p>
      <h2 lang={article.lang}>
        <a href={article.href}>{article.title}</a>
      </h2>
      <p lang={article.lang}>{article.description}</p>
    </article>
  );
}

function NewsEntry({ entry, locale, lang, service, company, words }: Omit<Props, 'articles'> & { entry: Entry }) {
  if (entry.kind === 'house') {
    const { article } = entry;
    return (
      <article className="news-entry">
        <p className="news-facts">
          <time dateTime={article.date}>{article.day}</time>
          <span>{company}</span>
          <span>{article.readingTime}</span>
        </p>
        <h3 lang={article.lang}>
          <a href={article.href}>{article.title}</a>
        </h3>
        <p className="news-summary" lang={article.lang}>
          {article.description}
        </p>
      </article>
    );
  }
  const { item } = entry;
  const language = service?.language ?? item.language;
  const itemLang = foreignLang(item, language);
  return (
    <article className="news-entry" data-important={item.important || undefined}>
      <p className="news-facts">
        <time dateTime={item.publishedAt}>{dayAndTime(item.publishedAt, lang, localZone())}</time>
        <Importance {...{ item, words, locale }} />
        <span>{item.source.name}</span>
        <span>{categoryName(item.category, words, locale)}</span>
        <LanguageMark item={item} lang={lang} language={language} />
        {item.revision > 1 && <span className="mark">{speaker(words, locale)('news.revised')}</span>}
      </p>
      <h3 lang={itemLang}>
        <a href={itemHref(item, locale)}>{item.title}</a>
      </h3>
      {item.summary && (
        <p className="news-summary" lang={itemLang}>
          {item.summary}
        </p>
      )}
      <Original item={item} words={words} locale={locale} />
    </article>
  );
}

/** Where the reader is: by the first entry in sight, since what stands above it may be of another height next time. */
function placeOf(list: HTMLElement | null): Place {
  for (const entry of list?.children ?? []) {
    const { top, bottom } = entry.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) return { key: entry.getAttribute('data-key'), top, scroll: scrollY };
  }
  return { key: null, top: 0, scroll: scrollY };
}

/** Brings the page to a place, and keeps it there while fonts and filters still come, until somebody scrolls. */
function holdPlace(list: HTMLElement | null, { key, top, scroll }: Place): void {
  const entry = [...(list?.children ?? [])].find((one) => one.getAttribute('data-key') === key);
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
