import { type SubmitEvent, useRef } from 'react';
import type { NewsItem, NewsSource } from '../../contract/all.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { HOUSE_CATEGORY, HOUSE_SOURCE, MOST_QUERY, type NewsFilter } from '../../stores/newsFilter.ts';
import { Chip, categoryName, type ItemWord, speaker, type Words } from '../feeds.tsx';

export const FILTER_WORDS = [
  'news.filters',
  'news.categories',
  'news.sources',
  'news.all',
  'news.allSources',
  'news.languages',
  'news.ownLanguage',
  'news.allLanguages',
  'news.moreFilters',
  'news.search',
  'news.searchButton',
] as const satisfies readonly MessageKey[];

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
  words: Words<(typeof FILTER_WORDS)[number] | ItemWord>;
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
  const nameOf = (id: string) => categoryName(id, words, locale);

  const search = (event: SubmitEvent) => {
    event.preventDefault();
    onChange({ q: typed.trim() });
  };

  return (
    <search className="feed-filters" aria-label={say('news.filters')}>
      <form className="feed-search" onSubmit={search}>
        <label htmlFor="news-q" className="unseen">
          {say('news.search')}
        </label>
        <input
          id="news-q"
          type="search"
          name="q"
          maxLength={MOST_QUERY}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
        <button type="submit" className="button quiet">
          {say('news.searchButton')}
        </button>
      </form>
      <fieldset className="chips feed-categories">
        <legend className="unseen">{say('news.categories')}</legend>
        <Chip pressed={!filter.category} onPress={() => onChange({ category: '' })}>
          {say('news.all')}
        </Chip>
        {[...offeredCategories].map((category) => (
          <Chip key={category} pressed={filter.category === category} onPress={() => onChange({ category })}>
            {nameOf(category)}
          </Chip>
        ))}
      </fieldset>
      <details className="feed-more">
        <summary>
          {say('news.moreFilters')}
          {filter.category && <b className="feed-category">{nameOf(filter.category)}</b>}
          {filter.source && <b>{sourceName(filter.source)}</b>}
        </summary>
        <div>
          <fieldset className="chips">
            <legend>{say('news.languages')}</legend>
            <Chip pressed={filter.language === ''} onPress={() => onChange({ language: '' })}>
              {say('news.ownLanguage')}
            </Chip>
            <Chip pressed={filter.language === 'all'} onPress={() => onChange({ language: 'all' })}>
              {say('news.allLanguages')}
            </Chip>
          </fieldset>
          <fieldset className="chips">
            <legend>{say('news.sources')}</legend>
            <Chip pressed={!filter.source} onPress={() => onChange({ source: '' })}>
              {say('news.allSources')}
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
