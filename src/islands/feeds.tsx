/** Shared by the islands of news and flash: words, times, links to originals. */
import type { CompiledMessage } from 'icu-minify/format';
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import type { NewsItem, NewsLanguage } from '../contract/all.ts';
import { formatMessage, type MessageValues } from '../i18n/format.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { lookUp } from '../lookUp.ts';
import { zoneName } from '../markets/zone.ts';

/** Words of news and flash items wherever they are shown. */
export const ITEM_WORDS = [
  'news.original',
  'news.external',
  'news.important',
  'news.revised',
  'item.reason.editor',
  'item.reason.rateDecision',
  'item.reason.tradingHalt',
  'item.reason.keyStatistic',
  'news.company',
  'news.category.analysis',
  'news.category.company',
  'news.category.economy',
  'news.category.house',
  'news.category.desk',
  'news.category.market',
  'news.category.central-bank',
  'news.category.exchange',
  'news.category.government',
  'news.category.regulator',
  'news.category.statistics',
] as const satisfies readonly MessageKey[];

export type Words<K extends string> = Record<K, CompiledMessage>;
export type ItemWord = (typeof ITEM_WORDS)[number];

/** Returns a function that formats an island's messages by key. */
export function speaker<K extends MessageKey>(words: Words<K>, locale: Locale) {
  return (key: K, values?: MessageValues) => formatMessage(words[key], locale, values);
}

/** The name of a category; its id if the site has no words for it. */
export function categoryName(category: string, words: Words<ItemWord>, locale: Locale): string {
  const word = lookUp(words, `news.category.${category}`);
  return word === undefined ? category : formatMessage(word, locale);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(lang, options);
    formats.set(key, found);
  }
  return found;
}

/** 'Nov 21, 14:02 UTC+9'. The zone comes last in every language: Chinese would put it between day and time. */
export function dayAndTime(at: string, lang: string, timeZone: string): string {
  const instant = Date.parse(at);
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const shown = format(lang, { month: 'short', day: 'numeric', ...time, timeZone }).format(instant);
  return `${shown} ${zoneName(timeZone, instant)}`;
}

/** '14:02' */
export function timeOfDay(at: number, lang: string, timeZone: string): string {
  return format(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at);
}

/** 'Saturday, November 21, 2026' */
export function longDay(at: number, lang: string, timeZone: string): string {
  return format(lang, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone }).format(at);
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

/** A link to the original on another site, labelled as external. */
export function Original({ item, words, locale }: { item: NewsItem; words: Words<ItemWord>; locale: Locale }) {
  const href = httpLink(item.link);
  if (!href) return null;
  return (
    <a className="original" href={href} target="_blank" rel="noopener external">
      {formatMessage(words['news.original'], locale)}
      <span className="unseen"> {formatMessage(words['news.external'], locale)}</span>
    </a>
  );
}

/** Says that an item is important and by which rule; draws nothing if it is not. */
export function Importance({ item, words, locale }: { item: NewsItem; words: Words<ItemWord>; locale: Locale }) {
  if (!item.important) return null;
  const reason = lookUp(words, `item.reason.${item.reason}`);
  return (
    <span className="importance">
      <b className="important">{formatMessage(words['news.important'], locale)}</b>
      {reason !== undefined && formatMessage(reason, locale)}
    </span>
  );
}

/** Who has published an item: its source, with the licence if it is a company. */
export function Source({
  item: { source, company },
  words,
  locale,
}: {
  item: NewsItem;
  words: Words<'news.company'>;
  locale: Locale;
}) {
  return (
    <span>
      {source.name}
      {company && (
        <>
          {' '}
          <span className="mark">
            {formatMessage(words['news.company'], locale, { licence: company.licence, authority: company.authority })}
          </span>
        </>
      )}
    </span>
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
