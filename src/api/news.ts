import type * as v from 'valibot';
import type { CallData } from '../contract/common.ts';
import { ApiError, SERVER_CODES } from '../contract/errors.ts';
import {
  flashItemCall,
  type itemData,
  type NewsItem,
  newsItemCall,
  newsListCall,
  newsSourcesCall,
} from '../contract/news.ts';
import { type ApiOptions, call, successOf } from './client.ts';

/** Filters of the list of news, named as in the API; an empty one does not filter. */
export interface NewsQuery {
  language?: string | undefined;
  category?: string | undefined;
  source?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
}

export interface NewsPage {
  list: NewsItem[];
  /** Cursor of the next page; null at the end */
  next: string | null;
}

export type ItemDetail = v.InferOutput<typeof itemData>;
export type SourceList = CallData<typeof newsSourcesCall>['list'];

/** A page of news, newest first. Rejects as call() does, and if the response is not a success. */
export async function readNews(query: NewsQuery, options: ApiOptions): Promise<NewsPage> {
  return successOf(await call(newsListCall, {}, { ...options, query: { ...query } }));
}

/** Every source of news and flashes. */
export async function readSources(options: ApiOptions): Promise<SourceList> {
  return successOf(await call(newsSourcesCall, {}, options)).list;
}

/** An item with its earlier versions and related items; null if it does not exist or no longer does. */
export async function readItem(kind: 'news' | 'flash', id: string, options: ApiOptions): Promise<ItemDetail | null> {
  try {
    return successOf(await call(kind === 'news' ? newsItemCall : flashItemCall, { id }, options));
  } catch (error) {
    const { notFound, gone, invalid } = SERVER_CODES;
    const none: number[] = [notFound.code, gone.code, invalid.code];
    if (error instanceof ApiError && none.includes(error.code)) return null;
    throw error;
  }
}
