import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { localZone } from '../../browserState/zone.ts';
import { ITEM_ID } from '../../contract/news.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { $item, type FeedService, loadItem } from '../../stores/news.ts';
import { dayAndTime } from '../times.ts';
import {
  categoryName,
  foreignLang,
  Importance,
  ITEM_WORDS,
  ItemFacts,
  itemHref,
  LanguageMark,
  Original,
  Source,
  useOnline,
} from './feeds.tsx';

export const ITEM_PAGE_WORDS = [...ITEM_WORDS, 'item.page.*', 'news.again', 'news.offline'] as const;

interface Props {
  kind: 'news' | 'flash';
  locale: Locale;
  lang: string;
  service: FeedService | null;
  company: string;
  /** Address of the list that contains the item */
  back: string;
  /** Address of the page with the official series, and the series of each symbol */
  data: string;
  series: Record<string, string>;
  words: Words<(typeof ITEM_PAGE_WORDS)[number]>;
}

/**
 * Shows the item that the address names, on the one page that serves all items. The HTML of that page says that the
 * item does not exist; Item.css hides this text unless `data-item` is 'missing'.
 */
export default function Item({ kind, locale, lang, service, company, back, data, series, words }: Props) {
  const say = speaker(words, locale);
  const state = useStore($item, { ssr: 'initial' });
  const online = useOnline();

  useEffect(() => {
    const id = location.pathname.split('/').pop() ?? '';
    // Ids of feeds are digits; the house's own articles have pages of their own.
    if (!service || !ITEM_ID.test(id)) $item.set({ status: 'missing' });
    else void loadItem(kind, id, service);
  }, [kind, service]);

  useEffect(() => {
    document.documentElement.dataset.item = state.status;
    // The page's own title is that of an item; its heading says that there is none.
    const missing = state.status === 'missing' && document.querySelector('.shell-missing h1')?.textContent;
    const title = state.status === 'found' ? state.item.title : missing;
    if (title) document.title = `${title} · ${company}`;
  }, [state, company]);

  if (state.status !== 'found') {
    if (state.status === 'missing') return null;
    if (state.status === 'looking') return <p className="wrap item-looking">{say('item.page.looking')}</p>;
    return (
      <div className="wrap opening">
        <p className="lead">{say(online ? 'item.page.failed' : 'news.offline')}</p>
        <p className="actions">
          <button type="button" className="button" onClick={() => location.reload()}>
            {say('news.again')}
          </button>
          <a className="button quiet" href={back}>
            {say('item.page.back')}
          </a>
        </p>
      </div>
    );
  }

  const { item, revisions, related, newer, older } = state;
  const language = service?.language ?? item.language;
  const itemLang = foreignLang(item, language);
  const zone = localZone();
  const hasNext = kind === 'flash' && (newer !== null || older !== null);
  return (
    <article className="wrap item" data-important={item.important || undefined}>
      <header className="opening">
        <p className="item-importance">
          <span>{categoryName(item.category, words, locale)}</span>
          <Importance {...{ item, words, locale }} />
          {item.important && <a href={`${back}#importance-rules`}>{say('item.page.rules')}</a>}
        </p>
        <h1 lang={itemLang}>{item.title}</h1>
        {item.summary && (
          <p className="lead" lang={itemLang}>
            {item.summary}
          </p>
        )}
        <p className="news-facts">
          <ItemFacts {...{ item, words, locale }} brief>
            <time dateTime={item.publishedAt}>{dayAndTime(item.publishedAt, lang, zone)}</time>
            <LanguageMark item={item} lang={lang} language={language} />
          </ItemFacts>
        </p>
        {item.company && <p className="item-company">{say('item.page.published', { name: item.company.name })}</p>}
        {item.symbols.length > 0 && (
          <ul className="item-symbols">
            {item.symbols.map((symbol) => {
              const id = lookUp(series, symbol);
              return <li key={symbol}>{id === undefined ? symbol : <a href={`${data}#${id}`}>{symbol}</a>}</li>;
            })}
          </ul>
        )}
        <p className="actions">
          <Original item={item} button words={words} locale={locale} />
          <a href={back}>{say('item.page.back')}</a>
        </p>
      </header>
      {revisions.length > 0 && (
        <section className="item-revisions">
          <h2>{say('item.page.earlier')}</h2>
          <ol>
            {revisions.map(({ number, title, summary, changedAt }) => (
              <li key={number} lang={itemLang}>
                <p className="news-facts" lang={lang}>
                  {say('item.page.until', { time: dayAndTime(changedAt, lang, zone) })}
                </p>
                <p>{title}</p>
                {summary && <p className="news-summary">{summary}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {(hasNext || related.length > 0) && (
        <div className="item-side">
          {hasNext && (
            <div className="item-next">
              <ul className="news-list">
                {(
                  [
                    ['newer', newer],
                    ['older', older],
                  ] as const
                ).map(
                  ([side, next]) =>
                    next && (
                      <li key={side}>
                        <p className="news-facts">{say(`item.page.${side}`)}</p>
                        <p className="flash-title">
                          <a href={itemHref(next, locale)}>{next.title}</a>
                        </p>
                      </li>
                    ),
                )}
              </ul>
            </div>
          )}
          {related.length > 0 && (
            <section className="related">
              <h2>{say('item.page.related')}</h2>
              <ul className="news-list">
                {related.map((candidate) => (
                  <li key={candidate.id}>
                    <article className="news-entry">
                      <h3 lang={foreignLang(candidate, language)}>
                        <a href={itemHref(candidate, locale)}>{candidate.title}</a>
                      </h3>
                      <p className="news-facts">
                        <time dateTime={candidate.publishedAt}>{dayAndTime(candidate.publishedAt, lang, zone)}</time>
                        <Source item={candidate} words={words} locale={locale} />
                        <LanguageMark item={candidate} lang={lang} language={language} />
                      </p>
                    </article>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </article>
  );
}
