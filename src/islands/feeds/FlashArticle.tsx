import type { NewsLanguage } from '../../contract/all.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import type { Flash } from '../../stores/flash.ts';
import { timeOfDay } from '../times.ts';
import { foreignLang, Importance, ItemFacts, type ItemWord, itemHref, LanguageMark, Original } from './feeds.tsx';

interface Props {
  item: Flash;
  /** The day if the item is the first of its day, else null */
  day: string | null;
  /** The hour if the item is the first of its hour, else null */
  hour: string | null;
  position: number;
  /** -1 if more can be loaded */
  total: number;
  lang: string;
  /** That of the page */
  language: NewsLanguage;
  zone: string;
  locale: Locale;
  words: Words<'flash.withdrawn' | ItemWord>;
}

/** A flash in the list, below its day and its hour if it is the first of these. */
export function FlashArticle({ item, day, hour, position, total, lang, language, zone, locale, words }: Props) {
  const say = speaker(words, locale);
  const at = Date.parse(item.publishedAt);
  const itemLang = foreignLang(item, language);
  const titleId = `flash-${item.id}`;
  return (
    // The articles of a feed take the focus (ARIA APG, feed pattern).
    <article
      className="flash-item"
      aria-posinset={position}
      aria-setsize={total}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-id={item.id}
      data-fresh={item.fresh}
      data-important={(item.important && !item.withdrawn) || undefined}
    >
      {day && <h3 className="flash-day">{day}</h3>}
      {hour && <h4 className="flash-hour">{hour}</h4>}
      <time className="flash-time" dateTime={item.publishedAt}>
        {/* '2:02' above 'p.m.' */}
        {timeOfDay(at, lang, zone).replace('\u00a0', ' ')}
      </time>
      <div className="flash-body">
        {item.withdrawn ? (
          <p id={titleId} className="flash-withdrawn">
            {say('flash.withdrawn')}
          </p>
        ) : (
          <>
            <p className="flash-title" id={titleId}>
              <Importance {...{ item, words, locale }} />
              <a href={itemHref(item, locale)} lang={itemLang}>
                {item.title}
              </a>
            </p>
            {item.summary && (
              <p className="news-summary" lang={itemLang}>
                {item.summary}
              </p>
            )}
            <p className="news-facts">
              <ItemFacts {...{ item, words, locale }} />
              <LanguageMark {...{ item, lang, language }} />
              <Original item={item} words={words} locale={locale} />
            </p>
          </>
        )}
      </div>
    </article>
  );
}
