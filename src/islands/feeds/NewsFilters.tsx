import { type SubmitEvent, useRef } from 'react';
import { HOUSE_CATEGORY, HOUSE_SOURCE, MOST_QUERY, type NewsFilter } from '../../browserState/newsFilter.ts';
import type { NewsItem, NewsSource } from '../../contract/all.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { categoryName } from '../../shells/items.ts';
import type { ITEM_WORDS } from '../../shells/page.ts';
import { wordOf } from './drawing.tsx';
import { Chip } from './feeds.tsx';

interface Props {
  locale: Locale;
  company: string;
  /** Categories that are offered from the start */
  categories: string[];
  filter: NewsFilter;
  /** What stands in the search box */
  typed: string;
  /** Items that are shown */
  items: readonly NewsItem[];
  /** Sources of the languages chosen */
  offered: readonly NewsSource[];
  words: Words<'news.filter.*' | (typeof ITEM_WORDS)[number]>;
  onType: (text: string) => void;
  onChange: (part: Partial<NewsFilter>) => void;
}

/** The filters of the news in one line: search, categories, and the rest behind a disclosure. */
export function Filters({
  locale,
  company,
  categories,
  filter,
  typed,
  items,
  offered,
  words,
  onType,
  onChange,
}: Props) {
  const say = speaker(words, locale);
  const seen = useRef({ categories: new Set(categories), sources: new Map<string, string>() });

  // A category or source seen once stays among the filters, so that choosing one removes no other.
  for (const { category, source } of items) {
    seen.current.categories.add(category);
    seen.current.sources.set(source.id, source.name);
  }
  for (const { id, name, category } of offered) {
    if (category) seen.current.categories.add(category);
    seen.current.sources.set(id, name);
  }
  if (filter.category) seen.current.categories.add(filter.category);
  const offeredCategories = new Set([HOUSE_CATEGORY, ...[...seen.current.categories].sort()]);
  const sourceName = (id: string) => (id === HOUSE_SOURCE ? company : (seen.current.sources.get(id) ?? id));
  const nameOf = (id: string) => categoryName(id, wordOf(words, locale));

  const search = (event: SubmitEvent) => {
    event.preventDefault();
    onChange({ q: typed.trim() });
  };

  return (
    <search className="feed-filters" aria-label={say('news.filter.filters')}>
      <form className="feed-search" onSubmit={search}>
        <label htmlFor="news-q" className="unseen">
          {say('news.filter.search')}
        </label>
        <input
          id="news-q"
          type="search"
          name="q"
          placeholder={say('news.filter.search')}
          maxLength={MOST_QUERY}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
        <button type="submit" className="button quiet">
          {say('news.filter.searchButton')}
        </button>
      </form>
      <fieldset className="chips feed-categories">
        <legend className="unseen">{say('news.filter.categories')}</legend>
        <Chip pressed={!filter.category} onPress={() => onChange({ category: '' })}>
          {say('news.filter.all')}
        </Chip>
        {[...offeredCategories].map((category) => (
          <Chip key={category} pressed={filter.category === category} onPress={() => onChange({ category })}>
            {nameOf(category)}
          </Chip>
        ))}
      </fieldset>
      <details className="feed-more">
        <summary>
          {say('news.filter.moreFilters')}
          {filter.category && <b className="feed-category">{nameOf(filter.category)}</b>}
          {filter.source && <b>{sourceName(filter.source)}</b>}
        </summary>
        <div>
          <fieldset className="chips">
            <legend>{say('news.filter.languages')}</legend>
            <Chip pressed={filter.language === ''} onPress={() => onChange({ language: '' })}>
              {say('news.filter.ownLanguage')}
            </Chip>
            <Chip pressed={filter.language === 'all'} onPress={() => onChange({ language: 'all' })}>
              {say('news.filter.allLanguages')}
            </Chip>
          </fieldset>
          <fieldset className="chips">
            <legend>{say('news.filter.sources')}</legend>
            <Chip pressed={!filter.source} onPress={() => onChange({ source: '' })}>
              {say('news.filter.allSources')}
            </Chip>
            {[HOUSE_SOURCE, ...seen.current.sources.keys()].map((source) => (
              <Chip key={source} pressed={filter.source === source} onPress={() => onChange({ source })}>
                {sourceName(source)}
              </Chip>
            ))}
          </fieldset>
        </div>
      </details>
    </search>
  );
}
