/** The words that each island of news and flash gets. Apart from the islands, so that browsers do not load the names. */
import { ITEM_WORDS, ITEM_PAGE_WORDS as SHOWN_WORDS } from '../../shells/page.ts';

export const NEWS_WORDS = [
  ...ITEM_WORDS,
  'latest.allNews',
  'news.again',
  'news.filter.*',
  'news.list.*',
  'news.more',
  'news.offline',
] as const;

export const FLASH_WORDS = [
  ...ITEM_WORDS,
  'flash.*',
  'news.again',
  'news.filter.all',
  'news.filter.categories',
  'news.filter.allLanguages',
  'news.offline',
] as const;

export const RAIL_WORDS = ['flash.empty', 'flash.failed', 'flash.fresh.*', 'news.item.important'] as const;
export const LATEST_WORDS = ['latest.*', 'news.item.company', 'news.item.important', 'news.item.license.*'] as const;
export const ITEM_PAGE_WORDS = [...SHOWN_WORDS, 'news.again', 'news.offline'] as const;
