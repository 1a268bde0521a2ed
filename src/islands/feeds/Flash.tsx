import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { MOST_FLASHES } from '../../browserState/keys.ts';
import { type NewsFilter, NO_FILTER, readFilter, writeFilter } from '../../browserState/newsFilter.ts';
import { localZone } from '../../browserState/zone.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { zoneName } from '../../markets/zone.ts';
import { el } from '../../shells/element.ts';
import { flashEntry, listedFlashes } from '../../shells/flashLists.ts';
import { toHtml } from '../../shells/html.ts';
import { categoryName } from '../../shells/items.ts';
import {
  $flashes,
  $newFlashes,
  type Flash as FlashItem,
  followFlashes,
  loadOlderFlashes,
  showNewFlashes,
} from '../../stores/flash.ts';
import { $flashChoice, choose, EVERYTHING, isWanted } from '../../stores/flashFilter.ts';
import type { FeedService, FlashService } from '../../stores/news.ts';
import { draw, Place, pageOf } from './drawing.tsx';
import { Chip, Notice, OlderButton, useOnline } from './feeds.tsx';
import type { FLASH_WORDS } from './feedWords.ts';
import { Freshness, useFlashes } from './liveFlashes.tsx';

export interface ZoneChoice {
  zone: string;
  /** The city of an exchange */
  name: string;
}

interface Props {
  locale: Locale;
  lang: string;
  service: FeedService;
  /** Zones of the main exchanges */
  zones: ZoneChoice[];
  /** Categories that are offered from the start */
  categories: string[];
  words: Words<(typeof FLASH_WORDS)[number]>;
}

/** The live list of flashes. The text being read stays in place when flashes are inserted above it. */
export default function Flash({ locale, lang, service, zones, categories, words }: Props) {
  const say = speaker(words, locale);
  const list = useStore($flashes, { ssr: 'initial' });
  const waiting = useStore($newFlashes, { ssr: 'initial' });
  const choice = useStore($flashChoice, { ssr: () => EVERYTHING });
  const online = useOnline();
  const [filter, setFilter] = useState<NewsFilter>(NO_FILTER);
  const [paused, setPaused] = useState(false);
  const [isAway, setAway] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const feed = useRef<HTMLDivElement>(null);
  const reading = useRef<Reading | null>(null);

  const { category, language } = filter;
  const asked = useMemo<FlashService>(
    () => (language === 'all' ? { ...service, language: undefined } : service),
    [service, language],
  );
  useFlashes(asked);

  // Category and language stand in the address, as those of the news do.
  useEffect(() => {
    const take = () => setFilter(readFilter(location.search));
    take();
    addEventListener('popstate', take);
    return () => removeEventListener('popstate', take);
  }, []);
  const filterBy = (part: Partial<NewsFilter>) => {
    const wanted = { ...filter, ...part };
    history.pushState(history.state, '', location.pathname + writeFilter(wanted, location.search));
    setFilter(wanted);
  };

  // The reader is away when the beginning of the list is above the window.
  useEffect(() => {
    if (!top.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAway(!entry.isIntersecting && isPast(entry.target));
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, []);

  const [wanted, news] = useMemo(
    () =>
      [list.items, waiting].map((items) =>
        items.filter((item) => isWanted(item, choice) && (!category || item.category === category)),
      ) as [FlashItem[], FlashItem[]],
    [list.items, waiting, choice, category],
  );
  const offered = new Set([...categories, ...list.items.map((item) => item.category), ...(category ? [category] : [])]);

  const holds = paused || isAway;
  useEffect(() => {
    if (holds || waiting.length === 0) return;
    // The observer reports a scroll with a delay; a flash may arrive before that.
    if (isPast(top.current)) {
      setAway(true);
      return;
    }
    reading.current = placeOf(firstSeen(feed.current));
    showNewFlashes();
  }, [holds, waiting]);

  // Once the list is drawn, scrolls by the height that it has grown above the text being read.
  useLayoutEffect(() => {
    const { current: place } = reading;
    reading.current = null;
    if (list.items.length === 0 || !place?.element.isConnected) return;
    scrollBy({ top: place.element.getBoundingClientRect().top - place.top, behavior: 'instant' });
  }, [list.items]);

  const showNew = () => {
    setPaused(false);
    showNewFlashes();
    top.current?.scrollIntoView({ behavior: 'instant' });
  };

  const zone = choice.zone === 'local' ? localZone() : choice.zone;
  const page = pageOf({ locale, lang, words }, service, zone);
  const isFiltered = category !== '' || choice.important || choice.include !== '' || choice.exclude !== '';

  return (
    <div className="flash" data-waiting={list.status === 'loading' || undefined}>
      <div className="flash-bar">
        <Freshness locale={locale} lang={lang} zone={zone} words={words} />
        <button type="button" className="chip" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {say(paused ? 'flash.resume' : 'flash.pause')}
        </button>
        <Chip pressed={choice.important} onPress={() => choose({ important: !choice.important })}>
          {say('flash.importantOnly')}
        </Chip>
        <Chip pressed={language === 'all'} onPress={() => filterBy({ language: language ? '' : 'all' })}>
          {say('news.filter.allLanguages')}
        </Chip>
      </div>
      <div className="flash-filters">
        <fieldset className="chips flash-categories">
          <legend className="unseen">{say('news.filter.categories')}</legend>
          <Chip pressed={!category} onPress={() => filterBy({ category: '' })}>
            {say('news.filter.all')}
          </Chip>
          {[...offered].map((id) => (
            <Chip key={id} pressed={id === category} onPress={() => filterBy({ category: id })}>
              {categoryName(id, page.word)}
            </Chip>
          ))}
        </fieldset>
        <WordsField name="include" locale={locale} words={words} />
      </div>
      <details className="flash-settings">
        <summary>{say('flash.settings')}</summary>
        <FilterFields locale={locale} zones={zones} words={words} />
      </details>
      <h2 className="unseen">{say('flash.list')}</h2>
      {/* The masthead names the visitor's own zone. */}
      {list.status === 'ready' && choice.zone !== 'local' && (
        <p className="flash-zone-line">{say('flash.timesIn', { zone: zoneName(zone, Date.now()) })}</p>
      )}
      <div ref={top} />
      <p className="flash-news" aria-live="polite">
        {holds && news.length > 0 && (
          <button type="button" className="button" onClick={showNew}>
            {say('flash.new', { count: news.length })}
          </button>
        )}
      </p>
      <Announcement count={news.length} holds={holds} locale={locale} words={words} />
      {list.status === 'loading' && (
        <Place name="flash" html={import.meta.env.SSR ? toHtml(el('p', 'feed-state', say('flash.loading'))) : ''} />
      )}
      {list.status === 'failed' && (
        <Notice
          text={say(online ? 'flash.failed' : 'news.offline')}
          action={say('news.again')}
          onAction={() => void followFlashes(asked)}
        />
      )}
      {list.status === 'ready' && wanted.length === 0 && (
        <Notice
          text={say(isFiltered ? 'flash.nothingFits' : 'flash.empty')}
          action={isFiltered ? say('flash.showAll') : null}
          onAction={() => {
            filterBy({ category: '' });
            choose({ important: false, include: '', exclude: '' });
          }}
        />
      )}
      {wanted.length > 0 && (
        <div
          ref={feed}
          className="flash-feed"
          role="feed"
          aria-label={say('flash.list')}
          aria-busy={list.more === 'loading'}
          onKeyDown={goByArticles}
        >
          {listedFlashes(wanted, page).map((entry, index) =>
            // The articles of a feed take the focus (ARIA APG, feed pattern).
            draw(
              flashEntry(entry, page, {
                tabIndex: '-1',
                'aria-posinset': String(index + 1),
                'aria-setsize': list.next === null ? String(wanted.length) : '-1',
              }),
              entry.item.id,
            ),
          )}
        </div>
      )}
      <div className="feed-end">
        {list.next !== null && list.items.length < MOST_FLASHES && (
          <OlderButton
            isLoading={list.more === 'loading'}
            text={say(list.more === 'loading' ? 'flash.olderLoading' : 'flash.older')}
            onPress={() => void loadOlderFlashes(asked)}
          />
        )}
        <p aria-live="polite">
          {list.more === 'failed' && say('flash.olderFailed')}
          {list.items.length >= MOST_FLASHES && say('flash.enough', { count: MOST_FLASHES })}
          {list.status === 'ready' &&
            list.next === null &&
            list.items.length > 0 &&
            list.items.length < MOST_FLASHES &&
            say('flash.end')}
        </p>
      </div>
    </div>
  );
}

/** Words of which flashes must, or must not, contain one. */
function WordsField({ name, locale, words }: Pick<Props, 'locale' | 'words'> & { name: 'include' | 'exclude' }) {
  const choice = useStore($flashChoice, { ssr: () => EVERYTHING });
  return (
    <p className="flash-field">
      <label htmlFor={`flash-${name}`}>{speaker(words, locale)(`flash.${name}`)}</label>
      <input
        id={`flash-${name}`}
        aria-describedby="flash-words"
        maxLength={500}
        value={choice[name]}
        onChange={({ target }) => choose({ ...choice, [name]: target.value })}
      />
    </p>
  );
}

/** What flashes must not contain, and the zone of their times. */
function FilterFields({ locale, zones, words }: Pick<Props, 'locale' | 'zones' | 'words'>) {
  const say = speaker(words, locale);
  const choice = useStore($flashChoice, { ssr: () => EVERYTHING });
  return (
    <div className="flash-fields">
      <WordsField name="exclude" locale={locale} words={words} />
      <p className="flash-field">
        <label htmlFor="flash-zone">{say('flash.zone')}</label>
        <select
          id="flash-zone"
          className="input"
          value={choice.zone}
          onChange={({ target }) => choose({ zone: target.value })}
        >
          <option value="local">{say('flash.zoneLocal')}</option>
          <option value="UTC">{say('flash.zoneUtc')}</option>
          <optgroup label={say('flash.zoneExchanges')}>
            {zones.map(({ zone, name }) => (
              <option key={zone} value={zone}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </p>
      <p id="flash-words" className="hint">
        {say('flash.wordsHint')}
      </p>
    </div>
  );
}

/** Tells screen readers how many flashes were shown at once when they arrived. The button announces those that wait. */
function Announcement({
  count,
  holds,
  locale,
  words,
}: {
  count: number;
  holds: boolean;
  locale: Locale;
  words: Props['words'];
}) {
  const [announcement, setAnnouncement] = useState('');
  const say = speaker(words, locale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each number that comes is said once
  useEffect(() => {
    if (count > 0 && !holds) setAnnouncement(say('flash.new', { count }));
  }, [count, holds]);
  return (
    <p className="unseen" role="status">
      {announcement}
    </p>
  );
}

/** The position of an element in the window. */
interface Reading {
  element: Element;
  top: number;
}

function placeOf(element: Element | undefined): Reading | null {
  return element ? { element, top: element.getBoundingClientRect().top } : null;
}

/** True if the element begins above the window. */
const isPast = (element: Element | null) => element !== null && element.getBoundingClientRect().top < 0;

/** The first article whose beginning is visible. */
function firstSeen(feed: HTMLElement | null): Element | undefined {
  return [...(feed?.querySelectorAll('.flash-body') ?? [])].find((body) => {
    const { top } = body.getBoundingClientRect();
    return top >= 0 && top < innerHeight;
  });
}

/** Page Down and Page Up go from article to article (ARIA APG, feed pattern). */
function goByArticles(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
  const articles = [...event.currentTarget.querySelectorAll<HTMLElement>('article')];
  const here = articles.findIndex((article) => article.contains(document.activeElement));
  const next = step === 0 || here < 0 ? undefined : articles[here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
