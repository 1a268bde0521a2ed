/** Shared by the islands of news and flash: words, links to originals. */
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import type { NewsItem, NewsLanguage } from '../../contract/all.ts';
import { formatMessage } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';

/** Words of news and flash items wherever they are shown. */
export const ITEM_WORDS = ['item.reason.*', 'news.category.*', 'news.item.*'] as const;

export type ItemWord = (typeof ITEM_WORDS)[number];

/** The name of a category; its id if the site has no words for it. */
export function categoryName(category: string, words: Words<ItemWord>, locale: Locale): string {
  const word = lookUp(words, `news.category.${category}`);
  return word === undefined ? category : formatMessage(word, locale);
}

/** The `lang` of an item if it is not the language of the page, else undefined. */
export function foreignLang(item: NewsItem, language: NewsLanguage): string | undefined {
  return item.language === language ? undefined : item.language;
}

/** The address if it is safe to follow, else null. The server sends only safe ones; this is a second check. */
export function httpLink(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The address of an item on this site. It saves bytes by not using localize(), which no other page's script needs. */
export function itemHref({ kind, id }: Pick<NewsItem, 'kind' | 'id'>, locale: Locale): string {
  return `${LOCALES[locale].prefix}/datahub/${kind}/${encodeURIComponent(id)}`;
}

/** A link to the original on another site, labelled as external. `button`: it is what there is to do on the page. */
export function Original({
  item,
  button = false,
  words,
  locale,
}: {
  item: NewsItem;
  button?: boolean;
  words: Words<ItemWord>;
  locale: Locale;
}) {
  const href = httpLink(item.link);
  if (!href) return null;
  return (
    <a className={button ? 'button quiet original' : 'original'} href={href} target="_blank" rel="noopener external">
      {formatMessage(words['news.item.original'], locale)}
      <span className="unseen"> {formatMessage(words['news.item.external'], locale)}</span>
    </a>
  );
}

/** Says that an item is important and by which rule; draws nothing if it is not. */
export function Importance({ item, words, locale }: { item: NewsItem; words: Words<ItemWord>; locale: Locale }) {
  if (!item.important) return null;
  const reason = lookUp(words, `item.reason.${item.reason}`);
  return (
    <span className="importance">
      <b className="important">{formatMessage(words['news.item.important'], locale)}</b>
      {reason !== undefined && formatMessage(reason, locale)}
    </span>
  );
}

/** Who has published an item: its source, with the licence if it is a company. */
export function Source({
  item: { source, company, license },
  words,
  locale,
}: {
  item: NewsItem;
  words: Words<'news.item.company' | 'news.item.role'>;
  locale: Locale;
}) {
  return (
    <>
      <span>{source.name}</span>
      {company && <span>{formatMessage(words['news.item.company'], locale, company)}</span>}
      {license && <span>{formatMessage(words['news.item.role'], locale, license)}</span>}
    </>
  );
}

/** What stands beside the time of an item: who has published it, its category unless it is left out, its marks. */
export function ItemFacts({
  item,
  brief = false,
  words,
  locale,
  children,
}: {
  item: NewsItem;
  brief?: boolean | undefined;
  words: Words<ItemWord>;
  locale: Locale;
  children?: ReactNode;
}) {
  return (
    <>
      <Source {...{ item, words, locale }} />
      {!brief && <span>{categoryName(item.category, words, locale)}</span>}
      {children}
      {item.revision > 1 && <span className="mark">{formatMessage(words['news.item.revised'], locale)}</span>}
    </>
  );
}

export function LanguageMark({ item, lang, language }: { item: NewsItem; lang: string; language: NewsLanguage }) {
  if (item.language === language) return null;
  const name = new Intl.DisplayNames(lang, { type: 'language' }).of(item.language);
  return <span className="language-mark">{name}</span>;
}

export function Chip({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  const press = (event: MouseEvent) => {
    event.preventDefault();
    onPress();
  };
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={press}>
      {children}
    </button>
  );
}

/** What stands instead of a list that is empty or could not be read, with what the reader can do about it. */
export function Notice({ text, action, onAction }: { text: string; action: string | null; onAction: () => void }) {
  return (
    <div className="feed-notice">
      <p>{text}</p>
      {action !== null && (
        <button type="button" className="button quiet" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}

/** The button at the end of a list that loads older items. */
export function OlderButton({ isLoading, text, onPress }: { isLoading: boolean; text: string; onPress: () => void }) {
  return (
    <button type="button" className="button quiet" aria-disabled={isLoading} onClick={onPress}>
      {text}
    </button>
  );
}

function onNetwork(notify: () => void): () => void {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/** True if the device reports a network. True on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  );
}
