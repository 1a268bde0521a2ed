import { useStore } from '@nanostores/react';
import { createElement, memo, type ReactNode, useMemo } from 'react';
import type { NewsItem } from '../../contract/news.ts';
import type { Found, SearchKind } from '../../contract/search.ts';
import { speaker } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { excerpt, finderOf, pieces } from '../../i18n/tokens.ts';
import { $search, searchMore } from '../../stores/search.ts';

interface Props {
  locale: Locale;
  file: string;
  page: string;
  words: Words<'search.*'>;
  isPage: boolean;
  children: ReactNode;
}

/** What the search has found, in groups: the best first, then news, flashes and English pages. */
export function Results({ locale, file, page, words, isPage, children }: Props) {
  const say = speaker(words, locale);
  const { query, status, results, english, news, flashes, zone, isNewsMissing, more, parts } = useStore($search);
  const finder = useMemo(() => finderOf(parts), [parts]);
  const { lang, prefix } = LOCALES[locale];
  const count = results.length + english.length + news.length + flashes.length;
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const isEmpty = status === 'ready' && count === 0;

  const live = (name: 'news' | 'flash', items: readonly NewsItem[]) => {
    if (items.length === 0) return null;
    const day = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: zone });
    return (
      <Group name={say(`search.kind.${name}`)}>
        {items.map((item) => (
          <li key={item.id}>
            <a className="search-hit" href={`${prefix}/datahub/${item.kind}/${encodeURIComponent(item.id)}`}>
              <Marked text={item.title} finder={finder} />
              <span className="search-excerpt">
                {item.source.name} · <time dateTime={item.publishedAt}>{day.format(Date.parse(item.publishedAt))}</time>
              </span>
            </a>
          </li>
        ))}
      </Group>
    );
  };

  return (
    <div className="search-results" aria-busy={status === 'loading'}>
      <p role="status" className={isEmpty || status === 'failed' ? undefined : 'search-count'}>
        {status === 'loading' && count === 0 && say('search.loading')}
        {status === 'failed' && say('search.failed')}
        {isEmpty && say('search.none', { query })}
        {status === 'ready' && count > 0 && say('search.found', { count })}
      </p>
      {status === 'idle' && children}
      {isEmpty && (
        <p>
          <a href={`${prefix}/support`}>{say('search.ask')}</a>
        </p>
      )}
      {kinds.map((kind) => (
        <Group key={kind} name={say(`search.kind.${kind}` satisfies `search.kind.${SearchKind}`)}>
          {results
            .filter((found) => found.kind === kind)
            .map((found) => (
              <Hit key={found.address} found={found} finder={finder} />
            ))}
        </Group>
      ))}
      {live('news', news)}
      {live('flash', flashes)}
      {isNewsMissing && <p className="search-count">{say('search.newsFailed')}</p>}
      {english.length > 0 && (
        <Group name={say('search.english')} lang="en">
          {english.map((found) => (
            <Hit key={found.address} found={found} finder={finder} />
          ))}
        </Group>
      )}
      {isPage && more && (
        <p className="actions">
          <button type="button" className="button quiet" onClick={() => void searchMore(file, locale)}>
            {say('search.more')}
          </button>
        </p>
      )}
      {!isPage && count > 0 && (
        <p>
          <a href={`${page}?${new URLSearchParams({ q: query })}`}>{say('search.all')}</a>
        </p>
      )}
    </div>
  );
}

interface GroupProps {
  name: string;
  lang?: string;
  className?: string;
  children: ReactNode;
}

export function Group({ name, lang, className, children }: GroupProps) {
  return (
    <section className="search-group">
      <h2>{name}</h2>
      <ul lang={lang} className={className}>
        {children}
      </ul>
    </section>
  );
}

/** Drawn once: finding the excerpt of a long text takes a phone some milliseconds. */
const Hit = memo(({ found: { address, title, text }, finder }: { found: Found; finder: RegExp | null }) => {
  return (
    <li>
      <a className="search-hit" href={address}>
        <Marked text={title} finder={finder} />
        <span className="search-excerpt">
          {text !== undefined && <Marked text={excerpt(text, finder)} finder={finder} />}
        </span>
      </a>
    </li>
  );
});

function Marked({ text, finder }: { text: string; finder: RegExp | null }) {
  // Its elements come and go together.
  return createElement(
    'span',
    null,
    ...pieces(text, finder).map(({ text, hit }) => (hit ? createElement('mark', null, text) : text)),
  );
}
