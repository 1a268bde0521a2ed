import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { forgetSearch, search } from '../../stores/search.ts';
import { prepare } from './loading.ts';
import { Results } from './Results.tsx';

/** Before the address follows: Safari allows a hundred changes in half a minute. */
const ADDRESS_PAUSE_MS = 300;
const LONGEST = 100;
/** So many results are shown; a browser loads six texts at once. */
const AT_ONCE = { dialog: 6, page: 12 };

interface Props {
  locale: Locale;
  /** Address of the search's words and names */
  file: string;
  /** Address of the page of the search */
  page: string;
  words: Words<'search.*'>;
  /** In the page of the search the query is in the address; the dialog links to that page */
  isPage?: boolean;
  /** What is shown before anything is typed */
  children?: ReactNode;
}

/** The field and what it finds. Arrow keys go through the results; Enter in the field leads to the page of the search. */
export default function Search({ locale, file, page, words, isPage = false, children }: Props) {
  const say = speaker(words, locale);
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');

  useEffect(() => {
    prepare(file, locale);
    // What was typed before the script was loaded, or the browser has filled in.
    const first = isPage ? (new URLSearchParams(location.search).get('q') ?? input.current?.value ?? '') : '';
    setQuery(first.slice(0, LONGEST));
    input.current?.focus({ preventScroll: true });
    return forgetSearch;
  }, [file, locale, isPage]);

  useEffect(() => {
    if (!isPage) return;
    const text = query.trim();
    const address = text ? `${page}?${new URLSearchParams({ q: text })}` : page;
    const timer = setTimeout(() => history.replaceState(history.state, '', address), ADDRESS_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, page, isPage]);

  useEffect(() => void search(query, file, locale, AT_ONCE[isPage ? 'page' : 'dialog']), [query, file, locale, isPage]);

  const walk = (event: KeyboardEvent) => {
    const step = Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp');
    if (step === 0 || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, .search-hit') ?? [])];
    const here = stops.indexOf(document.activeElement as HTMLElement);
    const next = stops[here + step];
    if (here < 0 || !next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <search className="search-box" ref={box} onKeyDown={walk}>
      <form action={page} method="get" onSubmit={(event) => isPage && event.preventDefault()}>
        <label className={isPage ? undefined : 'unseen'} htmlFor="search-query">
          {say('search.label')}
        </label>
        <div className="search-field">
          <input
            className="input"
            id="search-query"
            name="q"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LONGEST}
            value={query}
            ref={input}
            onChange={({ target }) => setQuery(target.value)}
          />
          {isPage && (
            <button type="submit" className="button quiet">
              {say('search.button')}
            </button>
          )}
        </div>
      </form>
      <Results locale={locale} file={file} page={page} words={words} isPage={isPage}>
        {children}
      </Results>
    </search>
  );
}
