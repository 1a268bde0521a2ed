/** What the page is in which something is shown. */
import type { NewsLanguage } from '../contract/news.ts';
import type { MessageValues } from '../i18n/format.ts';
import type { Locale } from '../i18n/locales.ts';
import type { KeysOf } from '../i18n/messages.ts';

/** Words of news and flash items wherever they are shown. */
export const ITEM_WORDS = ['item.reason.*', 'news.category.*', 'news.item.*'] as const;
export const ITEM_PAGE_WORDS = [...ITEM_WORDS, 'item.page.*'] as const;
/** Words of posts in lists, and on their own page. */
export const POST_LIST_WORDS = [
  'news.item.license.*',
  'news.item.revised',
  'post.advice.*',
  'post.by.*',
  'post.list.*',
] as const;
export const POST_PAGE_WORDS = [
  ...POST_LIST_WORDS,
  'account.product.*',
  'item.page.until',
  'news.item.company',
  'post.holding.*',
  'post.horizon.*',
  'post.page.*',
] as const;
/** Words of what a user has made public. */
export const USER_WORDS = [
  ...POST_LIST_WORDS,
  'account.licence',
  'account.role.*',
  'feed.json',
  'feed.rss',
  'license.*',
  'public.*',
] as const;

export const REPLY_WORDS = ['post.page.corrected', 'post.page.earlier', 'item.page.until', 'reply.*'] as const;

/** An item names its category, its reason and the license of its author itself, so that there need not be words for them. */
type ShownWord =
  | KeysOf<
      | (typeof ITEM_PAGE_WORDS | typeof POST_PAGE_WORDS | typeof USER_WORDS | typeof REPLY_WORDS)[number]
      | 'flash.withdrawn'
      | 'flash.timesIn'
    >
  | `news.category.${string}`
  | `item.reason.${string}`
  | `news.item.license.${string}`;

/** A message, filled; undefined if there is none. */
export type Word = (key: ShownWord, values?: MessageValues) => string | undefined;

export interface Page {
  locale: Locale;
  /** The tag of the locale's language */
  lang: string;
  /** The language of the items that belong to the page */
  language: NewsLanguage;
  /** In which times are written */
  zone: string;
  word: Word;
}
